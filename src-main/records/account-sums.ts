/**
 * @file The sums of money behind an account: for each outcome the number of transactions, their exact sums and days.
 *
 * [Note: Sums that reconcile] The sums of the seven outcomes are read from the file that was checked, recognised by its SHA-256, and
 * must come to the totals of its check, to the last transaction and digit. Where they do not, or where the file is not there, there are
 * no sums but the reason: none is ever guessed. A file all of whose lines have one outcome has the totals of its check, and is not read.
 */

import {
  type AccountSums,
  type LineSums,
  lineOutcomes,
  perOutcome,
  type SumsObstacle,
} from '../../src-shared/account.ts';
import { AppError } from '../../src-shared/errors.ts';
import { amountText, exactAmount } from '../../src-shared/exact-amount.ts';
import { answerOfThread } from '../check/thread.ts';
import type { AccountLines } from '../send/account.ts';
import type { CheckResult, Submission } from '../send/submission.ts';
import type { SumsRequest } from './line-sums.ts';

export type KnownSums = { sums: AccountSums; obstacle?: undefined } | { sums?: undefined; obstacle: SumsObstacle };

/** How the file is read; in a thread of its own, by default. */
export type SumUp = (request: SumsRequest) => Promise<LineSums[]>;

const inThread: SumUp = (request) =>
  answerOfThread<LineSums[]>({ entry: 'sums-worker', path: request.path, data: request });

/** The sums of accounts of one file, which is read once at most. */
export async function sumsOfAccounts(
  { content, check }: Pick<Submission, 'content'> & { check?: CheckResult | undefined },
  accounts: readonly AccountLines[],
  sumUp: SumUp = inThread,
): Promise<KnownSums[]> {
  const all = (obstacle: SumsObstacle) => accounts.map(() => ({ obstacle }));
  if (check === undefined) return all('no-totals');
  const { lines, sha256, totals } = check;
  if (totals === undefined) return all(check.totalsSha256 === undefined ? 'no-totals' : 'purged');
  const { days: _, ...sums } = totals;
  const whole: LineSums = { transactions: check.transactions, ...sums };
  const simple = accounts.map((account) => lineOutcomes.find((outcome) => account[outcome].size === lines));
  try {
    const asked = accounts.flatMap((account, at) =>
      simple[at] === undefined ? lineOutcomes.map((outcome) => account[outcome].encode()) : [],
    );
    const read = asked.length === 0 ? [] : await sumUp({ path: content, sha256, sets: asked });
    return simple.map((outcome): KnownSums => {
      const own = outcome === undefined ? read.splice(0, lineOutcomes.length) : [];
      const found = perOutcome((one) => (one === outcome ? whole : (own[lineOutcomes.indexOf(one)] ?? noSums())));
      return isSame(sumOfLines(Object.values(found)), whole) ? { sums: found } : { obstacle: 'differ' };
    });
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    return all(obstacleOf(thrown));
  }
}

/** The sums of some lines and of others together. */
export function sumOfLines(some: readonly LineSums[]): LineSums {
  const amounts = new Map<string, bigint>();
  for (const { currency, amount } of some.flatMap(({ sums }) => sums))
    amounts.set(currency, (amounts.get(currency) ?? 0n) + (exactAmount(amount) ?? 0n));
  const days = some.flatMap(({ firstDay = '', lastDay = '' }) => [firstDay, lastDay]).filter((day) => day !== '');
  const [firstDay, lastDay] = [days.toSorted()[0], days.toSorted().at(-1)];
  return {
    transactions: some.reduce((sum, { transactions }) => sum + transactions, 0),
    sums: [...amounts]
      .map(([currency, amount]) => ({ currency, amount: amountText(amount) }))
      .toSorted((one, other) => (one.currency < other.currency ? -1 : 1)),
    ...{ firstDay, lastDay },
  };
}

export function noSums(): LineSums {
  return { transactions: 0, sums: [] };
}

function isSame(one: LineSums, other: LineSums): boolean {
  const text = ({ transactions, sums, firstDay, lastDay }: LineSums) =>
    JSON.stringify([transactions, sums.map(({ currency, amount }) => [currency, amount]), firstDay, lastDay]);
  return text(one) === text(other);
}

function obstacleOf({ code }: AppError): SumsObstacle {
  switch (code) {
    case 'file.not-found':
      return 'gone';
    case 'file.changed':
      return 'changed';
    default:
      return 'unreadable';
  }
}
