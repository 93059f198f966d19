/** @file How each connection is now: what all its files wait for, what is under way over it, or that it is ready or not yet. */

import { IconCircleCheck, IconClock, IconPlugConnectedX } from '@tabler/icons-react';
import type { ConnectionWait, SubmissionRow } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { groupOf } from '../../src-shared/queue-group.ts';
import { isOpenAt } from '../../src-shared/sending-hours.ts';
import { waitInWords } from '../../src-shared/wait-words.ts';
import { stateInWords } from '../connections/sending-texts.ts';
import { addressOf } from '../routes.ts';
import { useConnections } from '../stores.ts';
import { TenantName } from '../tenant-name.tsx';
import { useMinute } from '../use-minute.ts';
import classes from './overview-page.module.css';
import { Panel } from './panel.tsx';

interface ConnectionsPanelProps {
  rows: readonly SubmissionRow[];
  waits: readonly ConnectionWait[];
}

const signs = { person: IconPlugConnectedX, waits: IconClock, ready: IconCircleCheck };

export function ConnectionsPanel({ rows, waits }: ConnectionsPanelProps) {
  const connections = useConnections((store) => store.connections) ?? [];
  const now = useMinute();
  return (
    <Panel title={message('Connections now')}>
      {connections.length === 0 && <p className={classes['nothing']}>{message('There is no connection yet.')}</p>}
      <ul className={classes['list']}>
        {connections.map(({ name, sending }) => {
          const wait = waits.find(({ connection }) => connection === name);
          const moving = rows.filter((row) => row.connection === name && groupOf(row) === 'moving').length;
          const closed =
            sending === undefined || isOpenAt(sending, now) || moving > 0 ? undefined : stateInWords(sending, now);
          const look =
            wait?.kind === 'person' || wait?.kind === 'host' ? 'person' : (wait ?? closed) ? 'waits' : 'ready';
          const Sign = signs[look];
          return (
            <li key={name} className={classes['connection']} data-look={look}>
              <Sign size={18} aria-hidden />
              <a href={addressOf({ page: 'connections', isNew: false, about: { name, asksSecret: false } })}>
                <TenantName name={name} />
              </a>
              <span className={classes['details']}>
                {wait === undefined ? (closed ?? readyInWords(moving)) : waitInWords(wait, now)}
              </span>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

const readyInWords = (moving: number): string =>
  message(
    '{moving, plural, =0 {Ready; nothing is under way} one {# file is under way} other {# files are under way}}',
    {
      moving,
    },
  );
