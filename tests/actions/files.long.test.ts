import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import { bank, openWindow, options, type TestWindow } from './window.ts';

const sending = { ...options, connection: 'Bank' };

describe('Files that a person picks', () => {
  let window: TestWindow;
  beforeEach(async () => {
    window = await openWindow();
    await window.value('connections.add', bank);
  });
  afterEach(() => window.close());

  it('Picked files are offered with name, folder, size and kind, and with estimates', async () => {
    const path = join(window.folder, 'may.jsonl');
    await writeFile(path, '{"a":1}\n'.repeat(1000));
    window.picks = [path];
    const { offers, refused } = await window.value('files.choose');
    expect(refused).toEqual([]);
    expect(offers).toEqual([
      {
        offer: expect.any(String),
        fileName: 'may.jsonl',
        folder: window.folder,
        bytes: 8000,
        kind: 'json-lines',
        estimatedBatches: 1,
        estimatedCheckMs: 0,
      },
    ]);
  });

  it.each<[string, string | Buffer]>([
    ['json', '[{"a":1},\n{"a":2}]'],
    ['csv', 'id;amount\n1;2\n'],
    ['compressed', gzipSync('x')],
    ['text', 'Dear colleagues,\nfind attached'],
    ['utf-16', Buffer.from('{"a":1}\n', 'utf16le')],
    ['blank', ' \t\r\n\n'],
    ['blank', '\uFEFF\n'],
    ['text', `${'\n'.repeat(64 * 1024)}{"a":1}\n`],
    ['binary', 'PAR1\0'],
    ['pdf', '%PDF-1.7\n'],
    ['image', Buffer.from('89504e470d0a1a0a', 'hex')],
    ['program', Buffer.from('7f454c460201', 'hex')],
    ['empty', ''],
    ['json-lines', '\uFEFF{"a":1}\n'],
    ['near-json-lines', '{"transaction":{"modification":{"external_id":"1"}}}\n'],
    ['near-json-lines', '{"Modification":{"ExternalId":"1"}}\n'.repeat(2)],
    ['json-lines', '{"modification":{"external_id":"1"},"previous":{"modification":{"external_id":"2"}}}\n'],
  ])('Picked files are recognised as %s', async (kind, content) => {
    const path = join(window.folder, 'file');
    await writeFile(path, content);
    expect((await window.backend.offer([path])).offers[0]?.kind).toBe(kind);
  });

  it('Picked files are refused one by one, by name only', async () => {
    const path = join(window.folder, 'may.jsonl');
    await writeFile(path, '{}\n');
    const empty = join(window.folder, 'empty');
    await mkdir(empty);
    const { offers, refused } = await window.backend.offer([join(window.folder, 'gone.jsonl'), empty, path]);
    expect(offers).toHaveLength(1);
    expect(refused.map(({ fileName }) => fileName)).toEqual(['gone.jsonl', 'empty']);
  });

  it('Picked files are added with the chosen options, which are remembered', async () => {
    const offer = await window.offered('may.jsonl', '{}\n');
    const chosen = { ...sending, ingestValid: true, maxBatchBytes: 5000 };
    const { added, refused } = await window.value('files.add', { offers: [offer], options: chosen });
    expect([added.length, refused]).toEqual([1, []]);
    expect(window.app.store.submissions()[0]).toMatchObject({
      connection: 'Bank',
      options: { ingestValid: true, maxBatchBytes: 5000, onInvalid: 'stop' },
    });
    expect((await window.value('settings.get')).sending).toEqual(chosen);
  });

  it('keep the name that they have where they came from, wherever their bytes are kept', async () => {
    const path = join(window.folder, 'Q3_ totals_.jsonl');
    await writeFile(path, '{}\n');
    const { offers } = await window.backend.offerReceived({ path, name: 'Q3: totals?.jsonl' });
    expect(offers).toMatchObject([{ fileName: 'Q3: totals?.jsonl', folder: '' }]);
    const adding = { offers: offers.map(({ offer }) => offer), options: sending };
    const [id] = (await window.value('files.add', adding)).added;
    if (id === undefined) throw new Error('a submission expected');
    expect(window.app.store.submissions()).toMatchObject([{ name: 'Q3: totals?.jsonl', content: path }]);
    expect(window.app.store.history()[0]?.detail).toMatchObject({ name: 'Q3: totals?.jsonl', path });
    expect(await window.until(id, () => true)).toMatchObject({ fileName: 'Q3: totals?.jsonl', folder: '' });
    await window.backend.start();
    await window.until(id, ({ state }) => state === 'held');
    expect(await window.value('submission.line', { id, line: 1 })).toMatchObject({ text: '{}' });
    await window.value('files.save', { kind: 'findings', id, format: 'csv' });
    expect(window.saved).toEqual({ kind: 'saved', path: join(window.folder, 'Q3_ totals_.findings.csv') });
  });

  it('are refused by the name that they have where they came from', async () => {
    const { refused } = await window.backend.offerReceived({ path: join(window.folder, 'gone'), name: 'may.jsonl' });
    expect(refused).toMatchObject([{ fileName: 'may.jsonl', error: { code: 'file.not-found' } }]);
  });

  it('are checked by the rule set of the settings', async () => {
    await window.value('settings.change', { ruleSet: '{"severities":{"field.unknown":"off"}}' });
    const offer = await window.offered('may.jsonl', '{}\n');
    await window.value('files.add', { offers: [offer], options: sending });
    expect(window.app.store.submissions()[0]?.options.ruleSet.severities).toEqual({ 'field.unknown': 'off' });
  });

  it('A file cannot be added twice with one offer, nor with an unknown offer', async () => {
    const offer = await window.offered('may.jsonl', '{}\n');
    const unknown = '00000000-0000-4000-8000-000000000000';
    const result = await window.value('files.add', { offers: [offer, offer, unknown], options: sending });
    expect(result.added).toHaveLength(1);
    expect(result.refused.map(({ error }) => error.code)).toEqual(['file.not-offered', 'file.not-offered']);
  });

  it('One that has vanished keeps none of the others out, and is named', async () => {
    const offers = await Promise.all(['may', 'june', 'july'].map((name) => window.offered(`${name}.jsonl`, '{}\n')));
    await rm(join(window.folder, 'june.jsonl'));
    const { added, refused } = await window.value('files.add', { offers, options: sending });
    expect(added).toHaveLength(2);
    expect(refused).toMatchObject([{ fileName: 'june.jsonl', error: { code: 'file.not-found' } }]);
  });

  it('What fails once it is stored is not stored again', async () => {
    const offers = await Promise.all(['may', 'june'].map((name) => window.offered(`${name}.jsonl`, '{}\n')));
    const stop = window.app.queue.subscribe(() => {
      throw new Error('a listener that breaks');
    });
    await window.value('files.add', { offers, options: sending });
    stop();
    expect(window.app.store.everySubmission()).toHaveLength(2);
  });

  it('Files stay offered when they could not be added', async () => {
    const offer = await window.offered('may.jsonl', '{}\n');
    await rm(join(window.folder, 'may.jsonl'));
    const { refused } = await window.value('files.add', { offers: [offer], options: sending });
    expect(refused).toMatchObject([{ fileName: 'may.jsonl', error: { code: 'file.not-found' } }]);
    await writeFile(join(window.folder, 'may.jsonl'), '{}\n');
    expect((await window.value('files.add', { offers: [offer], options: sending })).added).toHaveLength(1);
  });

  it('Files cannot be added to a connection that does not exist', async () => {
    const offer = await window.offered('may.jsonl', '{}\n');
    const call = { offers: [offer], options: { ...sending, connection: 'Other' } };
    expect(await window.code('files.add', call)).toBe('connection.unknown');
  });
});

describe('A checked file with faults', () => {
  const lines = ['{"request_uuid":1}', 'not json', `{"x":"${'é'.repeat(100_000)}"}`];

  let window: TestWindow;
  let id: SubmissionRow['id'];
  beforeAll(async () => {
    window = await openWindow();
    await window.value('connections.add', bank);
    await window.backend.start();
    id = await window.added('faulty.jsonl', lines.join('\r\n'));
    await window.until(id, ({ state }) => state === 'held');
  });
  afterAll(() => window.close());

  it('The details of a faulty file are reported', async () => {
    const details = await window.value('submission.details', { id });
    expect(details).toMatchObject({
      row: { id, state: 'held' },
      transactions: 2,
      onInvalid: 'stop',
      historyIntact: true,
    });
    expect(details.history.map(({ kind }) => kind)).toEqual(['added', 'held']);
    expect(details.byRule).toContainEqual({ rule: 'json.syntax', severity: 'error', count: 1 });
    expect(details.byRule.reduce((sum, { count }) => sum + count, 0)).toBe(details.row.errors + details.row.warnings);
  });

  it('The findings of a faulty file are returned from any index, by filter', async () => {
    const query = { id, offset: 0, limit: 500 };
    const all = await window.value('submission.findings', query);
    expect(await window.value('submission.findings', { ...query, offset: 3, limit: 2 })).toEqual(all.slice(3, 5));
    const syntax = await window.value('submission.findings', { ...query, rules: ['json.syntax', 'no.such-rule'] });
    expect(syntax.map(({ line }) => line)).toEqual([2]);
    expect(await window.value('submission.findings', { ...query, offset: 10_000 })).toEqual([]);
  });

  it('The lines of a faulty file are returned, a long one only with its beginning', async () => {
    expect(await window.value('submission.line', { id, line: 2 })).toEqual({
      line: 2,
      text: 'not json',
      isShortened: false,
    });
    const long = await window.value('submission.line', { id, line: 3 });
    expect([long.isShortened, long.text.length < 70_000]).toEqual([true, true]);
    expect(await window.code('submission.line', { id, line: 4 })).toBe('file.no-line');
  });

  it('The findings of a faulty file can be saved as a table', async () => {
    const saved = await window.value('files.save', { kind: 'findings', id, format: 'csv' });
    if (saved.kind !== 'saved') throw new Error('saved expected');
    expect(saved.path).toBe(join(window.folder, 'faulty.findings.csv'));
    expect(await readFile(saved.path, 'utf8')).toMatch(/^\uFEFFline,rule,severity,path,message\r\n/);
  });

  it.each([
    [undefined, 'The history holds: ', 'No entry is sealed'],
    ['de', 'Prüfung des Protokolls, ', 'Kein Eintrag ist versiegelt'],
  ])('What a verification of the history finds is saved as a text in the language %s', async (language, ...words) => {
    const saved = await window.value('files.save', { kind: 'history', language });
    if (saved.kind !== 'saved') throw new Error('saved expected');
    const text = await readFile(saved.path, 'utf8');
    for (const part of words) expect(text).toContain(part);
  });

  it('A line of a file that has changed since its check is not shown', async () => {
    await writeFile(join(window.folder, 'faulty.jsonl'), 'something else');
    expect(await window.code('submission.line', { id, line: 2 })).toBe('file.changed');
  });

  it('A faulty file can be removed, and no longer counts in the queue', async () => {
    await window.value('queue.remove', { ids: [id] });
    expect((await window.value('queue.snapshot')).submissions).toEqual([]);
    expect(window.app.store.latestHistory(window.app.store.submission(id)?.id ?? never(), 10).events.at(-1)?.kind).toBe(
      'removed',
    );
  });
});

function never(): never {
  throw new Error('expected to be there');
}
