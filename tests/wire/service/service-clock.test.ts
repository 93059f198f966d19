/** @file What the dates of replies say about the clock of this computer, and what they must not be taken for. */

import { expect, it } from 'vitest';
import { HOUR, MINUTE, SECOND } from '../../../src-main/ground/clock.ts';
import { ServiceClock } from '../../../src-main/wire/service/service-clock.ts';
import { describeError } from '../../../src-shared/errors.ts';

const now = Date.parse('2026-01-05T09:00:00Z');
const dated = (at: number, more: Record<string, string> = {}, milliseconds = 200) => ({
  headers: new Headers({ date: new Date(at).toUTCString(), ...more }),
  milliseconds,
});

function after(...replies: Parameters<ServiceClock['note']>[0][]) {
  const clock = new ServiceClock();
  for (const reply of replies) clock.note(reply, now);
  return clock.wrongClock;
}
const twice = (reply: Parameters<ServiceClock['note']>[0]) => after(reply, reply);

it('a clock that is hours from the service’s is wrong by that much, ahead or behind', () => {
  expect(twice(dated(now - 2 * HOUR))).toEqual({ clockAhead: 7200 });
  expect(twice(dated(now + 10 * MINUTE))).toEqual({ clockAhead: -600 });
});

it('a few minutes explain no refusal, and are not mentioned', () => {
  expect(twice(dated(now - 4 * MINUTE))).toEqual({});
});

it('one reply says nothing: what is on the way may have dated it', () => {
  expect(after(dated(now - 2 * HOUR))).toEqual({});
  expect(after(dated(now), dated(now - 2 * HOUR))).toEqual({});
});

it('once the clock is set, nothing is mentioned any more', () => {
  expect(after(dated(now - 2 * HOUR), dated(now - 2 * HOUR), dated(now))).toEqual({});
});

it.each([
  ['has no date', { headers: new Headers(), milliseconds: 200 }],
  ['has a date that is none', { headers: new Headers({ date: 'yesterday' }), milliseconds: 200 }],
  ['has a year only', { headers: new Headers({ date: '1999' }), milliseconds: 200 }],
  [
    'has a day that does not exist',
    { headers: new Headers({ date: 'Mon, 99 Jan 2026 09:00:00 GMT' }), milliseconds: 1 },
  ],
  ['was kept by a proxy', dated(now - 2 * HOUR, { age: '7200' })],
  ['was long on its way', dated(now - 2 * HOUR, {}, 90 * SECOND)],
])('a reply that %s says nothing about the clock', (_, reply) => {
  expect(twice(reply)).toEqual({});
});

it.each(['upload.address-expired', 'service.token-not-accepted', 'auth.token-rejected'] as const)(
  '%s says how wrong the clock is and what to do, and nothing of it where the clock is right',
  (code) => {
    const params = { endpoint: 'POST /batches', seconds: 5 };
    for (const audience of ['window', 'ended-command'] as const) {
      const { remedy } = describeError({ code, params: { ...params, clockAhead: 7200 } }, audience);
      expect(remedy).toContain('The clock of this computer is 2 hours ahead of the service’s');
      expect(remedy).toContain('Let the system set the time automatically');
      expect(describeError({ code, params }, audience).remedy).not.toContain('clock');
    }
  },
);
