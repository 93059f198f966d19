/** @file A desk talks only to the ledger that it means, and says what is wrong with any other. */

import { rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { LedgerConnection, type LedgerPorts } from '../../src-main/team/connection/ledger-connection.ts';
import { beforeAllWith } from '../before-all-with.ts';
import { Authority } from '../wire/network/authority.ts';
import { PostgresServer } from './postgres-server.ts';
import { TeamOfTest } from './team-of-test.ts';

let team: TeamOfTest;
beforeAllWith(['openssl', 'PostgreSQL'], async () => {
  team = await TeamOfTest.start();
});
afterAll(() => team?.[Symbol.asyncDispose]());

const changed = (ports: LedgerPorts, address: Partial<LedgerPorts['address']>): LedgerPorts => ({
  ...ports,
  address: { ...ports.address, ...address },
});

async function fileWith(text: string): Promise<string> {
  const path = join(tmpdir(), `tranship-authority-${process.pid}-${Math.random()}.pem`);
  await writeFile(path, text);
  onTestFinished(() => rm(path));
  return path;
}

it('a server whose authority is not the one that is named gets no password', async () => {
  const stranger = await fileWith(new Authority('Another authority').cert);
  for (const authorityFile of [stranger, undefined])
    await expect(LedgerConnection.open(team.server.person('ada', 'postgres', authorityFile))).rejects.toMatchObject({
      code: 'team.not-trusted',
    });
});

it.each(['DNS:elsewhere.example', 'IP:127.0.0.2'])('a server with a certificate for %s is refused', async (names) => {
  await using other = await PostgresServer.start(team.authority.host({ names }));
  await other.logins('ada');
  await expect(LedgerConnection.open(other.person('ada', 'postgres', team.authorityFile))).rejects.toMatchObject({
    code: 'team.not-trusted',
    detail: expect.stringContaining('127.0.0.1'),
  });
});

it('a server with a certificate that has expired is refused', async () => {
  await using other = await PostgresServer.start(team.authority.host({ days: -1 }));
  await expect(LedgerConnection.open(other.person('ada', 'postgres', team.authorityFile))).rejects.toMatchObject({
    code: 'team.not-trusted',
  });
});

it('a server that offers no TLS is refused before anything is said to it', async () => {
  const heard: Buffer[] = [];
  const server = createServer((socket) => {
    socket.on('data', (bytes) => {
      heard.push(bytes);
      socket.write('N');
    });
    socket.on('error', () => {});
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const ports = changed(team.server.person('ada', 'postgres', team.authorityFile), { port });
  await expect(LedgerConnection.open(ports)).rejects.toMatchObject({ code: 'team.not-trusted' });
  // The request for TLS, and nothing else: no name, no password.
  expect(Buffer.concat(heard).toString('hex')).toBe('0000000804d2162f');
});

it('a wrong password, a database that is not there and a person without a role are told as what they are', async () => {
  const ada = team.server.person('ada', 'postgres', team.authorityFile);
  const signIn = (ports: LedgerPorts) => LedgerConnection.open(ports).then((connection) => connection.close());
  await expect(signIn(changed(ada, { password: 'wrong' }))).rejects.toMatchObject({
    code: 'team.sign-in',
    detail: expect.stringContaining('password authentication failed for user "ada"'),
  });
  await expect(signIn(changed(ada, { database: 'nowhere' }))).rejects.toMatchObject({
    code: 'team.sign-in',
    detail: expect.stringContaining('database "nowhere" does not exist'),
  });
  const database = await team.ledger();
  await expect(signIn(team.server.person('stranger', database, team.authorityFile))).rejects.toMatchObject({
    code: 'team.sign-in',
    detail: expect.stringContaining('it has no role in this ledger'),
  });
});

it('a password is asked for where none is set, and without an answer there is no way in', async () => {
  const unset = changed(team.server.person('ada', 'postgres', team.authorityFile), { password: undefined });
  const { address } = team.server.person('ada', 'postgres', team.authorityFile);
  const asked = await LedgerConnection.open({ ...unset, askPassword: async () => address.password });
  await asked.close();
  await expect(LedgerConnection.open({ ...unset, askPassword: async () => undefined })).rejects.toMatchObject({
    code: 'team.sign-in',
    detail: expect.stringContaining('asks for a password'),
  });
});

it('a server that is not there, or goes away, may be there again later', async () => {
  const nowhere = changed(team.server.person('ada', 'postgres', team.authorityFile), { port: 1 });
  await expect(LedgerConnection.open(nowhere)).rejects.toMatchObject({ code: 'team.unreachable', retryable: true });
  const database = await team.ledger();
  await expect(
    team.as('ada', database, async (ledger) => {
      const ended = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'ada'";
      await team.server.asSuperuser(database, [ended]);
      await ledger.status();
    }),
  ).rejects.toMatchObject({ code: 'team.unreachable', retryable: true });
});
