/** @file Why lines of a file were not sent, in words, and how much that is. Pure. */

import type { NotSentKind } from './account.ts';
import { addedUp, type CurrencySum } from './exact-amount.ts';
import { faultKindInWords } from './fault-kind-words.ts';
import { labelled } from './languages/labelled.ts';
import { inWords, message } from './languages/message.ts';
import { quoted } from './languages/quoted.ts';
import { reasonWords, unreadInWords } from './left-out.ts';

/** Above the reasons. */
export const notSentTitle = (): string => message('Not sent, and why');

/** “Sender: not given”, “Target country: not a code, in the file: “GER””, “Left out: Sender: not given”, “Left out: duplicate of a line that was kept”. */
export function notSentInWords({
  leftOut,
  error,
  example,
}: Pick<NotSentKind, 'leftOut' | 'error' | 'example'>): string {
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
  const count = (some: readonly NotSentKind[], of: 'lines' | 'unread') =>
    some.reduce((sum, kind) => sum + (kind[of] ?? 0), 0);
  const summed = kinds.filter((kind) => !isDisputed(kind));
  const disputed = count(kinds.filter(isDisputed), 'lines');
  const unread = count(summed, 'unread');
  const sums = summed.flatMap((kind) => (kind.sums === undefined ? [] : [kind.sums]));
  return {
    lines: count(kinds, 'lines'),
    ...(summed.length > 0 && sums.length === summed.length && { sums: addedUp(sums.flat()) }),
    notes: [
      ...(unread > 0 ? [unreadInWords(unread)] : []),
      ...(disputed > 0
        ? [
            message('{count, number} lines with the id of another line: which of them count is not decided', {
              count: disputed,
            }),
          ]
        : []),
    ],
  };
}
