/**
 * @file The judge of a trial: whether each byte was accepted exactly once and the limits were kept, by the service's journal
 * alone. What the desks and the ledger say is only compared with it. Pure.
 */

import type { Endpoint, JournalEntry } from '../../harness/opponent/journal.ts';

/** A part of a file, as the ledger says that it was sent. */
export interface Range {
  file: string;
  start: number;
  /** After its last byte. */
  end: number;
  /** Of these bytes of the file. */
  sha256: string;
  batchId: string | undefined;
}

/** A file that had to be sent. */
export interface Sent {
  file: string;
  bytes: number;
}

/** What is not as it must be, one sentence each. */
export interface Verdict {
  lost: string[];
  doubled: string[];
  exceeded: string[];
  /** What the ledger says, and the service does not; and what no client may ask. */
  wrong: string[];
}

/** §8: in any minute, for all desks together. Tokens are limited by IP address, and so not jointly. */
const perMinute: ReadonlyMap<Endpoint, number> = new Map<Endpoint, number>([
  ['reservation', 20],
  ['status', 120],
  ['validation-result', 120],
]);

/** @param minute what limits call a minute, in milliseconds */
export function judge(
  journal: readonly JournalEntry[],
  sent: readonly Sent[],
  ranges: readonly Range[],
  minute: number,
): Verdict {
  const verdict: Verdict = { lost: [], doubled: [], exceeded: [], wrong: [] };
  for (const file of sent) judgePartition(file, ranges, verdict);
  judgeObjects(journal, ranges, verdict);
  for (const { endpoint, most, limit } of busiestMinutes(journal, minute))
    if (most > limit) verdict.exceeded.push(`${most} requests to ${endpoint} in a minute, not ${limit}`);
  for (const { status, endpoint, at } of journal)
    if (status === 429) verdict.exceeded.push(`429 to ${endpoint} at ${Math.round(at)} ms`);
  for (const { complaint, endpoint } of journal)
    if (complaint !== undefined) verdict.wrong.push(`${complaint}: ${endpoint}`);
  return verdict;
}

export function isFlawless(verdict: Verdict): boolean {
  return Object.values(verdict).every((faults: string[]) => faults.length === 0);
}

/** The most requests within any minute, for each limit that the desks share. */
export function busiestMinutes(
  journal: readonly JournalEntry[],
  minute: number,
): { endpoint: Endpoint; most: number; limit: number }[] {
  return [...perMinute].map(([endpoint, limit]) => {
    const times = journal.filter((entry) => entry.endpoint === endpoint).map(({ at }) => at);
    return {
      endpoint,
      most: mostWithin(
        minute,
        times.sort((one, other) => one - other),
      ),
      limit,
    };
  });
}

/** @param times sorted */
export function mostWithin(minute: number, times: readonly number[]): number {
  let most = 0;
  let oldest = 0;
  for (const [index, at] of times.entries()) {
    while ((times[oldest] ?? at) <= at - minute) oldest += 1;
    most = Math.max(most, index - oldest + 1);
  }
  return most;
}

/** The ranges of a file follow one another from its first byte to its last. */
function judgePartition({ file, bytes }: Sent, ranges: readonly Range[], { lost, doubled }: Verdict): void {
  let position = 0;
  for (const { start, end } of ranges.filter((range) => range.file === file).sort((a, b) => a.start - b.start)) {
    if (start > position) lost.push(`bytes ${position} to ${start} of ${file} are in no part`);
    if (start < position) doubled.push(`bytes ${start} to ${position} of ${file} are in two parts`);
    position = Math.max(position, end);
  }
  if (position !== bytes) lost.push(`the parts of ${file} end at ${position}, the file at ${bytes}`);
}

/** Each range is in the storage once, and nothing else is. */
function judgeObjects(journal: readonly JournalEntry[], ranges: readonly Range[], verdict: Verdict): void {
  const objects = Map.groupBy(
    journal.filter(({ stored }) => stored),
    ({ sha256 }) => sha256,
  );
  for (const range of ranges) {
    const [object, ...others] = objects.get(range.sha256) ?? [];
    objects.delete(range.sha256);
    const name = `bytes ${range.start} to ${range.end} of ${range.file}`;
    if (object === undefined) verdict.lost.push(`${name}: not in the storage`);
    else if (object.bytes !== range.end - range.start) verdict.lost.push(`${name}: only ${object.bytes} bytes arrived`);
    else if (object.batchId !== range.batchId)
      verdict.wrong.push(`${name}: arrived as ${object.batchId}, and the ledger says ${range.batchId}`);
    for (const { batchId } of others) verdict.doubled.push(`${name}: also stored as ${batchId}`);
  }
  for (const { batchId } of [...objects.values()].flat())
    verdict.doubled.push(`${batchId} holds bytes that no part has, or that another part has sent`);
}
