import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MINUTE } from '../../../src-main/ground/clock.ts';
import { endpoints, type Limit, tokenEndpoint } from '../../../src-main/wire/service/endpoints.ts';
import {
  type CountedTurn,
  counting,
  endTurn,
  isBrief,
  nextBriefTurn,
  nextTurn,
  RECOVERY,
  reachOf,
  recoveryOf,
  restOf,
  shareOf,
} from '../../../src-main/wire/service/turns.ts';
import { runs } from '../../harness/night.ts';

const START = Date.UTC(2026, 0, 5, 9);
const status: Limit = endpoints.batchStatus.limit;
const limits = [status, endpoints.generateUploadUrl.limit, tokenEndpoint.limit, { requests: 1, window: MINUTE }];
const anyLimit = fc.constantFrom<Limit>(...limits);

const post: Limit = endpoints.postTransaction.limit;
const briefLimits = [post, { requests: 1, window: 1000 }, { requests: 7, window: 250 }, { requests: 50, window: 500 }];
const anyBriefLimit = fc.constantFrom<Limit>(...briefLimits);

/** The times at which somebody sends who always wants to, from START on; `refused` are the 429s of that time. */
function sendAll(limit: Limit, duration: number, refused: readonly number[] = []): number[] {
  const sent: number[] = [];
  for (let now = START; ; ) {
    const past = refused.filter((at) => at <= now);
    const turn = nextTurn(limit, { sent: sent.slice(-2 * limit.requests), refused: past }, now);
    if (turn > START + duration) return sent;
    if (turn <= now) sent.push(now);
    now = turn;
  }
}

function gapsOf(times: readonly number[]): number[] {
  return times.slice(1).map((at, index) => at - (times[index] ?? 0));
}

/** The most requests in any window [start, start + length). */
function mostIn(length: number, times: readonly number[]): number {
  return Math.max(0, ...times.map((start) => times.filter((at) => at >= start && at < start + length).length));
}

/** 429s spread over half an hour. */
const anyRefusals = fc
  .array(fc.integer({ min: 0, max: 30 * MINUTE }), { maxLength: 12 })
  .map((times) => times.map((time) => START + time).sort((a, b) => a - b));

describe('the rate', () => {
  it('§8 of status allows 60 at once, half of a minute', () => {
    expect(sendAll(status, 0)).toHaveLength(60);
  });

  it('§8 of status never stops for longer than about a second', () => {
    expect(Math.max(...gapsOf(sendAll(status, 10 * MINUTE)))).toBeLessThan(1100);
  });

  it('§8 of status settles at one request each 509 ms: just below the limit', () => {
    const gaps = gapsOf(sendAll(status, 10 * MINUTE)).slice(300);
    expect([Math.min(...gaps), Math.max(...gaps)]).toEqual([509, 509]);
  });

  it('§8 never exceeds the limit within the window and its margin, whatever happened before', () => {
    const before = fc.array(fc.integer({ min: 0, max: 120_000 }), { maxLength: 10 });
    fc.assert(
      fc.property(anyLimit, before, anyRefusals, (limit, pauses, refused) => {
        const sent: number[] = [];
        let now = START;
        for (const pause of pauses) {
          now += pause;
          for (let burst = 0; burst < limit.requests; burst += 1) {
            const past = refused.filter((at) => at <= now);
            const turn = nextTurn(limit, { sent, refused: past }, now);
            if (turn > now && burst % 7 === 0) now = turn;
            if (turn <= now) sent.push(now);
          }
        }
        expect(mostIn(reachOf(limit), sent)).toBeLessThanOrEqual(limit.requests);
      }),
      { numRuns: runs(30, 100) },
    );
  });

  it('§8 never makes anybody wait longer than a window for one more turn, unless the service refuses', () => {
    fc.assert(
      fc.property(anyLimit, (limit) => {
        expect(Math.max(...gapsOf(sendAll(limit, 5 * limit.window)))).toBeLessThanOrEqual(reachOf(limit));
      }),
    );
  });

  it('never stops for ever: after any number of refusals the next turn comes within two windows', () => {
    fc.assert(
      fc.property(anyLimit, anyRefusals, fc.integer({ min: 0, max: 40 * MINUTE }), (limit, refused, later) => {
        const now = START + later;
        const sent = sendAll(limit, later, refused);
        const turn = nextTurn(limit, { sent, refused: refused.filter((at) => at <= now) }, now);
        expect(turn - now).toBeLessThanOrEqual(2 * reachOf(limit));
      }),
      { numRuns: runs(20, 50) },
    );
  });

  it('is not held up for hours by times from before the clock was set back', () => {
    const ahead = Array.from({ length: 120 }, (_, index) => START + 60 * MINUTE + index);
    expect(nextTurn(status, { sent: ahead, refused: ahead }, START)).toBe(START);
  });

  it('is not held up by a clock that has jumped ahead', () => {
    const sent = sendAll(status, MINUTE);
    expect(nextTurn(status, { sent, refused: [] }, START + 61 * MINUTE)).toBe(START + 61 * MINUTE);
  });

  it('after a refusal has no bursts', () => {
    expect(sendAll(status, 0, [START])).toHaveLength(1);
  });
});

describe('the share of a limit', () => {
  it('is all of it while nothing is refused', () => {
    expect(shareOf([], START)).toBe(1);
  });

  it('§8 is halved by each refusal', () => {
    expect([1, 2, 3].map((count) => shareOf(Array<number>(count).fill(START), START))).toEqual([1 / 2, 1 / 4, 1 / 8]);
  });

  it('never falls below a sixteenth', () => {
    expect(shareOf(Array<number>(100).fill(START), START)).toBe(1 / 16);
  });

  it('gets a tenth of the limit back each minute', () => {
    expect(shareOf([START], START + MINUTE)).toBeCloseTo(0.6);
  });

  it('falls with every further refusal and is whole again ten minutes after the last', () => {
    fc.assert(
      fc.property(anyRefusals, (refused) => {
        const last = refused.at(-1) ?? START;
        for (const [index, at] of refused.entries()) {
          const before = shareOf(refused.slice(0, index), at);
          expect(shareOf(refused.slice(0, index + 1), at)).toBe(Math.max(1 / 16, before / 2));
        }
        expect(shareOf(refused, last + RECOVERY)).toBe(1);
      }),
    );
  });
});

describe('the rate of a window of a second or less', () => {
  const anyShare = fc.constantFrom(1, 1, 1 / 2, 1 / 16);
  /** How long requests take (ms), and by how much timers are late. */
  const milliseconds = (max: number) => fc.array(fc.integer({ min: 0, max }), { minLength: 1, maxLength: 20 });

  /** The turns of somebody who sends whenever they may; each request is answered after one of these times. */
  function sendAlways(limit: Limit, duration: number, ways: readonly number[], late: readonly number[], share = 1) {
    // As the limits keep them: a request that is long under way counts, however many have gone since.
    let counted: CountedTurn[] = [];
    const underWay: { turn: CountedTurn; answer: number }[] = [];
    for (let now = START, wakes = 0; now < START + duration; ) {
      for (const { turn, answer } of underWay) if (answer <= now) endTurn(turn, limit, 'heard', answer);
      counted = counting(counted, now);
      const next = nextBriefTurn(limit, counted, share, now);
      if (next > now) {
        now = Math.ceil(next) + (late[wakes++ % late.length] ?? 0);
        continue;
      }
      const turn: CountedTurn = { from: now, until: undefined };
      underWay.push({ turn, answer: now + (ways[underWay.length % ways.length] ?? 0) });
      counted.push(turn);
    }
    return underWay.map(({ turn: { from }, answer }) => ({ from, answer }));
  }

  it('§8 of single transactions is the limit, but for a hundredth and the time that a request takes', () => {
    expect(sendAlways(post, 10_000, [0], [0]).length / 10).toBeGreaterThan(490);
    expect(sendAlways(post, 10_000, [100], [0]).length / 10).toBeGreaterThan(445);
  });

  it('§8 of single transactions loses less than an eighth of it to timers that wake 16 ms late', () => {
    expect(sendAlways(post, 10_000, [10], [16]).length / 10).toBeGreaterThan((7 / 8) * 500);
  });

  it('§8 never exceeds the limit, whenever requests arrive on their way, however late timers are', () => {
    fc.assert(
      fc.property(anyBriefLimit, anyShare, milliseconds(700), milliseconds(40), (limit, share, ways, late) => {
        const sent = sendAlways(limit, 4 * limit.window, ways, late, share);
        expect(sent.length).toBeGreaterThan(0);
        // Whatever arrives within one window: each of them can, if it is under way in it.
        for (const { from } of sent) {
          const possible = sent.filter((other) => other.from <= from && other.answer > from - limit.window);
          expect(possible.length).toBeLessThanOrEqual(Math.max(1, limit.requests * share));
        }
      }),
      { numRuns: runs(12, 40) },
    );
  });

  it('§8 sends no more than a fifth of the limit at once', () => {
    expect(sendAlways(post, 1, [0], [0])).toHaveLength(100);
  });

  it('while all are under way, the next turn is not before one of them can be over', () => {
    const turns = Array.from({ length: 500 }, () => ({ from: START, until: undefined }));
    expect(nextBriefTurn(post, turns, 1, START + 60_000)).toBe(START + 60_000 + restOf(post));
  });

  it('§8 is whole again ten windows after a refusal, not ten minutes', () => {
    expect(recoveryOf(post)).toBe(10_000);
  });

  it.each([
    [post, true],
    [status, false],
  ])('%j is meant: %s', (limit, brief) => {
    expect(isBrief(limit)).toBe(brief);
  });
});
