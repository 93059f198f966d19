/** @file The batches of one submission, unfolded below its row; loaded then, and again when a batch has moved on. */

import { useEffect, useState } from 'react';
import type { BatchRow, SubmissionRow } from '../../src-shared/contract.ts';
import { describeError, type ErrorRecord } from '../../src-shared/errors.ts';
import { message } from '../../src-shared/languages/message.ts';
import { useBridge } from '../bridge-context.ts';
import { BatchBadge } from '../progress/batch-badge.tsx';
import { addressOf } from '../routes.ts';
import { type Column, DataTable } from '../table/data-table.tsx';
import { progressTexts } from '../texts/progress.ts';
import { unfoldedTexts } from '../texts/queue.ts';
import { percentOf, size } from '../wording.ts';
import classes from './batch-rows.module.css';

/** The page of the submission shows all of them. */
const MOST_SHOWN = 50;

export function BatchRows({ row }: { row: SubmissionRow }) {
  const { batches, error } = useBatches(row);
  return (
    <tr className={classes['batches']}>
      <td>
        {error !== undefined && <p>{describeError(error).detail}</p>}
        {error === undefined && batches === undefined && <p>{message('Loading the batches…')}</p>}
        {batches !== undefined && <BatchTable row={row} batches={batches} />}
      </td>
    </tr>
  );
}

const batchColumns: readonly Column<BatchRow>[] = [
  {
    heading: message('Batch'),
    isName: true,
    cell: (_, place) => message('Batch {place, number}', { place: place + 1 }),
  },
  { heading: message('State'), cell: (batch) => <BatchBadge batch={batch} /> },
  { heading: message('Size'), cell: ({ bytes }) => size(bytes) },
  { heading: message('Sent'), cell: (batch) => progressTexts.percent(percentOf({ bytes: batch.sentBytes }, batch)) },
  {
    heading: message('The service says'),
    className: classes['service'],
    title: ({ batchId }) => batchId,
    cell: (batch) => (batch.error === undefined ? saidOf(batch) : describeError(batch.error).title),
  },
];

function BatchTable({ row, batches }: { row: SubmissionRow; batches: readonly BatchRow[] }) {
  const more = batches.length - MOST_SHOWN;
  return (
    <>
      <DataTable
        label={unfoldedTexts.caption(row.fileName)}
        className={classes['table']}
        isInBlocks
        columns={batchColumns}
        rows={batches.slice(0, MOST_SHOWN)}
        keyOf={({ number }) => number}
        empty={message('No batches yet. Tranship cuts the file into batches once it is approved for sending.')}
      />
      {more > 0 && (
        <p>
          {message('and {count, plural, one {# more batch} other {# more batches}} on the page of the submission', {
            count: more,
          })}
          . <a href={addressOf({ page: 'submission', id: row.id })}>{message('Open')}</a>
        </p>
      )}
    </>
  );
}

/** The service's own words, unchanged. */
function saidOf({ remoteState, remoteMessage }: BatchRow): string {
  return [remoteState, remoteMessage].filter((part) => part !== undefined && part !== '').join(': ') || '–';
}

function useBatches(row: SubmissionRow): { batches?: readonly BatchRow[]; error?: ErrorRecord } {
  const bridge = useBridge();
  const [known, setKnown] = useState<{ batches?: readonly BatchRow[]; error?: ErrorRecord }>({});
  const { id, state, whole, sent, accepted, seen, failedBatches } = row;
  // Without bytes, which change ten times a second.
  const progress = [state, whole.batches, sent.batches, accepted.batches, seen.batches, failedBatches].join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads again when a batch has moved on.
  useEffect(() => {
    let isWanted = true;
    void bridge.invoke['submission.details']({ id }).then((result) => {
      if (isWanted) setKnown(result.ok ? { batches: result.value.batches } : { error: result.error });
    });
    return () => {
      isWanted = false;
    };
  }, [bridge, id, progress]);
  return known;
}
