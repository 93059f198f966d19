/** @file Another user of the same computer, as real processes: what the data folder holds is out of reach for them. */

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, copyFile, link, lstat, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { fewerByDay } from '../harness/night.ts';
import { openPracticePlace } from './practice-place.ts';
import { writeDuplicates, writeTransactions } from './transactions.ts';
import { environmentOf, type Finished, openWorkplace, type Workplace } from './tranship.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const node = join(root, 'node_modules/.bin/node');
const program = join(root, 'out/main/tranship.js');
/** Who has nothing to do with the folder. */
const STRANGER = 65_534;
const stranger = { uid: STRANGER, gid: STRANGER };
const isRoot = process.getuid?.() === 0;

/** What the stranger gets to read; undefined where the system refuses. */
async function readByStranger(path: string): Promise<string | undefined> {
  return await run('cat', [path], { ...stranger, encoding: 'latin1', maxBuffer: 64 * 1024 * 1024 }).then(
    ({ stdout }) => stdout,
    () => undefined,
  );
}

/** The stranger makes a link, where the folder lets them. */
async function plantLink(path: string, target: string): Promise<void> {
  await run('ln', ['-s', target, path], stranger);
}

/** Has the stranger keep SQLite's read lock on a file; `told`: whether that worked. */
async function holdByStranger(path: string): Promise<{ child: ChildProcess; told: string }> {
  const script = `
    const { DatabaseSync } = require('node:sqlite');
    try {
      const database = new DatabaseSync(${JSON.stringify(path)}, { readOnly: true });
      database.exec('BEGIN');
      database.prepare('SELECT count(*) FROM sqlite_schema').get();
      console.log('held');
    } catch { console.log('refused'); }
    setInterval(() => {}, 1000);`;
  const child = spawn(node, ['-e', script], { ...stranger, cwd: '/', stdio: ['ignore', 'pipe', 'inherit'] });
  const [told] = await once(child.stdout, 'data');
  return { child, told: String(told).trim() };
}

/** A workplace whose data folder everybody may write to, as an administrator may have made it. */
async function openToAll(workplace: Workplace): Promise<void> {
  await chmod(workplace.folder, 0o755);
  await mkdir(workplace.home, { recursive: true });
  await chmod(workplace.home, 0o777);
}

/** Each path below a folder, relative to it. */
async function pathsIn(folder: string): Promise<string[]> {
  return (await readdir(folder, { recursive: true })).sort();
}

function expectRefused(ended: Finished, path: string, words: string): void {
  expect(ended).toMatchObject({ exitCode: 5 });
  expect(ended.stderr).toContain('The data folder is not yours alone.');
  expect(ended.stderr).toContain(path);
  expect(ended.stderr).toContain(words);
}

describe.skipIf(!isRoot)('another user of this computer', () => {
  it('cannot read a queue that an earlier version left open, once Tranship has started', async () => {
    await using place = await openPracticePlace();
    const { workplace } = place;
    await workplace.run(['send', await writeTransactions(workplace, 2), '--wait']);
    await chmod(workplace.folder, 0o755);
    await run('chmod', ['-R', 'u=rwX,go=rX', workplace.home]);
    const database = join(workplace.home, 'queue.db');
    expect(await readByStranger(database)).toContain('SQLite format 3');

    expect(await workplace.run(['queue', 'list'])).toMatchObject({ exitCode: 0 });

    for (const path of await pathsIn(workplace.home)) {
      expect([path, await readByStranger(join(workplace.home, path))]).toEqual([path, undefined]);
      expect([path, (await lstat(join(workplace.home, path))).mode & 0o077]).toEqual([path, 0]);
    }
    expect((await lstat(workplace.home)).mode & 0o777).toBe(0o700);
  });

  it('cannot keep Tranship out by a read lock', async () => {
    await using workplace = await openWorkplace();
    await openToAll(workplace);
    await workplace.run(['support', '--out', join(workplace.folder, 'first.zip')]);
    const lock = join(workplace.home, 'lock.db');
    // The same way works where the file can be read.
    const copy = join(workplace.folder, 'copy.db');
    await copyFile(lock, copy);
    await chmod(copy, 0o644);
    const elsewhere = await holdByStranger(copy);
    const here = await holdByStranger(lock);
    try {
      expect(elsewhere.told).toBe('held');
      expect(here.told).toBe('refused');
      const ended = await workplace.run(['support', '--out', join(workplace.folder, 'second.zip')]);
      expect(ended).toMatchObject({ exitCode: 0, stderr: '' });
    } finally {
      elsewhere.child.kill();
      here.child.kill();
    }
  });

  const day = new Date().toISOString().slice(0, 10);
  const names = [
    ...['queue.db', 'queue.db-wal', 'queue.db-shm', 'queue.recovering.db', 'queue.recovered.db', 'queue.suspect'],
    ...['lock.db', 'lock.db-journal', 'lock-holder.txt', 'settings.json', 'door.json'],
    ...['reports', 'posts', 'logs', 'inbox', 'downloads', 'practice', 'chromium'],
    ...[`logs/tranship-${day}.log`, 'reports/11111111-1111-4111-8111-111111111111.txt', 'posts/0.jsonl'],
    ...['practice/tenant', 'practice/tenant/batches.json'],
    ...['history-head.json', 'history-head.json.part', `logs/security-${day}.log`],
  ];

  it.concurrent.each(fewerByDay(names, 7))(
    'cannot have Tranship write through a link that they put under the name %s',
    async (name) => {
      await using place = await openPracticePlace();
      const { workplace } = place;
      await openToAll(workplace);
      const victim = join(workplace.folder, 'victim.txt');
      await writeFile(victim, 'What the victim wrote.');
      const path = join(workplace.home, name);
      const parent = join(path, '..');
      await mkdir(parent, { recursive: true });
      if (parent !== workplace.home) await run('chmod', ['-R', '0777', workplace.home]);
      await plantLink(path, victim);
      const file = await writeTransactions(workplace, 2);

      expect(await workplace.run(['check', file])).toMatchObject({ exitCode: 0 });
      for (const call of [
        ['send', file],
        ['support', '--out', join(workplace.folder, 'help.zip')],
        ['receipt', '7'],
      ]) {
        expectRefused(await workplace.run(call), path, 'is a link to another place');
      }
      expect(await readFile(victim, 'utf8')).toBe('What the victim wrote.');
      expect((await lstat(path)).isSymbolicLink()).toBe(true);
    },
  );

  it.each([
    ['settings of their own', 'settings.json'],
    ['a file that is none of Tranship’s', 'notes.txt'],
  ])('cannot have Tranship work beside %s', async (_, name) => {
    await using workplace = await openWorkplace();
    await openToAll(workplace);
    const path = join(workplace.home, name);
    await writeFile(path, '{}');
    await chown(path, STRANGER, STRANGER);
    expectRefused(await workplace.run(['queue', 'list']), path, 'belongs to another user');
    expect(await readFile(path, 'utf8')).toBe('{}');
  });

  it('cannot lead the whole folder elsewhere', async () => {
    await using workplace = await openWorkplace();
    const mine = join(workplace.folder, 'mine');
    await mkdir(mine);
    const shared = join(workplace.folder, 'shared');
    await mkdir(shared);
    await chmod(workplace.folder, 0o755);
    await chmod(shared, 0o1777);
    const path = join(shared, 'tranship');
    await plantLink(path, mine);
    expectRefused(await workplace.run(['queue', 'list'], { environment: { TRANSHIP_HOME: path } }), path, 'is a link');
    expect(await readdir(mine)).toEqual([]);
  });

  it('cannot have Tranship work in a folder of theirs, not even for an administrator', async () => {
    await using workplace = await openWorkplace();
    await openToAll(workplace);
    await chown(workplace.home, STRANGER, STRANGER);
    expectRefused(await workplace.run(['queue', 'list']), workplace.home, 'belongs to another user');
    expect(await readdir(workplace.home)).toEqual([]);
  });
});

describe.skipIf(process.platform === 'win32')('a data folder', () => {
  it('is not used where one of its files has a second name elsewhere', async () => {
    await using workplace = await openWorkplace();
    await mkdir(workplace.home);
    const victim = join(workplace.folder, 'victim.txt');
    await writeFile(victim, '{}');
    await link(victim, join(workplace.home, 'settings.json'));
    expectRefused(await workplace.run(['queue', 'list']), join(workplace.home, 'settings.json'), 'a second name');
    expect(await readFile(victim, 'utf8')).toBe('{}');
  });

  it('may itself be a link that its owner made', async () => {
    await using workplace = await openWorkplace();
    await mkdir(join(workplace.folder, 'disk'));
    await symlink(join(workplace.folder, 'disk'), workplace.home);
    expect(await workplace.run(['queue', 'list'])).toMatchObject({ exitCode: 0 });
    expect(await readdir(join(workplace.folder, 'disk'))).toContain('queue.db');
  });

  it('gets nothing that others can read, nor does what is written elsewhere, however the system is set up', async () => {
    await using place = await openPracticePlace();
    const { workplace, tenant } = place;
    const env = {
      PATH: process.env.PATH,
      HOME: '/nonexistent',
      TRANSHIP_HOME: workplace.home,
      TRANSHIP_BASE_URL: tenant.baseUrl,
      TRANSHIP_TOKEN_URL: tenant.tokenUrl,
      TRANSHIP_CLIENT_ID: tenant.clientId,
      TRANSHIP_CLIENT_SECRET: tenant.clientSecret,
      TRANSHIP_SCOPE: tenant.scope,
    };
    const openHanded = async (...args: string[]) =>
      await run('sh', ['-c', 'umask 000; exec "$0" "$@"', node, program, ...args], {
        cwd: workplace.folder,
        env,
      }).catch((thrown: unknown) => thrown);
    const good = await writeTransactions(workplace, 2);
    const faulty = await writeDuplicates(workplace);
    await openHanded('check', faulty, '--findings', 'findings.csv');
    await openHanded('send', faulty, '--on-invalid', 'service-decides', '--wait');
    await openHanded('post', good, '--results', 'results.jsonl');
    await openHanded('support', '--out', 'help.zip');
    const [batch] = tenant.batches();
    await openHanded('report', batch?.batchId ?? '', '--out', 'copies');

    const made = (await pathsIn(workplace.home)).map((path) => join(workplace.home, path));
    expect(made.length).toBeGreaterThan(7);
    const outputs = ['findings.csv', 'results.jsonl', 'help.zip', 'copies'].map((name) => join(workplace.folder, name));
    for (const path of [...made, ...outputs]) {
      const found = await lstat(path);
      expect([path, (found.mode & 0o777).toString(8)]).toEqual([path, found.isDirectory() ? '700' : '600']);
    }
  });
});

describe.skipIf(!isRoot)('a data folder that became read-only after a crash', () => {
  it('is named by each command that would write, and none of them says that it did', async () => {
    await using place = await openPracticePlace();
    const { workplace } = place;
    await workplace.run(['send', await writeDuplicates(workplace)]);
    const other = await writeTransactions(workplace, 2);
    const serving = workplace.startProcess(['serve', '--json']);
    await serving.event(({ event }) => event === 'serving');
    await serving.kill('SIGKILL');
    await run('chown', ['-R', `${STRANGER}:${STRANGER}`, workplace.folder]);
    await run('chmod', ['-R', 'a-w', workplace.home]);
    const places = { TRANSHIP_HOME: workplace.home, TRANSHIP_WITNESS: join(workplace.folder, 'witness') };
    const env = { ...process.env, ...environmentOf(place.tenant), ...places };

    for (const call of [
      ['send', other],
      ['queue', 'cancel', '1'],
    ]) {
      const ended = run(node, [program, ...call], { ...stranger, cwd: workplace.folder, env });
      const { code, stdout, stderr } = await ended.then(
        (done) => ({ code: 0, ...done }),
        (failed: { code: number; stdout: string; stderr: string }) => failed,
      );
      expect({ call, code }).toEqual({ call, code: 5 });
      expect(stderr).toContain('The data folder cannot be used');
      expect(stdout + stderr).not.toMatch(/inside Tranship|is cancelled/);
    }
  });
});
