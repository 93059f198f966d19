/**
 * @file The list of the queue as the spreadsheet of a person opens it: with what its lines pay in columns that can be added up. A
 * correction has lines of another file: where that stands in the table as well, it counts none of its own, and says where they do.
 * What it comes to stands below (queue-totals.ts).
 */

import { setImmediate } from 'node:timers/promises';
import type { AccountSums, LineSums } from '../../src-shared/account.ts';
import { sumTogether } from '../../src-shared/account-words.ts';
import { message } from '../../src-shared/languages/message.ts';
import { type Column, SavedTable, type Speaker } from '../ground/saved-table.ts';
import { isPractice } from '../practice/practice-client.ts';
import type { SumUp } from '../records/account-sums.ts';
import { fileAccount } from '../records/file-account.ts';
import { isCountedWithFirst } from '../records/statement.ts';
import type { SubmissionId } from '../send/batch.ts';
import { columnsOfList, type ListedSubmission } from '../send/list-export.ts';
import type { QueueStore } from '../send/storage/store.ts';
import { listedIn } from './queue-list.ts';
import { countedParts, QueueTotals } from './queue-totals.ts';

interface TableRow extends ListedSubmission {
  /** Of its lines in the end; absent where they are not known, or count elsewhere. */
  outcomes?: AccountSums | undefined;
  /** The submission in whose row its lines count. */
  countedIn?: SubmissionId | undefined;
  isPractice: boolean;
}

/** Rejects with the signal's reason. */
export async function* queueTable(
  ids: readonly SubmissionId[],
  { store, say, signal, sumUp }: { store: QueueStore; say: Speaker; signal: AbortSignal; sumUp?: SumUp },
): AsyncGenerator<string> {
  const table = new SavedTable(columnsFor(currenciesOf(store, ids)), say);
  yield table.head();
  const named = new Set(ids);
  const totals = new QueueTotals();
  for (const id of ids) {
    signal.throwIfAborted();
    const row = await rowOf({ store, sumUp }, id, named);
    if (row !== undefined) {
      totals.add(row);
      yield table.row(row);
    }
    await setImmediate();
  }
  yield* totals.rows(table);
}

function currenciesOf(store: QueueStore, ids: readonly SubmissionId[]): string[] {
  const all = ids.flatMap((id) => store.submission(id)?.check?.totals?.sums ?? []);
  return [...new Set(all.map(({ currency }) => currency))].toSorted();
}

function columnsFor(currencies: readonly string[]): Column<TableRow>[] {
  const money = currencies.flatMap((currency): Column<TableRow>[] => [
    ...countedParts.map(
      ({ inCurrency, of }): Column<TableRow> => ({
        title: () => inCurrency(currency),
        cell: ({ outcomes }) => outcomes && amountIn(sumTogether(outcomes, of), currency),
        as: 'amount',
      }),
    ),
    {
      title: () => message('In the file itself, not to be added up ({currency})', { currency }),
      cell: ({ sums }) => sums && amountIn(sums, currency),
      as: 'amount',
    },
  ]);
  return [
    ...columnsOfList,
    ...money,
    { title: () => message('Lines counted in submission'), cell: ({ countedIn }) => countedIn },
  ];
}

const amountIn = (sums: LineSums['sums'], currency: string): string =>
  sums.find((sum) => sum.currency === currency)?.amount ?? '0';

async function rowOf(
  { store, sumUp }: { store: QueueStore; sumUp: SumUp | undefined },
  id: SubmissionId,
  named: ReadonlySet<SubmissionId>,
): Promise<TableRow | undefined> {
  const [submission, row] = [store.submission(id), listedIn(store, id)];
  if (submission === undefined || row === undefined) return undefined;
  const isOfPractice = isPractice(submission.destination);
  const countedIn = await firstIn(store, id, named);
  if (countedIn !== undefined) {
    const { account: _, ...rest } = row;
    return { ...rest, lines: undefined, countedIn, isPractice: isOfPractice };
  }
  const told = await fileAccount({ store, sumUp }, submission);
  return { ...row, outcomes: told?.corrected?.sums ?? told?.sums, isPractice: isOfPractice };
}

/** The submission of the table that has the lines of this correction as its own; undefined where there is none. */
async function firstIn(
  store: QueueStore,
  id: SubmissionId,
  named: ReadonlySet<SubmissionId>,
): Promise<SubmissionId | undefined> {
  let first: SubmissionId | undefined;
  for (let one = store.submission(id); one?.corrects !== undefined; one = store.submission(one.corrects)) {
    if (!(await isCountedWithFirst(store, one))) break;
    if (named.has(one.corrects)) first = one.corrects;
  }
  return first;
}
