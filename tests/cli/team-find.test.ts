/** @file `tranship team find`: who of a team sent a transaction; real processes, and a real PostgreSQL server. */

import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { beforeAllWith } from '../before-all-with.ts';
import { startOpponent } from '../harness/opponent/carried.ts';
import { PASSWORD } from '../team/postgres-server.ts';
import { TeamOfTest } from '../team/team-of-test.ts';
import { transactionLine, writeLines } from './transactions.ts';
import { environmentOf, openWorkplace } from './tranship.ts';

let team: TeamOfTest;
beforeAllWith(['openssl', 'PostgreSQL'], async () => {
  team = await TeamOfTest.start();
});
afterAll(() => team?.[Symbol.asyncDispose]());

/** A team of which sol has sent a file, and what each person is told who looks for ids. */
async function openSent() {
  const database = await team.ledger();
  const service = await startOpponent();
  onTestFinished(() => service[Symbol.asyncDispose]());
  const address = (person: string) => `postgresql://${person}@127.0.0.1:${team.server.port}/${database}`;
  const workplace = await openWorkplace({
    ...environmentOf(service),
    TRANSHIP_LEDGER: address('sol'),
    TRANSHIP_LEDGER_PASSWORD: PASSWORD,
    TRANSHIP_LEDGER_AUTHORITY: team.authorityFile,
  });
  onTestFinished(() => workplace[Symbol.asyncDispose]());
  const ids = [randomUUID(), randomUUID(), randomUUID()];
  const lines = ids.map((id) => transactionLine(id));
  const file = await writeLines(workplace, lines, 'november.jsonl');
  expect(await workplace.run(['send', file, '--wait', '--json'])).toMatchObject({ exitCode: 0 });
  const find = (person: string, ...args: string[]) =>
    workplace.run(['team', 'find', ...args], { environment: { TRANSHIP_LEDGER: address(person) } });
  return { workplace, service, ids, find };
}

describe('a transaction that a colleague sent', () => {
  it('is found: who sent it, from which desk, when, with which file and where to', async () => {
    const { service, ids, find } = await openSent();
    const [first = '', second = ''] = ids;
    const found = await find('cem', second, first.toUpperCase(), '--json');
    const common = { event: 'sending', person: 'sol', file: 'november.jsonl', state: 'announced', withdrawnAt: null };
    const facts = {
      ...common,
      desk: expect.stringMatching(/./),
      at: expect.stringMatching(/^20.*Z$/),
      destination: expect.stringContaining(service.baseUrl),
    };
    expect(found).toMatchObject({ exitCode: 0, summary: { sendings: 2, notFound: [], unsearched: 0 } });
    expect(found.events.filter(({ event }) => event === 'sending')).toMatchObject([
      { ...facts, id: second },
      { ...facts, id: first.toUpperCase() },
    ]);
  });

  it('is told in words, with what a hit is worth', async () => {
    const { ids, find } = await openSent();
    const other = randomUUID();
    const { stdout } = await find('sol', ids[2] ?? '', other);
    expect(stdout).toMatch(/sol .*november\.jsonl .*announced, counts as sent/);
    expect(stdout).toContain('no proof');
    expect(stdout).toContain(`Not found: ${other}.`);
  });

  it('is found by a list, from a file or piped in', async () => {
    const { workplace, ids, find } = await openSent();
    const list = join(workplace.folder, 'ids.txt');
    await writeFile(list, `${ids[0]}\r\n\r\n  ${ids[1]}  \n${ids[0]}`);
    expect(await find('sol', '--from', list, '--json')).toMatchObject({ exitCode: 0, summary: { sendings: 2 } });
    const piped = workplace.start(['team', 'find', '--from', '-', '--json'], { hasInput: true });
    piped.write(`${ids[2]}\n`);
    piped.endInput();
    expect(await piped.ended).toMatchObject({ exitCode: 0, summary: { sendings: 1 } });
  });

  it('is found by no maker, who reads which role it needs', async () => {
    const { ids, find } = await openSent();
    const refused = await find('mara', ids[0] ?? '');
    expect(refused).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/mara has no role in this ledger that/),
    });
  });
});

describe('a transaction that none sent', () => {
  it('is not found, and the exit code says so', async () => {
    const { find } = await openSent();
    const other = randomUUID();
    expect(await find('ada', other, '--json')).toMatchObject({
      exitCode: 1,
      summary: { sendings: 0, notFound: [other] },
    });
  });

  it('must be named', async () => {
    const { find } = await openSent();
    expect(await find('ada')).toMatchObject({ exitCode: 2 });
  });
});

it('a ledger that does not answer ends the command with a sentence', async () => {
  const { ids, find } = await openSent();
  await team.server.crash();
  onTestFinished(() => team.server.revive());
  expect(await find('sol', ids[0] ?? '')).toMatchObject({
    exitCode: 3,
    stderr: expect.stringContaining('does not answer'),
  });
});
