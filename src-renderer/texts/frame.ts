/** @file The texts around the pages: navigation, banners, the state of the connections. */

import type { Awaited } from '../frame/queue-line.ts';
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
  disconnected: {
    title: 'Tranship does not answer',
    text: 'The program behind this page has stopped, or cannot be reached. What you see is how it was, and nothing can be changed now. The page continues by itself once Tranship answers again.',
    why: 'If this lasts, start Tranship again on this computer, and open the address that it prints.',
  },
};

const awaitedWords: Record<Awaited, string> = {
  network: 'the network',
  proxy: 'the proxy',
  service: 'the service',
  storage: 'the storage',
  file: 'a file',
  keys: 'the key store',
  disk: 'room on the disk',
};

const lists = new Intl.ListFormat('en', { type: 'conjunction' });

/** The parts of the line in the header. */
export const lineTexts = {
  disconnected: 'Tranship does not answer',
  stopped: (title: string) => `Stopped: ${withSmallInitial(title)}`,
  loading: 'Loading the queue',
  none: 'No connection',
  ready: 'Ready to send',
  about: (connection: string, title: string) => `${connection}: ${withSmallInitial(title)}`,
  troubled: (count: number) => `${number(count)} connections need you`,
  waiting: (awaited: readonly Awaited[], count: number) =>
    `Waiting for ${lists.format(awaited.map((one) => awaitedWords[one]))}${count > 1 ? ` (${number(count)})` : ''}`,
  moving: (count: number) => `${number(count)} in progress`,
  paused: (count: number) => `${number(count)} paused`,
  needing: (count: number) => (count === 1 ? '1 needs you' : `${number(count)} need you`),
};

/** Within a line; a name keeps its capital. */
function withSmallInitial(title: string): string {
  return title.startsWith('Tranship') ? title : `${title.charAt(0).toLowerCase()}${title.slice(1)}`;
}
