/** @file `tranship watch`: what lands in a folder is prepared, checked, released and sent, and then moved. */

import { appendFile, chmod, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hastenedClock } from '../hastened-clock.ts';
import { openPracticePlace } from './practice-place.ts';
import { transactionLine } from './transactions.ts';
import { type JsonEvent, makeFolder, type RunningCall, type Workplace } from './tranship.ts';

const day = '[0-9]{4}-[0-9]{2}-[0-9]{2}';
const lines = (count: number) => Array.from({ length: count }, () => `${transactionLine()}\n`).join('');
const what = (kind: string, name?: string) => (event: JsonEvent) =>
  event.event === 'watched' && event.what === kind && (name === undefined || event.name === name);
const watching = (event: JsonEvent) => event.event === 'watching';

/** All files below a folder, by their paths from it. */
async function filesIn(folder: string): Promise<string[]> {
  const all = await readdir(folder, { recursive: true, withFileTypes: true });
  return all
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

/** Begins to watch a new folder, and resolves once it does. */
async function startWatching(
  workplace: Workplace,
  options: readonly string[] = [],
): Promise<{ folder: string; watch: RunningCall }> {
  const folder = await makeFolder(workplace, 'in');
  const watch = workplace.start(['watch', folder, '--settle', '0.4', '--json', ...options]);
  await watch.event(watching);
  return { folder, watch };
}

describe.concurrent('a watched folder', () => {
  it('takes a file once it stands still, holds it for a person, and sends it when it was released', async () => {
    await using place = await openPracticePlace();
    const { workplace } = place;
    const { folder, watch } = await startWatching(workplace);
    const content = lines(3);

    await writeFile(join(folder, 'november.jsonl'), content);
    const done = await watch.event(what('done'));
    const ended = await watch.kill('SIGINT');

    expect(done).toMatchObject({ name: 'november.jsonl', submissions: [1], awaitsRelease: true });
    expect(String(done.to)).toMatch(new RegExp(`^done/${day}/november\\.jsonl$`));
    expect(await readFile(join(folder, String(done.to)), 'utf8')).toBe(content);
    expect(ended).toMatchObject({ exitCode: 0, stderr: '' });
    const held = await workplace.run(['queue', 'list', '--json']);
    expect(held.submission).toMatchObject({ state: 'held', error: 'submission.awaits-release' });

    expect((await workplace.run(['queue', 'approve', '1', '--json'])).exitCode).toBe(0);
    const sent = await workplace.run(['work', '--until-idle', '--json']);

    expect(sent.submission).toMatchObject({ state: 'processed' });
    const { events } = await workplace.run(['history', '--json']);
    const reason = `from the watched folder ${folder}`;
    expect(events).toContainEqual(expect.objectContaining({ kind: 'added', submission: 1, reason }));
    const approval = { kind: 'approved', submission: 1, person: expect.any(String), time: expect.any(String) };
    expect(events).toContainEqual(expect.objectContaining(approval));
  });

  it('waits for the rest of a file that comes in pieces', async () => {
    await using place = await openPracticePlace();
    const { folder, watch } = await startWatching(place.workplace, ['--settle', '3']);
    const path = join(folder, 'slow.jsonl');
    const pieces = Array.from({ length: 4 }, () => lines(1));

    await writeFile(path, pieces[0] ?? '');
    await watch.event(what('new'));
    for (const [index, piece] of pieces.slice(1).entries()) {
      await appendFile(path, piece);
      if (index === 0) await watch.event(what('growing'));
    }
    const done = await watch.event(what('done'));

    expect(await readFile(join(folder, String(done.to)), 'utf8')).toBe(pieces.join(''));
    const ended = await watch.kill('SIGINT');
    expect(ended.events.filter(what('claimed'))).toHaveLength(1);
    expect(ended.events.find((event) => event.event === 'submission' && event.lines !== undefined)?.lines).toBe(4);
  });

  it('takes the later one of a file that is replaced while it settles', async () => {
    await using place = await openPracticePlace();
    const { folder, watch } = await startWatching(place.workplace, ['--settle', '3']);
    const path = join(folder, 'twice.jsonl');
    const later = lines(2);
    await writeFile(join(place.workplace.folder, 'later'), later);

    await writeFile(path, lines(2));
    await watch.event(what('new'));
    await rename(join(place.workplace.folder, 'later'), path);
    await watch.event(what('replaced'));
    const done = await watch.event(what('done'));

    expect(await readFile(join(folder, String(done.to)), 'utf8')).toBe(later);
    expect((await watch.kill('SIGINT')).events.filter(what('claimed'))).toHaveLength(1);
  });

  it('says beside a refused file why it was refused, and with which findings', async () => {
    await using place = await openPracticePlace();
    const { workplace } = place;
    const { folder, watch } = await startWatching(workplace);

    await writeFile(join(folder, 'table.csv'), 'amount;currency\n12,50;EUR\n');
    const refused = await watch.event(what('refused', 'table.csv'));
    await writeFile(join(folder, 'wrong.jsonl'), `${transactionLine()}\n${transactionLine().replace('EUR', 'eur')}\n`);
    const wrong = await watch.event(what('refused', 'wrong.jsonl'));
    await watch.kill('SIGINT');

    const why = await readFile(join(folder, `${refused.to}.why.txt`), 'utf8');
    expect(why).toContain('table.csv: The check found errors.');
    expect(await readFile(join(folder, `${refused.to}.findings.csv`), 'utf8')).toContain('a CSV table');
    expect(await readFile(join(folder, `${wrong.to}.findings.csv`), 'utf8')).toContain('modification.currency');
    expect(await filesIn(folder)).toHaveLength(6);
    expect((await workplace.run(['queue', 'list', '--json'])).submissions.map(({ state }) => state)).toEqual([
      'held',
      'held',
    ]);
  });

  it('adds the same content only once, and keeps both files under names of their own', async () => {
    await using place = await openPracticePlace();
    const { folder, watch } = await startWatching(place.workplace);
    const content = lines(2);

    await writeFile(join(folder, 'a.jsonl'), content);
    await watch.event(what('done'));
    await writeFile(join(folder, 'a.jsonl'), content);
    const again = await watch.event(what('refused'));
    await writeFile(join(folder, 'a.jsonl'), content);
    const third = await watch.event(what('refused'), 1);
    const ended = await watch.kill('SIGINT');

    expect(again).toMatchObject({ name: 'a.jsonl', code: 'watch.same-content', submissions: [] });
    expect(String(third.to)).toMatch(/\/a \(2\)\.jsonl$/);
    expect(await filesIn(join(folder, 'refused'))).toHaveLength(4);
    expect(ended.events.filter(what('added'))).toHaveLength(1);
  });

  it('takes a file with its marker at once, and moves both', async () => {
    await using place = await openPracticePlace();
    const { folder, watch } = await startWatching(place.workplace, ['--settle', '3600', '--marker', '.done']);

    await writeFile(join(folder, 'a.jsonl'), lines(1));
    await watch.event(what('new'));
    await writeFile(join(folder, 'a.jsonl.done'), '');
    const done = await watch.event(what('done'));
    await watch.kill('SIGINT');

    const into = String(done.to);
    expect(await filesIn(folder)).toEqual([into, `${into}.done`]);
  });

  it('leaves alone what is hidden, unfinished or in folders', async () => {
    await using place = await openPracticePlace();
    const folder = await makeFolder(place.workplace, 'in');
    const names = [
      '.hidden.jsonl',
      'a.jsonl.partial',
      'b.tmp',
      '~$c.xlsx',
      'd.crdownload',
      'e.jsonl.filepart',
      'zero.jsonl',
    ];
    for (const name of names) await writeFile(join(folder, name), name === 'zero.jsonl' ? '' : lines(1));
    for (const name of ['sub', 'done', 'refused']) {
      await mkdir(join(folder, name));
      await writeFile(join(folder, name, 'f.jsonl'), lines(1));
    }
    const before = await filesIn(folder);

    const ended = await place.workplace.run(['watch', folder, '--once', '--settle', '0.3', '--json']);

    expect(ended).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await filesIn(folder)).toEqual(before);
  });

  it('ends after one pass with --once, with what has to be known in the exit code', async () => {
    await using place = await openPracticePlace();
    const { workplace } = place;
    const folder = await makeFolder(workplace, 'in');
    const once = ['watch', folder, '--once', '--settle', '0.3', '--json'];
    await writeFile(join(folder, 'good.jsonl'), lines(1));

    const waiting = await workplace.run(once);
    expect(waiting).toMatchObject({ exitCode: 4, stderr: '' });
    expect(waiting.summary).toMatchObject({ files: [{ name: 'good.jsonl', outcome: 'done' }] });

    expect((await workplace.run(once)).exitCode).toBe(0);
    await writeFile(join(folder, 'bad.jsonl'), 'no transaction\n');
    expect(await workplace.run(once)).toMatchObject({ exitCode: 1 });
    expect(await workplace.run(['watch', join(folder, 'missing'), '--once'])).toMatchObject({ exitCode: 4 });
  });

  it('continues when a folder that was gone is back', async () => {
    await using place = await openPracticePlace();
    const { folder, watch } = await startWatching(place.workplace);

    await rename(folder, `${folder}-away`);
    const trouble = await watch.event(what('trouble'));
    await rename(`${folder}-away`, folder);
    await watch.event(what('goes-on'));
    await writeFile(join(folder, 'a.jsonl'), lines(1));

    expect(trouble).toMatchObject({ code: 'watch.folder-away', folder });
    expect(await watch.event(what('done'))).toMatchObject({ name: 'a.jsonl' });
    await watch.kill('SIGINT');
  });

  it('checks only, with --no-send, until somebody has the queue sent', async () => {
    await using place = await openPracticePlace();
    const { workplace } = place;
    const folder = await makeFolder(workplace, 'in');
    const file = join(workplace.folder, 'by-hand.jsonl');
    await writeFile(file, lines(1));
    await writeFile(join(folder, 'a.jsonl'), lines(1));
    const environment = { TRANSHIP_BASE_URL: 'http://127.0.0.1:9/tm' };
    await workplace.run(['send', file, '--json'], { environment, clock: hastenedClock(20) });

    const ended = await workplace.run(['watch', folder, '--once', '--no-send', '--settle', '0.3', '--json']);

    expect(ended).toMatchObject({ exitCode: 4 });
    expect(ended.submissions.map(({ state }) => state)).toEqual(['waiting', 'held']);
  });
});

describe.concurrent('stored watched folders', () => {
  it('are listed, watched together, and forgotten without touching what is in them', async () => {
    await using place = await openPracticePlace();
    const { workplace } = place;
    const [one, two] = [await makeFolder(workplace, 'one'), await makeFolder(workplace, 'two')];

    expect((await workplace.run(['watch', '--once'])).exitCode).toBe(2);
    expect((await workplace.run(['watch', 'add', one, '--settle', '0.3'])).exitCode).toBe(0);
    expect((await workplace.run(['watch', 'add', two, '--marker', '.ok'])).exitCode).toBe(0);
    expect((await workplace.run(['watch', 'list', '--json'])).summary).toMatchObject({
      folders: [
        { folder: one, settleSeconds: 0.3, release: false },
        { folder: two, settleSeconds: 60, marker: '.ok' },
      ],
    });
    await writeFile(join(one, 'a.jsonl'), lines(1));
    await writeFile(join(two, 'b.jsonl'), lines(1));
    await writeFile(join(two, 'b.jsonl.ok'), '');
    const ended = await workplace.run(['watch', '--once', '--json']);
    expect(
      ended.events
        .filter(what('done'))
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['a.jsonl', 'b.jsonl']);

    expect((await workplace.run(['watch', 'remove', one])).exitCode).toBe(0);
    expect((await workplace.run(['watch', 'remove', one])).exitCode).toBe(2);
    expect((await workplace.run(['watch', 'list', '--json'])).summary).toMatchObject({ folders: [{ folder: two }] });
    expect(await filesIn(one)).toHaveLength(1);
  });

  it.skipIf(process.platform === 'win32')(
    'are asked about where others may write to them, and say the answer in their rows',
    async () => {
      await using place = await openPracticePlace();
      const { workplace } = place;
      const folder = await makeFolder(workplace, 'in');
      await chmod(folder, 0o775);

      for (const call of [
        ['watch', 'add', folder],
        ['watch', folder, '--once'],
      ]) {
        const { exitCode, stderr } = await workplace.run(call);
        expect([exitCode, stderr]).toEqual([2, expect.stringContaining('If that is meant, add --shared')]);
      }
      expect((await workplace.run(['watch', 'list', '--json'])).summary).toMatchObject({ folders: [] });

      expect((await workplace.run(['watch', 'add', folder, '--shared'])).exitCode).toBe(0);
      expect((await workplace.run(['watch', 'list'])).stdout).toContain('other users, too');
      const { stdout } = await workplace.run(['watch', '--once', '--settle', '0.3']);
      expect(stdout).toContain('also what other users put there');
    },
  );

  it('cannot be the data folder, nor one that Tranship makes in watched folders', async () => {
    await using place = await openPracticePlace();
    const { workplace } = place;
    const done = await makeFolder(workplace, 'in/done');

    for (const folder of [workplace.home, join(workplace.home, 'inbox'), workplace.folder, done]) {
      const { exitCode, stdout } = await workplace.run(['watch', 'add', folder, '--json']);
      expect([exitCode, stdout]).toEqual([2, expect.stringContaining('watch.folder-unfit')]);
    }
  });
});
