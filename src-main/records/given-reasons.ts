/**
 * @file What persons have said of why lines were left out, as the change logs of the corrections have it, as far as these are there and
 * belong to the bytes that were sent.
 */

import { AppError, toAppError } from '../../src-shared/errors.ts';
import type { LeftOut } from '../../src-shared/left-out.ts';
import { reasonsLeftOutIn } from '../fixing/changed-values.ts';
import type { SubmissionId } from '../send/batch.ts';
import { changeLogOf } from '../send/correction/corrected-file.ts';
import { WayBack } from '../send/correction/line-origin.ts';
import type { LeftOutLines, LeftOutStore } from './left-out.ts';

interface GivenReason {
  correction: SubmissionId;
  /** Of the first file. */
  line: number;
  reason: string;
}

/** @throws the reason of the signal */
export async function givenReasons(
  store: LeftOutStore,
  { parts }: LeftOutLines,
  signal: AbortSignal,
): Promise<GivenReason[]> {
  const given: GivenReason[] = [];
  for (const { submission, correction } of new Map(parts.map((part) => [part.correction, part])).values()) {
    const made = correction === undefined ? undefined : store.submission(correction);
    if (made === undefined) continue;
    const told = await reasonsLeftOutIn(changeLogOf(made.content), signal).catch(toAppError);
    signal.throwIfAborted();
    if (told instanceof AppError || told.made?.sha256 !== made.check?.sha256) continue;
    const way = new WayBack(store, submission);
    for (const { line, reason } of told.reasons)
      given.push({ correction: made.id, line: way.originOf(line)?.line ?? line, reason });
  }
  return given;
}

/** With the reasons beside who has decided, that of most lines first. */
export const withGiven = ({ corrections, ...leftOut }: LeftOut, given: readonly GivenReason[]): LeftOut => ({
  ...leftOut,
  corrections: corrections.map((one) => {
    const own = given.filter(({ correction }) => correction === one.submission);
    const reasons = [...Map.groupBy(own, ({ reason }) => reason)].map(([reason, { length: lines }]) => ({
      reason,
      lines,
    }));
    return {
      ...one,
      ...(reasons.length > 0 && { given: reasons.toSorted((first, other) => other.lines - first.lines) }),
    };
  }),
});
