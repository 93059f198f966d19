/** @file Why lines of a file were not sent, in words, and how much that is. Pure. */

import type { NotSentKind } from './account.ts';
import { sumsInWords } from './amounts.ts';
import { addedUp, type CurrencySum } from './exact-amount.ts';
import { faultKindInWords } from './fault-kind-words.ts';
import { labelled } from './languages/labelled.ts';
import { inWords, message } from './languages/message.ts';
import { quoted } from './languages/quoted.ts';
import { reasonWords, unreadInWords } from './left-out.ts';

/** Above the reasons. */
export const notSentTitle = (): string => message('Not sent, and why');

/** “Sender: not given”, “Target country: not a code, in the file: “GER””, “Left out: Sender: not given”, “Left out: duplicate of a line that was kept”. */
function notSentInWords({ leftOut, error, example }: Pick<NotSentKind, 'leftOut' | 'error' | 'example'>): string {
  const cause = error === undefined ? undefined : faultKindInWords(error);
  const why =
    cause === undefined || example === undefined
      ? cause
      : message('{cause}, in the file for example {example}', { cause, example: quoted(example) });
  if (leftOut === undefined) return why ?? message('Faulty');
  return labelled(message('Left out'), why ?? inWords(reasonWords[leftOut]));
}

/** A payment that is missing: of a copy the other line went, and a blank line is none. */
export const isMissing = (kind: Pick<NotSentKind, 'leftOut' | 'error'>): boolean =>
  kind.leftOut !== 'duplicate' && kind.leftOut !== 'sent-before' && !isBlank(kind);

const isBlank = ({ leftOut, error }: Pick<NotSentKind, 'leftOut' | 'error'>): boolean =>
  leftOut === 'blank' || error?.rule === 'line.blank';

/** A row of the table of what was not sent. */
export interface NotSentRow {
  name: string;
  lines: number;
  /** Absent where they are not known, and where a person has not said yet which lines count. */
  sums?: CurrencySum[];
  /** What is to be known of the sum. */
  notes: string[];
  /** missing: payments that did not go · total: all of these · apart: lines that mean no missing payment */
  kind: 'missing' | 'total' | 'apart';
}

/** What is missing with its total, then what is not: the same on the screen and on paper. */
export function notSentRows(kinds: readonly NotSentKind[]): NotSentRow[] {
  const missing = kinds.filter(isMissing);
  const apart = kinds.filter((kind) => !isMissing(kind));
  return [
    ...missing.map((kind): NotSentRow => ({ ...paidBy([kind]), name: notSentInWords(kind), kind: 'missing' })),
    ...(missing.length < 2 ? [] : [{ ...paidBy(missing), name: message('Missing in all'), kind: 'total' as const }]),
    ...apart.map((kind): NotSentRow => ({ ...paidBy([kind]), name: notMissingInWords(kind), kind: 'apart' })),
  ];
}

/** Below the table. */
export const countedInWords = (kinds: readonly NotSentKind[]): string =>
  kinds.filter(({ error }) => error !== undefined).length > 1 ? message('A line with several errors counts once.') : '';

const notMissingInWords = (kind: NotSentKind): string =>
  labelled(
    message('Not missing'),
    isBlank(kind) ? message('blank lines') : inWords(reasonWords[kind.leftOut ?? 'check']),
  );

/** Lines that share an id say different things: one of them may count, or each, and only a person can tell. */
const isDisputed = ({ leftOut, error }: NotSentKind): boolean =>
  leftOut === undefined && error?.rule === 'modification.duplicate';

function paidBy(kinds: readonly NotSentKind[]): Pick<NotSentRow, 'lines' | 'sums' | 'notes'> {
  const lines = (some: readonly NotSentKind[]) => some.reduce((sum, kind) => sum + kind.lines, 0);
  const summed = kinds.filter((kind) => !isDisputed(kind));
  const disputed = kinds.filter(isDisputed);
  const sums = summed.flatMap((kind) => (kind.sums === undefined ? [] : [kind.sums]));
  const unread = unreadOf(summed);
  return {
    lines: lines(kinds),
    ...(summed.length > 0 && sums.length === summed.length && { sums: addedUp(sums.flat()) }),
    notes: [
      ...(unread > 0 ? [unreadInWords(unread)] : []),
      ...(disputed.length === 0 ? [] : [disputedInWords(disputed)]),
    ],
  };
}

const unreadOf = (kinds: readonly NotSentKind[]): number => kinds.reduce((sum, { unread = 0 }) => sum + unread, 0);

/** Not in the sum beside it, and told all the same: with it, a reader comes to the sum of all that did not go. */
function disputedInWords(kinds: readonly NotSentKind[]): string {
  const sums = addedUp(kinds.flatMap((kind) => kind.sums ?? []));
  const paid = [
    ...(sums.length === 0 ? [] : [sumsInWords(sums)]),
    ...(unreadOf(kinds) === 0 ? [] : [unreadInWords(unreadOf(kinds))]),
  ];
  const counted = message('{count, number} lines with the id of another line', {
    count: kinds.reduce((sum, kind) => sum + kind.lines, 0),
  });
  return labelled(
    message('Not in the sum, since it is not decided which of them count'),
    paid.length === 0 ? counted : message('{counted} ({sums})', { counted, sums: paid.join('; ') }),
  );
}
