/** @file One row of the grid: a submission at a glance, and its batches while they are unfolded. */

import { memo, useEffect, useRef } from 'react';
import type { SubmissionRow as Row } from '../../src-shared/contract.ts';
import { factsOf } from '../../src-shared/states.ts';
import { useListLook, useQueue, useQueueView } from '../stores.ts';
import { Cells } from '../table/data-table.tsx';
import { goTo } from '../use-route.ts';
import { BatchRows } from './batch-rows.tsx';
import { submissionColumns } from './submission-columns.tsx';

interface SubmissionRowProps {
  id: Row['id'];
  /** All rows shown, in their order. */
  shown: readonly Row['id'][];
  /** Index among those shown, from 0. */
  place: number;
  /** The one row that the Tab key reaches. */
  isTabStop: boolean;
  /** It stands below the row of what came together. */
  isInGroup: boolean;
  /** It stands below the file that corrects it. */
  isCorrected: boolean;
  /** There is room for a submission beside the list. */
  isBeside: boolean;
  takeFocus: (row: HTMLElement | null) => void;
  /** Shows it beside the list, or opens its page. */
  open: (id: Row['id']) => void;
}

export const SubmissionRow = memo(function SubmissionRow(props: SubmissionRowProps) {
  const { id, shown, place, isTabStop, isInGroup, isCorrected, isBeside, takeFocus, open } = props;
  const row = useQueue(({ list }) => list?.rows.get(id));
  const isSelected = useQueueView((view) => view.selected.has(id));
  const isLooked = useQueueView((view) => view.looked === id) && isBeside;
  const isCompact = useListLook(({ rows }) => rows === 'compact');
  const hasBar = useQueueView((view) => view.selected.size > 0);
  const isUnfolded = useQueueView((view) => view.unfolded.has(id));
  const toggleSelected = useQueueView((view) => view.toggleSelected);
  const selectTo = useQueueView((view) => view.selectTo);
  const fold = useQueueView((view) => view.fold);
  const element = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (isTabStop) takeFocus(element.current);
  }, [isTabStop, takeFocus]);
  if (row === undefined) return null;
  return (
    <>
      <tr
        ref={element}
        aria-rowindex={place + 2}
        aria-selected={isSelected}
        aria-current={isLooked ? 'true' : undefined}
        tabIndex={isTabStop ? 0 : -1}
        data-submission={id}
        data-is-in-group={isInGroup}
        data-is-corrected={isCorrected}
        data-is-settled={factsOf(row.state).end === 'settled'}
        onClick={(event) => {
          if (isControl(event.target)) return;
          if (event.shiftKey) selectTo(id, shown);
          else open(id);
        }}
        onDoubleClick={(event) => {
          if (!isControl(event.target)) goTo({ page: 'submission', id });
        }}
        onMouseDown={(event) => {
          // Shift selects rows here, not text.
          if (event.shiftKey) event.preventDefault();
        }}
      >
        <Cells
          columns={submissionColumns}
          index={place}
          row={{
            row,
            isCompact,
            isSelected,
            isUnfolded,
            // While rows are selected, Tab leads from the row to the bar with what can be done about them.
            isTabStop: isTabStop && !hasBar,
            onSelect: (isRange) => (isRange ? selectTo(id, shown) : toggleSelected(id)),
            onFold: () => fold(id, isUnfolded),
            onOpen: () => open(id),
          }}
        />
      </tr>
      {isUnfolded && <BatchRows row={row} />}
    </>
  );
});

const isControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('a, button, input, label') !== null;
