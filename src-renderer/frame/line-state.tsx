/** @file The state of the queue at a glance: whether anything moves, what holds it up, and the way to what helps. */

import { useShallow } from 'zustand/shallow';
import type { ConnectionRow, SubmissionRow } from '../../src-shared/contract.ts';
import { addressOf } from '../routes.ts';
import type { Way } from '../steps/next-steps.ts';
import { destinationOf } from '../steps/ways.ts';
import { useConnections, useIsConnected, useQueue, useStores } from '../stores.ts';
import { KindOfTenant } from '../tenant-name.tsx';
import { actionWords, wayWords } from '../texts/steps.ts';
import { useMinute } from '../use-minute.ts';
import classes from './frame.module.css';
import { queueLine } from './queue-line.ts';

export function LineState() {
  const isConnected = useIsConnected();
  const connections = useConnections((store) => store.connections);
  const now = useMinute();
  // Single values, so that progress alone does not render anything.
  const { tone, words, way, id, connection } = useQueue(
    useShallow(({ list }) => {
      const line = queueLine({ list, connections, isConnected, now });
      const { tone, words, connection } = line;
      return { tone, words, connection, way: line.way?.way, id: line.way?.row.id };
    }),
  );
  const isPractice = connections !== undefined && connections.length > 0 && connections.every(isToPractise);
  return (
    <p className={classes['line']} data-tone={tone}>
      {isPractice && <KindOfTenant kind="practice" />}
      <span className={classes['dot']} aria-hidden="true" />
      <span className={classes['lineWords']} title={words}>
        {words}
      </span>
      {way !== undefined && id !== undefined && <WayOut way={way} id={id} />}
      {connection !== undefined && (
        <a href={addressOf({ page: 'connections', isNew: false, about: { name: connection, asksSecret: false } })}>
          {wayWords.openConnection.label}
        </a>
      )}
    </p>
  );
}

const isToPractise = ({ kind }: ConnectionRow): boolean => kind === 'practice';

function WayOut({ way, id }: { way: Way; id: SubmissionRow['id'] }) {
  const { submissionViews } = useStores();
  const row = useQueue(({ list }) => list?.rows.get(id));
  if (row === undefined) return null;
  const { address, view } = destinationOf(way, row);
  const { label, explanation } = actionWords(way, row);
  return (
    <a
      href={address}
      title={explanation}
      onClick={() => view !== undefined && submissionViews.getState().change(id, view)}
    >
      {label}
    </a>
  );
}
