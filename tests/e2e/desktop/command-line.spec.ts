/** @file The command line and the self-test of the packed app, as a scheduled job and an installer start them. */

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { ElectronDouble } from '../../electron-double/double.ts';
import { addConnection, expectState, sendFile } from '../gestures.ts';
import { expect, test } from './desktop-story.ts';
import { keyStore } from './key-store-state.ts';

/** What such a process must not have touched. */
function signsOfWindow(double: ElectronDouble): string[] {
  const kinds = ['single-instance-lock', 'tray', 'application-menu', 'message-box', 'error-box', 'notification'];
  return kinds.filter((kind) => double.acts(kind).length > 0);
}

const lastLineSchema = z.looseObject({ event: z.string() });

function lastEvent(double: ElectronDouble): z.infer<typeof lastLineSchema> {
  expect(double.stdout.endsWith('\n')).toBe(true);
  return lastLineSchema.parse(JSON.parse(double.stdout.trimEnd().split('\n').at(-1) ?? ''));
}

test('a file is checked by the packed app, without a window, and the exit code says how it went', async ({
  desk,
  writeExport,
}) => {
  const path = await writeExport('export with ümlaut.jsonl');
  const double = desk.start({ arguments: ['--cli', '--', 'check', path, '--json'] });
  expect(await double.ended).toBe(0);
  expect(lastEvent(double).event).toBe('summary');
  expect(signsOfWindow(double)).toEqual([]);
  expect(double.stderr).toBe('');
});

test('a file that is missing ends the packed command line with words and another exit code', async ({ desk }) => {
  const double = desk.start({ arguments: ['--cli', '--', 'check', 'missing.jsonl'] });
  expect(await double.ended).not.toBe(0);
  expect(double.stderr).toContain('missing.jsonl');
  expect(signsOfWindow(double)).toEqual([]);
});

test('the findings of a large faulty file are printed whole before the process ends', async ({ desk, workplace }) => {
  const path = join(workplace.folder, 'faulty.jsonl');
  await writeFile(path, '{"notATransaction": true}\n'.repeat(3000));
  const double = desk.start({ arguments: ['--cli', '--', 'check', path, '--json'] });
  expect(await double.ended).not.toBe(0);
  const lines = double.stdout.trimEnd().split('\n');
  expect(() => lines.map((line) => JSON.parse(line))).not.toThrow();
  expect(lastEvent(double).event).toBe('summary');
});

test('while the window is open, it does what a command asks for, and sends for it', async ({
  desk,
  startTenant,
  workplace,
  writeExport,
}) => {
  const tenant = await startTenant();
  const page = await desk.open();
  await addConnection(page, tenant, { name: 'Nordbank' });
  const path = join(workplace.folder, 'faulty.jsonl');
  await writeFile(path, '{"notATransaction": true}\n');
  await sendFile(page, path, 'Held');

  const cancelling = desk.start({ arguments: ['--cli', '--', 'queue', 'cancel', '1', '--json'] });
  expect(await cancelling.ended).toBe(0);
  expect(lastEvent(cancelling).event).toBe('summary');
  await expectState(page, 'faulty.jsonl', 'Cancelled');

  const good = await writeExport('night.jsonl');
  const send = ['send', good, '--connection', 'Nordbank', '--wait', '--json'];
  const sending = desk.start({ arguments: ['--cli', '--', ...send] });
  expect(await sending.ended).toBe(0);
  expect(lastEvent(sending)).toMatchObject({
    event: 'summary',
    sentBy: expect.stringContaining('the Tranship window'),
  });
  await expectState(page, 'night.jsonl', 'Done');
  expect([...signsOfWindow(cancelling), ...signsOfWindow(sending)]).toEqual([]);
});

test('a switch before the command is refused, since Chromium would obey it', async ({ desk }) => {
  const double = desk.start({ arguments: ['--proxy-server=evil.example:80', '--cli', '--', 'check', 'x.jsonl'] });
  expect(await double.ended).toBe(2);
  expect(double.stderr).toContain('--proxy-server=evil.example:80 stands before it');
  expect(signsOfWindow(double)).toEqual([]);
});

test('the command line uses the secret that the window has stored', async ({ desk, startTenant, writeExport }) => {
  const tenant = await startTenant();
  await addConnection(await desk.open(), tenant, { name: 'Nordbank' });
  await desk.end();

  const path = await writeExport('night.jsonl');
  const sending = desk.start({ arguments: ['--cli', '--', 'send', path, '--connection', 'Nordbank', '--json'] });
  expect(await sending.ended).toBe(0);
  expect(tenant.batches()).toHaveLength(1);
});

const reportSchema = z.looseObject({
  ok: z.boolean(),
  checks: z.array(z.looseObject({ name: z.string(), ok: z.boolean() })),
});

test('the self-test of the packed app writes its report, shows no window, and touches no data folder', async ({
  desk,
  workplace,
}) => {
  const path = join(workplace.folder, 'self-test.json');
  const before = await readdir(workplace.home);
  const double = desk.start({ arguments: ['--self-test', 'self-test.json'] });
  const code = await double.ended;
  const report = reportSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  expect(report.checks.filter(({ ok }) => !ok)).toEqual([]);
  expect([code, report.ok]).toEqual([0, true]);
  expect(double.acts('single-instance-lock')).toEqual([]);
  expect(await readdir(workplace.home)).toEqual(before);
});

test('a self-test with a key store that refuses says so, and fails @night', async ({ desk, workplace }) => {
  const double = desk.start({
    arguments: ['--self-test', 'self-test.json'],
    ...keyStore(workplace.folder, 'denied'),
  });
  expect(await double.ended).toBe(1);
  const report = reportSchema.parse(JSON.parse(await readFile(join(workplace.folder, 'self-test.json'), 'utf8')));
  expect(report.checks.filter(({ ok }) => !ok).map(({ name }) => name)).toEqual(['key-store']);
});

test('a self-test without a file for its report is refused in words', async ({ desk }) => {
  const double = desk.start({ arguments: ['--self-test'] });
  expect(await double.ended).toBe(2);
  expect(double.stderr).toContain('the file for the report is missing');
});
