/** @file The texts around the pages: navigation, banners, the state of the connections. */

import type { AskedFolder } from '../../src-shared/contract.ts';
import { message, perLanguage, spokenLanguage } from '../../src-shared/languages/message.ts';

export const frameTexts = {
  name: 'Tranship',
  navigation: message('Pages'),
  header: message('State of the queue'),
  skip: message('Skip to the page'),
  loadingPage: message('Loading…'),
  understood: message('Understood'),
  dismiss: message('Dismiss'),
  close: message('Close'),
  stopped: message('The queue has stopped'),
  changedStore: {
    tryAgain: message('Start again and try'),
    enterAgain: message('Enter the secrets again…'),
    title: message('Enter the secrets again?'),
    text: message(
      'Tranship then makes a new key. Every connection, the proxy and the team ledgers need their secrets and passwords again, and you confirm their addresses. What was stored with the former key is kept, and can be read only if that key comes back.',
    ),
    confirm: message('Make a new key'),
    goBack: message('Keep the former key'),
  },
  folderInDoubt: {
    title: message('Nothing is sent'),
    reason: message('Why this is the folder to continue with'),
    confirm: message('Continue with this folder'),
    ask: message('Ask what was sent since'),
    nothingOpen: message('This folder knows of no batch that is open, so there was nothing to ask about.'),
    unseen: message(
      'What another copy has added and sent since, this folder cannot know. Before you send a file again, look for it in the service’s own list (Observe, “Batch status”), or ask the provider.',
    ),
    asked: ({ asked, arrived }: AskedFolder) =>
      message(
        'The service was asked about {asked, plural, one {# batch} other {# batches}}. {arrived, plural, =0 {None had arrived that this folder did not know.} one {# had arrived, which this folder did not know.} other {# had arrived, which this folder did not know.}}',
        { asked, arrived: arrived.length },
      ),
    told: (names: string) =>
      message('The team ledger knows that these were sent, and this folder did not: {names}', { names }),
    waiting: (files: number) =>
      message(
        'This folder continues. {files, plural, one {# file may have been sent since, and waits for you.} other {# files may have been sent since, and wait for you.}}',
        { files },
      ),
    show: message('Show what waits'),
    withoutId: (names: string) =>
      message(
        'No service can be asked about these, because this folder has no id of them: {names}. They may have been sent since: ask the provider. Once you continue, each of them waits until you send or cancel it.',
        { names },
      ),
  },
  tried: (batches: number) =>
    batches === 0
      ? message('Nothing more can be tried now.')
      : message('{batches, plural, one {# batch is tried now.} other {# batches are tried now.}}', { batches }),
  disconnected: {
    title: message('Tranship does not answer'),
    text: message(
      'The program behind this page has stopped, hangs, or cannot be reached. What you see is how it was, and nothing can be changed now. The page continues by itself once Tranship answers again.',
    ),
    why: message(
      'If this lasts, start Tranship again on this computer. This page then comes back by itself; if it does not, open the address that Tranship prints.',
    ),
  },
};

/** What is waited for that comes by itself. */
const awaitedWords = {
  network: message('the network'),
  proxy: message('the proxy'),
  service: message('the service'),
  storage: message('the storage'),
  file: message('a file'),
  keys: message('the key store'),
  disk: message('room on the disk'),
  ledger: message('the team ledger'),
  release: message('another person’s release'),
};
export type Awaited = keyof typeof awaitedWords;

const lists = perLanguage(({ code }) => new Intl.ListFormat(code, { type: 'conjunction' }));

/** The parts of the line in the header. */
export const lineTexts = {
  disconnected: message('Tranship does not answer'),
  stopped: (title: string) => message('Stopped: {title}', { title: withSmallInitial(title) }),
  loading: message('Loading the queue'),
  none: message('No connection'),
  ready: message('Ready to send'),
  about: (connection: string, title: string) =>
    message('{connection}: {title}', { connection, title: withSmallInitial(title) }),
  troubled: (count: number) =>
    message('{count, plural, one {# connection needs} other {# connections need}} you', { count }),
  waiting: (awaited: readonly Awaited[], count: number) => {
    const things = lists().format(awaited.map((one) => awaitedWords[one]));
    return count > 1
      ? message('Waiting for {things} ({count, number})', { things, count })
      : message('Waiting for {things}', { things });
  },
  moving: (count: number) => message('{count, number} in progress', { count }),
  paused: (count: number) => message('{count, number} paused', { count }),
  needing: (count: number) => message('{count, plural, one {# needs} other {# need}} you', { count }),
};

/** Within a line; a name keeps its capital, and so does German its nouns. */
function withSmallInitial(title: string): string {
  if (spokenLanguage().code !== 'en') return title;
  return title.startsWith('Tranship') ? title : `${title.charAt(0).toLowerCase()}${title.slice(1)}`;
}

/** What a screen reader hears of the queue. */
export const announcedTexts = {
  one: (fileName: string, standing: string) => message('{fileName}: {standing}.', { fileName, standing }),
  many: (count: number, standing: string) =>
    message('{count, plural, one {# submission} other {# submissions}}: {standing}.', { count, standing }),
};
