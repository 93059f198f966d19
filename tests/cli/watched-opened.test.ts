/** @file A watched folder that is opened to other users while it is watched, as real processes of two users. */

import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { openPracticePlace, type PracticePlace } from './practice-place.ts';
import { transactionLine } from './transactions.ts';
import { type JsonEvent, makeFolder } from './tranship.ts';

const OWNER = 12_345;
const STRANGER = 65_534;
const owner = { uid: OWNER };
const what = (kind: string, code?: string) => (event: JsonEvent) =>
  event.event === 'watched' && event.what === kind && (code === undefined || event.code === code);

/** Runs a line of the shell as the stranger; whether it worked. */
async function byStranger(line: string): Promise<boolean> {
  const as = { uid: STRANGER, gid: STRANGER, cwd: '/' };
  return await promisify(execFile)('sh', ['-c', line], as).then(
    () => true,
    () => false,
  );
}

/** Folders of the owner: one to watch, and one with a secret. */
async function ownersPlace({ workplace }: PracticePlace): Promise<{ folder: string; victim: string }> {
  const [folder, victim] = [await makeFolder(workplace, 'in'), await makeFolder(workplace, 'victim')];
  await writeFile(join(victim, 'secret.jsonl'), `${transactionLine()}\n`, { mode: 0o600 });
  await chmod(workplace.folder, 0o755);
  const own = [workplace.home, join(workplace.folder, 'witness')];
  for (const path of own) await mkdir(path);
  for (const path of [folder, victim, ...own]) await chmod(path, 0o700);
  for (const path of [folder, victim, ...own, join(victim, 'secret.jsonl')]) await chown(path, OWNER, OWNER);
  return { folder, victim };
}

async function put(folder: string, name: string): Promise<void> {
  const path = join(folder, `.${name}`);
  await writeFile(path, `${transactionLine()}\n`);
  await chown(path, OWNER, OWNER);
  await promisify(execFile)('mv', [path, join(folder, name)]);
}

describe.skipIf(process.getuid?.() !== 0)('a folder that only its owner could write to', () => {
  it('is left alone once it is opened to others, says so once, and takes nothing of theirs afterwards', async () => {
    await using place = await openPracticePlace();
    const { workplace } = place;
    const { folder, victim } = await ownersPlace(place);
    const secret = await readFile(join(victim, 'secret.jsonl'), 'utf8');
    const drop = `echo '{"bait":1}' > '${folder}/bait.jsonl'`;
    expect(await byStranger(drop)).toBe(false);
    const watch = workplace.startProcess(['watch', folder, '--settle', '0.2', '--json'], owner);
    await put(folder, 'first.jsonl');
    await watch.event(what('done'));

    await chmod(folder, 0o777);
    const stopped = await watch.event(what('trouble', 'watch.open-to-others'));
    const links = `cd '${folder}' && mv done aside && ln -s '${victim}' done && ln -s '${victim}/secret.jsonl' link.jsonl`;
    expect([await byStranger(drop), await byStranger(links)]).toEqual([true, true]);
    await put(folder, 'second.jsonl');
    await chmod(folder, 0o700);
    await watch.event(what('trouble', 'watch.not-taken'));
    const kept = await watch.event(what('trouble', 'watch.cannot-move'));
    const ended = await watch.kill('SIGINT');

    expect(stopped.remedy).toContain('--shared');
    expect(ended.events.filter(what('trouble', 'watch.open-to-others'))).toHaveLength(1);
    expect(kept).toMatchObject({ name: 'second.jsonl' });
    expect(await readdir(victim)).toEqual(['secret.jsonl']);
    expect(await readFile(join(victim, 'secret.jsonl'), 'utf8')).toBe(secret);
    const { submissions } = await workplace.runProcess(['queue', 'list', '--json'], owner);
    expect(submissions.map(({ file }) => file).sort()).toEqual(
      ['first', 'second'].map((name) => join(folder, `${name}.jsonl`)),
    );
  });
});

describe.skipIf(process.getuid?.() !== 0)('a folder that an earlier version stored without asking', () => {
  it('stops until a yes, and says once with which command that is given, which keeps how it is sent', async () => {
    await using place = await openPracticePlace();
    const { workplace } = place;
    const { folder } = await ownersPlace(place);
    const stored = { folder, connection: 'environment', release: false, settleSeconds: 0.2, marker: '.fertig' };
    const settings = join(workplace.home, 'settings.json');
    await writeFile(settings, JSON.stringify({ watchedFolders: [stored] }), { mode: 0o600 });
    await chown(settings, OWNER, OWNER);
    await chmod(folder, 0o770);
    await put(folder, 'waiting.jsonl');
    await put(folder, 'waiting.jsonl.fertig');

    const watch = workplace.startProcess(['watch', '--json'], owner);
    const told = await watch.event(what('trouble'));
    const ended = await watch.kill('SIGINT');
    const command = /“tranship (watch add [^”]+)”/.exec(String(told.remedy))?.[1] ?? '';

    expect(told.code).toBe('watch.open-to-others');
    expect(command).toBe(`watch add ${folder} --marker .fertig --settle 0.2 --shared`);
    expect(ended.events.filter(what('trouble'))).toHaveLength(1);
    expect(await readdir(folder)).toContain('waiting.jsonl');

    await workplace.runProcess(command.split(' '), owner);
    const once = await workplace.runProcess(['watch', '--once', '--json'], owner);

    expect(once.events.filter(what('done'))).toMatchObject([{ name: 'waiting.jsonl' }]);
  });
});
