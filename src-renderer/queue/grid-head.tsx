/** @file The head of the grid: column titles, and a box that selects all rows shown. */

import type { SubmissionRow } from '../../src-shared/contract.ts';
import { useQueueView } from '../stores.ts';
import { queueTexts } from '../texts/queue.ts';
import { GridPart } from './grid-part.tsx';
import { SelectBox } from './select-box.tsx';
import classes from './submission-grid.module.css';

const columns = ['file', 'tenant', 'state', 'progress', 'speed', 'next'] as const;

export function GridHead({ ids }: { ids: readonly SubmissionRow['id'][] }) {
  const count = useQueueView((view) => view.selected.size);
  const select = useQueueView((view) => view.select);
  const isAll = count >= ids.length;
  return (
    <GridPart role="rowgroup" className={classes['head']}>
      <GridPart role="row" className={classes['row']} aria-rowindex={1}>
        <GridPart role="columnheader" className={classes['select']}>
          <SelectBox
            label={queueTexts.selectAll}
            isChecked={count > 0 && isAll}
            isPartly={count > 0 && !isAll}
            onChange={() => select(count > 0 && isAll ? [] : ids)}
          />
        </GridPart>
        {columns.map((column) => (
          <GridPart role="columnheader" key={column} className={classes[column]}>
            {queueTexts.columns[column]}
          </GridPart>
        ))}
      </GridPart>
    </GridPart>
  );
}
