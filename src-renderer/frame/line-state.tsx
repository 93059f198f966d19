/** @file One look at the line: whether anything moves, waits for the network, or needs a person. */

import { groupOf } from '../queue/arrangement.ts';
import type { QueueList } from '../queue-list.ts';
import { useConnections, useQueue } from '../stores.ts';
import { frameTexts } from '../texts/frame.ts';
import type { State } from '../texts/states.ts';
import classes from './frame.module.css';

const waitsForOthers: ReadonlySet<State> = new Set(['waiting', 'verifying', 'processing']);

type Line = { tone: 'good' | 'moving' | 'doubtful' | 'bad' | 'none'; words: string };

export function LineState() {
  const hasConnections = useConnections(({ connections }) => connections === undefined || connections.length > 0);
  const hasBroken = useConnections(({ connections }) => connections?.some(({ error }) => error !== undefined) ?? false);
  // As one string, so that progress alone renders nothing.
  const queue = useQueue(({ list }) => (list === undefined ? '' : queueLine(list)));
  const { tone, words } = lineOf(hasConnections, hasBroken, queue);
  return (
    <p className={classes['line']} data-tone={tone}>
      <span className={classes['dot']} aria-hidden="true" />
      {words}
    </p>
  );
}

function lineOf(hasConnections: boolean, hasBroken: boolean, queue: string): Line {
  const { connection } = frameTexts;
  if (queue === 'stopped') return { tone: 'bad', words: connection.stopped };
  if (!hasConnections) return { tone: 'none', words: connection.none };
  if (hasBroken) return { tone: 'bad', words: connection.broken };
  if (queue === 'held') return { tone: 'doubtful', words: connection.held };
  const moving = Number(queue);
  return moving > 0 ? { tone: 'moving', words: connection.sending(moving) } : { tone: 'good', words: connection.ready };
}

/** “stopped”, “held” by the network, or how many submissions move: as many as the filter of the queue counts. */
function queueLine({ rows, stopped }: QueueList): string {
  if (stopped !== undefined) return 'stopped';
  let moving = 0;
  let isHeld = false;
  let isActive = false;
  for (const row of rows.values()) {
    const { state, error } = row;
    if (groupOf(row) === 'moving') moving += 1;
    if (state === 'uploading' || state === 'checking' || state === 'reserving') isActive = true;
    else if (waitsForOthers.has(state) && error?.code.startsWith('network.') === true) isHeld = true;
  }
  return isHeld && !isActive ? 'held' : String(moving);
}
