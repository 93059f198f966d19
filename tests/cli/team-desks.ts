/** @file Computers of senders, for tests with real processes and a real PostgreSQL server. */

import { readFile } from 'node:fs/promises';
import { expect, onTestFinished } from 'vitest';
import { z } from 'zod';
import type { Reachable } from '../harness/opponent/carried.ts';
import { PASSWORD } from '../team/postgres-server.ts';
import type { TeamOfTest } from '../team/team-of-test.ts';
import { environmentOf, openWorkplace, type Workplace } from './tranship.ts';

export const WORK = ['work', '--team', '--until-done', '--lease', '5s', '--json'];

const partsSchema = z.object({
  parts: z.array(
    z.looseObject({ state: z.string(), start: z.int(), batchId: z.string().optional(), deskId: z.string().optional() }),
  ),
});

/** A computer of a sender, with a data folder of its own. */
export async function openDesk(
  { server: { port }, authorityFile }: TeamOfTest,
  { service, database, person }: { service: Reachable; database: string; person: string },
): Promise<Workplace> {
  const workplace = await openWorkplace({
    ...environmentOf(service),
    TRANSHIP_LEDGER: `postgresql://${person}@127.0.0.1:${port}/${database}`,
    TRANSHIP_LEDGER_AUTHORITY: authorityFile,
    TRANSHIP_LEDGER_PASSWORD: PASSWORD,
  });
  onTestFinished(() => workplace[Symbol.asyncDispose]());
  return workplace;
}

export async function partsOf(workplace: Workplace) {
  const { summary } = await workplace.run(['team', 'parts', '--json']);
  return partsSchema.parse(summary).parts;
}

/** The storage has all of the file, each part of it once. */
export async function expectOnce(service: Reachable, file: string): Promise<void> {
  const stored = service.batches().flatMap(({ stored: bytes }) => bytes ?? []);
  const whole = await readFile(file, 'utf8');
  const placed = stored.map((bytes) => ({ at: whole.indexOf(bytes.toString('utf8')), bytes }));
  const inOrder = placed.sort((one, other) => one.at - other.at).map(({ bytes }) => bytes);
  expect(Buffer.concat(inOrder).toString('utf8')).toBe(whole);
}
