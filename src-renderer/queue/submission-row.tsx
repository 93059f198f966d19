/** @file One row of the grid: a submission's state at a glance, and its next steps. */

import { IconChevronRight } from '@tabler/icons-react';
import { memo, useEffect, useRef } from 'react';
import type { SubmissionRow as Row } from '../../src-shared/contract.ts';
import { describeError } from '../../src-shared/errors.ts';
import { factsOf } from '../../src-shared/states.ts';
import { NextTry } from '../progress/next-try.tsx';
import { SubmissionBadge } from '../progress/state-badge.tsx';
import { addressOf } from '../routes.ts';
import { useQueue, useQueueView } from '../stores.ts';
import { TenantName } from '../tenant-name.tsx';
import { progressTexts } from '../texts/progress.ts';
import { queueTexts } from '../texts/queue.ts';
import { goTo } from '../use-route.ts';
import { counted, duration, momentOf, shortMoment, size } from '../wording.ts';
import { BatchRows } from './batch-rows.tsx';
import { FileName } from './file-name.tsx';
import { GridPart } from './grid-part.tsx';
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
  takeFocus: (row: HTMLElement | null) => void;
}

export const SubmissionRow = memo(function SubmissionRow(props: SubmissionRowProps) {
  const { id, shown, place, isTabStop, takeFocus } = props;
  const row = useQueue(({ list }) => list?.rows.get(id));
  const isSelected = useQueueView((view) => view.selected.has(id));
  const isUnfolded = useQueueView((view) => view.unfolded.has(id));
  const toggleSelected = useQueueView((view) => view.toggleSelected);
  const selectTo = useQueueView((view) => view.selectTo);
  const fold = useQueueView((view) => view.fold);
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isTabStop) takeFocus(element.current);
  }, [isTabStop, takeFocus]);
  if (row === undefined) return null;
  const { fileName, folder, connection } = row;
  const tabIndex = isTabStop ? 0 : -1;
  return (
    <div className={classes['submission']} data-selected={isSelected}>
      <GridPart
        ref={element}
        role="row"
        aria-rowindex={place + 2}
        aria-selected={isSelected}
        tabIndex={tabIndex}
        data-submission={id}
        className={classes['row']}
        onClick={(event) => {
          if (isControl(event.target)) return;
          if (event.shiftKey) selectTo(id, shown);
          else goTo({ page: 'submission', id });
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
            >
              <FileName name={fileName} />
            </a>
            <span className={classes['folder']} title={folder}>
              <bdi>{folder}</bdi>
            </span>
            <span className={classes['extent']}>
              {extentOf(row)}
              <time dateTime={new Date(row.addedAt).toISOString()} title={queueTexts.added(momentOf(row.addedAt))}>
                {shortMoment(row.addedAt, Date.now())}
              </time>
            </span>
          </div>
        </Cell>
        <Cell area="tenant">
          <TenantName name={connection} />
        </Cell>
        <Cell area="state">
          <SubmissionBadge row={row} />
          <Notes row={row} />
          {row.nextTryAt !== undefined && <NextTry at={row.nextTryAt} />}
        </Cell>
        <Cell area="progress">
          <RowProgress row={row} />
        </Cell>
        <Cell area="speed">
          {row.speed !== undefined && (
            <>
              <span className={classes['current']}>{progressTexts.perSecond(size(row.speed.bytesPerSecond))}</span>
              {row.speed.remainingMs !== undefined && (
                <span className={classes['left']}>{progressTexts.left(duration(row.speed.remainingMs))}</span>
              )}
            </>
          )}
        </Cell>
        <Cell area="next">
          <RowSteps row={row} tabIndex={tabIndex} />
        </Cell>
      </GridPart>
      <Reason row={row} />
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

/** The state; what waits for a person does not look as if it only waited its turn. */
/** Notes under the state: findings, failed batches, a pending pause. */
function Notes({ row }: { row: Row }) {
  const { errors, warnings, failedBatches, paused, state } = row;
  const notes = [
    paused && state !== 'paused' && queueTexts.pausing,
    failedBatches > 0 && factsOf(state).end !== 'failed' && queueTexts.failedBatches(failedBatches),
    errors > 0 && counted(errors, 'error'),
    warnings > 0 && counted(warnings, 'warning'),
  ].filter((note) => note !== false);
  if (notes.length === 0) return null;
  return (
    <span className={classes['notes']} data-tone={errors > 0 ? 'attention' : undefined}>
      {notes.join(' · ')}
    </span>
  );
}

/** In short, why it waits or has failed, else its warning; the page of the submission has the full text. */
function Reason({ row: { error, warning } }: { row: Row }) {
  const record = error ?? warning;
  if (record === undefined) return null;
  const { title, detail, remedy } = describeError(record);
  return (
    <GridPart
      role="row"
      className={classes['reason']}
      data-tone={error === undefined || error.retryable ? 'mild' : 'trouble'}
    >
      <GridPart role="gridcell" title={detail}>
        <strong>{title}.</strong> {remedy}
      </GridPart>
    </GridPart>
  );
}

/** Ends with a separator, because the time follows. */
function extentOf({ bytes, lines }: Row): string {
  if (bytes === undefined) return '';
  return lines === 0 ? `${size(bytes)} · ` : `${size(bytes)} · ${counted(lines, 'line')} · `;
}

const isControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('a, button, input, label') !== null;
