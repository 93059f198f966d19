/** @file What Tranship has prepared is known when it is dropped: verified, and offered to be sent. */

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { OfferedFiles } from '../../src-main/actions/offered-files.ts';
import { zipFolder } from '../../src-main/prepare/zipped-folder.ts';
import { jsonInEnglish } from '../../src-shared/languages/message.ts';
import { quiet } from '../exports/reading-all.ts';
import { writePreparedFolder } from '../prepare/prepared-folder.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { bank, openWindow, options } from './window.ts';

const place = (...names: string[]) => join(folder, ...names);
let folder: string;
let manifest: string;
beforeEach(() => {
  folder = temporaryFolder();
  manifest = writePreparedFolder(place('out'));
});

async function zipped(): Promise<string> {
  await zipFolder(place('out'), place('november.zip'), quiet);
  return place('november.zip');
}

async function offer(path: string) {
  const offered = new OfferedFiles({ estimate: () => ({ estimatedBatches: 1, estimatedCheckMs: 1 }) });
  return await offered.offer([path]);
}

const spoil = (name: string, edit: (text: string) => string): void => {
  const text = readFileSync(place('out', name), 'utf8');
  expect(edit(text)).not.toBe(text);
  writeFileSync(place('out', name), edit(text));
};

describe.each([
  ['manifest', async () => manifest],
  ['folder', async () => place('out')],
  ['zip', zipped],
])('The %s of a preparation', (kind, pathOf) => {
  it('is offered to be sent, with what it has', async () => {
    const { offers, refused } = await offer(await pathOf());
    expect(refused).toEqual([]);
    expect(offers).toMatchObject([
      {
        kind: 'prepared',
        fileName: kind === 'zip' ? 'november.zip' : 'manifest.json',
        prepared: { files: 1, transactions: 2, refused: 1, template: 'Payments' },
      },
    ]);
  });

  it.each([
    [
      'a byte has changed',
      () => spoil('november-001.jsonl', (text) => text.replace('1.5', '1.6')),
      'november-001.jsonl has changed.',
    ],
    ['a file is missing', () => rmSync(place('out', 'november-001.jsonl')), 'november-001.jsonl is missing.'],
    [
      'a figure was edited',
      () => spoil('manifest.json', (text) => text.replace('"sum": "3"', '"sum": "4"')),
      'has figures in the manifest that do not add up.',
    ],
    ['a file was put beside', () => writeFileSync(place('out', 'more.jsonl'), '{}\n'), 'more.jsonl was not prepared.'],
  ])('is refused with a sentence where %s', async (_, change, sentence) => {
    change();
    const { offers, refused } = await offer(await pathOf());
    expect(offers).toEqual([]);
    expect(refused).toMatchObject([{ error: { code: 'manifest.not-as-prepared' } }]);
    expect(jsonInEnglish(refused[0]?.error)).toContain(sentence);
  });
});

it('The zip of something else, and a manifest of something else, are no preparation', async () => {
  writeFileSync(place('out', 'manifest.json'), '{"name":"an app","version":"1"}');
  expect((await offer(await zipped())).offers).toMatchObject([{ kind: 'compressed' }]);
  expect((await offer(manifest)).offers).toMatchObject([{ kind: 'json-lines' }]);
});

it('A zip is unpacked into the data folder when it is added, and each of its files becomes a submission with its rows', async () => {
  const window = await openWindow();
  onTestFinished(async () => await window.close());
  await window.value('connections.add', bank);
  window.picks = [await zipped()];
  const { offers } = await window.value('files.choose');
  const { added, refused } = await window.value('files.add', {
    offers: offers.map((one) => one.offer),
    options: { ...options, connection: 'Bank' },
  });
  expect(refused).toEqual([]);
  const [standing] = window.app.queue.standings();
  expect(standing?.submission).toMatchObject({ id: added[0], name: 'november-001.jsonl' });
  const content = standing?.submission.content ?? '';
  expect(window.app.preparedOrigins.originOf(content, 2, '')).toEqual({ source: 'november.csv', row: 3 });
  rmSync(place('november.zip'));
  expect(readFileSync(content, 'utf8')).toBe(readFileSync(place('out', 'november-001.jsonl'), 'utf8'));
});

it('A zip that has changed since it was offered is not added, and leaves nothing', async () => {
  const window = await openWindow();
  onTestFinished(async () => await window.close());
  await window.value('connections.add', bank);
  window.picks = [await zipped()];
  const { offers } = await window.value('files.choose');
  spoil('november-001.jsonl', (text) => text.replace('1.5', '1.6'));
  await zipped();
  const { added, refused } = await window.value('files.add', {
    offers: offers.map((one) => one.offer),
    options: { ...options, connection: 'Bank' },
  });
  expect(added).toEqual([]);
  expect(refused).toMatchObject([{ fileName: 'november.zip', error: { code: 'manifest.not-as-prepared' } }]);
  expect(window.app.queue.standings()).toEqual([]);
});
