/** @file The texts of the account of a submission: what became of its lines, in few words and as a table. */

import { type Account, type LineOutcome, lineOutcomes } from '../../src-shared/account.ts';
import { message } from '../../src-shared/languages/message.ts';

export const accountTexts = {
  title: message('What became of its lines'),
  outcome: message('Outcome'),
  transactions: message('Transactions'),
  whole: message('In the file'),
};

const partWords: Record<LineOutcome, (count: number) => string> = {
  accepted: (count) => message('{count, number} accepted', { count }),
  rejected: (count) => message('{count, number} rejected', { count }),
  invalid: (count) => message('{count, number} rejected by the check', { count }),
  leftOut: (count) => message('{count, number} left out', { count }),
  pending: (count) => message('{count, number} pending', { count }),
  unsent: (count) => message('{count, number} not sent yet', { count }),
  unknown: (count) => message('{count, number} unknown', { count }),
};

export interface AccountPart {
  outcome: LineOutcome;
  lines: number;
  words: string;
}

/** The outcomes that any line has, each in a few words. */
export function accountParts(account: Account): AccountPart[] {
  return lineOutcomes
    .filter((outcome) => account[outcome] > 0)
    .map((outcome) => ({ outcome, lines: account[outcome], words: partWords[outcome](account[outcome]) }));
}

export const rejectedInWords = (count: number): string => partWords.rejected(count);
