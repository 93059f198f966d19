/** @file The texts around the pages: navigation, banners, the state of the connections. */

import { number } from '../wording.ts';

export const frameTexts = {
  name: 'Tranship',
  navigation: 'Pages',
  header: 'State of the queue',
  skip: 'Skip to the page',
  understood: 'Understood',
  dismiss: 'Dismiss',
  close: 'Close',
  stopped: 'The queue has stopped',
  connection: {
    none: 'No connection',
    ready: 'Ready to send',
    sending: (count: number) => `${number(count)} in progress`,
    held: 'Waiting for the network',
    broken: 'A connection needs you',
    stopped: 'Stopped',
  },
};
