/**
 * @file Whatever a service replies, over a real socket: a result or a sentence comes of it, in a moment, which reveals no
 * secret and steers no terminal. At night, many more replies are tried, at other places each time.
 */

import { once } from 'node:events';
import { Agent } from 'node:http';
import { createServer, type Socket } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { visible, visibleJson } from '../../../src-shared/visible-text.ts';
import { createFetch } from '../../../src-main/wire/network/agent-fetch.ts';
import { tableOf } from '../../../src-main/wire/service/reply-table.ts';
import { createServiceClient, type ServiceClient } from '../../../src-main/wire/service/service-client.ts';
import { TokenSource } from '../../../src-main/wire/service/token.ts';
import { judgeReply } from '../../../src-main/wire/transfer/storage-reply.ts';
import { AppError } from '../../../src-shared/errors.ts';
import { FakeClock } from '../../fake-clock.ts';
import { slowness } from '../../fastest.ts';
import { isNight, runs } from '../../harness/night.ts';
import { BATCH, connectionTo, MemoryTokenStore, never, SECRET, TOKEN, withoutLimit } from './fixtures.ts';
import { bytesOf, type HostileReply, hostileReplies, replacedReplies } from './hostile-replies.ts';

const replies = runs(200, 20_000);
const LONGEST_TEXT = 3000;
/** Twice what one step may take on a machine that does nothing else. */
const LONGEST_STEP_MS = 100;

let reply: Buffer = Buffer.alloc(0);
const sockets = new Set<Socket>();
const server = createServer((socket) => {
  sockets.add(socket);
  socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  socket.once('data', () => socket.end(reply));
});
let port = 0;
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  port = z.object({ port: z.number() }).parse(server.address()).port;
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

/** What is asked of the service, each with the reply that is tried. */
const questions: Record<string, (client: ServiceClient) => Promise<unknown>> = {
  reservation: (client) => client.generateUploadUrl({ rejectOnInvalid: true }, never),
  status: (client) => client.batchStatus(BATCH, never),
  report: (client) => client.validationResult(BATCH, never),
  transaction: (client) => client.postTransaction('{}', never),
  execute: (client) => client.executeRules({ executionDate: '2026-01-04' }, never),
  'rule run': (client) => client.ruleRunStatus('run', never),
  schedule: (client) => client.ruleSchedule(never),
  observe: async (client) => tableOf((await client.observe('/x', never)).json),
};

function clients() {
  const connection = connectionTo(`http://127.0.0.1:${port}`);
  const limits = {
    inTurn: withoutLimit,
    pause: (_: unknown, ms: number) => ms,
    giveWay: (_: unknown, ms: number) => ms,
    wait: () => 0,
    turns: () => ({ wait: 0, pause: 0, pace: { requests: 20, window: 60_000 } }),
  };
  const agent = new Agent({ keepAlive: false });
  const line = { fetch: createFetch(() => agent), clock: new FakeClock(), timeout: 30_000, connection, limits };
  const tokens = { current: async () => TOKEN, renew: async () => TOKEN, usableUntil: () => undefined };
  const source = new TokenSource({ ...line, store: new MemoryTokenStore(), secret: async () => SECRET });
  return { client: createServiceClient({ ...line, tokens }), token: () => source.current(never) };
}

/** The longest computation, in milliseconds, during which nothing else could happen while `work` was done. */
async function longestStep(work: () => Promise<void>): Promise<number> {
  let [longest, isOver, before] = [0, false, process.threadCpuUsage()];
  const note = () => {
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, (user + system) / 1000);
    before = process.threadCpuUsage();
  };
  const look = () => {
    note();
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  await work();
  isOver = true;
  note();
  return longest;
}

/** The secret of the request under way: the token, or what asks for one. */
let sent = TOKEN;

const bounded = (text: string) => {
  expect(text.length).toBeLessThan(LONGEST_TEXT);
  for (const secret of [sent, encodeURIComponent(sent)]) expect(text).not.toContain(secret);
  expect(visible(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
};

function judgeFailure(thrown: unknown): void {
  if (!(thrown instanceof AppError)) throw thrown;
  count(thrown.code);
  expect(thrown.code).not.toBe('internal.unexpected');
  for (const text of [thrown.title, thrown.detail, thrown.remedy, thrown.message]) bounded(text);
  for (let cause = thrown.cause; cause instanceof Error; cause = cause.cause) bounded(cause.message);
}

/** How many questions came to which end: a fuzz whose replies are never read proves nothing. */
const ends = new Map<string, number>();
const count = (end: string) => ends.set(end, (ends.get(end) ?? 0) + 1);

function judgeResult(result: unknown): void {
  count('result');
  const { status, errorMessage, message } = z
    .looseObject({ status: z.unknown(), errorMessage: z.unknown(), message: z.unknown() })
    .partial()
    .catch({})
    .parse(result);
  for (const text of [status, errorMessage, message]) if (typeof text === 'string') bounded(text);
  const shown = visibleJson(result ?? null);
  expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
  expect(shown).not.toContain(TOKEN);
}

async function tryOut(hostile: HostileReply): Promise<void> {
  reply = bytesOf(hostile);
  const { client, token } = clients();
  const asked = [
    ...Object.entries(questions).map(([name, ask]) => [name, () => ask(client)] as const),
    ['token', token] as const,
  ];
  for (const [name, ask] of asked) {
    let longest = Number.POSITIVE_INFINITY;
    sent = name === 'token' ? SECRET : TOKEN;
    // Outside the measured step: judging takes time of its own.
    let judge = () => {};
    for (let run = 0; run < 4 && longest > LONGEST_STEP_MS; run += 1) {
      const step = await longestStep(() =>
        ask().then(
          (result) => {
            judge = () => (name === 'token' ? undefined : judgeResult(result));
          },
          (thrown) => {
            judge = () => judgeFailure(thrown);
          },
        ),
      );
      longest = Math.min(longest, step > LONGEST_STEP_MS ? step / slowness() : step);
    }
    judge();
    expect(longest, name).toBeLessThan(LONGEST_STEP_MS);
  }
  // The storage gets neither: its address is the secret, and its reply is read in part only.
  sent = 'X-Amz-Signature';
  for (const bodyComplete of [true, false]) {
    const outcome = judgeReply(hostile.status, hostile.body.slice(0, 2048), bodyComplete);
    if ('error' in outcome) judgeFailure(outcome.error);
  }
}

it('no reply freezes, fills, forges or reveals anything', async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', note);
  const seed = isNight ? {} : { seed: 20_260_105 };
  await fc
    .assert(fc.asyncProperty(hostileReplies, tryOut), {
      numRuns: replies,
      examples: replacedReplies.map((one) => [one]),
      ...seed,
    })
    .finally(() => {
      process.off('unhandledRejection', note);
    });
  expect(unhandled).toEqual([]);
  expect(ends.get('result')).toBeGreaterThan(replies / 3);
  expect(ends.get('service.bad-reply')).toBeGreaterThan(replies / 4);
  expect(ends.get('service.refused')).toBeGreaterThan(replies / 10);
});
