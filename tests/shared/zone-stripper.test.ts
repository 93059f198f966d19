import { expect, it } from 'vitest';
import { zoneStripper } from '../../src-shared/zone-stripper.ts';
import { isZone } from '../../src-shared/zones.ts';

it.each<[zone: string, before: string, after: string | undefined]>([
  ['as-written', '2023-03-01T10:00:00+02:00', '2023-03-01T10:00:00'],
  ['as-written', '2023-03-01T10:00:00Z', '2023-03-01T10:00:00'],
  ['UTC', '2023-03-01T10:00:00Z', '2023-03-01T10:00:00'],
  ['UTC', '2023-03-01T01:00:00+0200', '2023-02-28T23:00:00'],
  ['UTC', '2024-02-29T23:30:00.123456789-01:00', '2024-03-01T00:30:00.123456789'],
  ['+05:30', '2023-03-01T10:00:00Z', '2023-03-01T15:30:00'],
  ['-03:00', '2023-01-01T01:00:00Z', '2022-12-31T22:00:00'],
  ['Europe/Stockholm', '2023-07-01T10:00:00Z', '2023-07-01T12:00:00'],
  ['Europe/Stockholm', '2023-01-01T00:00:00+01:00', '2023-01-01T00:00:00'],
  // The hour that comes twice in autumn: both are what the clock showed.
  ['Europe/Stockholm', '2023-10-29T00:30:00Z', '2023-10-29T02:30:00'],
  ['Europe/Stockholm', '2023-10-29T01:30:00Z', '2023-10-29T02:30:00'],
  ['UTC', '2023-02-29T10:00:00Z', undefined],
  ['UTC', '2023-03-01T24:00:00Z', undefined],
  ['UTC', '2023-03-01T10:00:00', undefined],
  ['UTC', '2023-03-01 10:00:00Z', undefined],
  ['UTC', '2023-03-01T10:00:00+15:00', undefined],
  ['+14:00', '9999-12-31T23:00:00Z', undefined],
  ['UTC', '', undefined],
  // The clocks went forward in the middle of this day, at one minute past midnight.
  ['America/St_Johns', '2007-03-11T03:30:59Z', '2007-03-11T00:00:59'],
  ['America/St_Johns', '2007-03-11T03:31:00Z', '2007-03-11T01:01:00'],
  // Local mean time, to the second.
  ['Europe/Paris', '1910-01-01T00:00:00Z', '1910-01-01T00:09:21'],
  ['Europe/Stockholm', '9999-12-31T23:30:00Z', undefined],
  ['Europe/Stockholm', '9999-12-31T22:30:00Z', '9999-12-31T23:30:00'],
  ['Europe/Stockholm', '0000-01-01T00:00:00+05:00', undefined],
])('%s: %s', (zone, before, after) => {
  expect(zoneStripper(zone)(before)).toBe(after);
});

it('A zone is one that the system knows', () => {
  expect(['as-written', 'UTC', '+02:00', 'America/New_York'].every(isZone)).toBe(true);
  expect(['', 'local', 'Stockholm', '+2', 'as written'].some(isZone)).toBe(false);
});
