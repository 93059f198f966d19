/**
 * @file What the list of the queue comes to, below its rows: what is real, and apart from it what was practised. An empty row lies
 * between, so that a pivot table and a filter take it for no part of the list, and the figures stand in columns of words, so that who
 * adds a column of figures up counts nothing twice.
 */

import {
  type Account,
  type AccountSums,
  type LineOutcome,
  type LineSums,
  lineOutcomes,
  linesOf,
  noLines,
  openOutcomes,
  outcomeWords,
  sumOf,
} from '../../src-shared/account.ts';
import { sumTogether } from '../../src-shared/account-words.ts';
import { addedUp } from '../../src-shared/exact-amount.ts';
import { message } from '../../src-shared/languages/message.ts';
import { amountCell } from '../../src-shared/spreadsheet.ts';
import type { CsvValue } from '../ground/csv.ts';
import type { SavedTable } from '../ground/saved-table.ts';

interface CountedRow {
  account?: Account;
  outcomes?: AccountSums | undefined;
  isPractice: boolean;
}

/** What became of the lines, as a table counts them: the last three add up to the first. */
export const countedParts: readonly {
  title: () => string;
  inCurrency: (currency: string) => string;
  of: readonly LineOutcome[];
}[] = [
  {
    title: () => message('All lines'),
    inCurrency: (currency) => message('All lines ({currency})', { currency }),
    of: lineOutcomes,
  },
  {
    title: () => message('Accepted'),
    inCurrency: (currency) => message('Accepted ({currency})', { currency }),
    of: ['accepted'],
  },
  {
    title: () => outcomeWords.leftOut,
    inCurrency: (currency) => message('Left out ({currency})', { currency }),
    of: ['leftOut'],
  },
  {
    title: () => message('Open', {}, { context: 'lines' }),
    inCurrency: (currency) => message('Open ({currency})', { currency }),
    of: openOutcomes,
  },
];

interface Total {
  account: Account;
  /** Of each part. */
  sums: LineSums['sums'][];
  /** Files whose lines are counted, and their sums are not known. */
  unknown: number;
}

export class QueueTotals {
  readonly #real: Total = nothing();
  readonly #practised: Total = nothing();

  /** @param row without an account where its lines count elsewhere, or are not counted yet */
  add({ account, outcomes, isPractice }: CountedRow): void {
    if (account === undefined) return;
    const total = isPractice ? this.#practised : this.#real;
    total.account = sumOf(total.account, account);
    if (outcomes === undefined) total.unknown += 1;
    else
      total.sums = countedParts.map(({ of }, at) => addedUp([...(total.sums[at] ?? []), ...sumTogether(outcomes, of)]));
  }

  *rows<Row>(table: Pick<SavedTable<Row>, 'below'>): Generator<string> {
    yield table.below(() => []);
    if (linesOf(this.#real.account) > 0) yield* rowsOf(this.#real, table, () => message('Together'));
    if (linesOf(this.#practised.account) > 0)
      yield* rowsOf(this.#practised, table, () => message('Together, practice'));
  }
}

const nothing = (): Total => ({ account: noLines(), sums: [], unknown: 0 });

function* rowsOf<Row>(
  { account, sums, unknown }: Total,
  table: Pick<SavedTable<Row>, 'below'>,
  title: () => string,
): Generator<string> {
  const row = (cells: () => readonly CsvValue[]) => table.below(() => ['', ...cells()]);
  const lines = (of: readonly LineOutcome[]) => of.reduce((sum, outcome) => sum + account[outcome], 0);
  yield row(() => [title(), ...countedParts.map((part) => part.title())]);
  yield row(() => [message('Lines'), ...countedParts.map(({ of }) => lines(of))]);
  for (const { currency } of sums[0] ?? []) {
    const amounts = sums.map((own) => own.find((sum) => sum.currency === currency)?.amount ?? '0');
    yield row(() => [
      currency,
      ...amounts.map(amountCell),
      ...(unknown === 0
        ? []
        : [
            message('without {count, plural, one {# file} other {# files}} whose sums are not known', {
              count: unknown,
            }),
          ]),
    ]);
  }
}
