/**
 * @file Two users of one computer, as real processes: while `tranship watch` works for the one, the other, who may write to the
 * folder, swaps files and folders for links, thousands of times.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { runs } from '../harness/night.ts';
import { openPracticePlace } from './practice-place.ts';
import { transactionLine } from './transactions.ts';
import { type JsonEvent, makeFolder } from './tranship.ts';

const node = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url));
const OWNER = 12_345;
const STRANGER = 65_534;
const FILES = runs(4, 20);
const what = (kind: string) => (event: JsonEvent) => event.event === 'watched' && event.what === kind;

/**
 * Puts files of the stranger into the folder, and lays links in the place of them and of the folders that Tranship makes, each for
 * a while of a few steps, until its input ends. Then it puts back what it has set aside, and tells how often it laid one.
 */
const swapping = `
  const { readdirSync, renameSync, symlinkSync, unlinkSync, writeFileSync } = require('node:fs');
  const [folder, victim, bait] = process.argv.slice(1);
  const day = new Date().toISOString().slice(0, 10);
  const quietly = (work) => { try { return work() ?? true; } catch { return false; } };
  const aside = new Map();
  let links = 0;
  const toggle = (name, target) => {
    const path = folder + '/' + name;
    if (aside.has(name)) {
      quietly(() => unlinkSync(path));
      quietly(() => renameSync(aside.get(name), path));
      aside.delete(name);
      return;
    }
    const elsewhere = folder + '/.aside-' + links;
    if (!quietly(() => renameSync(path, elsewhere))) return;
    if (quietly(() => symlinkSync(target, path))) links++;
    aside.set(name, elsewhere);
  };
  const folders = ['in-work', 'done', 'refused', 'done/' + day, 'refused/' + day];
  const step = (count) => {
    if (count % 200 === 0) quietly(() => writeFileSync(folder + '/bait-' + count + '.jsonl', bait.replaceAll('#', count)));
    toggle(folders[Math.floor(Math.random() * folders.length)], victim);
    const names = [...(quietly(() => readdirSync(folder)) || []), ...aside.keys()].filter((name) => /^\\.?bait/.test(name));
    const name = names[Math.floor(Math.random() * names.length)];
    if (name !== undefined) toggle(name, victim + '/secret.jsonl');
  };
  let isOver = false;
  process.stdin.on('end', () => { isOver = true; }).resume();
  let count = 0;
  const run = () => {
    for (let end = count + 50; count < end; count++) step(count);
    if (!isOver) return setImmediate(run);
    for (const name of [...aside.keys()].reverse()) toggle(name, victim);
    console.log(links);
  };
  run();
`;

describe.skipIf(process.getuid?.() !== 0)('another user who swaps links while a folder is watched', () => {
  it('gets nothing read, opened or moved away, and each file of the owner is in the queue once', async () => {
    await using place = await openPracticePlace();
    const { workplace } = place;
    const folder = await makeFolder(workplace, 'in');
    const victim = await makeFolder(workplace, 'victim');
    const secret = `${transactionLine()}\n`;
    await writeFile(join(victim, 'secret.jsonl'), secret, { mode: 0o600 });
    await chmod(victim, 0o700);
    await chmod(workplace.folder, 0o755);
    await mkdir(workplace.home, { mode: 0o700 });
    for (const path of [workplace.home, folder, victim, join(victim, 'secret.jsonl')]) await chown(path, OWNER, OWNER);
    await mkdir(join(workplace.folder, 'witness'), { mode: 0o700 });
    await chown(join(workplace.folder, 'witness'), OWNER, OWNER);
    await chmod(folder, 0o777);
    const contents: string[] = [];
    for (let count = 0; count < FILES; count++) {
      // Every fourth one is refused, with the reason beside it.
      const content = count % 4 === 0 ? `no transaction ${count}\n` : `${transactionLine()}\n`;
      contents.push(content);
      await writeFile(join(folder, `${count}.jsonl`), content);
      await chown(join(folder, `${count}.jsonl`), OWNER, OWNER);
    }

    const stranger = spawn(node, ['-e', swapping, folder, victim, '{"bait":#}\n'], {
      uid: STRANGER,
      gid: STRANGER,
      cwd: '/',
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const watch = workplace.startProcess(['watch', folder, '--shared', '--settle', '0.2', '--json'], { uid: OWNER });
    await watch.event(what('added'), FILES / 2);
    stranger.stdin.end();
    const [links] = await once(stranger.stdout, 'data');
    await once(stranger, 'close');
    const ended = await watch.kill('SIGINT');
    await workplace.runProcess(['watch', folder, '--shared', '--once', '--settle', '0.2', '--json'], {
      uid: OWNER,
    });

    expect(Number(links)).toBeGreaterThan(2000);
    expect((await readdir(victim)).sort()).toEqual(['secret.jsonl']);
    expect(await readFile(join(victim, 'secret.jsonl'), 'utf8')).toBe(secret);
    expect((await stat(victim)).mode & 0o7777).toBe(0o700);
    expect((await stat(join(victim, 'secret.jsonl'))).mode & 0o7777).toBe(0o600);
    const kept = await contentsIn(join(workplace.home, 'inbox'));
    const isBait = (content: string) => content.startsWith('{"bait":');
    expect(kept.filter((content) => !isBait(content)).sort()).toEqual([...contents].sort());
    const { submissions } = await workplace.runProcess(['queue', 'list', '--json'], { uid: OWNER });
    const files = submissions.map(({ file }) => file).filter((file) => !file.includes('bait'));
    expect(files.sort()).toEqual(contents.map((_, count) => join(folder, `${count}.jsonl`)).sort());
    expect(ended.stderr).toBe('');
  });
});

async function contentsIn(folder: string): Promise<string[]> {
  const all = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = all.filter((entry) => entry.isFile());
  return await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8')));
}
