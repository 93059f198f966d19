/** @file Why lines of a file are faulty and were not sent, with what they pay: each by what the check found first in it. */

import { setImmediate } from 'node:timers/promises';
import type { FaultyKind } from '../../src-shared/account.ts';
import { LineSet } from '../ground/line-set.ts';
import { type AccountStore, placesInTheEnd } from '../send/lines-in-the-end.ts';
import type { QueueStore } from '../send/storage/store.ts';
import type { Submission } from '../send/submission.ts';
import { kindOfField } from '../templates/mappable-fields.ts';
import { type SumUp, sumOfLines, sumsOfSets } from './account-sums.ts';
import type { SetSums } from './line-sums.ts';

interface Ports {
  store: AccountStore & Pick<QueueStore, 'findings'>;
  /** In a thread of its own, by default. */
  sumUp?: SumUp | undefined;
}

/** So many are read before other work has its turn: a few milliseconds. */
const READ_AT_ONCE = 2000;

/** Of a file with more, its findings are told on their own page alone. */
const MOST_ERRORS = 100_000;

/** The kind with most lines first; empty where none is faulty, and where the findings are not there any more. */
export async function faultyKinds({ store, sumUp }: Ports, file: Submission): Promise<FaultyKind[]> {
  const found = new Map<string, { rule: string; field: string; lines: number; sums: (SetSums | undefined)[] }>();
  for (const { submission: id, account } of placesInTheEnd(store, file)) {
    const submission = store.submission(id);
    if (account.invalid.size === 0 || submission === undefined) continue;
    if ((submission.check?.errors ?? 0) > MOST_ERRORS) return [];
    const own = await firstErrors(store, id, account.invalid);
    const sums = await sumsOfSets(
      submission,
      own.map(({ lines }) => lines),
      sumUp,
    );
    for (const [at, { rule, field, lines }] of own.entries()) {
      const key = keyOf(rule, field);
      const before = found.get(key) ?? { rule, field, lines: 0, sums: [] };
      const counted = { ...before, lines: before.lines + lines.size, sums: [...before.sums, sums?.[at]] };
      found.set(key, counted);
    }
  }
  return [...found.values()]
    .map(({ sums, ...counted }): FaultyKind => {
      const holds = kindOfField(counted.field);
      const kind = { ...counted, ...(holds !== undefined && { holds }) };
      const known = sums.flatMap((one) => one ?? []);
      if (known.length < sums.length) return kind;
      const unread = known.reduce((all, { unsummed, blank }) => all + unsummed - blank, 0);
      return { ...kind, sums: sumOfLines(known).sums, ...(unread > 0 && { unread }) };
    })
    .toSorted((one, other) => other.lines - one.lines);
}

/** A line counts once, where its first error is. */
async function firstErrors(
  { findings }: Ports['store'],
  id: Submission['id'],
  meant: LineSet,
): Promise<{ rule: string; field: string; lines: LineSet }[]> {
  const firsts = new Map<number, { rule: string; field: string }>();
  let read = 0;
  for (const { line, rule, path } of findings.all(id, { severity: 'error' })) {
    if (meant.has(line) && !firsts.has(line)) firsts.set(line, { rule, field: path });
    if (++read % READ_AT_ONCE === 0) await setImmediate();
  }
  const byKind = Map.groupBy(firsts, ([, { rule, field }]) => keyOf(rule, field));
  return [...byKind.values()].flatMap((own) => {
    const [[, kind] = []] = own;
    return kind === undefined ? [] : [{ ...kind, lines: LineSet.of(own.map(([line]) => line)) }];
  });
}

const keyOf = (rule: string, field: string): string => `${rule} ${field}`;
