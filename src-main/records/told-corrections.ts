/**
 * @file What a receipt tells of the corrections of a file, the same on the receipt of each of the files: by whom and when, what
 * was changed, and what was left out.
 *
 * [Note: Changes in a receipt] Which values were changed says the change log beside the file that was made, which no history seals. It
 * is told only where its last entry names the bytes that were sent, and its own digest stands with it.
 */

import { aroundDifference, beginningOf } from '../../src-shared/around-difference.ts';
import type { ChangedValue, Corrector } from '../../src-shared/correction-shapes.ts';
import type { CorrectionTold, UntoldReason } from '../../src-shared/correction-told.ts';
import { AppError, toAppError } from '../../src-shared/errors.ts';
import { leftOutReasons } from '../../src-shared/left-out-reasons.ts';
import { MOST_TOLD, type MoneyChanges, moneyChangesIn, readChanges } from '../fixing/changed-values.ts';
import type { SubmissionId } from '../send/batch.ts';
import { changeLogOf } from '../send/correction/corrected-file.ts';
import { type OriginStore, WayBack } from '../send/correction/line-origin.ts';
import { namedFile } from '../send/receipts/source-facts.ts';
import { correctionsOf, type Submission } from '../send/submission.ts';
import { namedStep } from './file-account.ts';
import { firstFile, givenUpOf, type LeftOutLines, type LeftOutStore, leftOutLines } from './left-out.ts';

/** A line that was changed by hand is told as a whole, if it is not longer. */
const MOST_CHARACTERS = 2000;

/** A correction, with what it corrects. */
export interface Pair {
  corrected: Submission;
  by: Submission;
}

/** All corrections of the files among which this one is, the first one first. @throws the reason of the signal */
export async function toldCorrections(
  store: LeftOutStore,
  submission: Submission,
  signal: AbortSignal,
): Promise<CorrectionTold[]> {
  const leftOut = leftOutLines(store, submission);
  const told: CorrectionTold[] = [];
  for (const { corrected, by } of pairsOf(store, submission)) {
    const isRest = corrected.corrected?.rest === by.id;
    const decided = correctorOf(store, { corrected, by });
    const givenUp = givenUpOf(store, by.id);
    told.push({
      ...namedFile(by),
      corrects: namedFile(corrected),
      ...(decided !== undefined && { by: decided }),
      ...(by.check !== undefined && { lines: by.check.lines }),
      ...(isRest && { isRest }),
      ...(givenUp !== undefined && { givenUp }),
      ...traced(store, corrected.id, await changesOf(by, signal)),
      ...(leftOut !== undefined && { leftOut: countedOf(leftOut, by.id) }),
    });
  }
  return told;
}

/** When the service has said of batches of these submissions, for the first and the last time, that it has accepted lines of them. */
export function acceptedAt(
  store: Pick<LeftOutStore, 'history'>,
  submissions: readonly SubmissionId[],
): { first: string; last: string } | undefined {
  const moments = submissions
    .flatMap((id) => store.history(id))
    .filter(({ detail: { state } }) => state === 'processed' || state === 'partially-accepted')
    .map(({ at }) => at)
    .toSorted((one, other) => one - other);
  const [first, last] = [moments[0], moments.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return { first: new Date(first).toISOString(), last: new Date(last).toISOString() };
}

/**
 * In how many lines of a file a person changed money, as far as lists of changes are there that belong to the bytes that were sent.
 * @throws the reason of the signal
 */
export async function moneyChanges(
  store: Pick<LeftOutStore, 'submission'>,
  corrected: Submission,
  signal: AbortSignal,
): Promise<MoneyChanges> {
  const sum = { amounts: 0, currencies: 0 };
  for (const { by } of pairsFrom(store, corrected)) {
    const told = await moneyChangesIn(changeLogOf(by.content), signal).catch(toAppError);
    signal.throwIfAborted();
    if (told instanceof AppError || told.made === undefined) continue;
    if (told.made.sha256 !== by.check?.sha256) continue;
    sum.amounts += told.amounts;
    sum.currencies += told.currencies;
  }
  return sum;
}

/** All corrections of the files among which this one is, the first one first. */
export function pairsOf(store: LeftOutStore, submission: Submission): Pair[] {
  const first = firstFile(store, submission);
  // One that was given up, and in whose place another one stands, is no longer among them.
  const replaced = first.corrects === undefined ? undefined : store.submission(first.corrects);
  const before: Pair[] = replaced === undefined || replaced.id >= first.id ? [] : [{ corrected: replaced, by: first }];
  return [...before, ...pairsFrom(store, first)];
}

/** The corrections of a file, and those of them. One was added later than what it corrects. */
export function pairsFrom(store: Pick<LeftOutStore, 'submission'>, corrected: Submission): Pair[] {
  const next = correctionsOf(corrected).flatMap((id) => (id > corrected.id ? (store.submission(id) ?? []) : []));
  return next.flatMap((by): Pair[] => [{ corrected, by }, ...pairsFrom(store, by)]);
}

/** Who has corrected a file, and when; undefined where the history does not tell. */
export function correctorOf(store: LeftOutStore, { corrected, by }: Pair): Corrector | undefined {
  // Who has corrected a file has left its faulty lines to themselves.
  const decision = (corrected.corrected?.rest === by.id && corrected.corrected.by) || by.id;
  return namedStep(store, { submission: decision, lines: 0, kind: 'mapped' }, corrected.id).by;
}

function countedOf({ parts }: LeftOutLines, by: SubmissionId): NonNullable<CorrectionTold['leftOut']> {
  const own = parts.filter(({ correction }) => correction === by);
  const sum = (some: typeof own) => some.reduce((all, { lines }) => all + lines.size, 0);
  const reasons = leftOutReasons.map((reason) => ({
    reason,
    lines: sum(own.filter((part) => part.reason === reason)),
  }));
  return { lines: sum(own), reasons: reasons.filter(({ lines }) => lines > 0) };
}

type ToldChanges = Pick<
  CorrectionTold,
  | 'changed'
  | 'changes'
  | 'decided'
  | 'more'
  | 'each'
  | 'all'
  | 'several'
  | 'named'
  | 'moreNamed'
  | 'logSha256'
  | 'untold'
>;

/** Single lines with the line of the first file that each was. @param corrected whose lines they are; undefined where no submission has them */
export function traced<Told extends Pick<ToldChanges, 'changes' | 'each' | 'named'>>(
  store: OriginStore,
  corrected: SubmissionId | undefined,
  told: Told,
): Told {
  const { changes, each, named } = told;
  const way = new WayBack(store, corrected);
  const originAt = (line: number) => {
    const origin = way.originOf(line);
    return origin === undefined ? {} : { origin };
  };
  return {
    ...told,
    ...(changes && {
      changes: changes.map(({ ranges = [], ...change }) => ({
        ...change,
        ...(change.step === 'by-hand' && change.lines === 1 && originAt(change.first)),
        ranges: way.originsOf(ranges),
      })),
    }),
    ...(each && { each: each.map((change) => ({ ...change, ...originAt(change.line) })) }),
    ...(named && { named: named.map((left) => ({ ...left, ...originAt(left.line) })) }),
  };
}

async function changesOf({ content, check }: Submission, signal: AbortSignal): Promise<ToldChanges> {
  const untold = (reason: UntoldReason) => ({ untold: reason });
  if (check?.totals === undefined && check?.totalsSha256 !== undefined) return untold('purged');
  try {
    const { changes, each, made, ...log } = await readChanges(changeLogOf(content), MOST_TOLD, signal);
    if (made === undefined || made.sha256 !== check?.sha256) return untold('another-file');
    return {
      ...{ changed: made.changed, changes: changes.map(shortened), ...log },
      ...(each && { each: each.map(shortened) }),
    };
  } catch (thrown) {
    signal.throwIfAborted();
    return untold(thrown instanceof AppError && thrown.code === 'file.not-found' ? 'no-log' : 'unreadable');
  }
}

function shortened<Told extends Pick<ChangedValue, 'before' | 'after'>>(change: Told): Told {
  const { before, after } = change;
  if (before !== undefined && after !== undefined)
    return { ...change, ...aroundDifference(before, after, MOST_CHARACTERS) };
  return {
    ...change,
    ...(before !== undefined && { before: beginningOf(before, MOST_CHARACTERS) }),
    ...(after !== undefined && { after: beginningOf(after, MOST_CHARACTERS) }),
  };
}
