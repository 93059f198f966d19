/**
 * @file The account of a submission: what became of each line of its file. Every line has exactly one of seven outcomes, so they
 * add up to its lines. The words are those of payment status reports (ISO 20022 pain.002).
 */

import { z } from 'zod';
import { message } from './languages/message.ts';
import { leftOutReasons } from './left-out-reasons.ts';

/**
 * accepted: by the service · rejected: by the service · invalid: the check found an error, and it was not sent · leftOut: a person
 * or a rule has decided that it does not go · pending: at the service · unsent: not sent yet · unknown: it may have arrived, or its
 * report could not be had or read
 */
export const lineOutcomes = ['accepted', 'rejected', 'invalid', 'leftOut', 'pending', 'unsent', 'unknown'] as const;
export type LineOutcome = (typeof lineOutcomes)[number];

/** How many lines have each outcome. */
export type Account = Record<LineOutcome, number>;

/** Something for each outcome. */
export function perOutcome<Value>(of: (outcome: LineOutcome) => Value): Record<LineOutcome, Value> {
  return {
    accepted: of('accepted'),
    rejected: of('rejected'),
    invalid: of('invalid'),
    leftOut: of('leftOut'),
    pending: of('pending'),
    unsent: of('unsent'),
    unknown: of('unknown'),
  };
}

const count = z.int().nonnegative();
export const accountSchema = z.object(perOutcome(() => count)) satisfies z.ZodType<Account>;

/** As the history keeps it: only what there is. */
export const storedAccountSchema = z.object(perOutcome(() => count.default(0))) satisfies z.ZodType<Account>;

export function noLines(): Account {
  return perOutcome(() => 0);
}

/** The lines of all outcomes together. */
export function linesOf(account: Account): number {
  return lineOutcomes.reduce((sum, outcome) => sum + account[outcome], 0);
}

/** The outcomes of one and another together. */
export function sumOf(one: Account, other: Account): Account {
  return perOutcome((outcome) => one[outcome] + other[outcome]);
}

/** Those of lines that are open, and of the open ones, those of lines that were rejected. */
export const openOutcomes = lineOutcomes.filter((outcome) => outcome !== 'accepted' && outcome !== 'leftOut');
export const rejectedOutcomes = ['rejected', 'invalid'] as const satisfies readonly LineOutcome[];

/** Its lines that are open: neither accepted nor left out on purpose. One that was rejected waits to be corrected. */
export const openOf = (account: Account): number => linesOf(account) - account.accepted - account.leftOut;

/** Of the open ones, those that were rejected, by the service or by the check. */
export const rejectedOf = ({ rejected, invalid }: Account): number => rejected + invalid;

/** Whether nothing of it is open: every line was accepted, or left out on purpose. */
export function isAllAccepted(account: Account): boolean {
  return linesOf(account) > 0 && openOf(account) === 0;
}

/** Whether the service has accepted every line: nothing is open, and nothing was left out. */
export function isWhole(account: Account): boolean {
  return isAllAccepted(account) && account.leftOut === 0;
}

/** Whether anything has become of its lines yet. */
export function hasOutcomes(account: Account): boolean {
  return account.unsent < linesOf(account);
}

/** Each outcome as it stands in a table. */
export const outcomeWords: Readonly<Record<LineOutcome, string>> = {
  get accepted() {
    return message('Accepted');
  },
  get rejected() {
    return message('Rejected by the service');
  },
  get invalid() {
    return message('Faulty and not sent');
  },
  get leftOut() {
    return message('Left out');
  },
  get pending() {
    return message('Pending at the service');
  },
  get unsent() {
    return message('Not sent yet');
  },
  get unknown() {
    return message('Unknown');
  },
};

/** What the transactions of some lines come to: how many, their control sums, and the days of the first and the last. */
export const lineSumsSchema = z.object({
  transactions: count,
  /** By currency: exact, no exponent, no zeros at the end. */
  sums: z.array(z.object({ currency: z.string(), amount: z.string() })),
  firstDay: z.string().optional(),
  lastDay: z.string().optional(),
});
export type LineSums = z.infer<typeof lineSumsSchema>;

export const accountSumsSchema = z.object(perOutcome(() => lineSumsSchema));
export type AccountSums = z.infer<typeof accountSumsSchema>;

/**
 * Why sums are not known: the file is not there, is not the one that was checked, or cannot be read; its totals were removed with
 * the customer data, or never kept; which lines have which outcome is not known any more; they do not add up to what the check has found
 */
export const sumsObstacles = ['gone', 'changed', 'unreadable', 'purged', 'no-totals', 'no-lines', 'differ'] as const;
export type SumsObstacle = (typeof sumsObstacles)[number];

export const obstacleWords: Readonly<Record<SumsObstacle, string>> = {
  get gone() {
    return message('The sums are not known: the file is not there any more.');
  },
  get changed() {
    return message('The sums are not known: the file was changed after it had been checked.');
  },
  get unreadable() {
    return message('The sums are not known: the file cannot be read.');
  },
  get purged() {
    return message('The sums are not known: they were removed with the customer data.');
  },
  get 'no-totals'() {
    return message('The sums are not known: the check has kept no totals.');
  },
  get 'no-lines'() {
    return message('The sums are not known: which lines have which outcome was removed with the customer data.');
  },
  get differ() {
    return message('The sums DO NOT ADD UP to the totals of the check. Do not rely on this account, and report it.');
  },
};

/** An account with its sums; without them, why they are not known. */
const reckoned = {
  account: accountSchema,
  sums: accountSumsSchema.optional(),
  /** How many lines of each outcome are in no sum, since their amount or currency cannot be read; absent if none. */
  unsummed: accountSchema.optional(),
  /** Of these, how many are blank, and so no transactions; absent if none. */
  blank: accountSchema.optional(),
  /** How many of its lines the service has processed twice; absent if none. */
  doubled: count.optional(),
  sumsObstacle: z.enum(sumsObstacles).optional(),
};

/** The account of a file: by itself, and where it was corrected, with what became of its lines in the corrections. */
export const fileAccountSchema = z.object({
  ...reckoned,
  /** The first lines of the file that the service or the check has rejected; where there are any. */
  rejectedLines: z.array(z.int()).optional(),
  corrected: z
    .object({
      ...reckoned,
      /** Of the accepted lines, how many were accepted as they were first sent; absent of what an earlier Tranship says. */
      asFirstSent: count.optional(),
      /**
       * The corrections, the first one first. mapped: its lines are followed · apart: which line each of them was is not known, so
       * that it has an account of its own, and what it stands for is left out here
       */
      steps: z.array(
        z.object({
          submission: z.int(),
          fileName: z.string(),
          lines: count,
          kind: z.enum(['mapped', 'apart']),
          /** Over which connection it was sent again. */
          connection: z.string().optional(),
          /** Who has corrected, and when; absent where the history does not tell. */
          by: z.object({ at: z.string(), user: z.string().optional(), machine: z.string().optional() }).optional(),
        }),
      ),
    })
    .optional(),
});
/**
 * Lines of a file that were not sent in the end: faulty, or left out for the same reason. A line counts once, where the check found an
 * error first; one that shares its id with another counts as that.
 */
export const notSentKindSchema = z.object({
  /** Absent of lines that are faulty, and may still be corrected. */
  leftOut: z.enum(leftOutReasons).optional(),
  /** What is wrong with them; absent where that is not why they were not sent, or not known any more. */
  error: z
    .object({
      rule: z.string(),
      field: z.string(),
      /** What the field holds, such as `country`; absent for a line or an object. */
      holds: z.string().optional(),
    })
    .optional(),
  /** What stands in the field in the first of these lines, where that is what is wrong. */
  example: z.string().optional(),
  lines: count,
  /** What these pay; absent where that is not known. */
  sums: lineSumsSchema.shape.sums.optional(),
  /** Lines, other than blank ones, of which amount or currency cannot be read; absent if none. */
  unread: count.optional(),
});
export type NotSentKind = z.infer<typeof notSentKindSchema>;
export type FileAccount = z.infer<typeof fileAccountSchema>;
export type ReckonedAccount = Omit<FileAccount, 'corrected' | 'rejectedLines'>;
