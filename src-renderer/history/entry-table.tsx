/** @file The entries of the history as a table, with the way to what they are about. */

import { Anchor, Badge, Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { reasonInWords } from '../../src-shared/change-words.ts';
import type { HistoryEntry } from '../../src-shared/contract.ts';
import { happeningInWords } from '../../src-shared/history-words.ts';
import { message } from '../../src-shared/languages/message.ts';
import { storedStateName } from '../../src-shared/state-words.ts';
import { shortened } from '../copied-value.tsx';
import { ReceiptButton } from '../receipts/receipt-button.tsx';
import { addressOf } from '../routes.ts';
import { SubmissionNumber } from '../submission-number.tsx';
import { DataTable } from '../table/data-table.tsx';
import { historyTexts } from '../texts/history.ts';
import { useTimeLeft } from '../use-time-left.ts';
import { dateFormat, duration } from '../wording.ts';
import classes from './history-page.module.css';
import { type Removal, removalOf } from './removals.ts';

const MINUTE = 60_000;
const moments = dateFormat({ dateStyle: 'medium', timeStyle: 'medium' });

interface EntryTableProps {
  entries: readonly HistoryEntry[];
  onRestore: (removal: Removal) => void;
}

export function EntryTable({ entries, onRestore }: EntryTableProps) {
  return (
    <DataTable
      label={message('Entries of the history')}
      frame="bordered"
      className={classes['entries']}
      isInBlocks
      rows={entries}
      keyOf={({ position }) => position}
      columns={[
        { heading: message('Time'), className: classes['moment'], cell: ({ at }) => moments().format(at) },
        {
          heading: message('File'),
          className: classes['subject'],
          cell: (entry) => <Subject entry={entry} onRestore={onRestore} />,
        },
        {
          heading: message('What happened'),
          cell: (entry) => (
            <>
              {happeningInWords(entry)}
              <HappeningNotes {...entry} />
            </>
          ),
        },
        {
          heading: message('State'),
          cell: ({ state, remoteState }) => (
            <>
              {state !== undefined && storedStateName(state)}
              {remoteState !== undefined && <span className="small-print service-word">{remoteState}</span>}
            </>
          ),
        },
        {
          heading: message('By'),
          cell: ({ user, machine }) => (
            <>
              <bdi>{user}</bdi>
              {machine !== undefined && <span className="small-print">{machine}</span>}
            </>
          ),
        },
      ]}
    />
  );
}

/** What stands below a happening. */
export function HappeningNotes({ reason, batchId }: Pick<HistoryEntry, 'reason' | 'batchId'>) {
  return (
    <>
      {reason !== undefined && <span className="small-print">{reasonInWords(reason)}</span>}
      {batchId !== undefined && (
        <span className="small-print" title={batchId}>
          {message('Batch {id}', { id: shortened(batchId) })}
        </span>
      )}
    </>
  );
}

/** The file that it is about, with the way back of one that was removed. */
function Subject({ entry, onRestore }: { entry: HistoryEntry } & Pick<EntryTableProps, 'onRestore'>) {
  const { submission, fileName, isRemoved } = entry;
  const removal = removalOf(entry);
  const minutesLeft = useTimeLeft(removal?.restorableUntil, MINUTE);
  if (submission === undefined || fileName === undefined) return message('The queue as a whole');
  const link = (
    <>
      <Anchor href={addressOf({ page: 'submission', id: submission })}>
        <bdi>{fileName}</bdi>
      </Anchor>{' '}
      <span className="small-print">
        <SubmissionNumber id={submission} />
      </span>
    </>
  );
  if (!isRemoved) return link;
  return (
    <>
      {link}{' '}
      <Badge variant="default" size="sm">
        {message('Removed')}
      </Badge>
      {removal !== undefined && (
        <div className={classes['steps']}>
          {minutesLeft > 0 && (
            <Button
              size="compact-sm"
              leftSection={<IconArrowBackUp size={14} aria-hidden />}
              title={historyTexts.restoreHint(duration(minutesLeft * MINUTE))}
              aria-label={message('Restore {fileName}', { fileName })}
              onClick={() => onRestore(removal)}
            >
              {historyTexts.restore}
            </Button>
          )}
          <ReceiptButton id={submission} fileName={fileName} size="compact-sm" />
        </div>
      )}
    </>
  );
}
