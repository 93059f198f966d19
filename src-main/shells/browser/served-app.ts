/** @file The app as the browser shell serves it: the commands of the contract, and the queue as the tabs follow it. */

import type { App } from '../../app.ts';
import { systemClock } from '../../clock.ts';
import { commandHandlers } from '../command-handlers.ts';
import { QueueProjection } from '../queue-projection.ts';
import type { BrowserPorts, ServedApp } from './shell.ts';

export function servedApp(app: App, { tell }: BrowserPorts): ServedApp {
  const projection = new QueueProjection({
    queue: app.queue,
    clock: systemClock,
    tell: (change) => tell('queue.changed', change),
  });
  return {
    // A browser's own dialog asks for files, and the page streams them to the inbox.
    handlers: commandHandlers({ app, projection, chooseFiles: async () => [] }),
    offerPaths: async () => ({ offers: [], refused: [] }),
    pathsInUse: () => app.queue.list().map(({ submission }) => submission.path),
    close: () => projection.close(),
  };
}
