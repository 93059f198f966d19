/** @file The batches of one submission, unfolded below its row; loaded then, and again when a batch has moved on. */

import { useEffect, useState } from 'react';
import type { BatchRow, SubmissionRow } from '../../src-shared/contract.ts';
import { describeError, type ErrorRecord } from '../../src-shared/errors.ts';
import { useBridge } from '../bridge-context.ts';
import { BatchBadge } from '../progress/batch-badge.tsx';
import { addressOf } from '../routes.ts';
import { progressTexts } from '../texts/progress.ts';
import { unfoldedTexts } from '../texts/queue.ts';
import { percentOf, size } from '../wording.ts';
import classes from './batch-rows.module.css';
import { GridPart } from './grid-part.tsx';

/** The page of the submission shows all of them. */
const MOST_SHOWN = 50;

export function BatchRows({ row }: { row: SubmissionRow }) {
  const { batches, error } = useBatches(row);
  return (
    <GridPart role="row" className={classes['batches']}>
      <GridPart role="gridcell">
        {error !== undefined && <p>{describeError(error).detail}</p>}
        {error === undefined && batches === undefined && <p>{unfoldedTexts.loading}</p>}
        {batches?.length === 0 && <p>{unfoldedTexts.none}</p>}
        {batches !== undefined && batches.length > 0 && <BatchTable row={row} batches={batches} />}
      </GridPart>
    </GridPart>
  );
}

function BatchTable({ row, batches }: { row: SubmissionRow; batches: readonly BatchRow[] }) {
  const { columns } = unfoldedTexts;
  const more = batches.length - MOST_SHOWN;
  return (
    <>
      <table className={classes['table']}>
        <caption className="unseen">{unfoldedTexts.caption(row.fileName)}</caption>
        <thead>
          <tr>
            <th scope="col">{columns.batch}</th>
            <th scope="col">{columns.state}</th>
            <th scope="col">{columns.size}</th>
            <th scope="col">{columns.sent}</th>
            <th scope="col">{columns.service}</th>
          </tr>
        </thead>
        <tbody>
          {batches.slice(0, MOST_SHOWN).map((batch, place) => (
            <tr key={batch.number}>
              <th scope="row">{unfoldedTexts.name(place + 1)}</th>
              <td>
                <BatchBadge batch={batch} />
              </td>
              <td>{size(batch.bytes)}</td>
              <td>
                {progressTexts.percent(
                  percentOf({ bytes: batch.sentBytes, batches: 0 }, { bytes: batch.bytes, batches: 1 }),
                )}
              </td>
              <td className={classes['service']} title={batch.batchId}>
                {batch.error === undefined ? saidOf(batch) : describeError(batch.error).title}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && (
        <p>
          {unfoldedTexts.more(more)}. <a href={addressOf({ page: 'submission', id: row.id })}>{unfoldedTexts.open}</a>
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
