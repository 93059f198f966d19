/** @file Which files of a watched folder are ready, by what the listings show of them. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isIgnored,
  type Landing,
  type LandingNews,
  type Listed,
  look,
  markerOf,
  nothingSeen,
} from '../../../src-main/prepare/watching/landing.ts';

const SETTLE = 60_000;

const file = (name: string, bytes = 100, modifiedAt = 1000, identity = '7'): Listed => ({
  name,
  bytes,
  modifiedAt,
  identity,
});

/** Listings with the seconds at which they are made; what each finds ready, and what is new in it. */
function follow(
  listings: readonly (readonly [seconds: number, ...files: Listed[]])[],
  marker?: string,
): { ready: string[]; news: string[] }[] {
  let landing: Landing = nothingSeen;
  return listings.map(([seconds, ...files]) => {
    const seen = look(landing, files, seconds * 1000, { settleMs: SETTLE, marker });
    landing = seen.landing;
    const inWords = ({ kind, name }: LandingNews) => `${name} ${kind}`;
    return { ready: seen.ready.map(({ name }) => name), news: seen.news.map(inWords) };
  });
}

const readyIn = (...listings: Parameters<typeof follow>[0]) => follow(listings).map(({ ready }) => ready.length > 0);

describe('a file in a watched folder', () => {
  it('is ready once it was seen unchanged for the settle time', () => {
    const a = file('a');
    expect(readyIn([0, a], [30, a], [59, a], [60, a], [61, a])).toEqual([false, false, false, true, true]);
  });

  it('begins again with each byte that comes, and with each change of its time', () => {
    const grown = file('a', 101);
    const touched = file('a', 101, 2000);
    expect(readyIn([0, file('a')], [30, grown], [60, grown], [89, touched], [119, touched], [149, touched])).toEqual(
      Array.from({ length: 6 }, (_, at) => at === 5),
    );
  });

  it('is another one when its identity differs, though name, size and time are the same', () => {
    const other = file('a', 100, 1000, '8');
    const seen = follow([
      [0, file('a')],
      [30, file('a')],
      [60, other],
      [90, other],
      [120, other],
    ]);
    expect(seen.map(({ ready }) => ready.length)).toEqual([0, 0, 0, 0, 1]);
    expect(seen.flatMap(({ news }) => news)).toEqual(['a new', 'a replaced', 'a stands-still']);
  });

  it('is another one when it became smaller', () => {
    expect(
      follow([
        [0, file('a')],
        [1, file('a', 99)],
      ])[1]?.news,
    ).toEqual(['a replaced']);
  });

  it('is never ready without a byte, however long it stands still', () => {
    const empty = file('a', 0);
    expect(readyIn([0, empty], [30, empty], [60, empty], [3600, empty], [7200, empty])).not.toContain(true);
  });

  it('tells only once that it grows, that it is ready, and that it is gone', () => {
    const seen = follow([
      [0, file('a', 1)],
      [1, file('a', 2)],
      [2, file('a', 3)],
      [32, file('a', 3)],
      [62, file('a', 3)],
      [63, file('a', 3)],
      [64],
      [65],
    ]);
    expect(seen.flatMap(({ news }) => news)).toEqual(['a new', 'a growing', 'a stands-still', 'a gone']);
  });

  it('is new again after it was gone', () => {
    const a = file('a');
    expect(readyIn([0, a], [59, a], [60], [61, a], [62, a])).not.toContain(true);
  });
});

describe('the time between listings', () => {
  it('proves nothing when a computer slept or its clock was set forward: three listings are the least', () => {
    const a = file('a');
    expect(readyIn([0, a], [86_400, a], [86_401, a], [172_800, a])).toEqual([false, false, false, true]);
  });

  it('may run backwards', () => {
    const a = file('a');
    expect(readyIn([5000, a], [0, a], [30, a], [10, a], [40, a])).toEqual([false, false, false, false, true]);
  });

  it('counts whatever the time of the file says, also one in the future or none', () => {
    for (const modifiedAt of [0, Number.MAX_SAFE_INTEGER, -1]) {
      const a = file('a', 100, modifiedAt);
      expect(readyIn([0, a], [30, a], [60, a])).toEqual([false, false, true]);
    }
  });
});

describe('a marker', () => {
  it('makes its file ready at once, empty or not', () => {
    expect(follow([[0, file('a', 0), file('a.done', 0)]], '.done')[0]?.ready).toEqual(['a']);
  });

  it('is waited for, however long the file stands still, and is no file itself', () => {
    const seen = follow(
      [
        [0, file('a'), file('b.done')],
        [60, file('a')],
        [3600, file('a')],
      ],
      '.done',
    );
    expect(seen.flatMap(({ ready }) => ready)).toEqual([]);
  });

  it('does not make a file ready that has changed since the listing before', () => {
    const done = file('a.done', 0);
    const seen = follow(
      [
        [0, file('a', 1)],
        [1, file('a', 2), done],
        [2, file('a', 2), done],
      ],
      '.done',
    );
    expect(seen.map(({ ready }) => ready.length)).toEqual([0, 0, 1]);
  });

  it('is found whatever the letters and the Unicode form of its name', () => {
    const composed = '\u00FCber.csv';
    const decomposed = 'u\u0308ber.csv.DONE';
    expect(follow([[0, file(composed), file(decomposed)]], '.done')[0]?.ready).toEqual([composed]);
    expect(markerOf(composed, ['x', decomposed], '.done')).toBe(decomposed);
    expect(markerOf('other.csv', ['x', decomposed], '.done')).toBeUndefined();
  });
});

describe('names that are left alone', () => {
  it.each([
    ...['.DS_Store', '.a.csv.swp', 'a.csv.partial', 'A.CSV.PARTIAL', 'a.tmp', '~$book.xlsx', 'a.crdownload'],
    ...['a.csv.filepart', 'a.csv.part', 'Thumbs.db', 'Done', 'in-work', 'desktop.ini'],
  ])('%s', (name) => {
    expect(isIgnored(name, undefined)).toBe(true);
  });

  it.each(['a.csv', 'partial', 'done.csv', 'a.done', 'a.tmp.csv', '$a', 'ü.jsonl'])('but not %s', (name) => {
    expect(isIgnored(name, undefined)).toBe(false);
  });
});

describe('whatever happens in whatever order', () => {
  /** What a sender does between two listings, and how much time passes until the next one, in seconds. */
  const happening = fc.record({
    act: fc.constantFrom('nothing', 'nothing', 'nothing', 'append', 'replace', 'touch', 'remove', 'create'),
    seconds: fc.integer({ min: 1, max: 30 }),
  });

  it('a file is ready exactly when the last listings of a whole settle time showed the same file', () => {
    fc.assert(
      fc.property(fc.array(happening, { maxLength: 60 }), (happenings) => {
        let landing = nothingSeen;
        let now = 0;
        let current: Listed | undefined;
        let identity = 0;
        /** When the current content was seen first; the oracle needs nothing else. */
        let firstSeen: number | undefined;
        for (const { act, seconds } of happenings) {
          const before = JSON.stringify(current);
          switch (act) {
            case 'append':
              if (current !== undefined) current = { ...current, bytes: current.bytes + 1, modifiedAt: now };
              break;
            case 'touch':
              if (current !== undefined) current = { ...current, modifiedAt: current.modifiedAt + 1 };
              break;
            case 'replace':
              identity += 1;
              if (current !== undefined) current = { ...current, identity: String(identity) };
              break;
            case 'remove':
              current = undefined;
              break;
            case 'create':
              identity += 1;
              current = file('a', 10, now, String(identity));
              break;
            default:
              break;
          }
          if (JSON.stringify(current) !== before || firstSeen === undefined) firstSeen = now;
          const seen = look(landing, current === undefined ? [] : [current], now, { settleMs: SETTLE });
          landing = seen.landing;
          expect(seen.ready.length === 1).toBe(current !== undefined && now - firstSeen >= SETTLE);
          now += seconds * 1000;
        }
      }),
    );
  });

  it('no clock makes a file ready that was not seen the same at least three times', () => {
    const times = fc.array(fc.record({ at: fc.integer(), grows: fc.boolean() }), { maxLength: 40 });
    fc.assert(
      fc.property(times, (looks) => {
        let landing = nothingSeen;
        let bytes = 1;
        let same = 0;
        for (const { at, grows } of looks) {
          if (grows) bytes += 1;
          same = grows ? 1 : same + 1;
          const seen = look(landing, [file('a', bytes)], at, { settleMs: SETTLE });
          landing = seen.landing;
          if (seen.ready.length > 0) expect(same).toBeGreaterThanOrEqual(3);
        }
      }),
    );
  });
});
