/**
 * @file Why lines of a file were not sent in the end, with what they pay: those that are faulty, and those that were left out. Where the
 * check found errors, it is by the first of them.
 */

import { setImmediate } from 'node:timers/promises';
import type { NotSentKind } from '../../src-shared/account.ts';
import { isFact, type Said } from '../../src-shared/languages/fact.ts';
import { unquoted } from '../../src-shared/languages/quoted.ts';
import { isMissing } from '../../src-shared/not-sent-words.ts';
import { LineSet } from '../ground/line-set.ts';
import { type AccountStore, linesInTheEnd, placesInTheEnd } from '../send/lines-in-the-end.ts';
import type { QueueStore } from '../send/storage/store.ts';
import type { Submission } from '../send/submission.ts';
import { kindOfField } from '../templates/mappable-fields.ts';
import { asWritten, type SumUp, sumOfLines, sumsOfSets } from './account-sums.ts';
import { type LeftOutStore, leftOutOf, leftOutThere } from './left-out.ts';
import type { SetSums } from './line-sums.ts';

interface Ports {
  store: AccountStore & LeftOutStore & Pick<QueueStore, 'findings'>;
  /** In a thread of its own, by default. */
  sumUp?: SumUp | undefined;
}

type Reason = Pick<NotSentKind, 'leftOut' | 'error'>;

interface Kind extends Reason, Pick<NotSentKind, 'example'> {
  lines: LineSet;
}

/** So many are read before other work has its turn: a few milliseconds. */
const READ_AT_ONCE = 2000;

/** Of a file with more, its findings are told on their own page alone. */
const MOST_ERRORS = 100_000;

/** The faulty ones first, of each sort that of most lines first; empty where all was sent, and where it is not known any more. */
export async function notSentKinds({ store, sumUp }: Ports, file: Submission): Promise<NotSentKind[]> {
  const found = new Map<string, Omit<Kind, 'lines'> & { lines: number; sums: (SetSums | undefined)[] }>();
  const leftOut = leftOutOf(store, file);
  const isCorrected = (linesInTheEnd(store, file)?.steps ?? []).length > 0;
  for (const place of placesInTheEnd(store, file)) {
    const { submission: id, account } = place;
    const submission = store.submission(id);
    if (submission === undefined || account.invalid.size + account.leftOut.size === 0) continue;
    if ((submission.check?.errors ?? 0) > MOST_ERRORS) return [];
    const errorOf = await firstErrors(store, id, account.invalid.union(account.leftOut));
    const kinds = [
      ...byError(account.invalid, errorOf),
      ...(leftOut === undefined ? [] : leftOutThere(store, leftOut, place)).flatMap(({ reason, lines }) =>
        (reason === 'check' ? byError(lines, errorOf) : [{ lines }]).map((kind) => ({ ...kind, leftOut: reason })),
      ),
    ].filter(({ lines }) => lines.size > 0);
    const sums = await sumsOfSets(
      submission,
      kinds.map(({ lines }) => lines),
      sumUp,
    );
    for (const [at, { lines, ...kind }] of kinds.entries()) {
      const own = sums?.[at];
      const before = found.get(keyOf(kind)) ?? { ...kind, lines: 0, sums: [] };
      // What a person left out was not made a number.
      const paid = own !== undefined && isCorrected && kind.leftOut !== undefined ? asWritten(own) : own;
      found.set(keyOf(kind), { ...before, lines: before.lines + lines.size, sums: [...before.sums, paid] });
    }
  }
  return [...found.values()]
    .map(({ sums, ...kind }): NotSentKind => {
      const known = sums.flatMap((one) => one ?? []);
      if (known.length < sums.length) return kind;
      const unread = known.reduce((all, { unsummed, blank }) => all + unsummed - blank, 0);
      return { ...kind, sums: sumOfLines(known).sums, ...(unread > 0 && { unread }) };
    })
    .toSorted((one, other) => rank(one) - rank(other) || other.lines - one.lines);
}

/** What may still be corrected, what is missing for good, and what is no missing payment. */
const rank = (kind: Reason): number => (isMissing(kind) ? (kind.leftOut === undefined ? 0 : 1) : 2);

interface FirstError extends Pick<NotSentKind, 'example'> {
  error: NonNullable<NotSentKind['error']>;
}

/** By these, the value itself is wrong. */
const ofValues: ReadonlySet<string> = new Set(['field.format', 'field.type']);

const DUPLICATE = 'modification.duplicate';

/** Of each line its first error; of one that shares its id, that: which of them counts decides about the others, too. */
async function firstErrors(
  { findings }: Ports['store'],
  id: Submission['id'],
  meant: LineSet,
): Promise<ReadonlyMap<number, FirstError>> {
  const firsts = new Map<number, FirstError>();
  let read = 0;
  for (const { line, rule, path: field, message } of findings.all(id, { severity: 'error' })) {
    if (meant.has(line) && (!firsts.has(line) || rule === DUPLICATE)) {
      const holds = kindOfField(field);
      firsts.set(line, {
        error: { rule, field, ...(holds !== undefined && { holds }) },
        ...(ofValues.has(rule) && exampleIn(message)),
      });
    }
    if (++read % READ_AT_ONCE === 0) await setImmediate();
  }
  return firsts;
}

/** The value that the check names. */
function exampleIn(said: Said): Pick<NotSentKind, 'example'> {
  const example = isFact(said) ? unquoted(said.values?.['value']) : undefined;
  return example === undefined ? {} : { example };
}

/** Lines of which no error is known any more are a kind of their own. */
function byError(lines: LineSet, errorOf: ReadonlyMap<number, FirstError>): Kind[] {
  const byKey = Map.groupBy(lines, (line) => JSON.stringify(errorOf.get(line)?.error));
  return [...byKey.values()].map((own) => {
    return { ...errorOf.get(own[0] ?? 0), lines: LineSet.of(own) };
  });
}

const keyOf = ({ leftOut, error }: Reason): string => JSON.stringify([leftOut, error]);
