/** @file The self-test of the bundle as it ships, in a process of its own, with a stub in place of Electron. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir, hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { temporaryFolder } from '../../../temporary-folder.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const stub = new URL('./electron-stub.mjs', import.meta.url).href;
const hooks = `import { registerHooks } from 'node:module';
registerHooks({ resolve: (name, context, next) =>
  name === 'electron' ? { url: '${stub}', shortCircuit: true } : next(name, context) });`;

const reportSchema = z.object({
  version: z.string(),
  node: z.string(),
  platform: z.string(),
  arch: z.string(),
  osRelease: z.string(),
  startedAt: z.iso.datetime(),
  durationMs: z.int(),
  ok: z.boolean(),
  checks: z.array(z.object({ name: z.string(), ok: z.boolean(), ms: z.int(), detail: z.string() })),
});

/** Runs the app with these arguments, in a folder of its own. */
async function run(argv: (folder: string) => string[], environment: Record<string, string> = {}) {
  const folder = temporaryFolder();
  const hookFile = join(folder, 'hooks.mjs');
  writeFileSync(hookFile, hooks);
  const home = join(folder, 'home');
  // What it leaves behind would be there.
  const env = { ...process.env, TRANSHIP_HOME: home, TMPDIR: folder, ...environment };
  const main = join(root, 'out/main/index.js');
  const child = spawn(process.execPath, ['--import', pathToFileURL(hookFile).href, main, ...argv(folder)], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  const path = join(folder, 'out.json');
  const report = existsSync(path) ? reportSchema.parse(JSON.parse(readFileSync(path, 'utf8'))) : undefined;
  const words = ['out.json', 'out.html']
    .map((name) => join(folder, name))
    .map(textOf)
    .join('\n');
  return { code, errors, report, words, folder, hasHome: existsSync(home), left: readdirSync(folder) };
}

/** Empty without the file. */
const textOf = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');

it('a good installation passes every check, and leaves nothing behind but the report', async () => {
  const { code, errors, report, hasHome, left } = await run((folder) => ['--self-test', join(folder, 'out.json')]);
  expect(report?.checks.filter(({ ok }) => !ok)).toEqual([]);
  expect(report?.checks.map(({ name }) => name)).toEqual([
    ...['threads', 'check', 'folder', 'database', 'lock', 'disk', 'replacing', 'client-certificates'],
    ...['authorities', 'trust', 'practice-send', 'page-files', 'updates', 'key-store', 'tray', 'proxy', 'protocol'],
    ...['power', 'notification'],
  ]);
  expect(report).toMatchObject({ version: '1.2.3', ok: true, platform: process.platform });
  expect([code, errors, hasHome, left.sort()]).toEqual([0, '', false, ['hooks.mjs', 'out.html', 'out.json']]);
});

it('one check that fails makes the whole fail, and the report says which and why, and not whose computer it is', async () => {
  const toFile = (folder: string) => [`--self-test=${join(folder, 'out.json')}`];
  const person = { HOME: '/home/erika.mustermann', USER: 'erika.mustermann', LOGNAME: 'erika.mustermann' };
  const { code, report, words, folder } = await run(toFile, { STUB_KEY_STORE: 'refused', ...person });
  expect([code, report?.ok]).toEqual([1, false]);
  expect(report?.checks.filter(({ ok }) => !ok)).toEqual([
    expect.objectContaining({ name: 'key-store', detail: expect.stringContaining('is locked') }),
  ]);
  const ofPerson = ['mustermann', folder, homedir(), userInfo().username, hostname()];
  expect(ofPerson.filter((known) => words.toLowerCase().includes(known.toLowerCase()))).toEqual([]);
});

it('a call without a place for the report ends with words and with 2', async () => {
  const { code, errors, report } = await run(() => ['--self-test']);
  expect([code, report]).toEqual([2, undefined]);
  expect(errors).toBe('Tranship --self-test OUT.json: the file for the report is missing.\n');
});
