/** @file Who is not let in at the door, on either side: nothing is done for them, nothing told, and the app goes on. */

import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { readDoorFile } from '../../../src-main/shells/door/place.ts';
import { proofOf } from '../../../src-main/shells/door/protocol.ts';
import { describeError } from '../../../src-shared/errors.ts';
import { openWindow } from '../../actions/window.ts';
import { type Opened, openDoor, Stranger, sessionsIn, visitorAt } from './opened.ts';

const { version } = manifest;

/** What a command says of itself that has this key. */
async function introductionOf(stranger: Stranger, key: string) {
  const { challenge } = await stranger.hear();
  const proof = proofOf(key, 'command', String(challenge));
  return { version, session: 'a stranger', hears: false, challenge: 'theirs', proof };
}

/** Somebody with the key, who was let in. */
async function insider({ window: { folder } }: Opened): Promise<Stranger> {
  const stranger = new Stranger(folder);
  stranger.say(await introductionOf(stranger, readDoorFile(folder)?.key ?? ''));
  expect(await stranger.hear()).toHaveProperty('proof');
  return stranger;
}

async function expectAtWork({ enter }: Opened): Promise<void> {
  expect(await (await enter()).call('app.info', undefined)).toMatchObject({ shell: 'terminal' });
}

/** A window with a server at the address of the door, which is not its own. */
async function playedApp(address: string, answer: (line: string) => object | undefined, first?: object) {
  const window = await openWindow();
  const heard: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => {});
    if (first !== undefined) socket.write(`${JSON.stringify(first)}\n`);
    socket.on('data', (data) => {
      heard.push(String(data));
      const said = answer(String(data));
      if (said !== undefined) socket.write(`${JSON.stringify(said)}\n`);
    });
    onTestFinished(() => void socket.destroy());
  });
  server.listen(join(window.folder, address));
  await once(server, 'listening');
  onTestFinished(async () => {
    server.close();
    await window.close();
  });
  const file = { address: join(window.folder, address), key: 'the key' };
  await writeFile(join(window.folder, 'door.json'), JSON.stringify(file));
  return { window, heard };
}

describe('at the door', () => {
  it('a program that has not read its file is turned away, and the history says so', async () => {
    const opened = await openDoor();
    const stranger = new Stranger(opened.window.folder);
    stranger.say(await introductionOf(stranger, 'a guess'));
    stranger.say({ id: 1, name: 'settings.get', values: [] });
    await stranger.hungUp();
    expect(stranger.heard).toHaveLength(1);
    expect(sessionsIn(opened.window.folder)).toEqual([
      { event: 'session-refused', why: expect.stringContaining('has not read the file of the door') },
    ]);
    await expectAtWork(opened);
  });

  it('a proof that was overheard is worth nothing the next time', async () => {
    const opened = await openDoor();
    const overheard = await introductionOf(
      new Stranger(opened.window.folder),
      readDoorFile(opened.window.folder)?.key ?? '',
    );
    const stranger = new Stranger(opened.window.folder);
    await stranger.hear();
    stranger.say(overheard);
    await stranger.hungUp();
    expect(stranger.heard).toHaveLength(1);
  });

  it.each([
    ['says nothing', undefined],
    ['says no JSON', 'GET / HTTP/1.1\r\n\r\n\n'],
    ['calls before it was let in', { id: 1, name: 'settings.get', values: [] }],
    ['says one line without end', 'x'.repeat(1_000_000)],
    ['has another version', { version: '0.0.1', session: 'old', hears: false, challenge: 'x', proof: 'x' }],
  ])('a program that %s is hung up on', async (_, message) => {
    // Where something is said, it is that which ends it.
    const opened = await openDoor(message === undefined ? { patienceMs: 1 } : {});
    const stranger = new Stranger(opened.window.folder);
    if (message !== undefined) stranger.say(message);
    await stranger.hungUp();
    expect(sessionsIn(opened.window.folder)).toEqual([]);
    if (message !== undefined) await expectAtWork(opened);
  });

  it.each([
    ['no JSON', 'pause everything\n'],
    ['a call with too many values', { id: 1, name: 'settings.get', values: Array(9).fill(0) }],
    ['a call with something else in it', { id: 1, name: 'settings.get', values: [], as: 'the window' }],
    ['a call with a folder that begins nowhere', { id: 1, name: 'watching.add', values: [{}], place: 'in' }],
    ['to save to a path that begins nowhere', { id: 1, save: { kind: 'rule-set', text: '{}' }, path: 'rules.json' }],
    ['a line longer than any call', 'x'.repeat(7_000_001)],
  ])('a command that says %s is hung up on', async (_, message) => {
    const opened = await openDoor();
    const command = await insider(opened);
    command.say(message);
    await command.hungUp();
    await expectAtWork(opened);
  });

  it('what is no command, or has values that it does not take, is refused', async () => {
    const command = await insider(await openDoor());
    command.say({ id: 1, name: 'queue.destroy', values: [] });
    expect(await command.hear()).toMatchObject({ id: 1, result: { ok: false, error: { code: 'usage.invalid' } } });
    command.say({ id: 2, name: 'queue.pause', values: [{ id: 'all' }] });
    expect(await command.hear()).toMatchObject({ id: 2, result: { ok: false, error: { code: 'usage.invalid' } } });
  });

  it('a command that asks for too much at once is hung up on', async () => {
    const opened = await openDoor({ played: () => ({ 'settings.get': () => new Promise(() => {}) }) });
    const command = await insider(opened);
    for (let id = 1; id <= 101; id += 1) command.say({ id, name: 'settings.get', values: [] });
    await command.hungUp();
    await expectAtWork(opened);
  });

  it('a command that reads none of its answers is hung up on before they fill the memory', async () => {
    const secretsHint = 'x'.repeat(8_000_000);
    const info = {
      version,
      shell: 'terminal',
      platform: 'linux',
      dataFolder: '/',
      zone: 'UTC',
      keepsSecrets: true,
    } as const;
    const long = { ...info, secretsHint, managed: [], mayReleaseItself: false, canDrop: true } as const;
    const opened = await openDoor({ played: () => ({ 'app.info': () => long }) });
    const command = await insider(opened);
    command.socket.pause();
    for (let id = 1; id <= 14; id += 1) command.say({ id, name: 'app.info', values: [] });
    await expectAtWork(opened);
    command.socket.resume();
    await command.hungUp();
  });

  it.skipIf(process.platform !== 'linux' || process.getuid?.() !== 0)(
    'another user of the computer cannot knock, nor read the file of the door, nor put another in its place',
    async () => {
      const { window, enter } = await openDoor();
      const { address = '' } = readDoorFile(window.folder) ?? {};
      const tries = `
        import { createConnection } from 'node:net';
        import { readFileSync, rmSync, symlinkSync } from 'node:fs';
        const [address, folder] = process.argv.slice(1);
        const said = (attempt) => { try { attempt(); return 'done'; } catch ({ code }) { return code; } };
        console.log(said(() => readFileSync(folder + '/door.json')));
        console.log(said(() => rmSync(folder + '/door.json')));
        console.log(said(() => symlinkSync('/tmp', address)));
        createConnection(address).on('connect', () => console.log('let in')).on('error', ({ code }) => console.log(code));`;
      const call = ['--input-type=module', '-e', tries, address, window.folder];
      const other = { cwd: '/', encoding: 'utf8', uid: 65534, gid: 65534 } as const;
      const { stdout } = spawnSync(process.execPath, call, other);
      expect(stdout.trim().split('\n')).toEqual(['EACCES', 'EACCES', 'EACCES', 'EACCES']);
      expect(await (await enter()).call('app.info', undefined)).toMatchObject({ shell: 'terminal' });
    },
  );
});

describe.skipIf(process.platform === 'win32')('to a command', () => {
  it('an app of another version is one that it cannot use, and the sentence says which is which', async () => {
    const greeting = { version: '99.0.0', holder: 'a test', challenge: 'x', more: 'of a later version' };
    const { window, heard } = await playedApp('door.sock', () => undefined, greeting);
    const thrown = await visitorAt(window.folder).catch((error: unknown) => error);
    const params = { folder: window.folder, holder: 'a test', holderVersion: '99.0.0', version };
    expect(thrown).toMatchObject({ code: 'queue.other-version', params });
    const { detail } = describeError({ code: 'queue.other-version', params });
    expect(detail).toContain(`which is version 99.0.0; this is version ${version}. Nothing was done.`);
    expect(heard).toEqual([]);
  });

  it('a program that only sits at the address is no app, and hears nothing but who knocks', async () => {
    const greeting = { version, holder: 'a test', challenge: 'x' };
    const { window, heard } = await playedApp('door.sock', () => ({ proof: 'a guess' }), greeting);
    expect(await visitorAt(window.folder)).toBeUndefined();
    expect(heard).toHaveLength(1);
    expect(Object.keys(JSON.parse(heard[0] ?? ''))).toEqual(['version', 'session', 'hears', 'challenge', 'proof']);
  });

  it('an app that does not answer is none', async () => {
    const { window } = await playedApp('door.sock', () => undefined);
    expect(await visitorAt(window.folder, { patienceMs: 1 })).toBeUndefined();
  });

  it('an interruption ends the wait at the door', async () => {
    const knocking = new AbortController();
    const answer = () => {
      knocking.abort(new Error('Ctrl-C'));
      return undefined;
    };
    const { window } = await playedApp('door.sock', answer, { version, holder: 'a test', challenge: 'x' });
    await expect(visitorAt(window.folder, { signal: knocking.signal })).rejects.toThrow('Ctrl-C');
  });
});
