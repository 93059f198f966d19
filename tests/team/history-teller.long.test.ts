/** @file Whatever becomes of the ledger, the desk and the way between them: what was recorded is told once, in order. */

import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { TeamLink } from '../../src-main/team/connection/team-link.ts';
import { AppError } from '../../src-shared/errors.ts';
import { beforeAllWith } from '../before-all-with.ts';
import { runs } from '../harness/night.ts';
import { atWork, compared, type DeskOfTest } from './desk-of-test.ts';
import { TeamOfTest } from './team-of-test.ts';

let team: TeamOfTest;
beforeAllWith(['openssl', 'PostgreSQL'], async () => {
  team = await TeamOfTest.start();
});
afterAll(() => team?.[Symbol.asyncDispose]());

/** What one use of the ledger comes to. */
type Fate = 'works' | 'never-arrives' | 'answer-is-lost';

const lost = () => new AppError('team.unreachable', { ledger: 'the ledger', reason: 'reset' });

/** A way to the ledger on which calls and answers get lost. */
function throughBadWeather(link: TeamLink, fates: Fate[]): TeamLink['use'] {
  return async (work) => {
    const fate = fates.shift() ?? 'works';
    if (fate === 'never-arrives') throw lost();
    const result = await link.use(work);
    if (fate === 'answer-is-lost') throw lost();
    return result;
  };
}

it('nothing is lost, doubled or put into another order', async () => {
  const run = fc.record({
    recorded: fc.integer({ min: 0, max: 4 }),
    fates: fc.array(fc.constantFrom<Fate>('works', 'never-arrives', 'answer-is-lost'), { maxLength: 4 }),
    /** The ledger forgets what it heard in this run, as after a restore. */
    isForgotten: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(run, { minLength: 1, maxLength: 5 }), async (runs) => {
      const folder = mkdtempSync(join(tmpdir(), 'tranship-teller-'));
      try {
        const database = await team.ledger();
        const desk: DeskOfTest = { folder, id: randomUUID(), person: 'mara', memory: { kept: undefined } };
        let number = 0;
        const record = (count: number) => (store: Parameters<Parameters<typeof atWork>[3]>[0]) => {
          for (let left = count; left > 0; left -= 1)
            store.record({ at: Date.now(), kind: 'paused', detail: { reason: String(++number) } });
        };
        await atWork(team, database, desk, record(1));
        for (const { recorded, fates, isForgotten } of runs) {
          const before = await lastIn(database);
          await atWork(team, database, desk, record(recorded), (link) => throughBadWeather(link, [...fates]));
          if (isForgotten) await forget(database, before);
        }
        await atWork(team, database, desk, () => {});
        const { happenings } = await team.as('ada', database, (ledger) =>
          ledger.history({ kind: 'paused' }, { limit: 1000 }),
        );
        const told = happenings.map(({ detail }) => Number(detail.reason)).reverse();
        expect(told).toEqual(Array.from({ length: number }, (_, index) => index + 1));
        expect(await compared(team, database, desk)).toMatchObject({ doubts: [], flaws: [] });
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    }),
    { numRuns: runs(4, 100) },
  );
});

const lastSchema = z.tuple([z.object({ anchor: z.coerce.number(), event: z.coerce.number() })]);

/** What the ledger has heard so far. */
async function lastIn(database: string) {
  const last = `SELECT coalesce((SELECT max(id) FROM tranship.anchors), 0) AS anchor,
    coalesce((SELECT max(id) FROM tranship.events), 0) AS event`;
  const [found] = lastSchema.parse(await team.plainSql('ada', database, last));
  return found;
}

/** Takes away what the ledger has heard since then, as a backup of that moment would. */
async function forget(database: string, { anchor, event }: { anchor: number; event: number }): Promise<void> {
  await team.server.asSuperuser(database, [
    "SET session_replication_role = 'replica'",
    `DELETE FROM tranship.events WHERE id > ${event}`,
    `DELETE FROM tranship.anchors WHERE id > ${anchor}`,
  ]);
}
