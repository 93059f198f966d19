/** @file What the lines that were left out of a file pay, reason by reason: each as it was in the file from which it was left out. */

import type { LeftOut } from '../../src-shared/left-out.ts';
import { linesInTheEnd, placesInTheEnd } from '../send/lines-in-the-end.ts';
import type { Submission } from '../send/submission.ts';
import { asWritten, type SumUp, sumOfLines, sumsOfSets } from './account-sums.ts';
import { type LeftOutLines, type LeftOutStore, leftOutCounted, leftOutOf, leftOutThere } from './left-out.ts';
import type { SetSums } from './line-sums.ts';

interface Ports {
  store: LeftOutStore;
  /** In a thread of its own, by default. */
  sumUp?: SumUp | undefined;
}

/** Why so many lines of a file were left out, which has an account of its own, with what they pay; without reasons where these are not known. */
export async function leftOutReasonsWithSums(
  ports: Ports,
  file: Submission,
  lines: number,
): Promise<Pick<LeftOut, 'lines' | 'reasons'>> {
  const told = lines === 0 ? undefined : leftOutOf(ports.store, file);
  return { lines, reasons: told === undefined ? [] : (await leftOutWithSums(ports, told)).reasons };
}

/** Counted, with who has decided, and with sums where all of the files are there as they were checked. */
export async function leftOutWithSums({ store, sumUp }: Ports, told: LeftOutLines): Promise<LeftOut> {
  const counted = leftOutCounted(store, told);
  const found: SetSums[][] = [];
  const isCorrected = (linesInTheEnd(store, told.file)?.steps ?? []).length > 0;
  for (const place of placesInTheEnd(store, told.file)) {
    const submission = store.submission(place.submission);
    if (place.account.leftOut.size === 0) continue;
    if (submission === undefined) return counted;
    const sets = leftOutThere(store, told, place).map(({ lines }) => lines);
    const sums = await sumsOfSets(submission, sets, sumUp);
    if (sums === undefined) return counted;
    found.push(isCorrected ? sums.map(asWritten) : sums);
  }
  const reasons = counted.reasons.map((reason, at) => {
    const own = found.flatMap((sums) => sums[at] ?? []);
    const unread = own.reduce((all, { unsummed, blank }) => all + unsummed - blank, 0);
    return { ...reason, sums: sumOfLines(own).sums, ...(unread > 0 && { unread }) };
  });
  return { ...counted, reasons };
}
