/** @file The list in an answer as a table: only the rows in view exist, and a click on a column head sorts. */

import { useMemo, useState } from 'react';
import type { TableReply } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { CopyButton } from '../copy-button.tsx';
import { useIsNarrow } from '../frame/use-is-narrow.ts';
import { type Column, DataTable } from '../table/data-table.tsx';
import { useEqualRows } from '../table/rows-in-view.ts';
import { replyTexts } from '../texts/replies.ts';
import { counted } from '../wording.ts';
import { cellWords } from './figures.ts';
import classes from './reply-table.module.css';
import { columnWidths, csvOf, nextOrder, numberColumns, ordered, type TableOrder } from './table-order.ts';

/** Both values as in the style sheet. */
const ROW_HEIGHT = 32;
const HEAD_HEIGHT = 34;

/** So few are all drawn: in a narrow window, each as a block. */
const FEW = 50;

interface ReplyTableProps {
  table: NonNullable<TableReply['table']>;
  /** The answer as it came. */
  text: string;
  /** So many of its rows in words. */
  rowsInWords: ((count: number) => string) | undefined;
}

export function ReplyTable({ table, text, rowsInWords = entriesInWords }: ReplyTableProps) {
  const [order, setOrder] = useState<TableOrder>();
  const rows = useMemo(() => ordered(table, order), [table, order]);
  const inView = useEqualRows(rows.length, ROW_HEIGHT, HEAD_HEIGHT);
  const isInBlocks = useIsNarrow() && rows.length <= FEW;
  const columns = useMemo(() => {
    const isNumber = numberColumns(table);
    const widths = columnWidths(table);
    const words = cellWords(table);
    return table.columns.map((name, column): Column<readonly string[]> => {
      const direction = order?.isDescending === true ? 'descending' : 'ascending';
      return {
        heading: name,
        align: isNumber[column] === true ? 'end' : undefined,
        width: widths[column] ?? '1fr',
        // Of blocks, no heading is seen.
        sort: isInBlocks
          ? undefined
          : {
              direction: order?.column === column ? direction : undefined,
              hint: name,
              onSort: () => setOrder(nextOrder(order, column)),
            },
        title: (row) => row[column],
        cell: (row) => words(row, column),
      };
    });
  }, [table, order, isInBlocks]);
  if (rows.length === 0) return <p className={classes['none']}>{message('The answer contains an empty list.')}</p>;
  return (
    <div className={classes['whole']}>
      <DataTable
        label={message('The answer as a table')}
        frame="bordered"
        frameClass={classes['frame']}
        className={isInBlocks ? '' : classes['reply']}
        columns={columns}
        rows={rows}
        {...(isInBlocks ? { isInBlocks } : { inView })}
      />
      <div className={classes['below']}>
        <span>{[rowsInWords(rows.length), ...replyTexts.omitted(table.omitted)].join(' · ')}</span>
        <span className={classes['copies']}>
          <CopyButton value={csvOf({ ...table, rows })}>{message('Copy as CSV')}</CopyButton>
          <CopyButton value={text}>{message('Copy as JSON')}</CopyButton>
        </span>
      </div>
    </div>
  );
}

const entriesInWords = (count: number): string => counted(count, 'entry');
