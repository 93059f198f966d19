/** @file At most three things that need a person, each with the step that helps first. */

import { Anchor } from '@mantine/core';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { asksForRefused } from '../../src-shared/queue-group.ts';
import { refusedRowsInWords } from '../../src-shared/refused-rows.ts';
import { FileName } from '../file-name.tsx';
import { usualWish } from '../queue/arrangement.ts';
import { RowStep } from '../queue/row-steps.tsx';
import { queueRoute } from '../queue/use-queue-address.ts';
import { addressOf } from '../routes.ts';
import { nextActions } from '../steps/next-steps.ts';
import { TenantName } from '../tenant-name.tsx';
import { needInWords } from '../texts/overview.ts';
import { number, shortMoment } from '../wording.ts';
import { type Need, needsIn } from './needs.ts';
import classes from './overview-page.module.css';
import { Panel } from './panel.tsx';

export function NeedsPanel({ rows }: { rows: readonly SubmissionRow[] }) {
  const { count, first } = needsIn(rows);
  return (
    <Panel
      title={message('{count, plural, =0 {Nothing needs you} one {# thing needs you} other {# things need you}}', {
        count,
      })}
      label={message('What needs you')}
      aside={
        count > 0 && (
          <Anchor size="sm" underline="always" href={addressOf(queueRoute({ ...usualWish, group: 'needs' }))}>
            {message('All {count, number} in the queue', { count })}
          </Anchor>
        )
      }
    >
      {count === 0 && (
        <p className={classes['nothing']}>{message('Every line is accepted, left out on purpose, or under way.')}</p>
      )}
      <ol className={classes['list']}>
        {first.map((need, index) => (
          <NeedItem key={need.row.id} need={need} place={index + 1} />
        ))}
      </ol>
    </Panel>
  );
}

function NeedItem({ need: { row, outcome, lines }, place }: { need: Need; place: number }) {
  const [likeliest] = nextActions(row);
  return (
    <li className={classes['need']} data-outcome={outcome}>
      <span className={classes['place']} aria-hidden>
        {number(place)}
      </span>
      <div className={classes['about']}>
        <strong>{needInWords(row.state, lines, outcome)}</strong>
        {row.refusedRows !== undefined && asksForRefused(row) && <span>{refusedRowsInWords(row.refusedRows)}</span>}
        <span className={classes['details']}>
          <a href={addressOf({ page: 'submission', id: row.id })} aria-label={row.fileName}>
            <FileName name={row.fileName} wraps />
          </a>
          <TenantName name={row.connection} />
          <time dateTime={new Date(row.addedAt).toISOString()}>{shortMoment(row.addedAt, Date.now())}</time>
        </span>
      </div>
      {outcome !== 'refused' && likeliest !== undefined && (
        <RowStep action={likeliest} row={row} tabIndex={0} hasWord />
      )}
    </li>
  );
}
