/** @file Commands beside an app that has the data folder, as real processes: what they ask for is done by it. */

import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';

import { lockFolder } from '../../src-main/ground/files/folder-lock.ts';
import { atNight } from '../harness/night.ts';
import { csvOf, paymentRow, paymentTemplate } from '../prepare/exports.ts';
import { openWorkplace, type Workplace } from './tranship.ts';

const change = ['settings', 'set', '--id-index', 'off', '--json'];

/** A service that nobody reaches. */
const nowhere = {
  TRANSHIP_BASE_URL: 'http://127.0.0.1:9/tm',
  TRANSHIP_TOKEN_URL: 'http://127.0.0.1:9/token',
  TRANSHIP_CLIENT_ID: 'client',
  TRANSHIP_SCOPE: 'tenant/1',
};

/** The sessions of a command that an app did, in the history of that app. */
const besideServe = [
  'session-begun tranship serve (process N)',
  'session-begun tranship settings set (process N)',
  'session-ended tranship settings set (process N)',
  'session-ended tranship serve (process N)',
];

/** An app that has the folder, and has opened its door. */
async function serve(workplace: Workplace, environment = {}) {
  const app = workplace.startProcess(['serve', '--json'], { environment });
  await app.event(({ event }) => event === 'serving');
  return app;
}

/** The test itself has the folder, as an app does that knows no door. */
async function hold(workplace: Workplace): Promise<void> {
  await mkdir(workplace.home, { recursive: true });
  const lock = lockFolder(workplace.home, 'the Tranship window (process 7)');
  onTestFinished(() => lock.release());
}

/** Who has worked in the folder, in order. */
async function sessionsIn({ home }: Workplace): Promise<string[]> {
  const logs = join(home, 'logs');
  const names = (await readdir(logs)).filter((name) => name.startsWith('security-'));
  const texts = await Promise.all(names.map((name) => readFile(join(logs, name), 'utf8')));
  const events = texts.flatMap((text) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  );
  return events.flatMap(({ event, session }) =>
    event.startsWith('session-') ? [`${event} ${String(session).replace(/\d+/, 'N')}`] : [],
  );
}

describe('beside a running app, a command', () => {
  it('is done by that app, whose history names it', async () => {
    await using workplace = await openWorkplace();
    const app = await serve(workplace);
    expect(await workplace.runProcess(change)).toMatchObject({ exitCode: 0, summary: { idIndex: false } });
    expect((await app.kill('SIGINT')).exitCode).toBe(0);
    expect(await sessionsIn(workplace)).toEqual(besideServe);
    expect((await workplace.run(['settings', 'show', '--json'])).summary).toMatchObject({ idIndex: false });
    expect(await readdir(workplace.home)).not.toContain('door.json');
  });

  it('changes the queue of that app, and is told of each submission what was done', async () => {
    await using workplace = await openWorkplace({ ...nowhere, TRANSHIP_CLIENT_SECRET: 'secret' });
    const file = join(workplace.folder, 'faulty.jsonl');
    await writeFile(file, '{"notATransaction": true}\n');
    await workplace.run(['send', file, '--json']);
    await serve(workplace);
    for (const action of ['cancel', 'remove', 'restore', 'retry']) {
      const ended = await workplace.run(['queue', action, '1', '--json']);
      expect(ended.summary).toMatchObject({
        results: [{ id: 1, done: true }],
        submissions: [{ id: 1, file }],
      });
    }
    expect(await workplace.run(['queue', 'pause', '2', '--json'])).toMatchObject({ exitCode: 2 });
  });

  it('prepares exports and changes templates, of which that app keeps no draft', async () => {
    await using workplace = await openWorkplace();
    const [source, template] = [join(workplace.folder, 'november.csv'), join(workplace.folder, 'template.json')];
    await writeFile(source, csvOf([paymentRow(1)]));
    await writeFile(template, JSON.stringify(paymentTemplate));
    await serve(workplace);
    const call = ['prepare', source, '--template', paymentTemplate.name, '--json'];
    expect((await workplace.run(['template', 'import', template])).exitCode).toBe(0);
    expect(await workplace.run([...call, '--plan'])).toMatchObject({ exitCode: 0, summary: { transactions: 1 } });
    const out = join(workplace.folder, 'out');
    expect(await workplace.run([...call, '--out', out])).toMatchObject({ exitCode: 0, summary: { transactions: 1 } });
    expect(await readdir(out)).toContain('november-001.jsonl');
    expect(await readdir(workplace.home)).not.toContain('prepared');
  });

  atNight(it)('can be one of several at the same time', async () => {
    await using workplace = await openWorkplace();
    await serve(workplace);
    const ended = await Promise.all([workplace.runProcess(change), workplace.run(change), workplace.run(change)]);
    expect(ended.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
  });

  it('is not done by the app of another folder, of which this one is a copy', async () => {
    await using workplace = await openWorkplace();
    await serve(workplace);
    const copy = join(workplace.folder, 'copy');
    // As a backup, a sync or a restored snapshot has it: with all that was there, but for the socket itself.
    await cp(workplace.home, copy, { recursive: true, filter: (path) => !path.endsWith('.sock') });
    const ended = await workplace.run(change, { environment: { TRANSHIP_HOME: copy } });
    expect(ended).toMatchObject({ exitCode: 0, summary: { idIndex: false } });
    const show = ['settings', 'show', '--json'];
    expect((await workplace.run(show)).summary).toMatchObject({ idIndex: true });
    const ofCopy = await workplace.run(show, { environment: { TRANSHIP_HOME: copy } });
    expect(ofCopy.summary).toMatchObject({ idIndex: false });
  });

  it('leaves one state, and tells the truth about it, however many ask for different ones at once', async () => {
    await using workplace = await openWorkplace({ ...nowhere, TRANSHIP_CLIENT_SECRET: 'secret' });
    const file = join(workplace.folder, 'faulty.jsonl');
    await writeFile(file, '{"notATransaction": true}\n');
    await workplace.run(['send', file, '--json']);
    await serve(workplace);
    const actions = ['cancel', 'remove', 'cancel', 'restore', 'remove', 'cancel', 'restore', 'remove'];
    const ended = await Promise.all(actions.map((action) => workplace.run(['queue', action, '1', '--json'])));
    // Cancelled once, by the first that came; removed and restored in turns.
    const done = ended.map(({ summary }) =>
      z.object({ results: z.array(z.object({ done: z.boolean() })) }).parse(summary),
    );
    const times = (wanted: string) =>
      actions.filter((action, at) => action === wanted && done[at]?.results[0]?.done).length;
    // None where it was taken out before anybody could cancel it.
    expect(times('cancel')).toBeLessThanOrEqual(1);
    const isRemoved = times('remove') - times('restore');
    expect([0, 1]).toContain(isRemoved);
    expect((await workplace.run(['queue', 'list', '--json'])).submissions).toHaveLength(1 - isRemoved);
  });

  it('works alone after that app was killed, and the next app opens its door anew', async () => {
    await using workplace = await openWorkplace();
    await (await serve(workplace)).kill('SIGKILL');
    expect(existsSync(join(workplace.home, 'door.json'))).toBe(true);
    expect(await workplace.run(change)).toMatchObject({ exitCode: 0 });
    const app = await serve(workplace);
    expect(await workplace.run(change)).toMatchObject({ exitCode: 0 });
    await app.kill('SIGINT');
    expect((await sessionsIn(workplace)).slice(-4)).toEqual(besideServe);
  });

  it('that has nothing to do but what the app does already says so', async () => {
    await using workplace = await openWorkplace();
    await serve(workplace);
    const ended = await workplace.run(['work']);
    expect(ended).toMatchObject({ exitCode: 0, stderr: '' });
    expect(ended.stdout).toMatch(
      /In use by tranship serve \(process \d+\), which sends what is in the queue by itself\./,
    );
    // What only its own run could do is not done by the app.
    const own = await workplace.run(['work', '--limit-rate', '5000', '--json']);
    expect([own.exitCode, own.events[0]?.code]).toEqual([4, 'queue.own-run']);
  });

  atNight(it)('asks the app for no connection of its own variables, which may name another one there', async () => {
    await using workplace = await openWorkplace();
    await serve(workplace);
    const calls = [
      'diagnose',
      'observe',
      'rules schedule',
      'rules execute --date 2026-11-01',
      'connection test',
      'connection test environment',
    ];
    for (const call of calls) {
      const ended = await workplace.run([...call.split(' '), '--json']);
      expect([call, ended.exitCode, ended.events[0]?.code]).toEqual([call, 4, 'queue.own-run']);
    }
  });

  it('can store a secret that the app can store, whatever the command could do itself', async () => {
    await using workplace = await openWorkplace();
    await serve(workplace, { TRANSHIP_PASSPHRASE: 'the passphrase of the app' });
    const proxy = ['network', 'proxy', '--address', 'http://proxy.bank.example:3128', '--user', 'mara', '--json'];
    const ended = await workplace.run(proxy, { environment: { TRANSHIP_PROXY_PASSWORD: 'canary' } });
    expect(ended).toMatchObject({ exitCode: 0, summary: { hasProxyPassword: true, proxy: { username: 'mara' } } });
  });

  it('can be interrupted while that app does not answer', async () => {
    await using workplace = await openWorkplace();
    const app = await serve(workplace);
    void app.kill('SIGSTOP');
    const waiting = workplace.start(['settings', 'set', '--id-index', 'off']);
    expect(await waiting.kill('SIGINT')).toMatchObject({ exitCode: 4, stdout: 'Stopped.\n' });
  });
});

describe('where the folder is in use by an app without a door for it, a command', () => {
  it('waits for its turn, as ever', async () => {
    await using workplace = await openWorkplace();
    await hold(workplace);
    const ended = await workplace.runProcess(change);
    expect(ended.exitCode).toBe(4);
    expect(ended.events[0]).toMatchObject({ code: 'queue.locked' });
    expect(ended.events[0]?.detail).toContain('in use by the Tranship window (process 7)');
  });

  it.skipIf(process.platform === 'win32')('does nothing, if that is another version', async () => {
    await using workplace = await openWorkplace();
    await hold(workplace);
    const address = join(workplace.home, 'door.sock');
    const greeting = { version: '99.0.0', holder: 'the Tranship window (process 7)', challenge: 'x' };
    const app = createServer((socket) => void socket.end(`${JSON.stringify(greeting)}\n`));
    app.listen(address);
    await once(app, 'listening');
    onTestFinished(() => void app.close());
    await writeFile(join(workplace.home, 'door.json'), JSON.stringify({ address, key: 'k' }), { mode: 0o600 });
    const ended = await workplace.runProcess(change.filter((word) => word !== '--json'));
    expect(ended.exitCode).toBe(4);
    expect(ended.stderr).toContain('Another version of Tranship is running.');
    expect(ended.stderr).toContain(
      'in use by the Tranship window (process 7), which is version 99.0.0; this is version',
    );
    expect(existsSync(join(workplace.home, 'settings.json'))).toBe(false);
  });
});

describe.skipIf(process.getuid?.() !== 0)('another user of this computer', () => {
  const stranger = { uid: 65_534, gid: 65_534 };
  const node = process.execPath;
  const knocks = `
    const { readFileSync } = require('node:fs');
    const [file, socket] = process.argv.slice(1);
    try { readFileSync(file); console.log('read'); } catch ({ code }) { console.log(code); }
    require('node:net').connect(socket).on('connect', () => console.log('in')).on('error', ({ code }) => console.log(code));`;

  it('gets neither to the door nor to its key, even where an administrator had opened the folder to all', async () => {
    await using workplace = await openWorkplace();
    await promisify(execFile)('chmod', ['0755', workplace.folder]);
    await mkdir(workplace.home, { mode: 0o777 });
    await serve(workplace);
    const place = ['door.json', 'door.sock'].map((name) => join(workplace.home, name));
    const { stdout } = await promisify(execFile)(node, ['-e', knocks, ...place], { ...stranger, cwd: '/' });
    expect(stdout).toBe('EACCES\nEACCES\n');
  });

  it('is told whose folder it is', async () => {
    await using workplace = await openWorkplace();
    await promisify(execFile)('chmod', ['0755', workplace.folder]);
    await serve(workplace);
    const ended = await workplace.runProcess(['settings', 'set', '--id-index', 'off'], { uid: stranger.uid });
    expect(ended.exitCode).toBe(5);
    expect(ended.stderr).toContain('belongs to another user of this computer');
    expect(ended.stderr).toContain('Run Tranship as the owner');
  });
});
