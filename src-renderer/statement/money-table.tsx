/** @file What became of the lines of a statement, with what they pay: a row for each outcome, a column for each of a few currencies. */

import { type LineOutcome, type LineSums, lineOutcomes, linesOf } from '../../src-shared/account.ts';
import { amountOfJson } from '../../src-shared/amounts.ts';
import type { Statement } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { OutcomeName } from '../progress/account-bar.tsx';
import { Sums } from '../progress/sums.tsx';
import { type Column, DataTable } from '../table/data-table.tsx';
import { statementTexts } from '../texts/statement.ts';
import { number } from '../wording.ts';

/** More would be cut beside what moves. */
const MOST_COLUMNS = 3;

export function MoneyTable({ total: { account, sums }, whole }: Pick<Statement, 'total' | 'whole'>) {
  const rows = lineOutcomes.filter((outcome) => account[outcome] > 0);
  const isSeveral = rows.length > 1;
  const inOneColumn: Column<LineOutcome> = {
    heading: message('Sum'),
    align: 'end',
    cell: (outcome) => <Sums sums={sums?.[outcome].sums ?? []} />,
    ...(isSeveral && { foot: <Sums sums={whole} /> }),
  };
  const byCurrency = whole.map(
    ({ currency }): Column<LineOutcome> => ({
      heading: currency,
      align: 'end',
      cell: (outcome) => amountIn(sums?.[outcome].sums, currency),
      ...(isSeveral && { foot: amountIn(whole, currency) }),
    }),
  );
  const ofSums = whole.length > MOST_COLUMNS ? [inOneColumn] : byCurrency;
  return (
    <DataTable
      label={statementTexts.total}
      isInBlocks
      frame="plain"
      rows={rows}
      keyOf={(outcome) => outcome}
      columns={[
        {
          heading: message('Outcome'),
          isName: true,
          cell: (outcome) => <OutcomeName outcome={outcome} />,
          ...(isSeveral && { foot: message('Together') }),
        },
        {
          heading: statementTexts.lines,
          align: 'end',
          cell: (outcome) => number(account[outcome]),
          ...(isSeveral && { foot: number(linesOf(account)) }),
        },
        ...(sums === undefined ? [] : ofSums),
      ]}
    />
  );
}

function amountIn(sums: LineSums['sums'] | undefined, currency: string): string {
  const amount = sums?.find((sum) => sum.currency === currency)?.amount;
  return amount === undefined ? '' : amountOfJson(amount);
}
