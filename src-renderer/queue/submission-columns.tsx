/** @file The columns of the queue: what each says of a submission, most of them also what the list is sorted by. */

import { IconChevronRight } from '@tabler/icons-react';
import type { SubmissionRow as Row } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { FileName } from '../file-name.tsx';
import { SubmissionBadge } from '../progress/state-badge.tsx';
import { addressOf } from '../routes.ts';
import { useQueueView } from '../stores.ts';
import { SubmissionNumber } from '../submission-number.tsx';
import type { Column, Heading } from '../table/data-table.tsx';
import { TenantName } from '../tenant-name.tsx';
import { goTo } from '../use-route.ts';
import { counted, size } from '../wording.ts';
import { Added } from './added.tsx';
import { type OrderColumn, orderBy } from './arrangement.ts';
import { RowNotes } from './row-notes.tsx';
import { RowProgress } from './row-progress.tsx';
import { RowSteps } from './row-steps.tsx';
import { allSumsInWords, sumInWords } from './row-sums.ts';
import { SelectBox } from './select-box.tsx';
import classes from './submission-grid.module.css';

/** A submission as the list shows it. */
export interface ShownRow {
  row: Row;
  isCompact: boolean;
  isSelected: boolean;
  isUnfolded: boolean;
  /** The one row that the Tab key reaches. */
  isTabStop: boolean;
  /** `isRange`: all from the last one to this one. */
  onSelect: (isRange: boolean) => void;
  onFold: () => void;
  /** Shows it beside the list, or opens its page. */
  onOpen: () => void;
}

export const submissionColumns: readonly (Column<ShownRow> & { sortsBy?: OrderColumn })[] = [
  {
    heading: <SelectAll />,
    className: classes['select'],
    cell: ({ row, isSelected, isTabStop, onSelect }) => (
      <SelectBox
        label={message('Select {fileName}', { fileName: row.fileName })}
        isChecked={isSelected}
        isSkipped={!isTabStop}
        onChange={onSelect}
      />
    ),
  },
  {
    heading: message('File'),
    className: classes['file'],
    sortsBy: 'name',
    cell: (shown) => <File {...shown} />,
  },
  {
    heading: message('Size, sum'),
    align: 'end',
    className: classes['size'],
    sortsBy: 'size',
    title: ({ row }) => allSumsInWords(row),
    cell: ({ row, isCompact }) => (
      <>
        {row.bytes !== undefined && size(row.bytes)}
        {!isCompact && <span className={classes['sum']}>{sumInWords(row)}</span>}
      </>
    ),
  },
  {
    heading: message('Added'),
    className: classes['added'],
    sortsBy: 'added',
    cell: ({ row }) => <Added at={row.addedAt} />,
  },
  {
    heading: message('Sent to'),
    className: classes['tenant'],
    sortsBy: 'connection',
    cell: ({ row }) => <TenantName name={row.connection} />,
  },
  {
    heading: message('State'),
    className: classes['state'],
    sortsBy: 'state',
    cell: ({ row, isCompact }) => (
      <>
        <SubmissionBadge row={row} />
        {!isCompact && (
          <div className={classes['notes']}>
            <RowNotes row={row} />
          </div>
        )}
      </>
    ),
  },
  {
    heading: message('Progress'),
    className: classes['progress'],
    cell: ({ row, isCompact, isTabStop }) => (
      <RowProgress row={row} isCompact={isCompact} tabIndex={isTabStop ? 0 : -1} />
    ),
  },
  {
    heading: message('Actions'),
    className: classes['next'],
    cell: ({ row, isTabStop }) => <RowSteps row={row} tabIndex={isTabStop ? 0 : -1} />,
  },
];

/** The headings sort the list: the same order as the choice in the toolbar, which follows. */
export function useHeadings(): Heading[] {
  const order = useQueueView((view) => view.order);
  const wish = useQueueView((view) => view.wish);
  return submissionColumns.map(({ sortsBy, ...column }) => ({
    ...column,
    sort: sortsBy && {
      direction: order.column === sortsBy ? order.direction : undefined,
      hint: message('Sort by {column}', { column: `${column.heading}` }),
      onSort: () => wish({ order: orderBy(sortsBy, order) }),
    },
  }));
}

function SelectAll() {
  const ids = useQueueView((view) => view.shown);
  const count = useQueueView((view) => view.selected.size);
  const select = useQueueView((view) => view.select);
  const isAll = count >= ids.length;
  return (
    <SelectBox
      label={message('Select all that are shown')}
      isChecked={count > 0 && isAll}
      isPartly={count > 0 && !isAll}
      onChange={() => select(count > 0 && isAll ? [] : ids)}
    />
  );
}

function File({ row, isCompact, isUnfolded, isTabStop, onFold, onOpen }: ShownRow) {
  const { id, fileName } = row;
  const tabIndex = isTabStop ? 0 : -1;
  return (
    <>
      <button
        type="button"
        className={classes['fold']}
        tabIndex={tabIndex}
        aria-expanded={isUnfolded}
        aria-label={
          isUnfolded
            ? message('Hide the batches of {fileName}', { fileName })
            : message('Show the batches of {fileName}', { fileName })
        }
        onClick={onFold}
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
            onOpen();
          }}
          onDoubleClick={() => goTo({ page: 'submission', id })}
        >
          <FileName name={fileName} wraps={!isCompact} />
        </a>
        {!isCompact && <Extent row={row} />}
      </div>
    </>
  );
}

/** Below the name: what has no column of its own in this width. */
function Extent({ row }: { row: Row }) {
  const { id, bytes, lines, addedAt, folder } = row;
  return (
    <>
      <span className={classes['extent']} title={allSumsInWords(row)}>
        <SubmissionNumber id={id} />
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
      <span className={classes['extentSum']} title={allSumsInWords(row)}>
        {sumInWords(row)}
      </span>
    </>
  );
}
