/**
 * @file The sums of money behind an account: for each outcome the number of transactions, their exact sums and days.
 *
 * [Note: Sums that reconcile] The sums of the seven outcomes, and of lines that count elsewhere, are read from the file that was checked, recognised by its SHA-256, and
 * must come to the totals of its check, to the last transaction and digit. Where they do not, or where the file is not there, there are
 * no sums but the reason: none is ever guessed. A file all of whose lines have one outcome has the totals of its check, and is not read
 * unless the check found something in it: then lines may be in no sum, and they are counted.
 */

import {
  type Account,
  type AccountSums,
  type LineOutcome,
  type LineSums,
  lineOutcomes,
  linesOf,
  noLines,
  perOutcome,
  type SumsObstacle,
  sumOf,
} from '../../src-shared/account.ts';
import { AppError } from '../../src-shared/errors.ts';
import { addedUp, amountText, exactAmount } from '../../src-shared/exact-amount.ts';
import { answerOfThread } from '../check/thread.ts';
import { LineSet } from '../ground/line-set.ts';
import type { AccountLines } from '../send/account.ts';
import type { CheckResult, Submission } from '../send/submission.ts';
import type { SetSums, SumsRequest } from './line-sums.ts';

/** How many lines of each outcome are in no sum, and of these, how many are blank; absent where there are none. */
interface LinesBeside {
  unsummed?: Account | undefined;
  blank?: Account | undefined;
}

export type KnownSums =
  | ({ sums: AccountSums; obstacle?: undefined } & LinesBeside)
  | { sums?: undefined; unsummed?: undefined; blank?: undefined; obstacle: SumsObstacle };

/** How the file is read; in a thread of its own, by default. */
export type SumUp = (request: SumsRequest) => Promise<SetSums[]>;

const inThread: SumUp = (request) =>
  answerOfThread<SetSums[]>({ entry: 'sums-worker', path: request.path, data: request });

type Checked = Pick<Submission, 'content'> & { check?: CheckResult | undefined };

/** Lines of a file by their outcome. */
export interface SummedLines {
  account: AccountLines;
  /** Those that count elsewhere. */
  elsewhere?: LineSet;
  /** Of a file that was corrected: of what was left out, an amount that is a text counts as it can be read. */
  isCorrected?: true;
}

/** The sums of accounts of one file, which is read once at most. */
export async function sumsOfAccounts(
  { content, check }: Checked,
  accounts: readonly SummedLines[],
  sumUp: SumUp = inThread,
): Promise<KnownSums[]> {
  const all = (obstacle: SumsObstacle) => accounts.map(() => ({ obstacle }));
  if (check === undefined) return all('no-totals');
  const { lines, sha256, totals } = check;
  if (totals === undefined) return all(check.totalsSha256 === undefined ? 'no-totals' : 'purged');
  const { days: _, ...sums } = totals;
  const whole: SetSums = { transactions: check.transactions, ...sums, unsummed: lines - check.transactions, blank: 0 };
  const parts = accounts.map(({ account, elsewhere = LineSet.none }) => [
    ...lineOutcomes.map((outcome) => account[outcome]),
    elsewhere,
  ]);
  const simple = parts.map((sets) => sets.findIndex(({ size }) => size === lines));
  const asItWasChecked = (sets: readonly LineSet[], only: number) =>
    knownOf(sets.map((_, part) => (part === only ? whole : nothing())));
  const isClean = check.errors + check.warnings === 0 && check.transactions === lines;
  const isRead = simple.map((only) => only === -1 || !isClean);
  try {
    const asked = parts.flatMap((sets, at) => (isRead[at] ? sets.map((set) => set.encode()) : []));
    const read = asked.length === 0 ? [] : await sumUp({ path: content, sha256, sets: asked });
    return parts.map((sets, at): KnownSums => {
      if (!isRead[at]) return asItWasChecked(sets, simple[at] ?? -1);
      const own = read.splice(0, sets.length);
      const found = sets.map((_, part) => own[part] ?? nothing());
      if (!isSame(sumOfLines(found), whole)) return { obstacle: 'differ' };
      const { isCorrected } = accounts[at] ?? {};
      return knownOf(found.map((one, part) => (isCorrected && part === LEFT_OUT ? asWritten(one) : one)));
    });
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    const obstacle = obstacleOf(thrown);
    return parts.map((sets, at) => {
      const only = simple[at] ?? -1;
      return only === -1 ? { obstacle } : asItWasChecked(sets, only);
    });
  }
}

const LEFT_OUT = lineOutcomes.indexOf('leftOut');

/** With the amounts that are texts, which can be read in one way only: what a person left out of a correction was not made a number. */
export function asWritten({ written, ...counted }: SetSums): SetSums {
  if (written === undefined) return counted;
  const sums = addedUp([...counted.sums, ...written.sums]);
  return { ...counted, sums, unsummed: counted.unsummed - written.lines };
}

/** What some lines of a file pay; undefined where it is not there as it was checked. */
export async function sumsOfLines(file: Checked, lines: LineSet, sumUp?: SumUp): Promise<LineSums['sums'] | undefined> {
  const [sums] = (await sumsOfSets(file, [lines], sumUp)) ?? [];
  return sums?.sums;
}

/** The same of several sets, for which the file is read once. Sums are removed with the customer data, also where the file is still there. */
export async function sumsOfSets(
  { content, check }: Checked,
  sets: readonly LineSet[],
  sumUp: SumUp = inThread,
): Promise<SetSums[] | undefined> {
  if (check?.totals === undefined) return undefined;
  try {
    return await sumUp({ path: content, sha256: check.sha256, sets: sets.map((set) => set.encode()) });
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    return undefined;
  }
}

/** @param found of each outcome, and of lines that count elsewhere */
function knownOf(found: readonly SetSums[]): KnownSums {
  const of = (outcome: LineOutcome) => found[lineOutcomes.indexOf(outcome)] ?? nothing();
  const sums = perOutcome((outcome): LineSums => {
    const { unsummed: _, blank: __, written: ___, ...own } = of(outcome);
    return own;
  });
  return {
    sums,
    ...linesBeside(
      perOutcome((outcome) => of(outcome).unsummed),
      perOutcome((outcome) => of(outcome).blank),
    ),
  };
}

const linesBeside = (unsummed: Account, blank: Account): LinesBeside => ({
  ...(linesOf(unsummed) > 0 && { unsummed }),
  ...(linesOf(blank) > 0 && { blank }),
});

const nothing = (): SetSums => ({ ...noSums(), unsummed: 0, blank: 0 });

/** The sums of all of these together; the first reason where one has none. */
export function sumsTogether(all: readonly KnownSums[]): KnownSums {
  const obstacle = all.find((one) => one.obstacle !== undefined)?.obstacle;
  if (obstacle !== undefined) return { obstacle };
  const known = all.flatMap(({ sums }) => sums ?? []);
  const sums = perOutcome((outcome) => sumOfLines(known.map((own) => own[outcome])));
  return { sums, ...linesBesideAll(all) };
}

export const linesBesideAll = (all: readonly LinesBeside[]): LinesBeside =>
  linesBeside(
    all.reduce((sum, { unsummed = noLines() }) => sumOf(sum, unsummed), noLines()),
    all.reduce((sum, { blank = noLines() }) => sumOf(sum, blank), noLines()),
  );

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
    firstDay,
    lastDay,
  };
}

/** None where those of a file are not known any more: a sum that is not whole would not be told from one that is. */
export function sumsOfChecks(checks: readonly (CheckResult | undefined)[]): LineSums['sums'] {
  const known = checks.flatMap((check) => check?.totals ?? []);
  if (known.length < checks.length) return [];
  return sumOfLines(known.map(({ sums }) => ({ transactions: 0, sums: [...sums] }))).sums;
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
