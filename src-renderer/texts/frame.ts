/** @file The texts around the pages: navigation, banners, the state of the connections. */

import { connectionInWords } from '../../src-shared/connection-words.ts';
import type { AskedFolder } from '../../src-shared/contract.ts';
import { message, spokenLanguage } from '../../src-shared/languages/message.ts';
import { hourOf } from '../../src-shared/sending-hours.ts';
import { allOf } from '../wording.ts';

export const frameTexts = {
  name: 'Tranship',
  dismiss: message('Dismiss'),
  changedStore: {
    title: message('Enter the secrets again?'),
    confirm: message('Make a new key'),
    goBack: message('Keep the former key'),
  },
  folderInDoubt: {
    asked: ({ asked, arrived }: AskedFolder) =>
      message(
        'The service was asked about {asked, plural, one {# batch} other {# batches}}. {arrived, plural, =0 {None had arrived that this folder did not know.} one {# had arrived, which this folder did not know.} other {# had arrived, which this folder did not know.}}',
        { asked, arrived: arrived.length },
      ),
  },
  tried: (batches: number) =>
    batches === 0
      ? message('Nothing more can be tried now.')
      : message('{batches, plural, one {# batch is tried now.} other {# batches are tried now.}}', { batches }),
  sentNow: (files: number) =>
    message(
      '{files, plural, one {Only this file goes now, without waiting} other {Only these # files go now, without waiting}}; the sending hours stay.',
      {
        files,
      },
    ),
  disconnected: {
    title: message('Tranship does not answer'),
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

/** The parts of the line in the header. */
export const lineTexts = {
  stopped: (title: string) => message('Stopped: {title}', { title: withSmallInitial(title) }),
  about: (connection: string, title: string) =>
    message('{connection}: {title}', { connection: connectionInWords(connection), title: withSmallInitial(title) }),
  closed: (opens: number, now: number) => message('Sending hours begin {at}', { at: hourOf(opens, now) }),
  waiting: (awaited: readonly Awaited[], count: number) => {
    const things = allOf(awaited.map((one) => awaitedWords[one]));
    return count > 1
      ? message('Waiting for {things} ({count, number})', { things, count })
      : message('Waiting for {things}', { things });
  },
};

/** Within a line; a name keeps its capital, and so does German its nouns. */
function withSmallInitial(title: string): string {
  if (spokenLanguage().code !== 'en') return title;
  return title.startsWith('Tranship') ? title : `${title.charAt(0).toLowerCase()}${title.slice(1)}`;
}
