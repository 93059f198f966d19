/** @file What a trial of a team came to, for a person: who sent what, how full the limits were, and the judge's words. */

import { size } from '../../../src-main/shells/cli/wording.ts';
import { tellCount } from '../../harness/counted.ts';
import { printTable } from '../../harness/printed-results.ts';
import { busiestMinutes, isFlawless } from './judge.ts';
import type { TrialResult } from './trial.ts';
import type { ListedPart } from './trial-desk.ts';

/** @returns whether all was as it must be */
export function printTrial({ verdict, journal, parts, kills, crashes, seconds, minute }: TrialResult): boolean {
  printTable(['sender', 'batches', 'size', 'which'], whoSentWhat(parts));
  const uploads = journal.filter(({ endpoint }) => endpoint === 'upload');
  const answered = (code: number) => uploads.filter(({ status }) => status === code).length;
  printTable(
    ['what the service saw', ''],
    [
      ['senders killed, crashes of the database', `${kills}, ${crashes}`],
      ['batch ids issued', count(journal, ({ endpoint, status }) => endpoint === 'reservation' && status !== 429)],
      ['uploads begun', String(uploads.length)],
      ['  stored', count(uploads, ({ stored }) => stored)],
      [
        '    without a reply that the sender could see',
        count(uploads, ({ stored, status }) => stored && status === undefined),
      ],
      ['  had been stored already (412)', String(answered(412))],
      ['  broken off', count(uploads, ({ stored, status }) => !stored && status === undefined)],
      ['seconds', seconds.toFixed(0)],
    ],
  );
  printTable(
    ['limit, for all desks together', `most in ${minute / 1000} s`, 'allowed'],
    busiestMinutes(journal, minute).map(({ endpoint, most, limit }) => [endpoint, String(most), String(limit)]),
  );
  printTable(
    ['the judge, by the service’s journal', ''],
    Object.entries(verdict).map(([kind, faults]) => [kind, String(faults.length)]),
  );
  tellCount(kills, 'kills');
  tellCount(crashes, 'crashes of the database');
  tellCount(parts.length, 'batches');
  tellCount(verdict.lost.length, 'lost');
  tellCount(verdict.doubled.length, 'doubled');
  for (const fault of Object.values(verdict).flat()) console.log(`  ${fault}`);
  return isFlawless(verdict);
}

function count<Item>(items: readonly Item[], fits: (item: Item) => boolean): string {
  return String(items.filter(fits).length);
}

function whoSentWhat(parts: readonly ListedPart[]): string[][] {
  const inOrder = parts.toSorted((one, other) => one.start - other.start);
  const numbered = inOrder.map((part, index) => ({ ...part, number: index + 1 }));
  const bySender = [...Map.groupBy(numbered, ({ person }) => person ?? 'no one')].sort();
  return bySender.map(([person, own]) => {
    const bytes = own.reduce((total, { start, end }) => total + end - start, 0);
    return [person, String(own.length), size(bytes), runsOf(own.map(({ number }) => number))];
  });
}

/** `1–3, 7` */
function runsOf(numbers: readonly number[]): string {
  const runs: [first: number, last: number][] = [];
  for (const number of numbers.toSorted((one, other) => one - other)) {
    const run = runs.at(-1);
    if (run !== undefined && run[1] === number - 1) run[1] = number;
    else runs.push([number, number]);
  }
  const words = runs.map(([first, last]) => (first === last ? String(first) : `${first}–${last}`));
  return words
    .join(', ')
    .replace(/(.{1,70})(, |$)/g, '$1$2\n')
    .trimEnd();
}
