/** @file What became of the lines of a statement, with what they pay: a row for each outcome, a column for each currency. */

import { type LineOutcome, type LineSums, lineOutcomes, linesOf } from '../../src-shared/account.ts';
import { amountOfJson } from '../../src-shared/amounts.ts';
import type { Statement } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { OutcomeName } from '../progress/account-bar.tsx';
import { type Column, DataTable } from '../table/data-table.tsx';
import { statementTexts } from '../texts/statement.ts';
import { number } from '../wording.ts';

export function MoneyTable({ total: { account, sums }, whole }: Pick<Statement, 'total' | 'whole'>) {
  const rows = lineOutcomes.filter((outcome) => account[outcome] > 0);
  const isSeveral = rows.length > 1;
  const currencies = sums === undefined ? [] : whole.map(({ currency }) => currency);
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
        ...currencies.map(
          (currency): Column<LineOutcome> => ({
            heading: currency,
            align: 'end',
            cell: (outcome) => amountIn(sums?.[outcome].sums, currency),
            ...(isSeveral && { foot: amountIn(whole, currency) }),
          }),
        ),
      ]}
    />
  );
}

function amountIn(sums: LineSums['sums'] | undefined, currency: string): string {
  const amount = sums?.find((sum) => sum.currency === currency)?.amount;
  return amount === undefined ? '' : amountOfJson(amount);
}
