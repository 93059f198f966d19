/** @file The opponent keeps the contract, refuses what no client may ask, and its journal tells what arrived. */

import { createHash } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { FakeClock } from '../../fake-clock.ts';
import { fetchFrom, serveStorage, startOpponent } from './carried.ts';
import { Opponent, type OpponentOptions } from './opponent.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const MINUTE = 60_000;
const reserved = z.object({ upload: z.object({ upload_url: z.string() }), batchId: z.string() });

/** An opponent whose service is called, and whose storage has a socket; the time is the test's. */
async function start(options: Partial<OpponentOptions> = {}) {
  const clock = new FakeClock();
  const opponent = new Opponent({ clock, ...options });
  const storage = await serveStorage(opponent);
  onTestFinished(() => storage[Symbol.asyncDispose]());
  return { clock, opponent, ...callsOf(opponent) };
}

/** What a well-behaved client asks. */
function callsOf(opponent: Opponent) {
  const ask = fetchFrom(opponent);
  const base = 'http://service.test/monitoring/live';
  const json = { 'Content-Type': 'application/json' };
  return {
    signIn: async (secret = opponent.client.clientSecret) => {
      const { clientId, scope } = opponent.client;
      const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: secret, scope };
      const body = new URLSearchParams(form);
      const reply = await ask('http://service.test/connect/token', { method: 'POST', body });
      const { access_token: token = '' } = z.object({ access_token: z.string().optional() }).parse(await reply.json());
      return { status: reply.status, headers: { ...json, Authorization: `Bearer ${token}` } };
    },
    reserve: (headers: Record<string, string>) =>
      ask(`${base}/api/transactions/batch/generate-upload-url`, { method: 'POST', headers }),
    status: (batchId: string, headers: Record<string, string>) =>
      ask(`${base}/api/transactions/batch/status/${batchId}`, { headers }),
    post: (body: string, headers: Record<string, string>) =>
      ask(`${base}/event/transaction/v3`, { method: 'POST', headers, body }),
  };
}

const upload = (url: string, body: string, headers: Record<string, string> = { 'If-None-Match': '*' }) =>
  fetch(url, { method: 'PUT', body, headers });

async function stateIn(reply: Response): Promise<string | number> {
  return reply.status === 200 ? z.object({ status: z.string() }).parse(await reply.json()).status : reply.status;
}

async function addressOf(reply: Response): Promise<{ url: string; batchId: string }> {
  const { upload: address, batchId } = reserved.parse(await reply.json());
  return { url: address.upload_url, batchId };
}

it('takes a batch once, tells its states, and writes down each request', async () => {
  const { opponent, signIn, reserve, status } = await start({ life: ['404', 'IN_PROGRESS', 'PROCESSED'] });
  const { headers } = await signIn();
  const { url, batchId } = await addressOf(await reserve(headers));
  expect(await stateIn(await status(batchId, headers))).toBe(404);
  expect((await upload(url, 'a line\n')).status).toBe(200);
  expect((await upload(url, 'another\n')).status).toBe(412);
  for (const state of [404, 'IN_PROGRESS', 'PROCESSED', 'PROCESSED'])
    expect(await stateIn(await status(batchId, headers))).toBe(state);

  expect(opponent.journal.slice(0, 5)).toMatchObject([
    { endpoint: 'token', token: 1, status: 200 },
    { endpoint: 'reservation', token: 1, status: 200, batchId },
    { endpoint: 'status', token: 1, status: 404, batchId },
    { endpoint: 'upload', status: 200, batchId, bytes: 7, sha256: sha256('a line\n'), stored: true },
    { endpoint: 'upload', status: 412, batchId, stored: false },
  ]);
  expect(opponent.complaints()).toEqual([]);
});

it('takes no upload without the condition, at another address or with a token, and complains of what is never right', async () => {
  const { opponent, signIn, reserve, status } = await start();
  const { headers } = await signIn();
  const { url, batchId } = await addressOf(await reserve(headers));
  expect((await upload(url, 'a line\n', {})).status).toBe(403);
  expect((await upload(url, 'a line\n', { 'If-None-Match': '"0"' })).status).toBe(403);
  expect((await upload(`${url}0`, 'a line\n')).status).toBe(403);
  expect((await upload(url, 'a line\n', { 'If-None-Match': '*', 'Content-MD5': 'x' })).status).toBe(403);
  expect((await upload(url, 'a line\n', { ...headers, 'If-None-Match': '*' })).status).toBe(400);
  const { 'Content-Type': type, Authorization } = headers;
  expect((await reserve({ 'Content-Type': type })).status).toBe(401);
  expect((await reserve({ Authorization })).status).toBe(415);
  expect((await reserve({ ...headers, Authorization: 'Bearer guessed' })).status).toBe(401);
  expect((await signIn('another secret')).status).toBe(400);
  expect(await stateIn(await status(batchId, headers))).toBe(404);
  expect(opponent.complaints().map((complaint) => complaint.split(':')[0])).toEqual([
    'An upload without its condition',
    'An upload without its condition',
    'A header that is not signed',
    'A token was shown to the storage',
    'No token',
    'Not said to be JSON',
  ]);
});

it('takes an address for as long as it says, and a token', async () => {
  const { clock, signIn, reserve, status } = await start();
  const { headers } = await signIn();
  const { url, batchId } = await addressOf(await reserve(headers));
  await clock.advance(15 * MINUTE);
  expect((await upload(url, 'a line\n')).status).toBe(403);
  expect(await stateIn(await status(batchId, headers))).toBe(401);
});

it.each([
  ['reservations', 20, 'reserve'],
  ['questions', 120, 'status'],
] as const)('refuses %s above the limit until a minute has passed, and complains', async (_, limit, kind) => {
  const { clock, opponent, signIn, reserve, status } = await start();
  const { headers } = await signIn();
  const call = () => (kind === 'reserve' ? reserve(headers) : status('no-batch', headers));
  for (let count = 0; count < limit; count += 1) expect((await call()).status).not.toBe(429);
  await clock.advance(MINUTE - 1);
  const refused = await call();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
  expect(opponent.complaints()).toHaveLength(1);
  await clock.advance(1);
  expect((await call()).status).not.toBe(429);
});

it('hits the requests that a misfortune names, and no others', async () => {
  const { opponent, signIn, post } = await start();
  const { headers } = await signIn();
  opponent.misbehave(
    { endpoint: 'transaction', after: 1, every: 2, times: 2, happens: { status: 503 } },
    { endpoint: 'transaction', about: 'odd', times: 0, happens: { status: 422, body: { detail: 'odd' } } },
    { endpoint: 'reservation', happens: { status: 500 } },
  );
  const bodies = ['even', 'odd', 'even', 'even', 'odd', 'odd', 'even'];
  const statuses = [];
  for (const body of bodies) statuses.push((await post(JSON.stringify({ body }), headers)).status);
  expect(statuses).toEqual([202, 422, 503, 202, 503, 422, 202]);
});

it('breaks the connection after the work is done, and the journal tells that it was', async () => {
  await using opponent = await startOpponent();
  const { signIn, reserve, status } = callsOf(opponent);
  opponent.misbehave({ endpoint: 'upload', happens: 'lost-reply' });
  const { headers } = await signIn();
  const { url, batchId } = await addressOf(await reserve(headers));
  await expect(upload(url, 'a line\n')).rejects.toThrow();
  expect(await stateIn(await status(batchId, headers))).toBe('PROCESSED');
  expect(opponent.seen('upload')).toMatchObject([{ stored: true }]);
  expect(opponent.seen('upload')[0]).not.toHaveProperty('status');
});

it('is reached on a socket as well', async () => {
  await using service = await startOpponent();
  const { clientId, clientSecret, scope, tokenUrl, baseUrl } = service;
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, scope };
  const signedIn = await fetch(tokenUrl, { method: 'POST', body: new URLSearchParams(form) });
  const { access_token: token } = z.object({ access_token: z.string() }).parse(await signedIn.json());
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
  const reply = await fetch(`${baseUrl}api/transactions/batch/generate-upload-url`, { method: 'POST', headers });
  const { url, batchId } = await addressOf(reply);
  expect((await upload(url, 'a line\n')).status).toBe(200);
  expect(service.batches()).toMatchObject([{ batchId, stored: Buffer.from('a line\n') }]);
});
