/**
 * @file What of a file went before, where a person had it sent all the same, as was known then. Which lines these are is kept nowhere:
 * what they pay is known of a whole file, or where the ids still tell as many.
 */

import { z } from 'zod';
import type { Repeated } from '../../src-shared/statement-shapes.ts';
import type { SubmissionId } from '../send/batch.ts';
import { fileNameOf, namedFile } from '../send/receipts/source-facts.ts';
import type { SentIds } from '../send/sent-before/same-ids.ts';
import type { QueueStore } from '../send/storage/store.ts';
import type { Submission } from '../send/submission.ts';
import { type SumUp, sumsOfLines } from './account-sums.ts';

/** What of a file went before, by the ids of its lines. */
export type AskSentBefore = (
  submission: Submission,
  signal: AbortSignal,
  mostNamed: number,
) => Promise<SentIds | undefined>;

export interface RepeatPorts {
  store: Pick<QueueStore, 'history' | 'submission'>;
  /** Without it, the ids are not asked. */
  sentBefore?: AskSentBefore | undefined;
  sumUp?: SumUp | undefined;
  signal: AbortSignal;
}

/** What a person knew when they had it sent. */
const knownRepeat = z.object({ sentBefore: z.int(), reason: z.string(), linesBefore: z.int().positive().optional() });

/** Its last approval, with what was known then; nothing is, where nothing of it had gone. */
export function approvalOf(store: Pick<QueueStore, 'history'>, id: SubmissionId) {
  const approved = store.history(id).findLast(({ kind }) => kind === 'approved');
  return { position: approved?.position, repeat: knownRepeat.safeParse(approved?.detail).data };
}

/** Whether any approval of it knew that some of it had gone; an earlier Tranship has noted no reason. */
export const hasGoneBefore = (store: Pick<QueueStore, 'history'>, id: SubmissionId): boolean =>
  store.history(id).some(({ kind, detail }) => kind === 'approved' && detail['sentBefore'] !== undefined);

export async function wentBefore(ports: RepeatPorts, submission: Submission): Promise<Repeated> {
  const { store, sentBefore, sumUp, signal } = ports;
  const { repeat } = approvalOf(store, submission.id);
  if (repeat === undefined) return {};
  const { linesBefore } = repeat;
  const first = store.submission(repeat.sentBefore);
  const known = [{ submission: repeat.sentBefore, ...(first && { fileName: fileNameOf(first.name) }) }];
  if (linesBefore === undefined) return { wentBefore: known };
  const { told, files = [] } = (await sentBefore?.(submission, signal, 0)) ?? {};
  // What went elsewhere since then would be told as well.
  const isAsThen = told?.lines.size === linesBefore;
  const all = files.flatMap(({ submission: earlier, lines }) =>
    earlier.id < submission.id ? [{ ...namedFile(earlier), lines }] : [],
  );
  const isWhole = linesBefore === submission.check?.transactions;
  const sumsBefore = isWhole
    ? submission.check?.totals?.sums
    : isAsThen
      ? await sumsOfLines(submission, told.lines, sumUp)
      : undefined;
  return {
    wentBefore: isAsThen && all.length > 0 ? all : known,
    linesBefore,
    ...(sumsBefore !== undefined && { sumsBefore }),
  };
}
