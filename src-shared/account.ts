/**
 * @file The account of a submission: what became of each line of its file. Every line has exactly one of seven outcomes, so they
 * add up to its lines. The words are those of payment status reports (ISO 20022 pain.002).
 */

import { z } from 'zod';
import { message } from './languages/message.ts';
import { number } from './quantities.ts';

/**
 * accepted: by the service · rejected: by the service · invalid: the check found an error, and it was not sent · leftOut: a person
 * or a rule has decided that it does not go · pending: at the service · unsent: not sent yet · unknown: it may have arrived, or its
 * report could not be had or read
 */
export const lineOutcomes = ['accepted', 'rejected', 'invalid', 'leftOut', 'pending', 'unsent', 'unknown'] as const;
export type LineOutcome = (typeof lineOutcomes)[number];

/** How many lines have each outcome. */
export type Account = Record<LineOutcome, number>;

const count = z.int().nonnegative();
export const accountSchema = z.object({
  ...{
    accepted: count,
    rejected: count,
    invalid: count,
    leftOut: count,
    pending: count,
    unsent: count,
    unknown: count,
  },
}) satisfies z.ZodType<Account>;

export function noLines(): Account {
  return { accepted: 0, rejected: 0, invalid: 0, leftOut: 0, pending: 0, unsent: 0, unknown: 0 };
}

/** The lines of all outcomes together. */
export function linesOf(account: Account): number {
  return lineOutcomes.reduce((sum, outcome) => sum + account[outcome], 0);
}

/** The outcomes of one and another together. */
export function sumOf(one: Account, other: Account): Account {
  const sum = noLines();
  for (const outcome of lineOutcomes) sum[outcome] = one[outcome] + other[outcome];
  return sum;
}

/** Whether nothing of it is open: every line was accepted, or left out on purpose. */
export function isAllAccepted({ accepted, leftOut, ...others }: Account): boolean {
  return accepted + leftOut > 0 && Object.values(others).every((lines) => lines === 0);
}

/** Each outcome as it stands in a table. */
export const outcomeWords: Readonly<Record<LineOutcome, string>> = {
  accepted: message('Accepted'),
  rejected: message('Rejected by the service'),
  invalid: message('Rejected by the check, not sent'),
  leftOut: message('Left out'),
  pending: message('Pending at the service'),
  unsent: message('Not sent yet'),
  unknown: message('Unknown'),
};

const countWords: Readonly<Record<LineOutcome, (lines: string) => string>> = {
  accepted: (lines) => message('{lines} accepted', { lines }),
  rejected: (lines) => message('{lines} rejected by the service', { lines }),
  invalid: (lines) => message('{lines} rejected by the check', { lines }),
  leftOut: (lines) => message('{lines} left out', { lines }),
  pending: (lines) => message('{lines} pending at the service', { lines }),
  unsent: (lines) => message('{lines} not sent yet', { lines }),
  unknown: (lines) => message('{lines} unknown', { lines }),
};

/** “17,753 accepted · 2,247 rejected by the service”: only what there is. */
export function accountInWords(account: Account): string {
  return lineOutcomes
    .filter((outcome) => account[outcome] > 0)
    .map((outcome) => countWords[outcome](number(account[outcome])))
    .join(' · ');
}
