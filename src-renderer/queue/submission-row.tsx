/** @file One row of the grid: a submission's state at a glance, and its next steps. */

import { IconChevronRight } from '@tabler/icons-react';
import { memo, useEffect, useRef } from 'react';
import type { SubmissionRow as Row } from '../../src-shared/contract.ts';
import { SubmissionBadge } from '../progress/state-badge.tsx';
import { addressOf } from '../routes.ts';
import { useListLook, useQueue, useQueueView } from '../stores.ts';
import { TenantName } from '../tenant-name.tsx';
import { queueTexts } from '../texts/queue.ts';
import { goTo } from '../use-route.ts';
import { counted, momentOf, shortMoment, size } from '../wording.ts';
import { BatchRows } from './batch-rows.tsx';
import { FileName } from './file-name.tsx';
import { GridPart } from './grid-part.tsx';
import { RowNotes } from './row-notes.tsx';
import { RowProgress } from './row-progress.tsx';
import { RowSteps } from './row-steps.tsx';
import { SelectBox } from './select-box.tsx';
import classes from './submission-grid.module.css';

interface SubmissionRowProps {
  id: Row['id'];
  /** All rows shown, in their order. */
  shown: readonly Row['id'][];
  /** Index among those shown, from 0. */
  place: number;
  /** The one row that the Tab key reaches. */
  isTabStop: boolean;
  /** There is room for a submission beside the list. */
  isBeside: boolean;
  takeFocus: (row: HTMLElement | null) => void;
  /** Shows it beside the list, or opens its page. */
  open: (id: Row['id']) => void;
}

export const SubmissionRow = memo(function SubmissionRow(props: SubmissionRowProps) {
  const { id, shown, place, isTabStop, isBeside, takeFocus, open } = props;
  const row = useQueue(({ list }) => list?.rows.get(id));
  const isSelected = useQueueView((view) => view.selected.has(id));
  const isLooked = useQueueView((view) => view.looked === id) && isBeside;
  const isCompact = useListLook(({ rows }) => rows === 'compact');
  const isUnfolded = useQueueView((view) => view.unfolded.has(id));
  const toggleSelected = useQueueView((view) => view.toggleSelected);
  const selectTo = useQueueView((view) => view.selectTo);
  const fold = useQueueView((view) => view.fold);
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isTabStop) takeFocus(element.current);
  }, [isTabStop, takeFocus]);
  if (row === undefined) return null;
  const { fileName, connection } = row;
  const tabIndex = isTabStop ? 0 : -1;
  return (
    <div className={classes['submission']} data-selected={isSelected} data-looked={isLooked}>
      <GridPart
        ref={element}
        role="row"
        aria-rowindex={place + 2}
        aria-selected={isSelected}
        aria-current={isLooked ? 'true' : undefined}
        tabIndex={tabIndex}
        data-submission={id}
        className={classes['row']}
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
        <Cell area="select">
          <SelectBox
            label={queueTexts.select(fileName)}
            isChecked={isSelected}
            isSkipped={!isTabStop}
            onChange={(isRange) => (isRange ? selectTo(id, shown) : toggleSelected(id))}
          />
        </Cell>
        <Cell area="file">
          <button
            type="button"
            className={classes['fold']}
            tabIndex={tabIndex}
            aria-expanded={isUnfolded}
            aria-label={isUnfolded ? queueTexts.fold(fileName) : queueTexts.unfold(fileName)}
            onClick={() => fold(id, isUnfolded)}
          >
            <IconChevronRight size={16} aria-hidden />
          </button>
          <div className={classes['fileWords']}>
            <a
              className={classes['fileName']}
              href={addressOf({ page: 'submission', id })}
              tabIndex={tabIndex}
              title={fileName}
              aria-label={fileName}
              onClick={(event) => {
                // The Enter key and a new tab are for the page.
                if (event.detail === 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
                event.preventDefault();
                open(id);
              }}
              onDoubleClick={() => goTo({ page: 'submission', id })}
            >
              <FileName name={fileName} />
            </a>
            {!isCompact && <Extent row={row} />}
          </div>
        </Cell>
        <Cell area="size">{row.bytes === undefined ? '' : size(row.bytes)}</Cell>
        <Cell area="added">
          <Added at={row.addedAt} />
        </Cell>
        <Cell area="tenant">
          <TenantName name={connection} />
        </Cell>
        <Cell area="state">
          <SubmissionBadge row={row} />
          {!isCompact && (
            <div className={classes['notes']}>
              <RowNotes row={row} />
            </div>
          )}
        </Cell>
        <Cell area="progress">
          <RowProgress row={row} isCompact={isCompact} />
        </Cell>
        <Cell area="next">
          <RowSteps row={row} tabIndex={tabIndex} />
        </Cell>
      </GridPart>
      {isUnfolded && <BatchRows row={row} />}
    </div>
  );
});

function Cell({ area, children }: { area: string; children: React.ReactNode }) {
  return (
    <GridPart role="gridcell" className={classes[area]}>
      {children}
    </GridPart>
  );
}

/** Below the name: what has no column of its own in this width. */
function Extent({ row: { bytes, lines, addedAt, folder } }: { row: Row }) {
  return (
    <span className={classes['extent']}>
      {bytes !== undefined && <span className={classes['extentSize']}>{size(bytes)}</span>}
      {lines > 0 && <span>{counted(lines, 'line')}</span>}
      <span className={classes['extentAdded']}>
        <Added at={addedAt} />
      </span>
      {folder !== '' && (
        <bdi className={classes['folder']} title={folder}>
          {folder}
        </bdi>
      )}
    </span>
  );
}

function Added({ at }: { at: number }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={queueTexts.added(momentOf(at))}>
      {shortMoment(at, Date.now())}
    </time>
  );
}

const isControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('a, button, input, label') !== null;
