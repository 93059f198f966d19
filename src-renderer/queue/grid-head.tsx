/** @file The head of the grid: column titles, most of which sort by their column, and a box that selects all rows shown. */

import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import { useQueueView } from '../stores.ts';
import { queueTexts } from '../texts/queue.ts';
import { type OrderColumn, orderBy } from './arrangement.ts';
import classes from './grid-head.module.css';
import { GridPart } from './grid-part.tsx';
import { SelectBox } from './select-box.tsx';
import grid from './submission-grid.module.css';

/** In their order, each with what it sorts by. */
const columns = [
  ['file', 'name'],
  ['size', 'size'],
  ['added', 'added'],
  ['tenant', 'connection'],
  ['state', 'state'],
  ['progress', undefined],
  ['next', undefined],
] as const satisfies readonly (readonly [keyof typeof queueTexts.columns, OrderColumn | undefined])[];

export function GridHead({ ids }: { ids: readonly SubmissionRow['id'][] }) {
  const count = useQueueView((view) => view.selected.size);
  const select = useQueueView((view) => view.select);
  const order = useQueueView((view) => view.order);
  const isAll = count >= ids.length;
  return (
    <GridPart role="rowgroup" className={grid['head']}>
      <GridPart role="row" className={grid['row']} aria-rowindex={1}>
        <GridPart role="columnheader" className={grid['select']}>
          <SelectBox
            label={queueTexts.selectAll}
            isChecked={count > 0 && isAll}
            isPartly={count > 0 && !isAll}
            onChange={() => select(count > 0 && isAll ? [] : ids)}
          />
        </GridPart>
        {columns.map(([column, sortsBy]) => (
          <GridPart
            role="columnheader"
            key={column}
            className={grid[column]}
            aria-sort={sortsBy === undefined ? undefined : sortsBy === order.column ? order.direction : 'none'}
          >
            {sortsBy === undefined ? queueTexts.columns[column] : <SortButton column={column} sortsBy={sortsBy} />}
          </GridPart>
        ))}
      </GridPart>
    </GridPart>
  );
}

interface SortButtonProps {
  column: keyof typeof queueTexts.columns;
  sortsBy: OrderColumn;
}

/** The same order as the choice in the toolbar, which follows. */
function SortButton({ column, sortsBy }: SortButtonProps) {
  const order = useQueueView((view) => view.order);
  const wish = useQueueView((view) => view.wish);
  const isSorted = order.column === sortsBy;
  const Arrow = isSorted && order.direction === 'ascending' ? IconArrowUp : IconArrowDown;
  return (
    <button
      type="button"
      className={classes['sort']}
      data-sorted={isSorted}
      title={queueTexts.sortByColumn(queueTexts.columns[column])}
      onClick={() => wish({ order: orderBy(sortsBy, order) })}
    >
      {queueTexts.columns[column]}
      <Arrow size={13} stroke={2.2} aria-hidden />
    </button>
  );
}
