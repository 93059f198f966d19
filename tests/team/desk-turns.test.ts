/** @file What a desk may send of the limits that it shares, while the team ledger answers and while it does not. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Answer, DeskTurns, type Step } from '../../src-main/team/limits/desk-turns.ts';
import type { Budget } from '../../src-main/wire/service/shared-turns.ts';
import { type CountedTurn, reachOf, recoveryOf, shareOf } from '../../src-main/wire/service/turns.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const minute: Budget = { tenant: 't', endpoint: 'status', limit: { requests: 120, window: MINUTE } };
const second: Budget = { tenant: 't', endpoint: 'transaction', limit: { requests: 500, window: SECOND } };
const rerun: Budget = { tenant: 't', endpoint: 'rerun', limit: { requests: 1, window: MINUTE } };

/** Both clocks agree. */
const at = (milliseconds: number) => ({ wall: milliseconds, steady: milliseconds });

const some: Answer = { turns: 1, grant: '1', wait: 0, hasShare: true, stamp: '7', pause: 0, part: 1 };
const none: Answer = { turns: 0, grant: null, wait: 3000, hasShare: true, stamp: '7', pause: 0, part: 1 };

/** The turn that a step gives. */
function sentBy(step: Step): CountedTurn {
  if (step.kind !== 'send') throw new Error(`It may not send: ${step.kind}`);
  return step.turn;
}

/** A desk to which the ledger answered once, at the time 0. */
function answeredOnce(answer: Answer, budget = minute): DeskTurns {
  const turns = new DeskTurns();
  turns.answered(budget, { asked: at(0), valid: 500, spent: [] }, at(10), answer);
  return turns;
}

describe('while the ledger answers', () => {
  it('a desk asks, confirms the last answer, and uses each turn once', () => {
    const turns = new DeskTurns();
    expect(turns.next(minute, at(0))).toEqual({ kind: 'ask', wanted: 1, valid: 600, seen: undefined, spent: [] });
    turns.answered(minute, { asked: at(0), valid: 600, spent: [] }, at(10), some);
    expect(turns.next(minute, at(20))).toMatchObject({ kind: 'send', alone: false });
    expect(turns.next(minute, at(20))).toMatchObject({ kind: 'ask', seen: '7' });
  });

  it.each([
    ['in its time', at(500), 'send'],
    ['after its time', at(501), 'ask'],
    ['after a sleep in which the steady clock stood still', { wall: 9000, steady: 20 }, 'ask'],
    ['after the clock was set back', { wall: -9000, steady: 501 }, 'ask'],
  ])('a turn %s', (_, now, step) => {
    expect(answeredOnce(some).next(minute, now).kind).toBe(step);
  });

  it('a desk that is told to wait does so, but not for long without asking again', () => {
    expect(answeredOnce(none).next(minute, at(1010))).toEqual({ kind: 'wait', milliseconds: 2000 });
    expect(answeredOnce({ ...none, wait: MINUTE }).next(minute, at(10_010)).kind).toBe('ask');
  });

  it('of a limit per second it asks for twice as many as it used last', () => {
    const turns = answeredOnce({ ...some, turns: 10 }, second);
    for (let used = 0; used < 6; used += 1) turns.next(second, at(20));
    expect(turns.next(second, at(501))).toMatchObject({ kind: 'ask', wanted: 12 });
  });

  it('being told to wait does not make it want fewer', () => {
    const turns = answeredOnce({ ...some, turns: 10 }, second);
    for (let used = 0; used < 10; used += 1) turns.next(second, at(20));
    turns.answered(second, { asked: at(30), valid: 100, spent: [] }, at(40), none);
    expect(turns.next(second, at(4000))).toMatchObject({ kind: 'ask', wanted: 20 });
  });

  it('turns last longer where the way to the ledger is long', () => {
    const turns = new DeskTurns();
    turns.answered(second, { asked: at(0), valid: 100, spent: [] }, at(400), some);
    expect(turns.next(second, at(400))).toMatchObject({ kind: 'ask', valid: 900 });
  });

  it('an answer that took longer than 5 s is none', () => {
    const turns = new DeskTurns();
    turns.answered(minute, { asked: at(0), valid: 5000, spent: [] }, at(5001), some);
    expect([turns.isAway, turns.seen]).toEqual([true, undefined]);
  });
});

describe('what a desk says of the turns that it was given', () => {
  const given = { ...some, turns: 3, grant: '12' };

  it('how many it used, and that they count until a window after the last answer', () => {
    const turns = answeredOnce(given, second);
    const [first, last] = [sentBy(turns.next(second, at(20))), sentBy(turns.next(second, at(30)))];
    turns.ended(second, last, 'heard', at(90));
    turns.ended(second, first, 'heard', at(70));
    expect(turns.next(second, at(501))).toMatchObject({ kind: 'ask', spent: [{ used: 2, counts: 599 }] });
  });

  it.each([
    ['answered', 'heard', 610],
    ['lost, and may still arrive', 'lost', 1600],
    ['not sent after all', 'unsent', 0],
    ['still under way, as long as one of which nothing is heard', undefined, 2000],
  ] as const)('a request that was %s', (_, ending, counts) => {
    const turns = answeredOnce(given, second);
    const turn = sentBy(turns.next(second, at(20)));
    if (ending !== undefined) turns.ended(second, turn, ending, at(101));
    const isSettled = ending !== undefined;
    expect(turns.next(second, at(501))).toMatchObject({
      kind: 'ask',
      spent: [{ grant: '12', used: 1, counts, isSettled }],
    });
  });

  it('again and again until all are over and the ledger has answered', () => {
    const turns = answeredOnce(given, second);
    const turn = sentBy(turns.next(second, at(20)));
    const ask = (now: number) => {
      const step = turns.next(second, at(now));
      if (step.kind !== 'ask') throw new Error(`It does not ask: ${step.kind}`);
      return step;
    };
    const first = ask(501);
    turns.ended(second, turn, 'heard', at(505));
    turns.answered(second, { ...first, asked: at(501) }, at(510), { ...none, wait: 0 });
    const again = ask(511);
    expect(again.spent).toEqual([{ grant: '12', used: 1, counts: 1004, isSettled: true }]);
    turns.answered(second, { ...again, asked: at(511) }, at(520), { ...none, wait: 0 });
    expect(ask(521).spent).toEqual([]);
  });

  it('uses no more of turns of which it has spoken, although the clock that said so is set back', () => {
    const turns = answeredOnce(given, second);
    expect(turns.next(second, { wall: 9000, steady: 20 })).toMatchObject({
      kind: 'ask',
      spent: [{ used: 0, counts: 0 }],
    });
    expect(turns.next(second, at(30)).kind).toBe('ask');
  });
});

describe('while the ledger is away', () => {
  function cutOff(answer: Answer, budget = minute): DeskTurns {
    const turns = answeredOnce(answer, budget);
    turns.missed();
    return turns;
  }
  /** From here on a desk may use its share of a limit per minute. */
  const ALONE = 30 * SECOND + 61 * SECOND;

  it('a desk waits until the others count with it, then sends its eighth, until an hour is over', () => {
    const turns = cutOff(none);
    expect(turns.next(minute, at(ALONE))).toEqual({ kind: 'wait', milliseconds: SECOND });
    const sent = Array.from({ length: 15 }, () => sentBy(turns.next(minute, at(ALONE + 1))));
    expect(turns.next(minute, at(ALONE + 1)).kind).toBe('wait');
    for (const turn of sent) turns.ended(minute, turn, 'lost', at(ALONE + 1));
    expect(turns.next(minute, at(ALONE + 61 * SECOND)).kind).toBe('wait');
    expect(turns.next(minute, at(ALONE + 61 * SECOND + 1)).kind).toBe('send');
    expect(turns.next(minute, at(60 * MINUTE)).kind).toBe('send');
    expect(turns.next(minute, at(60 * MINUTE + 1)).kind).toBe('away');
  });

  it.each([
    ['a limit of which an eighth is nothing', rerun, none],
    ['a desk to which the ledger gave no share', minute, { ...none, hasShare: false }],
  ])('%s has to wait for the ledger', (_, budget, answer) => {
    expect(cutOff(answer, budget).next(budget, at(5 * MINUTE))).toEqual({ kind: 'away' });
  });

  it('a desk that never reached it may not send', () => {
    const turns = new DeskTurns();
    turns.missed();
    expect(turns.next(minute, at(5 * MINUTE))).toEqual({ kind: 'away' });
  });

  it('what stands still or is set does not make it begin early or end late', () => {
    expect(cutOff(none).next(minute, { wall: 5 * MINUTE, steady: 20 }).kind).toBe('wait');
    expect(cutOff(none).next(minute, { wall: 2 * 60 * MINUTE, steady: ALONE + 1 }).kind).toBe('away');
  });

  it('a desk that has given its share back sends nothing', () => {
    const turns = answeredOnce(some);
    turns.end();
    expect(turns.next(minute, at(ALONE + 1)).kind).toBe('away');
  });
});

describe('a desk that is cut off and is refused by the service', () => {
  const START = 2 * MINUTE;

  it('keeps to the pause that all keep to, which it knew of before', () => {
    const turns = answeredOnce({ ...none, pause: 10 * MINUTE });
    turns.missed();
    expect(turns.next(minute, at(10 * MINUTE + 9))).toEqual({ kind: 'wait', milliseconds: 1 });
    expect(turns.next(minute, at(10 * MINUTE + 10)).kind).toBe('send');
  });

  it('sends at the slower rate of all, which it knew of before, and grows back as they do', () => {
    const turns = answeredOnce({ ...none, part: 0.25 });
    turns.missed();
    const sent = (now: number) => {
      let count = 0;
      for (let step = turns.next(minute, at(now)); step.kind === 'send'; step = turns.next(minute, at(now))) {
        turns.ended(minute, step.turn, 'lost', at(now));
        count += 1;
      }
      return count;
    };
    expect(sent(START)).toBe(Math.floor(15 * (0.25 + 0.2 - 10 / (10 * MINUTE))));
    expect(sent(9 * MINUTE)).toBe(15);
  });

  it('does not take the word of a ledger that cannot have known of its refusal', () => {
    const turns = new DeskTurns();
    turns.paused(minute, SECOND, 'refusal', at(5));
    turns.answered(minute, { asked: at(0), valid: 500, spent: [] }, at(10), none);
    turns.missed();
    let sent = 0;
    while (turns.next(minute, at(ALONE_AT)).kind === 'send') sent += 1;
    expect(sent).toBe(Math.floor(15 * shareOf([5], ALONE_AT, 10 * MINUTE)));
  });
  const ALONE_AT = 30 * SECOND + 61 * SECOND + 1;

  it('sends nothing in a pause, and never more than its share after what was refused', () => {
    const event = fc.record({
      after: fc.oneof(fc.integer({ min: 0, max: 20 * SECOND }), fc.integer({ min: 0, max: 6 * MINUTE })),
      what: fc.oneof(
        fc.constant('send' as const),
        fc.record({ pause: fc.integer({ min: 1, max: 3 * MINUTE }), by: fc.constantFrom('refusal', 'wish') }),
      ),
    });
    fc.assert(
      fc.property(fc.constantFrom(minute, second), fc.array(event, { maxLength: 60 }), (budget, story) => {
        const turns = answeredOnce(none, budget);
        turns.missed();
        const reach = reachOf(budget.limit);
        const share = Math.floor(budget.limit.requests / 8);
        const refused: number[] = [];
        const sent: number[] = [];
        let now = START;
        let pausedUntil = 0;
        for (const { after, what } of story) {
          now += after;
          if (what !== 'send') {
            turns.paused(budget, what.pause, what.by, at(now));
            if (what.by === 'refusal') refused.push(now);
            pausedUntil = Math.max(pausedUntil, now + what.pause);
            continue;
          }
          const before = sent.length;
          for (let step = turns.next(budget, at(now)); step.kind === 'send'; step = turns.next(budget, at(now))) {
            turns.ended(budget, step.turn, 'lost', at(now));
            sent.push(now);
          }
          if (sent.length === before) continue;
          expect(now).toBeGreaterThanOrEqual(pausedUntil);
          const most = Math.max(1, Math.floor(share * shareOf(refused, now, recoveryOf(budget.limit)) + 1e-9));
          expect(sent.filter((time) => time > now - reach).length).toBeLessThanOrEqual(most);
        }
      }),
    );
  });
});
