/** @file The entries of the history as a table, with the way to what they are about. */

import { Anchor, Badge, Button } from '@mantine/core';
import { IconArrowBackUp, IconCheck } from '@tabler/icons-react';
import { reasonInWords } from '../../src-shared/change-words.ts';
import type { HistoryEntry } from '../../src-shared/contract.ts';
import { MINUTE } from '../../src-shared/durations.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { happeningInWords } from '../../src-shared/history-words.ts';
import { message } from '../../src-shared/languages/message.ts';
import { storedStateName } from '../../src-shared/state-words.ts';
import { shortened } from '../copied-value.tsx';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { ReceiptButton } from '../receipts/receipt-button.tsx';
import { addressOf } from '../routes.ts';
import { SubmissionNumber } from '../submission-number.tsx';
import { DataTable } from '../table/data-table.tsx';
import { historyTexts } from '../texts/history.ts';
import { useTimeLeft } from '../use-time-left.ts';
import { dateFormat, duration } from '../wording.ts';
import classes from './history-page.module.css';
import { type Removal, removalOf } from './removals.ts';

const moments = dateFormat({ dateStyle: 'medium', timeStyle: 'medium' });

/** What became of files that were to be restored since the list was read. */
export type RestoreOutcomes = ReadonlyMap<Removal['submission'], 'restored' | ErrorRecord>;

interface EntryTableProps {
  entries: readonly HistoryEntry[];
  outcomes: RestoreOutcomes | undefined;
  onRestore: (removal: Removal) => void;
}

export function EntryTable({ entries, outcomes, onRestore }: EntryTableProps) {
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
          cell: (entry) => (
            <Subject
              entry={entry}
              outcome={entry.submission === undefined ? undefined : outcomes?.get(entry.submission)}
              onRestore={onRestore}
            />
          ),
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
interface SubjectProps extends Pick<EntryTableProps, 'onRestore'> {
  entry: HistoryEntry;
  outcome: 'restored' | ErrorRecord | undefined;
}

function Subject({ entry, outcome, onRestore }: SubjectProps) {
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
  const isRestored = outcome === 'restored';
  return (
    <>
      {link}{' '}
      <Badge variant="default" size="sm" className={classes['removed'] ?? ''} data-is-over={isRestored}>
        {message('Removed')}
      </Badge>
      {removal !== undefined && (
        <div className={classes['steps']}>
          {isRestored && (
            <span className={classes['restored']}>
              <IconCheck size={14} aria-hidden />
              {message('Restored')}
            </span>
          )}
          {!isRestored && minutesLeft > 0 && (
            <Button
              size="compact-sm"
              leftSection={<IconArrowBackUp size={14} aria-hidden />}
              title={historyTexts.restoreHint(duration(minutesLeft * MINUTE))}
              aria-label={message('Restore {fileName}', { fileName })}
              onClick={({ currentTarget }) => {
                // This button is gone in a moment: the keyboard goes on in its row.
                currentTarget.parentElement?.querySelector<HTMLElement>(':is(a, button):last-child')?.focus();
                onRestore(removal);
              }}
            >
              {historyTexts.restore}
            </Button>
          )}
          {!isRestored && minutesLeft > 0 && removal.restorableUntil !== undefined && (
            <span className={classes['until']}>{historyTexts.restorableUntil(removal.restorableUntil)}</span>
          )}
          <ReceiptButton id={submission} fileName={fileName} size="compact-sm" />
        </div>
      )}
      {removal !== undefined && outcome !== undefined && !isRestored && <ErrorNotice error={outcome} />}
    </>
  );
}
