/** @file The batches of a submission in brief; those that need a person stand first. */

import type { BatchRow, SubmissionDetails } from '../../src-shared/contract.ts';
import { describeError } from '../../src-shared/errors.ts';
import { factsOf } from '../../src-shared/states.ts';
import { BatchBadge } from '../progress/batch-badge.tsx';
import { addressOf } from '../routes.ts';
import { useStores } from '../stores.ts';
import { paneTexts, unfoldedTexts } from '../texts/queue.ts';
import { number, size } from '../wording.ts';
import classes from './details-pane.module.css';

/** The page has all of them. */
const MOST_SHOWN = 12;

export function PaneBatches({ details: { row, batches } }: { details: SubmissionDetails }) {
  const { submissionViews } = useStores();
  const { columns } = paneTexts;
  const more = batches.length - MOST_SHOWN;
  return (
    <>
      <table className={classes['batches']}>
        <caption className="unseen">{unfoldedTexts.caption(row.fileName)}</caption>
        <thead>
          <tr>
            <th scope="col">{columns.batch}</th>
            <th scope="col">{columns.state}</th>
            <th scope="col" className={classes['figure']}>
              {columns.size}
            </th>
            <th scope="col" className={classes['service']}>
              {columns.service}
            </th>
          </tr>
        </thead>
        <tbody>
          {pressingFirst(batches)
            .slice(0, MOST_SHOWN)
            .map(({ batch, position }) => (
              <tr key={batch.number}>
                <th scope="row">{number(position)}</th>
                <td>
                  <BatchBadge batch={batch} />
                </td>
                <td className={classes['figure']}>{size(batch.bytes)}</td>
                <td className={classes['service']} title={saidOf(batch)}>
                  {saidOf(batch)}
                </td>
              </tr>
            ))}
        </tbody>
      </table>
      {more > 0 && (
        <p className={classes['links']}>
          <a
            href={addressOf({ page: 'submission', id: row.id })}
            onClick={() => submissionViews.getState().change(row.id, { tab: 'batches' })}
          >
            {paneTexts.moreBatches(more)}
          </a>
        </p>
      )}
    </>
  );
}

/** Each with its position in the file. */
function pressingFirst(batches: readonly BatchRow[]): { batch: BatchRow; position: number }[] {
  const isPressing = ({ state, doubled }: BatchRow) => factsOf(state).needsPerson || doubled !== undefined;
  const all = batches.map((batch, index) => ({ batch, position: index + 1 }));
  return all.toSorted((one, other) => Number(isPressing(other.batch)) - Number(isPressing(one.batch)));
}

/** What went wrong, else the service's own word. */
function saidOf({ error, remoteState }: BatchRow): string {
  return error === undefined ? (remoteState ?? '–') : describeError(error).title;
}
