/** @file Files of a watched folder that are released by themselves, where the policy of the computer allows it. */

import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { csvOf, paymentRow, paymentTemplate } from '../prepare/exports.ts';
import { openPracticePlace } from './practice-place.ts';
import { transactionLine } from './transactions.ts';
import { type JsonEvent, makeFolder, type Workplace } from './tranship.ts';

const what = (kind: string) => (event: JsonEvent) => event.event === 'watched' && event.what === kind;
const lines = (count: number) => Array.from({ length: count }, () => `${transactionLine()}\n`).join('');
const once = (folder: string, ...more: string[]) => ['watch', folder, '--once', '--settle', '0.2', '--json', ...more];

async function template(workplace: Workplace): Promise<string> {
  const path = join(workplace.folder, 'template.json');
  await writeFile(path, JSON.stringify(paymentTemplate));
  return path;
}

describe.concurrent('without a policy', () => {
  it('nothing is released by itself, and a call that wants it says why not', async () => {
    await using place = await openPracticePlace();
    const { workplace } = place;
    const folder = await makeFolder(workplace, 'in');

    for (const call of [
      ['watch', folder, '--release', '--once', '--json'],
      ['watch', 'add', folder, '--release', '--json'],
    ]) {
      const ended = await workplace.run(call);
      expect(ended.exitCode).toBe(1);
      expect(ended.events).toContainEqual(expect.objectContaining({ event: 'error', code: 'policy.no-release' }));
    }
    expect((await workplace.run(['watch', 'list', '--json'])).summary).toMatchObject({ folders: [] });
  });
});

describe('with a policy that allows it', () => {
  it('a file without findings is sent, and one with findings waits', async () => {
    await using place = await openPracticePlace();
    const { workplace } = place;
    const folder = await makeFolder(workplace, 'in');
    await writeFile(join(folder, 'good.jsonl'), lines(2));
    await writeFile(join(folder, 'wrong.jsonl'), `${lines(1)}${transactionLine().replace('EUR', 'eur')}\n`);

    const ended = await workplace.run(once(folder, '--release', '--wait'), { policy: { watchedRelease: true } });

    expect(ended.exitCode).toBe(1);
    const states = ended.submissions.map(({ file, state }) => [file, state]);
    expect(states).toEqual([
      [join(folder, 'good.jsonl'), 'processed'],
      [join(folder, 'wrong.jsonl'), 'held'],
    ]);
  });

  it('a stored folder waits for a person again once the policy no longer allows it, and says so', async () => {
    await using place = await openPracticePlace();
    const { workplace } = place;
    const folder = await makeFolder(workplace, 'in');
    await workplace.run(['watch', 'add', folder, '--release', '--settle', '0.2'], { policy: { watchedRelease: true } });
    await writeFile(join(folder, 'a.jsonl'), lines(1));

    const ended = await workplace.run(['watch', '--once', '--json'], { policy: { watchedRelease: false } });

    expect(ended.exitCode).toBe(4);
    expect(ended.events).toContainEqual(expect.objectContaining({ event: 'warning', code: 'policy.no-release' }));
    expect(ended.submission).toMatchObject({ state: 'held', error: 'submission.awaits-release' });
  });
});

describe.concurrent('a template', () => {
  it('prepares what lands: a table of payments becomes transactions, released by a person', async () => {
    await using place = await openPracticePlace();
    const { workplace } = place;
    const folder = await makeFolder(workplace, 'in');
    await writeFile(join(folder, 'payments.csv'), csvOf([1, 2, 3].map((number) => paymentRow(number))));

    const ended = await workplace.run(once(folder, '--template', await template(workplace)));

    expect(ended).toMatchObject({ exitCode: 4, stderr: '' });
    expect(ended.submission).toMatchObject({ state: 'held', error: 'submission.awaits-release', errors: 0 });
    expect(ended.events.find(what('done'))).toMatchObject({ name: 'payments.csv' });
    await workplace.run(['queue', 'approve', '1']);
    const sent = await workplace.run(['work', '--until-idle', '--json']);
    expect(sent.submission).toMatchObject({ state: 'processed' });
  });

  it('refuses what it does not fit, and puts the rows that cannot be prepared beside the export', async () => {
    await using place = await openPracticePlace();
    const { workplace } = place;
    const folder = await makeFolder(workplace, 'in');
    await writeFile(join(folder, 'a.csv'), csvOf([paymentRow(1), paymentRow(2, { amount: 'a lot' })]));
    await writeFile(join(folder, 'b.csv'), '%PDF-1.7\n');

    const ended = await workplace.run(once(folder, '--template', await template(workplace)));

    expect(ended.exitCode).toBe(1);
    const [day = ''] = await readdir(join(folder, 'refused'));
    const refused = join(folder, 'refused', day);
    const names = (await readdir(refused)).sort();
    expect(names).toEqual(expect.arrayContaining(['a.csv', 'a.csv.why.txt', 'b.csv', 'b.csv.why.txt']));
    expect(await readFile(join(refused, 'a.csv.why.txt'), 'utf8')).toContain('1 row of a.csv could not be prepared');
    const rows = names.find((name) => name.startsWith('a.csv.refused-rows'));
    expect(await readFile(join(refused, rows ?? ''), 'utf8')).toContain('a lot');
    // The good row waits for a person who knows that another is missing.
    expect(ended.submissions).toMatchObject([{ state: 'held', error: 'submission.awaits-release' }]);
  });

  it('begins again where an earlier version has left an unfinished preparation', async () => {
    await using place = await openPracticePlace();
    const { workplace } = place;
    const folder = await makeFolder(workplace, 'in');
    await writeFile(join(folder, 'payments.csv'), csvOf(Array.from({ length: 3 }, (_, at) => paymentRow(at))));
    const path = await template(workplace);
    const dying = workplace.startProcess(['watch', folder, '--template', path, '--settle', '0.2', '--json']);
    await dying.event(what('claimed'));
    await dying.kill('SIGKILL');
    const journal = await readFile(join(workplace.home, 'watched', 'journal.jsonl'), 'utf8');
    const { claim } = JSON.parse(journal.split('\n')[0] ?? '');
    const files = join(workplace.home, 'prepared', claim, 'files');
    await rm(files, { recursive: true, force: true });
    await mkdir(files, { recursive: true });
    const head = { version: 1, request: '0'.repeat(64) };
    await writeFile(join(files, 'preparation.partial.json'), `${JSON.stringify(head)}\n`);

    await workplace.run(once(folder, '--template', path));

    expect(await readdir(folder)).toEqual(['done']);
    expect((await workplace.run(['queue', 'list', '--json'])).submissions).toHaveLength(1);
  });

  it('that does not exist is a wrong call', async () => {
    await using place = await openPracticePlace();
    const folder = await makeFolder(place.workplace, 'in');

    const ended = await place.workplace.run(once(folder, '--template', 'None of ours'));

    expect(ended.exitCode).toBe(2);
  });
});
