/** @file The history of a team on the command line: real processes of several persons, and a real PostgreSQL server. */

import { cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { beforeAllWith } from '../before-all-with.ts';
import { startOpponent } from '../harness/opponent/carried.ts';
import { PASSWORD } from '../team/postgres-server.ts';
import { TeamOfTest } from '../team/team-of-test.ts';
import { environmentOf, openWorkplace } from './tranship.ts';

let team: TeamOfTest;
beforeAllWith(['openssl', 'PostgreSQL'], async () => {
  team = await TeamOfTest.start();
});
afterAll(() => team?.[Symbol.asyncDispose]());

/** The desk of a person with this database as their ledger, and a file that is held by the check. */
async function deskOf(person: string, database: string) {
  const service = await startOpponent();
  onTestFinished(() => service[Symbol.asyncDispose]());
  const workplace = await openWorkplace({
    ...environmentOf(service),
    TRANSHIP_PASSPHRASE: 'four words without relation',
    TRANSHIP_LEDGER: `postgresql://${person}@127.0.0.1:${team.server.port}/${database}`,
    TRANSHIP_LEDGER_AUTHORITY: team.authorityFile,
    TRANSHIP_LEDGER_PASSWORD: PASSWORD,
  });
  onTestFinished(() => workplace[Symbol.asyncDispose]());
  const add = async (name: string) => {
    const file = join(workplace.folder, name);
    await writeFile(file, `${JSON.stringify({ not: 'a transaction' })}\n`);
    return await workplace.run(['send', file, '--json']);
  };
  const as = (login: string, ...args: string[]) =>
    workplace.run([...args, '--json'], {
      environment: { TRANSHIP_LEDGER: `postgresql://${login}@127.0.0.1:${team.server.port}/${database}` },
    });
  return { workplace, add, as };
}

it('tells who added which file at which desk, to those who may see it', async () => {
  const database = await team.ledger();
  const { workplace, add, as } = await deskOf('mara', database);
  await add('november.jsonl');
  const seen = await as('cem', 'team', 'history', '--person', 'mara');
  expect(seen).toMatchObject({ exitCode: 0, summary: { entries: 1, hasMore: false } });
  expect(seen.stdout).toContain('"file":"november.jsonl"');
  expect(seen.stdout).toContain('"kind":"added"');
  expect(seen.stdout).not.toContain(workplace.folder);
  expect((await as('milo', 'team', 'history', '--person', 'mara')).summary).toMatchObject({ entries: 0 });
  expect((await as('ada', 'team', 'history', '--since', '2026-01-01', '--limit', '2')).summary).toMatchObject({
    entries: 2,
    hasMore: true,
  });
  const table = await workplace.run(['team', 'history', '--person', 'mara']);
  expect(table.stdout).toMatch(/mara .*File added; check started .*november\.jsonl/);
});

it('finds a data folder that was put back to an earlier state, which nothing in the folder shows', async () => {
  const { workplace, add } = await deskOf('mara', await team.ledger());
  await add('november.jsonl');
  expect(await workplace.run(['audit', 'verify', '--json'])).toMatchObject({
    exitCode: 0,
    summary: { verdict: 'holds', ledgers: [{ doubts: [] }] },
  });
  const backup = join(workplace.folder, 'backup');
  await cp(workplace.home, backup, { recursive: true });
  await add('december.jsonl');
  await rm(workplace.home, { recursive: true });
  await cp(backup, workplace.home, { recursive: true });
  const verified = await workplace.run(['audit', 'verify']);
  expect(verified).toMatchObject({
    exitCode: 1,
    stdout: expect.stringMatching(/the end of the history was cut off \(compared with the team led/),
  });
  expect(verified.stdout).toContain('the data folder was put back to an earlier state');

  // It is told once a person has confirmed the folder, as that of another desk, and holds again once a person with the key has looked at it.
  await add('january.jsonl');
  expect((await workplace.run(['team', 'history'])).stdout).not.toContain('january.jsonl');
  await workplace.run(['folder', 'confirm', '--reason', 'The disk was replaced.']);
  expect((await workplace.run(['team', 'history'])).stdout).toContain('which may be a copy, was confirmed');
  expect(await workplace.run(['audit', 'review', '--reason', 'The disk was replaced.', '--json'])).toMatchObject({
    exitCode: 0,
  });
  expect(await workplace.run(['audit', 'verify', '--json'])).toMatchObject({ exitCode: 0 });
});

it('does not call a history wrong because the ledger is away, and does not call it verified', async () => {
  const { workplace, add } = await deskOf('mara', await team.ledger());
  await add('november.jsonl');
  await team.server.crash();
  const verified = await workplace.run(['audit', 'verify', '--json']);
  expect(verified).toMatchObject({ exitCode: 3, summary: { verdict: 'needs-ledger' } });
  const held = await add('december.jsonl');
  expect(held.stderr + held.stdout).toContain('audit.not-noted');
  await team.server.revive();
  await workplace.run(['queue', 'list']);
  await add('january.jsonl');
  expect((await workplace.run(['team', 'history'])).stdout).toMatch(/november[\s\S]*december[\s\S]*january/);
  expect(await workplace.run(['audit', 'verify', '--json'])).toMatchObject({ exitCode: 0 });
});
