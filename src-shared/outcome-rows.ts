/** @file The rows of a table of outcomes, the same on the screen, on paper and on the command line. Pure. */

import { type LineOutcome, lineOutcomes, linesOf, noLines, outcomeWords, type ReckonedAccount } from './account.ts';
import { sumTogether } from './account-words.ts';
import type { CurrencySum } from './exact-amount.ts';
import { message } from './languages/message.ts';

/** What was accepted, without what was accepted again later. */
export interface CountedOnce {
  /** How many lines that leaves out, and what they paid. */
  again: number;
  firsts: CurrencySum[];
  lines: number;
  sums: CurrencySum[];
}

export interface OutcomeRow {
  name: string;
  /** Of a row that is an outcome. */
  outcome?: LineOutcome;
  lines: number;
  /** Absent where they are not known. */
  sums?: CurrencySum[] | undefined;
  /** Of the lines, how many have no readable amount; blank ones are not meant to have one. */
  unread: number;
  /** figure: the one to report · part: of the row above it · whole: all outcomes */
  kind: 'outcome' | 'figure' | 'part' | 'whole';
}

export interface RowsAsked {
  once?: CountedOnce | undefined;
  /** Of how many files the account is; one by default. */
  files?: number;
  /** Only what there is. Otherwise also that nothing was accepted or rejected. */
  isBrief?: boolean;
}

export function outcomeRows(
  { account, sums, unsummed = noLines(), blank = noLines() }: ReckonedAccount,
  { once, files = 1, isBrief = false }: RowsAsked = {},
): OutcomeRow[] {
  const shown = lineOutcomes.filter(
    (outcome) => account[outcome] > 0 || (!isBrief && ['accepted', 'rejected'].includes(outcome)),
  );
  const rows = shown.flatMap((outcome): OutcomeRow[] => {
    const row: OutcomeRow = {
      ...{ name: outcomeWords[outcome], outcome, lines: account[outcome], sums: sums?.[outcome].sums },
      ...{ unread: unsummed[outcome] - blank[outcome], kind: 'outcome' },
    };
    if (outcome !== 'accepted') return [row];
    return once === undefined ? [{ ...row, kind: 'figure' }] : [row, ...onceRows(once)];
  });
  if (isBrief && shown.length === 1) return rows;
  const whole = {
    ...{ name: files === 1 ? message('In the file') : message('In the files'), lines: linesOf(account) },
    ...{ sums: sums && sumTogether(sums), unread: linesOf(unsummed) - linesOf(blank) },
  };
  return [...rows, { ...whole, kind: 'whole' }];
}

/** With what was accepted, all of which can be summed. */
const onceRows = ({ again, firsts, lines, sums }: CountedOnce): OutcomeRow[] => [
  { name: message('of these, accepted again later'), lines: again, sums: firsts, unread: 0, kind: 'part' },
  { name: message('Accepted, each payment once'), lines, sums, unread: 0, kind: 'figure' },
];
