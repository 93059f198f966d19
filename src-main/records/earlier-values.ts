/**
 * @file What earlier corrections have put in the place of a value, so that a person decides it once: read from the change logs of the
 * latest corrected files of a connection.
 */

import type { EarlierDecision } from '../../src-shared/correction-shapes.ts';
import { readChanges } from '../fixing/changed-values.ts';
import { textIn } from '../fixing/new-values.ts';
import type { EarlierText } from '../fixing/proposals.ts';
import { changeLogOf } from '../send/correction/corrected-file.ts';
import type { QueueStore } from '../send/storage/store.ts';
import type { Submission } from '../send/submission.ts';

/** Corrected files that are looked at, and values of each: what came up again and again is among them. */
const MOST_FILES = 10;
const MOST_VALUES = 1000;

/** By field and value, as JSON. */
type Replaced = ReadonlyMap<string, string>;

export class EarlierValues {
  /** What each log says: it never changes once its file is a submission. */
  readonly #known = new Map<Submission['id'], Promise<Replaced>>();

  /**
   * The texts that a person last sent in the place of values of a field, on the connection of a submission.
   * @throws the reason of the signal
   */
  async of(
    store: Pick<QueueStore, 'corrections'>,
    submission: Pick<Submission, 'connection'>,
    signal: AbortSignal,
  ): Promise<EarlierText> {
    const corrected = store.corrections(submission, MOST_FILES);
    const files = await Promise.all(
      corrected.map(async (one) => {
        const by: EarlierDecision = { submission: one.id, at: new Date(one.addedAt).toISOString() };
        const replaced = this.#known.get(one.id) ?? replacedBy(one, signal);
        this.#known.set(one.id, replaced);
        replaced.catch(() => this.#known.delete(one.id));
        return { by, replaced: await replaced };
      }),
    );
    return (field, value) => {
      const key = keyOf(field, JSON.stringify(value));
      for (const { by, replaced } of files) {
        const text = replaced.get(key);
        if (text !== undefined) return { text, by };
      }
      return undefined;
    };
  }
}

async function replacedBy({ content, check }: Submission, signal: AbortSignal): Promise<Replaced> {
  try {
    const { changes, made } = await readChanges(changeLogOf(content), MOST_VALUES, signal);
    // No history seals the log: as in a receipt, it counts only where it names the bytes of the submission.
    if (made === undefined || made.sha256 !== check?.sha256) return new Map();
    const replaced = changes.flatMap(({ step, field, before, after }): [string, string][] => {
      const text = after === undefined ? undefined : textIn(after);
      const isValue = step === 'replace' && field !== undefined && before !== undefined && text !== undefined;
      return isValue ? [[keyOf(field, before), text]] : [];
    });
    return new Map(replaced);
  } catch {
    signal.throwIfAborted();
    // A person made the file elsewhere, or the log is damaged: the file at hand is corrected without it.
    return new Map();
  }
}

const keyOf = (field: string, json: string): string => `${field}\n${json}`;
