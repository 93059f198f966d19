/** @file For every window, what all desks of a team send stays within the limit: property tests with the real SQL. */

import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { LedgerConnection } from '../../src-main/team/connection/ledger-connection.ts';
import type { Budget } from '../../src-main/wire/service/shared-turns.ts';
import { recoveryOf, shareOf } from '../../src-main/wire/service/turns.ts';
import { beforeAllWith } from '../before-all-with.ts';
import { isNight, runs } from '../harness/night.ts';
import { TeamOfTest } from './team-of-test.ts';
import { budgetOf, type Fate, type Happening, VirtualDesks } from './virtual-desks.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** As the real ones, but small: what matters are the shares and the moments. */
const limits = fc.constantFrom({ requests: 8, window: 3 * SECOND }, { requests: 9, window: SECOND });

let team: TeamOfTest;
let connection: LedgerConnection;
const partSchema = z.tuple([z.object({ part: z.number() })]);
beforeAllWith(['openssl', 'PostgreSQL'], async () => {
  team = await TeamOfTest.start();
  connection = await LedgerConnection.open(team.server.superuser(await team.ledger()));
  await connection.run('SET synchronous_commit = off');
});
afterAll(async () => {
  await connection?.close();
  await team?.[Symbol.asyncDispose]();
});

const sumOf = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0);
/** One of which nothing is known. */
const newTenant = () => `https://host/tm tenant/${randomUUID()}`;

const desk = fc.nat(11);
const rare = ['restart', 'leave', 'hunger', 'eat'] as const;
const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constantFrom('cut', 'mute'), desk }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('join'), desk }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('sleep', 'wake'), desk }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom(...rare), desk }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('set-clock' as const), desk, by: fc.integer({ min: -HOUR, max: HOUR }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('slow' as const), desk, by: fc.constantFrom(1, 40, 700, 2400, 2600) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('pause' as const),
      desk,
      milliseconds: fc.integer({ min: 0, max: 20 * SECOND }),
      refused: fc.boolean(),
    }),
  },
);
const gap = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 8 * SECOND }) },
  { weight: 6, arbitrary: fc.integer({ min: 15 * SECOND, max: 45 * SECOND }) },
  { weight: 1, arbitrary: fc.integer({ min: 55 * MINUTE, max: 62 * MINUTE }) },
);

const fate: fc.Arbitrary<Fate> = fc.record({
  there: fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 900 })),
  back: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 3000 })),
  isLost: fc.integer({ min: 0, max: 9 }).map((tenth) => tenth === 0),
});
const fates = fc.array(fate, { minLength: 1, maxLength: 12 });
/** As fast as it can be; and as late as can be. */
const usual: Fate[] = [{ there: 0, back: 0, isLost: false }];
const late: Fate[] = [
  { there: 900, back: 0, isLost: false },
  { there: 0, back: 900, isLost: false },
];

const slow = { requests: 8, window: 3 * SECOND };
const each = (kind: 'cut' | 'join' | 'mute' | 'wake' | 'sleep' | 'restart', ...desks: number[]): Happening[] =>
  desks.map((number) => ({ kind, desk: number }));
/** The moments at which a rule of the ledger, if it were missing, would let too much go. */
const stories: [typeof slow, number, [number, Happening[]][]][] = [
  // One is cut off, and comes back.
  [
    slow,
    3,
    [
      [10_000, each('cut', 0)],
      [45_000, each('join', 0)],
      [10_000, []],
    ],
  ],
  // Its questions arrive, and the answers do not.
  [
    slow,
    3,
    [
      [10_000, each('mute', 0)],
      [60_000, []],
    ],
  ],
  // The service refuses it while it is cut off, and it is back before that no longer counts.
  [
    { requests: 16, window: 3 * SECOND },
    3,
    [
      [10_000, each('cut', 0)],
      [40_000, [{ kind: 'pause', desk: 0, milliseconds: 8000, refused: true }]],
      [10_000, each('join', 0)],
      [20_000, []],
    ],
  ],
  // Its hour is nearly over, then over.
  [
    slow,
    3,
    [
      [10_000, each('cut', 0)],
      [59.5 * MINUTE, []],
      [20_000, []],
      [40_000, []],
    ],
  ],
  // A ninth desk would like the place of one that is cut off; then all are.
  [
    slow,
    9,
    [
      [10_000, each('cut', 0)],
      [70_000, each('restart', 8)],
      [10_000, each('cut', 1, 2, 3, 4, 5, 6, 7, 8)],
      [45_000, []],
    ],
  ],
  // It was asleep with turns in its hand.
  [
    { requests: 9, window: SECOND },
    4,
    [
      [10_050, each('sleep', 0, 1)],
      [20_000, each('wake', 0, 1)],
      [5000, []],
    ],
  ],
  // The clock of the ledger is set back, while one is cut off.
  [
    slow,
    3,
    [
      [10_000, [...each('cut', 0), { kind: 'set-ledger-back', by: 40_000 }]],
      [30_000, []],
      [60_000, []],
    ],
  ],
  // The same by so little that an old stamp becomes recent again, while it gets no answers.
  [
    slow,
    2,
    [
      [15_000, [{ kind: 'set-ledger-back', by: 13_000 }, ...each('mute', 0)]],
      [24_000, []],
    ],
  ],
];

/** At night each story both ways, otherwise one by one in turn. */
const examples = stories.flatMap((story, index) => {
  const turn = index % 2 === 0 ? usual : late;
  return (isNight ? [usual, late] : [turn]).map((each): [...typeof story, Fate[]] => [...story, each]);
});

it('no window of any limit has more requests than it allows, whichever desks are cut off, asleep or gone', async () => {
  let sentAlone = 0;
  await fc.assert(
    fc.asyncProperty(
      ...[limits, fc.integer({ min: 1, max: 10 })],
      fc.array(fc.tuple(gap, fc.array(happening, { maxLength: 5 })), { minLength: 1, maxLength: 8 }),
      fates,
      async (limit, count, story, each) => {
        const budget: Budget = { tenant: newTenant(), endpoint: 'any', limit };
        const desks = await VirtualDesks.open(connection, [budget], count, each);
        const all = async (kind: 'eat' | 'hunger') => {
          for (let desk = 0; desk < count; desk += 1) await desks.happen({ kind, desk });
        };
        for (const [milliseconds, happenings] of story) {
          // An hour is only waited for: what matters is what is sent at its end.
          if (milliseconds > MINUTE) await all('eat');
          await desks.pass(milliseconds);
          if (milliseconds > MINUTE) await all('hunger');
          for (const each of happenings) await desks.happen(each);
        }
        await desks.pass(10 * SECOND);
        sentAlone += desks.sentAlone;
        expect(desks.mostOf(budget)).toBeLessThanOrEqual(limit.requests);
        expect(desks.sentInPause).toEqual([]);
      },
    ),
    { numRuns: examples.length + runs(1, 300), examples },
  );
  // The stories do lead to what they are about.
  expect(sentAlone).toBeGreaterThan(0);
});

it('of desks that all want more than there is, none gets more than another, however far from the ledger it is', async () => {
  const budget: Budget = { tenant: newTenant(), endpoint: 'any', limit: { requests: 20, window: 10 * SECOND } };
  const desks = await VirtualDesks.open(connection, [budget], 6, usual);
  const sentWithin = async (milliseconds: number) => {
    const before = desks.sentByEach;
    await desks.pass(milliseconds);
    return desks.sentByEach.map((sent, desk) => sent - (before[desk] ?? 0));
  };
  for (const desk of [0, 1, 2]) await desks.happen({ kind: 'slow', desk, by: 40 });
  // What may go at once at first, goes to who asks first.
  await desks.pass(10 * SECOND);
  const together = await sentWithin(MINUTE);
  expect(Math.max(...together) - Math.min(...together)).toBeLessThanOrEqual(1);
  expect(sumOf(together)).toBeGreaterThan(6 * 15);
  // One that ends or fails while it waits costs the others a turn or two; an eighth is kept for who was cut off.
  await desks.happen({ kind: 'leave', desk: 0 });
  await desks.happen({ kind: 'cut', desk: 1 });
  const [, , ...left] = await sentWithin(MINUTE);
  expect(Math.max(...left) - Math.min(...left)).toBeLessThanOrEqual(1);
  expect(sumOf(left)).toBeGreaterThan(6 * 13);
  expect(desks.mostOf(budget)).toBeLessThanOrEqual(20);
});

it('the part of a limit that is made use of after refusals is that of a single desk', async () => {
  const at = "timestamptz '2026-01-05' + $2::float8 * interval '1 millisecond'";
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 2 * HOUR }), { maxLength: 12 }),
      fc.integer({ min: 0, max: 2 * HOUR }),
      fc.constantFrom(500, SECOND, MINUTE, 5 * MINUTE),
      async (refused, now, window) => {
        const recovery = recoveryOf({ requests: 1, window });
        const id = await budgetOf(connection, newTenant(), 'any');
        for (const time of refused)
          await connection.rows(`INSERT INTO tranship.refusals VALUES ($1, ${at}, ${at})`, [id, time]);
        const rows = await connection.rows(`SELECT tranship.part_at(${at}, $1::bigint, $3) AS part`, [
          id,
          now,
          recovery,
        ]);
        const [{ part }] = partSchema.parse(rows);
        expect(part).toBeCloseTo(shareOf(refused, now, recovery), 9);
      },
    ),
    { numRuns: runs(2, 1000) },
  );
});
