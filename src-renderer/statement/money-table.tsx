/** @file What became of the lines of a statement, with what they pay: a row for each outcome, a column for each of a few currencies. */

import { amountOfJson } from '../../src-shared/amounts.ts';
import type { Statement } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import type { OutcomeRow } from '../../src-shared/outcome-rows.ts';
import { totalRows } from '../../src-shared/statement-words.ts';
import { OutcomeName } from '../progress/account-bar.tsx';
import { Sums } from '../progress/sums.tsx';
import { type Column, DataTable } from '../table/data-table.tsx';
import { statementTexts } from '../texts/statement.ts';
import { number } from '../wording.ts';
import classes from './money-table.module.css';

/** More would be cut beside what moves. */
const MOST_COLUMNS = 3;

/** @param isBrief on another page, of what there is alone */
export function MoneyTable({ statement, isBrief = false }: { statement: Statement; isBrief?: boolean }) {
  const { total, whole } = statement;
  const rows = totalRows(statement, { isBrief });
  const inOneColumn: Column<OutcomeRow> = {
    heading: message('Sum'),
    align: 'end',
    cell: ({ sums = [] }) => <Sums sums={sums} />,
  };
  const byCurrency = whole.map(
    ({ currency }): Column<OutcomeRow> => ({
      heading: currency,
      align: 'end',
      cell: ({ sums }) => amountIn(sums, currency),
    }),
  );
  const ofSums = whole.length > MOST_COLUMNS ? [inOneColumn] : byCurrency;
  return (
    <DataTable
      label={statementTexts.total}
      isInBlocks
      className={classes['table']}
      frame="plain"
      rows={rows}
      keyOf={({ name }) => name}
      rowLook={({ lines, kind }) => ({ 'data-is-none': lines === 0, 'data-kind': kind })}
      columns={[
        {
          heading: message('Outcome'),
          isName: true,
          cell: ({ outcome, name }) =>
            outcome === undefined ? <span className={classes['name']}>{name}</span> : <OutcomeName outcome={outcome} />,
        },
        { heading: statementTexts.lines, align: 'end', cell: ({ lines }) => number(lines) },
        ...(total.sums === undefined ? [] : ofSums),
        !isBrief &&
          rows.some(({ unread }) => unread > 0) && {
            heading: message('Without a readable amount'),
            align: 'end',
            cell: ({ unread }) => number(unread),
          },
      ]}
    />
  );
}

function amountIn(sums: OutcomeRow['sums'], currency: string): string {
  const amount = sums?.find((sum) => sum.currency === currency)?.amount;
  return amount === undefined ? '' : amountOfJson(amount);
}
