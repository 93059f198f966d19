import { appendFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src-main/ground/clock.ts';
import { Posting } from '../../src-main/posting/posting.ts';
import type { PostTransaction } from '../../src-main/posting/send.ts';
import type { PostingSource } from '../../src-main/posting/source.ts';
import { AppError } from '../../src-shared/errors.ts';
import { collected } from './collected.ts';

const none = { unknown: false, refused: false };
const never = new AbortController().signal;

/** A data folder, and a file of so many lines that was checked. */
async function prepare(lines: number) {
  const folder = await mkdtemp(join(tmpdir(), 'tranship-posting-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'lines.jsonl');
  const text = Array.from({ length: lines }, (_, index) => `{"modification":{"external_id":"m-${index + 1}"}}\n`).join(
    '',
  );
  await writeFile(path, text);
  return { folder, source: await sourceAt(path, lines) };
}

async function sourceAt(path: string, lines: number): Promise<PostingSource> {
  const { size: bytes, mtimeMs } = await stat(path);
  return {
    path,
    bytes,
    modifiedAt: Math.floor(mtimeMs),
    sha256: 'aa'.repeat(32),
    key: 'aa'.repeat(32),
    lines,
    isOneTransaction: false,
  };
}

const open = (prepared: { folder: string; source: PostingSource }, destination = 'here') =>
  Posting.open({ ...prepared, destination, clock: systemClock });

const accepting: PostTransaction = async () => ({ status: 200, text: '{"ok":true}', correlationId: 'c-1' });

async function runOnce(posting: Posting, post: PostTransaction, concurrency = 4) {
  const ports = { post, random: Math.random, patience: () => 0, onResult: () => {}, onTrouble: () => {} };
  return await posting.run(ports, { ...none, concurrency, signal: never });
}

async function journalIn(folder: string): Promise<string> {
  const [name = ''] = await readdir(join(folder, 'posts'));
  return join(folder, 'posts', name);
}

it('a posting knows after a restart what was sent', async () => {
  const prepared = await prepare(10);
  const first = await open(prepared);
  expect(await runOnce(first, accepting)).toEqual({ kind: 'finished' });
  await first.close();

  const second = await open(prepared);
  expect([second.due(none), second.counts.accepted]).toEqual([0, 10]);
  await second.close();
});

it('a posting ignores what was sent to another destination', async () => {
  const prepared = await prepare(3);
  const first = await open(prepared);
  await runOnce(first, accepting);
  await first.close();

  const other = await open(prepared, 'elsewhere');
  expect(other.due(none)).toBe(3);
  await other.close();
});

it('a posting gives the results of all runs in line order', async () => {
  const prepared = await prepare(4);
  const posting = await open(prepared);
  const post: PostTransaction = async (bytes) => {
    const line = Buffer.from(bytes).toString();
    if (line.includes('m-2')) throw new AppError('network.cut', { host: 'bank', reason: 'closed' });
    if (line.includes('m-4')) throw new AppError('auth.forbidden', { endpoint: 'POST /event' });
    return { status: line.includes('m-3') ? 422 : 200, text: 'said', correlationId: `c of ${line}` };
  };
  await runOnce(posting, post, 1);

  expect(await collected(posting.results())).toMatchObject([
    { line: 1, outcome: 'accepted', status: 200, reply: 'said', modificationId: 'm-1' },
    { line: 2, outcome: 'unknown', error: 'network.cut', modificationId: 'm-2' },
    { line: 3, outcome: 'refused', status: 422, reply: 'said' },
    { line: 4, outcome: 'not-sent' },
  ]);
  await posting.close();
});

it('an incomplete record after a power cut is ignored and overwritten', async () => {
  const prepared = await prepare(6);
  const first = await open(prepared);
  await runOnce(first, accepting);
  await first.close();
  const path = await journalIn(prepared.folder);
  await appendFile(path, '{"sum":"0badc0de","entries":[{"beg');

  const second = await open(prepared);
  expect(second.counts.accepted).toBe(6);
  await second.close();
  expect((await readFile(path, 'utf8')).endsWith('}\n')).toBe(true);
});

it('lines that were begun and have no result are unknown', async () => {
  const prepared = await prepare(3);
  const first = await open(prepared);
  await runOnce(first, accepting, 1);
  await first.close();
  const path = await journalIn(prepared.folder);
  const records = (await readFile(path, 'utf8')).split('\n');
  // The last record is the result of line 3.
  await writeFile(
    path,
    records
      .slice(0, -2)
      .map((record) => `${record}\n`)
      .join(''),
  );

  const second = await open(prepared);
  expect(second.counts).toEqual({ open: 0, accepted: 2, refused: 0, unknown: 1 });
  expect((await collected(second.results())).at(-1)).toEqual({ line: 3, outcome: 'unknown' });
  await second.close();
});

it.each([
  ['a changed digit', (text: string) => text.replace('"begun":1', '"begun":2')],
  ['a lost line end', (text: string) => text.replace('\n', ' ')],
  ['a lost line', (text: string) => text.replace(/^.*\n/, 'x\n')],
])('a journal with %s is not accepted', async (_, damage) => {
  const prepared = await prepare(3);
  const first = await open(prepared);
  await runOnce(first, accepting, 1);
  await first.close();
  const path = await journalIn(prepared.folder);
  await writeFile(path, damage(await readFile(path, 'utf8')));

  await expect(open(prepared)).rejects.toMatchObject({ code: 'post.journal-damaged', params: { path } });
});

it('a posting cannot be opened twice at the same time', async () => {
  const prepared = await prepare(1);
  const first = await open(prepared);
  await expect(open(prepared)).rejects.toMatchObject({ code: 'post.under-way' });
  await first.close();
  await (await open(prepared)).close();
});

it('a file that has changed since it was checked is not sent', async () => {
  const prepared = await prepare(3);
  await appendFile(prepared.source.path, '{}\n');
  const posting = await open(prepared);
  expect(await runOnce(posting, accepting)).toMatchObject({ kind: 'failed', error: { code: 'file.changed' } });
  expect(posting.counts.open).toBe(3);
  await posting.close();
});

it('lines that come together share one wait for the disk', async () => {
  const prepared = await prepare(200);
  const posting = await open(prepared);
  await runOnce(posting, accepting, 100);
  await posting.close();
  const records = (await readFile(await journalIn(prepared.folder), 'utf8')).trimEnd().split('\n');
  expect(records.length).toBeLessThan(40);
});
