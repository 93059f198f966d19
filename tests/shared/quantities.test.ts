import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import * as commandLine from '../../src-main/shells/cli/wording.ts';
import { activityOf, costOfQuitting } from '../../src-main/shells/electron/activity.ts';
import * as window from '../../src-renderer/wording.ts';
import { goByClockOf } from '../../src-shared/app-zone.ts';
import { ownZone } from '../../src-shared/calendar-days.ts';
import { AppError } from '../../src-shared/errors.ts';
import { languageFor } from '../../src-shared/languages/languages.ts';
import { speaking } from '../../src-shared/languages/message.ts';
import {
  about,
  counted,
  dateOf,
  dateOfDay,
  duration,
  durationInWords,
  exactMomentOf,
  momentOf,
  number,
  roughDuration,
  size,
  speed,
} from '../../src-shared/quantities.ts';

const borders = [
  [0, '0 B'],
  [1, '1 B'],
  [999, '999 B'],
  [1000, '1 kB'],
  [1049, '1 kB'],
  [1050, '1.1 kB'],
  [1550, '1.6 kB'],
  [999_900, '999.9 kB'],
  [999_949, '999.9 kB'],
  [999_950, '1 MB'],
  [999_999, '1 MB'],
  [1_000_000, '1 MB'],
  [1_049_999, '1 MB'],
  [1_050_000, '1.1 MB'],
  [999_949_999, '999.9 MB'],
  [999_950_000, '1 GB'],
  [1_949_999_999, '1.9 GB'],
  [1_950_000_000, '2 GB'],
  [1_999_999_999, '2 GB'],
  [2_000_000_000, '2 GB'],
  [1_234_567_890_123, '1.2 TB'],
  [Number.MAX_SAFE_INTEGER, '9 PB'],
] as const;

describe('a size', () => {
  it.each(borders)('of %i bytes reads “%s”', (bytes, words) => {
    expect(size(bytes)).toBe(words);
  });

  it('is never off by more than half of its last digit', () => {
    const factors = { B: 1, kB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12, PB: 1e15 };
    fc.assert(
      fc.property(fc.nat({ max: Number.MAX_SAFE_INTEGER }), (bytes) => {
        const [, amount, unit] = /^([\d.]+) (B|kB|MB|GB|TB|PB)$/.exec(size(bytes)) ?? [];
        const factor = Object.entries(factors).find(([name]) => name === unit)?.[1] ?? Number.NaN;
        expect(Math.abs(Number(amount) * factor - bytes)).toBeLessThanOrEqual(factor / 20 + 1);
        expect(Number(amount)).toBeLessThan(1000);
      }),
    );
  });

  it('that is larger is never shown as a smaller one', () => {
    const order = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];
    const rank = (words: string) => {
      const [amount = '', unit = ''] = words.split(' ');
      return order.indexOf(unit) * 1000 + Number(amount);
    };
    fc.assert(
      fc.property(fc.nat({ max: 2e12 }), fc.nat({ max: 1e6 }), (bytes, more) => {
        expect(rank(size(bytes + more))).toBeGreaterThanOrEqual(rank(size(bytes)));
      }),
    );
  });

  it.each(borders)(
    'of %i bytes reads the same in the window, on the command line, in errors and when quitting',
    (bytes, words) => {
      expect([window.size(bytes), commandLine.size(bytes)]).toEqual([words, words]);
      const space = { folder: '/data', neededBytes: bytes, freeBytes: 0, totalBytes: bytes };
      expect(new AppError('disk.full', space).detail).toContain(`0 B of ${words} are free`);
      const slow = { bytes, bytesPerSecond: bytes, lifetimeSeconds: 900 };
      expect(new AppError('upload.too-slow', slow).detail).toContain(`At ${words}/s, the ${words} of this batch`);
      if (bytes > 0) expect(costOfQuitting(quitting(bytes))).toContain(`up to ${words} are sent a second time`);
    },
  );
});

const quitting = (bytesInFlight: number) => ({ ...activityOf([], false), uploads: 1, bytesInFlight });

describe('a speed', () => {
  it.each([
    [0.4, '0 B/s'],
    [999.6, '1 kB/s'],
    [999_950, '1 MB/s'],
  ])('of %d bytes each second reads “%s”', (bytesPerSecond, words) => {
    expect([speed(bytesPerSecond), commandLine.speed(bytesPerSecond)]).toEqual([words, words]);
  });
});

describe('a number with its noun', () => {
  it.each([
    [0, 'error', '0 errors'],
    [1, 'line', '1 line'],
    [2_300_000, 'line', '2,300,000 lines'],
    [2, 'batch', '2 batches'],
    [2, 'earlier entry', '2 earlier entries'],
  ] as const)('%i %s reads “%s”', (count, noun, words) => {
    expect([counted(count, noun), window.counted(count, noun), commandLine.counted(count, noun)]).toEqual(
      Array(3).fill(words),
    );
  });

  it('is grouped as people read it', () => {
    expect(number(2_300_000)).toBe('2,300,000');
  });
});

describe('a time that was measured', () => {
  it.each([
    [400, '400ms'],
    [1234, '1.2s'],
    [10_400, '10s'],
    [7_800_000, '2h 10m'],
  ])('of %i ms reads “%s”', (milliseconds, words) => {
    expect(duration(milliseconds)).toBe(words);
  });
});

describe('a time that is left', () => {
  it.each([
    [400, 'under 1s'],
    [10_400, '10s'],
    [162_000, '2m 42s'],
    [2_400_000, '40m'],
    [7_800_000, '2h 10m'],
  ])('of %i ms reads “%s”', (milliseconds, words) => {
    expect(roughDuration(milliseconds)).toBe(words);
  });

  it('that is estimated says so, unless it is hardly any', () => {
    expect([about(10_000), about(10)]).toEqual(['about 10s', 'under 1s']);
  });
});

describe('a time in a sentence', () => {
  it('has its largest units, spelled out', () => {
    expect([durationInWords(7_500_000), durationInWords(7_500_000, 2), durationInWords(0)]).toEqual([
      '2 hours',
      '2 hours 5 minutes',
      '1 second',
    ]);
  });
});

describe('a moment', () => {
  const at = new Date(2026, 10, 21, 6, 30).getTime();
  afterEach(() => goByClockOf(ownZone()));

  it('reads the same in the window, on the command line and in errors', () => {
    expect([momentOf(at), window.momentOf(at)]).toEqual(Array(2).fill('21 Nov 2026, 06:30'));
    expect([dateOf(at), window.dateOf(at), commandLine.day(at)]).toEqual(Array(3).fill('21 Nov 2026'));
    const before = { path: '/a.jsonl', at: new Date(at).toISOString(), id: 1, isOpen: 'no' } as const;
    expect(new AppError('submission.sent-before', before).detail).toContain('added 21 Nov 2026, 06:30');
  });

  it.each([
    ['en', '21 Nov 2026, 06:30:05 UTC', '21 Nov 2026'],
    ['de', '21.11.2026, 06:30:05 UTC', '21.11.2026'],
    ['fr', '21 nov. 2026, 06:30:05 UTC', '21 nov. 2026'],
  ])('is on paper to the second and with its zone, its day in the same form: %s', (language, moment, day) => {
    goByClockOf('UTC');
    const written = speaking(languageFor(language, []), {}, () => [
      exactMomentOf(Date.UTC(2026, 10, 21, 6, 30, 5)),
      dateOfDay('2026-11-21'),
      dateOfDay('2026-02-30'),
    ]);
    expect(written).toEqual([moment, day, '2026-02-30']);
  });

  it.each([
    ['Europe/Berlin', '21 Nov 2026, 07:30:05 UTC+1'],
    ['Asia/Kolkata', '21 Nov 2026, 12:00:05 UTC+5:30'],
    ['America/St_Johns', '21 Nov 2026, 03:00:05 UTC−3:30'],
  ])('is on paper by the clock that the window shows: %s', (zone, moment) => {
    goByClockOf(zone);
    expect(exactMomentOf(Date.UTC(2026, 10, 21, 6, 30, 5))).toBe(moment);
  });
});
