/** @file The texts around the pages: navigation, banners, the state of the connections. */

import { number } from '../wording.ts';

export const frameTexts = {
  name: 'Tranship',
  navigation: 'Pages',
  header: 'State of the line',
  skip: 'Skip to the page',
  pages: {
    queue: 'Queue',
    transactions: 'Transactions',
    rules: 'Rules',
    observability: 'Observe',
    connections: 'Connections',
    settings: 'Settings',
  },
  understood: 'Understood',
  dismiss: 'Dismiss',
  close: 'Close',
  stopped: 'Everything stands still',
  connection: {
    none: 'No connection',
    ready: 'Ready to send',
    sending: (count: number) => `${number(count)} moving`,
    held: 'Waiting for the network',
    broken: 'A connection needs you',
    stopped: 'Stopped',
  },
};
