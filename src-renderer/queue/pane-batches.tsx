/** @file The batches of a submission in brief; those that need a person stand first. */

import type { BatchRow, SubmissionDetails } from '../../src-shared/contract.ts';
import { describeError } from '../../src-shared/errors.ts';
import { message } from '../../src-shared/languages/message.ts';
import { factsOf } from '../../src-shared/states.ts';
import { BatchBadge } from '../progress/batch-badge.tsx';
import { addressOf } from '../routes.ts';
import { useStores } from '../stores.ts';
import { DataTable } from '../table/data-table.tsx';
import { unfoldedTexts } from '../texts/queue.ts';
import { number, size } from '../wording.ts';
import classes from './details-pane.module.css';

/** The page has all of them. */
const MOST_SHOWN = 12;

export function PaneBatches({ details: { row, batches } }: { details: SubmissionDetails }) {
  const { submissionViews } = useStores();
  const more = batches.length - MOST_SHOWN;
  return (
    <>
      <DataTable
        label={unfoldedTexts.caption(row.fileName)}
        className={classes['batches']}
        rows={pressingFirst(batches).slice(0, MOST_SHOWN)}
        keyOf={({ position }) => position}
        columns={[
          { heading: message('Batch'), isName: true, cell: ({ position }) => number(position) },
          { heading: message('State'), cell: ({ batch }) => <BatchBadge batch={batch} /> },
          { heading: message('Size'), align: 'end', cell: ({ batch }) => size(batch.bytes) },
          {
            heading: message('The service says'),
            className: classes['service'],
            title: ({ batch }) => saidOf(batch),
            cell: ({ batch }) => saidOf(batch),
          },
        ]}
      />
      {more > 0 && (
        <p className={classes['links']}>
          <a
            href={addressOf({ page: 'submission', id: row.id })}
            onClick={() => submissionViews.getState().change(row.id, { tab: 'batches' })}
          >
            {message('and {count, plural, one {# more batch} other {# more batches}}', { count: more })}
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
