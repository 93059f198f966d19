/** @file What is under way: how far the lines of each file have come. */

import { Anchor } from '@mantine/core';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { groupOf } from '../../src-shared/queue-group.ts';
import { stateName } from '../../src-shared/state-words.ts';
import { factsOf } from '../../src-shared/states.ts';
import { FileName } from '../file-name.tsx';
import { AccountBar, AccountWords } from '../progress/account-bar.tsx';
import { usualWish } from '../queue/arrangement.ts';
import { queueRoute } from '../queue/use-queue-address.ts';
import { addressOf } from '../routes.ts';
import { timeOf } from '../wording.ts';
import classes from './overview-page.module.css';
import { Panel } from './panel.tsx';

const MOST = 4;

export function UnderWayPanel({ rows }: { rows: readonly SubmissionRow[] }) {
  const moving = rows.filter((row) => groupOf(row) === 'moving').sort(byMotion);
  return (
    <Panel
      title={message('Under way')}
      aside={
        moving.length > 0 && (
          <Anchor size="sm" underline="always" href={addressOf(queueRoute({ ...usualWish, group: 'moving' }))}>
            {message('All {count, number} in progress', { count: moving.length })}
          </Anchor>
        )
      }
    >
      {moving.length === 0 && <p className={classes['nothing']}>{message('Nothing is under way.')}</p>}
      <ul className={classes['list']}>
        {moving.slice(0, MOST).map((row) => (
          <Moving key={row.id} row={row} />
        ))}
      </ul>
    </Panel>
  );
}

/** What moves itself, before what only waits for its correction. */
function byMotion(one: SubmissionRow, other: SubmissionRow): number {
  const isSettled = ({ state }: SubmissionRow) => (factsOf(state).end === 'settled' ? 1 : 0);
  return isSettled(one) - isSettled(other) || one.id - other.id;
}

function Moving({ row: { id, fileName, state, story, account, speed } }: { row: SubmissionRow }) {
  const shown = story?.account ?? account;
  return (
    <li className={classes['moving']}>
      <a href={addressOf({ page: 'submission', id })} aria-label={fileName}>
        <FileName name={fileName} wraps />
      </a>
      <span className={classes['state']}>
        {speed?.remainingMs === undefined
          ? stateName(state)
          : message('{state}, sent about {time}', {
              state: stateName(state),
              time: timeOf(Date.now() + speed.remainingMs),
            })}
      </span>
      {shown !== undefined && <AccountBar account={shown} />}
      <span className={classes['details']}>
        {shown === undefined ? message('Its lines are not counted yet') : <AccountWords account={shown} />}
      </span>
    </li>
  );
}
