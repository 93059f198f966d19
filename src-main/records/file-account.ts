/** @file The account of a stored submission with its sums, and where it was corrected, with that of its lines in the end. */

import { type Account, type FileAccount, perOutcome, type ReckonedAccount } from '../../src-shared/account.ts';
import type { LineSet } from '../ground/line-set.ts';
import type { AccountLines } from '../send/account.ts';
import type { Batch, SubmissionId } from '../send/batch.ts';
import { followedAccount, lastPlaces, type Step } from '../send/followed-account.ts';
import { type AccountStore, linesInTheEnd, linkOf } from '../send/lines-in-the-end.ts';
import { fileNameOf } from '../send/receipts/source-facts.ts';
import type { Submission } from '../send/submission.ts';
import { viewOf } from '../send/submission-view.ts';
import { type KnownSums, type SumUp, sumsOfAccounts, sumsTogether } from './account-sums.ts';

export interface AccountPorts {
  store: AccountStore;
  /** All that were ever made of a submission; as they are stored, by default. */
  batchesOf?: (id: SubmissionId) => readonly Batch[];
  sumUp?: SumUp | undefined;
}

/** Undefined while its lines are not counted. All but the sums is as it is when this is called. */
export async function fileAccount(
  ports: AccountPorts,
  submission: Submission | undefined,
): Promise<FileAccount | undefined> {
  if (submission === undefined) return undefined;
  const { store, sumUp, batchesOf = (id: SubmissionId) => store.batches(id) } = ports;
  const { account, doubled } = viewOf(submission, batchesOf(submission.id));
  if (account === undefined) return undefined;
  const twice = doubledPart(doubled.lines);
  const link = linkOf({ store, batchesOf }, submission);
  const own = link?.account;
  if (link === undefined || own === undefined) return { account, ...twice, sumsObstacle: 'no-lines' };
  const { account: last = own, steps = [] } = followedAccount(link) ?? {};
  const isCorrected = steps.length > 0;
  const places = isCorrected ? lastPlaces(link) : [];
  const [first, ...beyond] = places.map((place) => ({ ...place, isCorrected: true as const }));
  const [sums, ...ownPart] = await sumsOfAccounts(submission, [{ account: own }, ...(first ? [first] : [])], sumUp);
  const rejected = own.rejected.union(own.invalid);
  const rejectedLines = firstOf(rejected, SHOWN_LINES);
  const told = { ...reckoned(own, sums), account, ...twice, ...(rejectedLines.length > 0 && { rejectedLines }) };
  if (!isCorrected) return told;
  const named = steps.map((step, at) => namedStep(store, step, steps[at - 1]?.submission ?? submission.id));
  const parts = [...ownPart];
  for (const place of beyond) {
    const correction = store.submission(place.submission);
    parts.push(...(correction === undefined ? [] : await sumsOfAccounts(correction, [place], sumUp)));
  }
  // A line that was corrected may be there twice as it was, or as it is now.
  const inAll = steps.reduce((sum, step) => {
    const correction = store.submission(step.submission);
    return correction === undefined ? sum : sum + viewOf(correction, batchesOf(correction.id)).doubled.lines;
  }, doubled.lines);
  const asFirstSent = first?.account.accepted.size ?? 0;
  return {
    ...told,
    corrected: { ...reckoned(last, sumsTogether(parts)), ...doubledPart(inAll), asFirstSent, steps: named },
  };
}

const doubledPart = (lines: number): Pick<ReckonedAccount, 'doubled'> => (lines > 0 ? { doubled: lines } : {});

/** What became of the lines of a file in the end, without sums; undefined where that is not known. */
export function lastAccount(store: AccountStore, submission: Submission): FollowedCounts | undefined {
  const told = linesInTheEnd(store, submission);
  return told && { account: countsOf(told.account), steps: told.steps };
}

export interface FollowedCounts {
  account: Account;
  steps: readonly Step[];
}

const countsOf = (lines: AccountLines): Account => perOutcome((outcome) => lines[outcome].size);

function reckoned(lines: AccountLines, known: KnownSums | undefined): ReckonedAccount {
  const { sums, unsummed, blank, obstacle } = known ?? {};
  return {
    account: countsOf(lines),
    ...(sums !== undefined && { sums }),
    ...(unsummed !== undefined && { unsummed }),
    ...(blank !== undefined && { blank }),
    ...(obstacle !== undefined && { sumsObstacle: obstacle }),
  };
}

/** Receipts name so many rejected lines; the list has them all. */
const SHOWN_LINES = 20;

function firstOf(lines: LineSet, most: number): number[] {
  const first: number[] = [];
  for (const line of lines) {
    if (first.length === most) break;
    first.push(line);
  }
  return first;
}

/** With who has corrected, as the history of the submission before it tells. */
export function namedStep(store: AccountStore, step: Step, corrects: SubmissionId) {
  const { name = '', connection } = store.submission(step.submission) ?? {};
  const event = store
    .history(corrects)
    .findLast(({ kind, detail }) => kind === 'corrected' && detail.by === step.submission);
  const { user, machine } = event?.recorder ?? {};
  return {
    ...step,
    fileName: fileNameOf(name),
    ...(connection !== undefined && { connection }),
    ...(event !== undefined && {
      by: {
        at: new Date(event.at).toISOString(),
        ...(user !== undefined && { user }),
        ...(machine !== undefined && { machine }),
      },
    }),
  };
}
