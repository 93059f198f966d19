/** @file The state of the queue at a glance: whether anything moves, waits for the network, or needs a person. */

import { useConnections, useQueue } from '../stores.ts';
import { frameTexts } from '../texts/frame.ts';
import classes from './frame.module.css';
import { queueLine } from './queue-line.ts';

type Line = { tone: 'good' | 'moving' | 'doubtful' | 'bad' | 'none'; words: string };

export function LineState() {
  const hasConnections = useConnections(({ connections }) => connections === undefined || connections.length > 0);
  const hasBroken = useConnections(({ connections }) => connections?.some(({ error }) => error !== undefined) ?? false);
  // A single string, so that progress alone does not render anything.
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
