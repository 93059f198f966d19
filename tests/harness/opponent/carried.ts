/** @file What carries requests to an opponent: sockets on loopback, or a call in the same process. */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { portOf } from '../../wire/network/proxies.ts';
import type { Arrival, OpponentClock, Outcome } from './exchange.ts';
import { BASE_PATH, Opponent, type OpponentOptions, TOKEN_PATH } from './opponent.ts';
import type { Client } from './tokens.ts';

/** An opponent that can be reached, with what a connection needs to reach it. */
export type Reachable = Opponent & Access & AsyncDisposable & { readonly port: number };

export interface Access extends Readonly<Client> {
  readonly baseUrl: string;
  readonly tokenUrl: string;
}

const HOST = '127.0.0.1';

/** A clock that is never set. */
export const steadyClock: OpponentClock = {
  now: () => performance.timeOrigin + performance.now(),
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, Math.max(0, milliseconds))),
};

/**
 * Starts an opponent on sockets of its own, in this process. Its end fails the test if the client did what no client may do.
 * @param mayBeWrong the client is made to do so
 */
export async function startOpponent(
  options: Partial<OpponentOptions> = {},
  mayBeWrong: 'may-be-wrong' | undefined = undefined,
): Promise<Reachable> {
  const reachable = await serve(new Opponent({ clock: steadyClock, ...options }));
  const close = reachable[Symbol.asyncDispose];
  return Object.assign(reachable, {
    [Symbol.asyncDispose]: async () => {
      await close();
      const complaints = reachable.complaints();
      if (complaints.length > 0 && mayBeWrong === undefined)
        throw new Error(`What no client may ask:\n${complaints.join('\n')}`);
    },
  });
}

/** @param port of the service: one that it had before, or any free one */
export async function serve(opponent: Opponent, port = 0): Promise<Reachable> {
  await using closing = new AsyncDisposableStack();
  const storage = closing.use(await listen((arrival) => opponent.answerStorage(arrival)));
  const api = closing.use(await listen((arrival) => opponent.answer(arrival), port));
  opponent.storageOrigin = storage.origin;
  const ending = closing.move();
  return Object.assign(opponent, {
    ...opponent.client,
    baseUrl: `${api.origin}${BASE_PATH}/`,
    tokenUrl: `${api.origin}${TOKEN_PATH}`,
    port: api.port,
    [Symbol.asyncDispose]: async () => {
      opponent.moments.releaseAll();
      await ending.disposeAsync();
    },
  });
}

/** Only the storage, for an opponent whose service is called. */
export async function serveStorage(opponent: Opponent): Promise<AsyncDisposable> {
  const storage = await listen((arrival) => opponent.answerStorage(arrival));
  opponent.storageOrigin = storage.origin;
  return storage;
}

/** An opponent's service as a function like fetch. */
export function fetchFrom(opponent: Opponent): typeof fetch {
  return async (address, init) => {
    const request = new Request(address, init);
    const { pathname, search } = new URL(request.url);
    const outcome = await opponent.answer({
      method: request.method,
      target: `${pathname}${search}`,
      headers: Object.fromEntries(request.headers),
      body: request.body ?? Readable.from([]),
      left: request.signal,
    });
    if (outcome === 'hang-up')
      throw new TypeError('fetch failed', { cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) });
    if (outcome === 'silence')
      return await new Promise((_, reject) =>
        request.signal.addEventListener('abort', () => reject(request.signal.reason)),
      );
    const { status, headers, body } = outcome;
    return new Response(body, { status, headers });
  };
}

async function listen(answer: (arrival: Arrival) => Promise<Outcome>, port = 0) {
  const underWay = new Set<Promise<void>>();
  const carry = (request: IncomingMessage, response: ServerResponse, expectsContinue: boolean) => {
    const answered = answer(arrivalOf(request, response, expectsContinue))
      .then((outcome) => reply(outcome, request, response))
      .catch(() => void request.destroy())
      .finally(() => underWay.delete(answered));
    underWay.add(answered);
  };
  const server = createServer((request, response) => carry(request, response, false));
  server.on('checkContinue', (request, response) => carry(request, response, true));
  server.requestTimeout = 0;
  server.listen(port, HOST);
  await once(server, 'listening');
  const opened = portOf(server);
  return {
    origin: `http://${HOST}:${opened}`,
    port: opened,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      await Promise.all(underWay);
    },
  };
}

function arrivalOf(request: IncomingMessage, response: ServerResponse, expectsContinue: boolean): Arrival {
  const left = new AbortController();
  response.once('close', () => left.abort());
  const headers = Object.entries(request.headersDistinct).map(([name, values]) => [name, values?.join(', ')]);
  return {
    method: request.method ?? '',
    target: request.url ?? '',
    headers: Object.fromEntries(headers),
    body: bodyOf(request, response, expectsContinue),
    left: left.signal,
  };
}

async function* bodyOf(request: IncomingMessage, response: ServerResponse, expectsContinue: boolean) {
  if (expectsContinue) response.writeContinue();
  for await (const chunk of request) yield z.instanceof(Buffer).parse(chunk);
}

function reply(outcome: Outcome, request: IncomingMessage, response: ServerResponse): void {
  if (outcome === 'silence') return;
  if (outcome === 'hang-up') return void request.socket.destroy();
  const { status, headers, body } = outcome;
  response.writeHead(status, { ...headers, 'content-length': String(Buffer.byteLength(body)) }).end(body);
}
