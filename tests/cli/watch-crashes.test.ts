/** @file `tranship watch` killed in the middle, and two of them on one folder: nothing is lost, nothing is added twice. */

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fewerByDay } from '../harness/night.ts';
import { openPracticePlace } from './practice-place.ts';
import { transactionLine } from './transactions.ts';
import { environmentOf, type JsonEvent, makeFolder, openWorkplace } from './tranship.ts';

const what = (kind: string) => (event: JsonEvent) => event.event === 'watched' && event.what === kind;
const lines = (count: number) => Array.from({ length: count }, () => `${transactionLine()}\n`).join('');

async function namesBelow(folder: string): Promise<string[]> {
  const all = await readdir(folder, { recursive: true, withFileTypes: true });
  return all.filter((entry) => entry.isFile()).map(({ name }) => name);
}

describe.concurrent('a killed process', () => {
  it.each(fewerByDay(['stands-still', 'claimed', 'prepared', 'added', 'done'], 2))(
    'at “%s” leaves its file to the next one, which brings it to its end, once',
    async (moment) => {
      await using place = await openPracticePlace();
      const { workplace } = place;
      const folder = await makeFolder(workplace, 'in');
      const content = lines(2000);
      await writeFile(join(folder, 'a.jsonl'), content);

      const first = workplace.startProcess(['watch', folder, '--settle', '0.2', '--json']);
      await first.event(what(moment));
      await first.kill('SIGKILL');
      const second = await workplace.run(['watch', folder, '--once', '--settle', '0.2', '--json']);

      expect(second.stderr).toBe('');
      expect(await namesBelow(folder)).toEqual(['a.jsonl']);
      const [day = ''] = await readdir(join(folder, 'done'));
      expect(await readFile(join(folder, 'done', day, 'a.jsonl'), 'utf8')).toBe(content);
      const { submissions } = await workplace.run(['queue', 'list', '--json']);
      expect(submissions).toHaveLength(1);
      expect(submissions[0]).toMatchObject({ state: 'held', error: 'submission.awaits-release' });
    },
  );

  it('at any other moment does so too, as often as it is killed', async () => {
    await using place = await openPracticePlace();
    const { workplace } = place;
    const folder = await makeFolder(workplace, 'in');
    const names = Array.from({ length: 12 }, (_, at) => `${at}.jsonl`);
    for (const name of names) await writeFile(join(folder, name), lines(300));

    for (const count of fewerByDay([1, 4, 7, 12, 19, 30], 3)) {
      const dying = workplace.startProcess(['watch', folder, '--settle', '0.2', '--json']);
      // Whichever step comes then: of some file, in the middle of the next.
      await Promise.race([dying.event((event) => event.event === 'watched', count), dying.ended]);
      await dying.kill('SIGKILL');
    }
    await workplace.run(['watch', folder, '--once', '--settle', '0.2', '--json']);

    expect((await namesBelow(folder)).sort()).toEqual([...names].sort());
    expect(await readdir(folder)).toEqual(['done']);
    const { submissions } = await workplace.run(['queue', 'list', '--json']);
    expect(submissions.map(({ file }) => file).sort()).toEqual(names.map((name) => join(folder, name)).sort());
  });

  it('that is interrupted ends in the middle of a file, which the next one brings to its end', async () => {
    await using place = await openPracticePlace();
    const { workplace } = place;
    const folder = await makeFolder(workplace, 'in');
    await writeFile(join(folder, 'large.jsonl'), lines(60_000));
    const watch = workplace.start(['watch', folder, '--settle', '0.2', '--json']);
    await watch.event(what('claimed'));

    const ended = await watch.kill('SIGINT');

    expect(ended).toMatchObject({ exitCode: 0, stderr: '' });
    expect(ended.events.filter(what('done'))).toEqual([]);
    await workplace.run(['watch', folder, '--once', '--settle', '0.2']);
    const { submissions } = await workplace.run(['queue', 'list', '--json']);
    expect(submissions).toHaveLength(1);
    expect(await namesBelow(folder)).toEqual(['large.jsonl']);
  });
});

describe.concurrent('two processes with data folders of their own', () => {
  it('share what lands in a folder', async () => {
    await using place = await openPracticePlace();
    await using other = await openWorkplace(environmentOf(place.tenant));
    const folder = await makeFolder(place.workplace, 'in');
    const watchers = [place.workplace, other].map((workplace) => ({
      workplace,
      watch: workplace.start(['watch', folder, '--settle', '0.3', '--json']),
    }));
    for (const { watch } of watchers) await watch.event(({ event }) => event === 'watching');
    const names = Array.from({ length: 20 }, (_, at) => `${at}.jsonl`);

    for (const name of names) await writeFile(join(folder, name), lines(1));
    const done: string[] = [];
    await Promise.race([
      new Promise<void>((resolve) => {
        for (const { watch } of watchers) void collect(watch, done, names.length, resolve);
      }),
      ...watchers.map(async ({ watch }) => {
        const { stderr } = await watch.ended;
        throw new Error(`It ended: ${stderr}`);
      }),
    ]);
    await Promise.all(watchers.map(({ watch }) => watch.kill('SIGINT').catch(() => {})));

    expect(done.sort()).toEqual([...names].sort());
    expect((await namesBelow(join(folder, 'done'))).sort()).toEqual([...names].sort());
    const added = await Promise.all(watchers.map(({ workplace }) => workplace.run(['queue', 'list', '--json'])));
    const files = added.flatMap(({ submissions }) => submissions.map(({ file }) => file));
    expect(files.sort()).toEqual(names.map((name) => join(folder, name)).sort());
  });

  it('with one data folder cannot work at the same time', async () => {
    await using place = await openPracticePlace();
    const { workplace } = place;
    const folder = await makeFolder(workplace, 'in');
    const watch = workplace.start(['watch', folder, '--json']);
    await watch.event(({ event }) => event === 'watching');

    expect(await workplace.run(['watch', folder])).toMatchObject({ exitCode: 4 });
    await watch.kill('SIGINT');
  });
});

/** Notes the name of each file that is done, until all are. */
async function collect(
  watch: { event: (fits: (event: JsonEvent) => boolean, place?: number) => Promise<JsonEvent> },
  done: string[],
  all: number,
  onAll: () => void,
): Promise<void> {
  for (let place = 0; ; place++) {
    const event = await watch.event(what('done'), place).catch(() => undefined);
    if (event === undefined) return;
    done.push(String(event.name));
    if (done.length === all) onAll();
  }
}
