/** @file What the window reports when one transaction got no answer. */

import { createHash } from 'node:crypto';
import { globSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Misfortune } from '../../src-main/practice/misfortune.ts';
import { type PracticeTenant, startPracticeTenant } from '../../src-main/practice/tenant.ts';
import { transactionLine } from '../cli/transactions.ts';
import { openWindow, type TestWindow } from './window.ts';

let window: TestWindow;
let tenant: PracticeTenant;

beforeEach(async () => {
  window = await openWindow();
  tenant = await startPracticeTenant();
  const { baseUrl, tokenUrl, clientId, clientSecret: secret, scope } = tenant;
  await window.backend.start();
  await window.value('connections.add', { name: 'Bank', kind: 'test', baseUrl, tokenUrl, clientId, scope, secret });
});

afterEach(async () => {
  await window.close();
  await tenant.close();
});

const send = (text = transactionLine()) =>
  window.call('transaction.send', { connection: 'Bank', text, evenWithErrors: false });

it('Of a file that is faulty all over, the first findings are told, and how many there are', async () => {
  const offer = await window.offered('faulty.jsonl', '{}\n'.repeat(6000));
  const posted = await window.value('transaction.sendFile', {
    offer,
    connection: 'Bank',
    evenWithErrors: false,
    concurrency: 1,
    savesResults: false,
    resendUnknown: false,
    resendRejected: false,
  });
  expect(posted).toMatchObject({ ending: 'not-begun', lines: 6000, sent: 0 });
  expect(posted.findings).toBeGreaterThan(10_000);
  const told = window.told.flatMap(([name, payload]) => (name === 'transaction.told' ? [payload.news] : []));
  const findings = told.flatMap((news) => (news.kind === 'findings' ? news.findings : []));
  expect(findings).toHaveLength(10_000);
});

it('What was sent is recorded, and what came of it, without its content', async () => {
  await send();
  tenant.misbehave([{ name: 'swallow-reply', endpoint: 'transaction' }]);
  await send();
  await window.backend.close();
  const recorded = globSync(join(window.folder, 'logs', 'security-*.log')).map((path) => readFileSync(path, 'utf8'));
  const events = recorded
    .join('')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const sent = { event: 'transactions-sent', connection: 'Bank', name: 'typed in' };
  expect(events.filter(({ event }) => event === sent.event)).toMatchObject([
    { ...sent, accepted: 1, refused: 0, unknown: 0 },
    { ...sent, accepted: 0, refused: 0, unknown: 1 },
  ]);
  expect(recorded.join('')).not.toContain('external_id');
});

it('What was sent one by one is in the statement and in the history', async () => {
  await send();
  const today = new Date().toISOString().slice(0, 10);
  const { singles } = await window.value('statement.read', { from: today, to: today });
  expect(singles).toEqual({ accepted: 1, rejected: 0, unknown: 0, unfinished: 0 });
  const { entries } = await window.value('history.find', { filter: {}, limit: 10 });
  expect(entries.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['posting-begun', 'posting-ended']));
});

it('What may have arrived does not go again by itself, however its text is laid out', async () => {
  tenant.misbehave([{ name: 'swallow-reply', endpoint: 'transaction' }]);
  const text = transactionLine();
  await send(text);
  expect(await send(text)).toMatchObject({
    error: { code: 'transaction.sent-before', params: { outcome: 'unknown' } },
  });
  const again = { error: { code: 'transaction.sent-before' } };
  const laidOut = JSON.stringify(JSON.parse(text), undefined, 2);
  expect(await send(laidOut)).toMatchObject(again);
  const { request_uuid, ...others } = JSON.parse(text);
  expect(await send(JSON.stringify({ ...others, request_uuid }))).toMatchObject(again);
});

const sendFile = async (name: string, content: string) =>
  await window.value('transaction.sendFile', {
    offer: await window.offered(name, content),
    connection: 'Bank',
    evenWithErrors: false,
    concurrency: 1,
    savesResults: false,
    resendUnknown: false,
    resendRejected: false,
  });

it('A transaction that was typed does not go again as a file of one transaction, and the other way round', async () => {
  const [typed, ofFile] = [transactionLine(), transactionLine()];
  await send(typed);
  expect(await sendFile('typed.jsonl', `${typed}\r\n`)).toMatchObject({ sent: 0, counts: { accepted: 1 } });
  const laidOut = JSON.stringify(JSON.parse(typed), undefined, 2);
  expect(await sendFile('laid-out.json', laidOut)).toMatchObject({ sent: 0, counts: { accepted: 1 } });
  expect(await sendFile('other.jsonl', `${ofFile}\n`)).toMatchObject({ sent: 1 });
  expect(await send(ofFile)).toMatchObject({ error: { code: 'transaction.sent-before' } });
});

it('What an earlier Tranship has sent of a file of one transaction is known by the bytes of that file', async () => {
  const content = `${transactionLine()}\n`;
  await sendFile('first.jsonl', content);
  const [journal = ''] = globSync(join(window.folder, 'posts', '*.jsonl'));
  const place = journal.slice(journal.lastIndexOf('-'));
  const sha256 = createHash('sha256').update(content).digest('hex');
  renameSync(journal, join(window.folder, 'posts', `${sha256}${place}`));
  expect(await sendFile('again.jsonl', content)).toMatchObject({ sent: 0, counts: { accepted: 1 } });
});

it.each([
  ['the connection is cut on the way', { name: 'swallow-reply', endpoint: 'transaction' }],
  ['the service fails in the middle', { name: 'service-status', status: 500, endpoint: 'transaction' }],
] as const satisfies [string, Misfortune][])(
  'The outcome of a transaction is unknown when %s',
  async (_, misfortune) => {
    tenant.misbehave([misfortune]);
    expect(await send()).toMatchObject({ ok: false, error: { code: 'transaction.unanswered', retryable: false } });
  },
);

it.each([
  ['is not available', { name: 'service-status', status: 503, endpoint: 'transaction' }, 'service.unavailable'],
  ['forbids it', { name: 'forbid', endpoint: 'transaction' }, 'auth.forbidden'],
] as const satisfies [string, Misfortune, string][])(
  'A transaction has certainly not arrived when the service %s',
  async (_, misfortune, code) => {
    tenant.misbehave([misfortune]);
    expect(await send()).toMatchObject({ ok: false, error: { code } });
  },
);

it('A transaction has certainly not arrived when there was no connection', async () => {
  await tenant.goOffline();
  expect(await send()).toMatchObject({ ok: false, error: { code: 'network.unreachable' } });
});

it('What went within a file, and was accepted, is not sent a second time alone without a word', async () => {
  const [line, other] = [transactionLine(), transactionLine()];
  const added = await window.added('day.jsonl', `${line}\n`, 'Bank');
  await window.until(added, ({ state }) => state === 'processed');
  const changed = line.replace('"payment_source_country":"DE"', '"payment_source_country":"FR"');
  expect(await window.code('transaction.send', { connection: 'Bank', text: changed, evenWithErrors: false })).toBe(
    'transaction.sent-before',
  );
  const again = { connection: 'Bank', text: changed, evenWithErrors: false, again: true };
  expect(await window.value('transaction.send', again)).toMatchObject({ outcome: 'accepted' });
  expect(await send(other)).toMatchObject({ ok: true });
});
