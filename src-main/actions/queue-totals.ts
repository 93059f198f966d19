/**
 * @file What the list of the queue comes to, below its rows: what is real, and apart from it what was practised. An empty row lies
 * between, so that a pivot table and a filter take it for no part of the list, and the figures stand in columns of words, so that who
 * adds a column of figures up counts nothing twice.
 */

import { type Account, type AccountSums, type LineSums, linesOf, noLines, sumOf } from '../../src-shared/account.ts';
import { addedUp, sumTogether } from '../../src-shared/account-words.ts';
import { message } from '../../src-shared/languages/message.ts';
import { amountCell } from '../../src-shared/spreadsheet.ts';
import type { CsvValue } from '../ground/csv.ts';
import type { SavedTable } from '../ground/saved-table.ts';

interface CountedRow {
  account?: Account;
  outcomes?: AccountSums | undefined;
  isPractice: boolean;
}

interface Total {
  account: Account;
  all: LineSums['sums'];
  accepted: LineSums['sums'];
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
    else {
      total.all = addedUp([...total.all, ...sumTogether(outcomes)]);
      total.accepted = addedUp([...total.accepted, ...outcomes.accepted.sums]);
    }
  }

  *rows<Row>(table: Pick<SavedTable<Row>, 'below'>): Generator<string> {
    yield table.below(() => []);
    if (linesOf(this.#real.account) > 0) yield* rowsOf(this.#real, table, () => message('Together'));
    if (linesOf(this.#practised.account) > 0)
      yield* rowsOf(this.#practised, table, () => message('Together, practice'));
  }
}

const nothing = (): Total => ({ account: noLines(), all: [], accepted: [], unknown: 0 });

function* rowsOf<Row>(
  { account, all, accepted, unknown }: Total,
  table: Pick<SavedTable<Row>, 'below'>,
  title: () => string,
): Generator<string> {
  const row = (cells: () => readonly CsvValue[]) => table.below(() => ['', ...cells()]);
  yield row(() => [title(), message('All lines'), message('Accepted')]);
  yield row(() => [message('Lines'), linesOf(account), account.accepted]);
  const known = new Map(accepted.map(({ currency, amount }) => [currency, amount]));
  for (const { currency, amount } of all)
    yield row(() => [
      currency,
      amountCell(amount),
      amountCell(known.get(currency) ?? '0'),
      ...(unknown === 0
        ? []
        : [
            message('without {count, plural, one {# file} other {# files}} whose sums are not known', {
              count: unknown,
            }),
          ]),
    ]);
}
