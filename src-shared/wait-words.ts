/** @file What all that goes over a connection waits for, in one sentence. Pure. */

import type { ConnectionWait } from './contract.ts';
import { MINUTE } from './durations.ts';
import { assertNever, describeError } from './errors.ts';
import { isFact } from './languages/fact.ts';
import { message } from './languages/message.ts';
import { about } from './quantities.ts';

/** Nothing of who it is; the sentence has no full stop. */
export function waitInWords(wait: ConnectionWait, now: number): string {
  const { kind, files, error, pace, until = now } = wait;
  const left = about(Math.max(0, until - now));
  switch (kind) {
    case 'person':
    case 'host': {
      const { title } = error === undefined ? { title: '' } : describeError(error);
      if (files === 0) return title;
      return message('{title}: {files, plural, one {# file waits} other {# files wait}}', { title, files });
    }
    case 'hours': {
      const begin = error?.params['until'];
      if (isFact(begin))
        return message('{files, plural, one {# file waits} other {# files wait}} for the sending hours {begin}', {
          files,
          begin,
        });
      const { detail } = error === undefined ? { detail: '' } : describeError(error);
      return message('{files, plural, one {# file} other {# files}} · {why}', {
        files,
        why: detail.replace(/\.$/, ''),
      });
    }
    case 'service-pause':
      return message(
        '{files, plural, one {# file waits} other {# files wait}}: the service has asked for a pause, {left}',
        { files, left },
      );
    case 'storage-pause':
      return message(
        '{files, plural, one {# file waits} other {# files wait}}: the storage has asked for a pause, {left}',
        { files, left },
      );
    case 'turn': {
      const perMinute = pace === undefined ? 0 : Math.max(1, Math.round((pace.requests * MINUTE) / pace.window));
      return message(
        '{files, plural, one {# file waits for its turn} other {# files wait for their turn}}: the service allows {perMinute, number} uploads a minute, {left}',
        { files, perMinute, left },
      );
    }
    default:
      return assertNever(kind);
  }
}

/** What the row of a submission waits for with its connection, where it has no reason of its own. */
export function isWaitOf(
  { connection, kind }: ConnectionWait,
  row: { connection: string; state: string; error?: unknown; paused: boolean },
): boolean {
  const isInLine = kind === 'turn' || kind === 'service-pause' || kind === 'storage-pause';
  const isUnsent = row.state === 'waiting' || row.state === 'reserving';
  return isInLine && connection === row.connection && isUnsent && row.error === undefined && !row.paused;
}
