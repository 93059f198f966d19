/** @file The service of a trial: it keeps the contract, and its journal tells what arrived. */

import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { type Access, type ServiceOptions, startIndependentService } from './independent-service.ts';
import { readJournal } from './journal.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const reserved = z.object({ url: z.string(), batch_id: z.string() });

async function start(options: Partial<ServiceOptions> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'tranship-service-'));
  const path = join(folder, 'journal');
  const service = await startIndependentService({ journal: path, pace: 0, ...options });
  onTestFinished(async () => {
    await service[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });
  return { access: service.access, journal: () => readJournal(path) };
}

async function signIn({ tokenUrl, clientId, clientSecret, scope }: Access, secret = clientSecret) {
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: secret, scope };
  const reply = await fetch(tokenUrl, { method: 'POST', body: new URLSearchParams(form) });
  const { access_token: token = '' } = z.object({ access_token: z.string().optional() }).parse(await reply.json());
  return { status: reply.status, headers: { Authorization: `Bearer ${token}` } };
}

function reserve({ baseUrl }: Access, headers: Record<string, string>) {
  return fetch(`${baseUrl}/api/transactions/batch/generate-upload-url`, { method: 'POST', headers });
}

const upload = (url: string, body: string, headers: Record<string, string> = { 'If-None-Match': '*' }) =>
  fetch(url, { method: 'PUT', body, headers });

async function statusOf({ baseUrl }: Access, batchId: string, headers: Record<string, string>) {
  const reply = await fetch(`${baseUrl}/api/transactions/batch/status/${batchId}`, { headers });
  return reply.status === 200 ? z.object({ status: z.string() }).parse(await reply.json()).status : reply.status;
}

it('takes a batch once, tells its state, and writes down each request', async () => {
  const { access, journal } = await start();
  const { headers } = await signIn(access);
  const { url, batch_id: batchId } = reserved.parse(await (await reserve(access, headers)).json());
  expect(await statusOf(access, batchId, headers)).toBe(404);
  expect((await upload(url, 'a line\n')).status).toBe(200);
  expect((await upload(url, 'another\n')).status).toBe(412);
  await expect.poll(() => statusOf(access, batchId, headers)).toBe('PROCESSED');

  const own = { token: 1 };
  expect((await journal()).slice(0, 5)).toMatchObject([
    { ...own, endpoint: 'token', status: 200 },
    { ...own, endpoint: 'generate-upload-url', status: 200, batchId },
    { ...own, endpoint: 'status', status: 404, batchId },
    { ...own, endpoint: 'upload', status: 200, batchId, bytes: 7, sha256: sha256('a line\n'), stored: true },
    { ...own, endpoint: 'upload', status: 412, batchId, stored: false },
  ]);
});

it('takes no upload without the condition, at another address, or with a token, and no one without one', async () => {
  const { access } = await start();
  const { headers } = await signIn(access);
  const { url, batch_id: batchId } = reserved.parse(await (await reserve(access, headers)).json());
  expect((await upload(url, 'a line\n', {})).status).toBe(403);
  expect((await upload(`${url}0`, 'a line\n')).status).toBe(403);
  expect((await upload(url, 'a line\n', { ...headers, 'If-None-Match': '*' })).status).toBe(400);
  expect((await reserve(access, {})).status).toBe(401);
  expect((await signIn(access, 'another secret')).status).toBe(400);
  expect(await statusOf(access, batchId, headers)).toBe(404);
});

it('refuses what is above a limit, until a minute has passed', async () => {
  const { access, journal } = await start({ minute: 1000 });
  const { headers } = await signIn(access);
  const replies = await Promise.all(Array.from({ length: 21 }, () => reserve(access, headers)));
  expect(Map.groupBy(replies, ({ status }) => status)).toMatchObject(
    new Map([
      [200, { length: 20 }],
      [429, { length: 1 }],
    ]),
  );
  await expect.poll(async () => (await reserve(access, headers)).status).toBe(200);
  expect((await journal()).some(({ status }) => status === 429)).toBe(true);
});

it('breaks connections after the work is done, and the journal tells that it was', async () => {
  const { access, journal } = await start({ breakEvery: 2 });
  const { headers } = await signIn(access);
  const { url, batch_id: batchId } = reserved.parse(await (await reserve(access, headers)).json());
  await expect(upload(url, 'a line\n')).rejects.toThrow();
  await expect.poll(() => statusOf(access, batchId, headers)).toBe('PROCESSED');
  const stored = (await journal()).filter((entry) => entry.stored);
  expect(stored).toEqual([expect.not.objectContaining({ status: expect.anything() })]);
});
