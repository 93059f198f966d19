/** @file What the running app notes for an auditor: sealed entries, the head, anchors, syslog and the security log. */

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { App, type AppPorts } from '../../src-main/app.ts';
import { headFileName } from '../../src-main/audit/head-file.ts';
import { createHistoryKey } from '../../src-main/audit/history-key.ts';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import { verifyHistory } from '../../src-main/team/verify-history.ts';
import { createMemoryBox } from '../../src-main/wire/credentials/memory-box.ts';
import { MemorySettings } from '../memory-stores.ts';
import { folderOfFile } from '../temporary-folder.ts';

const historyKey = randomBytes(32);
const key = createHistoryKey(historyKey);
const who = { user: 'mara', machine: 'desk-7' };

function ports(given: Partial<AppPorts> = {}): AppPorts {
  const box = createMemoryBox();
  const boxes = { secretBox: box, sessionBox: box, historyKey, who };
  return {
    folder: folderOfFile(),
    holder: 'a test',
    settings: new MemorySettings(),
    ...boxes,
    environment: {},
    ...given,
  };
}

function securityEvents(folder: string): { event: string; what?: string }[] {
  const logs = join(folder, 'logs');
  return readdirSync(logs)
    .filter((name) => name.startsWith('security-'))
    .flatMap((name) => readFileSync(join(logs, name), 'utf8').trimEnd().split('\n'))
    .map((line) => JSON.parse(line));
}

async function verified(given: AppPorts) {
  const store = new QueueStore(given.folder, { readOnly: true });
  const settings = Object.fromEntries(Object.entries(given.settings.get('audit') ?? {}));
  try {
    return await verifyHistory({ store, folder: given.folder, key, settings, mustBeSealed: true });
  } finally {
    store.close();
  }
}

it('a new folder begins with the entry where the key begins, and has a head', async () => {
  const given = ports();
  const app = new App(given);
  const [first] = app.store.history();
  expect(first).toMatchObject({ kind: 'sealed', key: key.id, recorder: who });
  await app.close();
  expect(readdirSync(given.folder)).toContain(headFileName);
  expect(await verified(given)).toMatchObject({ verdict: 'holds', head: 'kept' });
});

it('a process without a key writes no head', async () => {
  const given = ports({ historyKey: undefined });
  await new App(given).close();
  expect(readdirSync(given.folder)).not.toContain(headFileName);
});

it('anchors go to the file from the moment it is set, and agree with the history', async () => {
  const given = ports();
  const anchorFile = join(folderOfFile(), 'anchors.jsonl');
  const app = new App(given);
  app.auditing.change({ anchorFile });
  await app.close();
  await new App(given).close();
  const lines = readFileSync(anchorFile, 'utf8').trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ ...who, position: 2, hash: expect.stringMatching(/^[0-9a-f]{64}$/) }),
  );
  expect(await verified(given)).toMatchObject({ verdict: 'holds', anchors: { unreadable: [] } });
});

it('an anchor file that cannot be written is told, and stops nothing', async () => {
  const given = ports();
  const app = new App(given);
  app.auditing.change({ anchorFile: join(folderOfFile(), 'not-connected', 'anchors.jsonl') });
  await app.close();
  expect(app.auditing.problem).toMatchObject({ code: 'audit.not-noted' });
});

it('a history that was cut off is told in the security log at the next start', async () => {
  const given = ports();
  const app = new App(given);
  app.auditing.change({});
  await app.close();
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(join(given.folder, 'queue.db'));
  const sql = database.prepare("SELECT sql FROM sqlite_schema WHERE name = 'events_are_never_deleted'").get()?.sql;
  database.exec('DROP TRIGGER events_are_never_deleted; DELETE FROM events WHERE position = 2');
  database.exec(String(sql));
  database.close();
  await new App(given).close();
  const tampering = securityEvents(given.folder).filter(({ event }) => event === 'tampering-found');
  expect(tampering).toEqual([expect.objectContaining({ what: expect.stringContaining('cut off') })]);
});

/** A receiver of syslog messages, its address, and what it has heard. */
async function listen() {
  const heard = { text: '' };
  const server = createServer((socket) => socket.on('data', (bytes) => (heard.text += String(bytes))));
  server.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a port expected');
  return { syslog: `syslog://127.0.0.1:${address.port}`, heard };
}

it('security events and heads go to the syslog receiver before the app has closed', async () => {
  const { syslog, heard } = await listen();
  const settings = new MemorySettings();
  settings.set('audit', { syslog });
  const app = new App(ports({ settings }));
  app.recordSecurity({ kind: 'session-begun', shell: 'terminal', session: 'a test' });
  await app.close();
  await expect.poll(() => heard.text).toContain(' session-begun - {');
  expect(heard.text).toContain(' history-head - {');
});

it('a receiver and an anchor file that the settings take away have the last word for them before the app has closed', async () => {
  const { syslog, heard } = await listen();
  const settings = new MemorySettings();
  const anchorFile = join(folderOfFile(), 'anchors.jsonl');
  settings.set('audit', { syslog, anchorFile });
  const app = new App(ports({ settings }));
  app.auditing.change({});
  await app.close();
  expect(readFileSync(anchorFile, 'utf8')).toContain('"position":2');
  await expect.poll(() => heard.text).toContain(' policy-changed - {');
});
