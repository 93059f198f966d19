/** @file The list in an answer as a table: only the rows in view exist, and a click on a column head sorts. */

import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { TableReply } from '../../src-shared/contract.ts';
import { CopyButton } from '../copy-button.tsx';
import { useTallRows } from '../tall-rows/use-tall-rows.ts';
import { replyTexts } from '../texts/replies.ts';
import classes from './reply-table.module.css';
import { columnTemplate, csvOf, nextOrder, numberColumns, ordered, type TableOrder } from './table-order.ts';

/** Both values as in the style sheet. */
const ROW_HEIGHT = 32;
const HEAD_HEIGHT = 34;
/** Height of a scroll bar below the rows, and of the frame. */
const ROOM_BELOW = 18;

/** `text`: the answer as it came. */
export function ReplyTable({ table, text }: { table: NonNullable<TableReply['table']>; text: string }) {
  const [order, setOrder] = useState<TableOrder>();
  const rows = useMemo(() => ordered(table, order), [table, order]);
  const isNumber = useMemo(() => numberColumns(table), [table]);
  const template = useMemo(() => columnTemplate(table), [table]);
  const tall = useTallRows(rows.length, ROW_HEIGHT, HEAD_HEIGHT);
  if (rows.length === 0) return <p className={classes['none']}>{replyTexts.noRows}</p>;
  return (
    <div className={classes['whole']}>
      <section
        ref={tall.body}
        className={classes['body']}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        tabIndex={0}
        aria-label={replyTexts.table}
        style={{ height: `min(${rows.length * ROW_HEIGHT + HEAD_HEIGHT + ROOM_BELOW}px, 56vh)` }}
      >
        <table aria-rowcount={rows.length + 1}>
          <thead>
            <tr aria-rowindex={1} style={{ gridTemplateColumns: template }}>
              {table.columns.map((name, column) => (
                <th
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns may have equal names, and never move.
                  key={column}
                  scope="col"
                  data-number={isNumber[column]}
                  aria-sort={order?.column === column ? (order.isDescending ? 'descending' : 'ascending') : 'none'}
                >
                  <button type="button" title={name} onClick={() => setOrder(nextOrder(order, column))}>
                    <span>{name}</span>
                    <SortSign order={order?.column === column ? order : undefined} />
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody style={{ height: tall.elementHeight }}>
            {tall.indices.map((index) => (
              <tr
                key={index}
                aria-rowindex={index + 2}
                style={{ gridTemplateColumns: template, transform: `translateY(${tall.topOf(index)}px)` }}
              >
                {table.columns.map((_, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: as above.
                  <td key={column} data-number={isNumber[column]} title={rows[index]?.[column]}>
                    {rows[index]?.[column]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <div className={classes['below']}>
        <span>{[replyTexts.rows(rows.length), ...replyTexts.omitted(table.omitted)].join(' · ')}</span>
        <span className={classes['copies']}>
          <CopyButton value={csvOf({ ...table, rows })}>{replyTexts.copyCsv}</CopyButton>
          <CopyButton value={text}>{replyTexts.copyJson}</CopyButton>
        </span>
      </div>
    </div>
  );
}

/** Keeps its space when empty, so that no column moves. */
function SortSign({ order }: { order: TableOrder | undefined }) {
  const Icon = order?.isDescending === true ? IconArrowDown : IconArrowUp;
  return <Icon size={13} aria-hidden visibility={order === undefined ? 'hidden' : undefined} />;
}
