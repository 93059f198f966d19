/**
 * @file A second implementation of endpoint 6 of §4, written only from service-interface.md: takes single transactions,
 * records every arrival, and gives the answers that a test wants.
 */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { portOf } from './other-storage.ts';

export interface Arrival {
  /** Milliseconds since the epoch, when its head had arrived. */
  readonly at: number;
  readonly headers: IncomingMessage['headers'];
  /** As received. */
  readonly body: string;
  /** Of the modification; empty if there is none. */
  readonly id: string;
}

/** The answer to an arrival. `swallow` takes it and closes the connection, `hold` never answers. */
export type Answer = { status: number; body?: unknown; headers?: Record<string, string> } | 'swallow' | 'hold';

export interface TransactionService extends AsyncDisposable {
  readonly baseUrl: string;
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string;
  readonly port: number;
  /** All arrivals, in order. */
  readonly arrivals: readonly Arrival[];
  /** How often the service took a transaction, by the id of its modification. */
  readonly taken: ReadonlyMap<string, number>;
  /** Decides each answer; a test replaces it. */
  answer: (arrival: Arrival, count: number) => Answer | Promise<Answer>;
  /** Resolves once this many have arrived. */
  arrived(count: number): Promise<void>;
}

const client = { clientId: 'back-office-9', clientSecret: 'another+secret/with=signs', scope: 'tenant/77aa' };
const PATH = '/tm/event/transaction/v3';
const transaction = z.looseObject({ modification: z.looseObject({ external_id: z.string() }) });

export const accepted: Answer = { status: 202, body: { status: 'RECEIVED', score: 0 } };
export const tooMany = (seconds: number): Answer => ({ status: 429, headers: { 'retry-after': String(seconds) } });

/** @param port of an earlier instance, to return at the same address; 0 = any free one */
export async function startTransactionService(port = 0): Promise<TransactionService> {
  const arrivals: Arrival[] = [];
  const taken = new Map<string, number>();
  const watchers = new Set<() => void>();

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = Date.now();
    const body = await text(request);
    if (request.url === '/token')
      return json(response, 200, { access_token: 'tok-1', expires_in: 3600, token_type: 'Bearer' });
    if (request.method !== 'POST' || request.url !== PATH) return json(response, 404, { detail: 'Not here.' });
    const arrival = { at, headers: request.headers, body, id: idIn(body) };
    arrivals.push(arrival);
    const answering = service.answer(arrival, arrivals.length);
    for (const watcher of [...watchers]) watcher();
    const answer = await answering;
    if (answer === 'hold') return;
    if (answer === 'swallow' || (answer.status >= 200 && answer.status <= 299))
      taken.set(arrival.id, (taken.get(arrival.id) ?? 0) + 1);
    if (answer === 'swallow') request.socket.destroy();
    else json(response, answer.status, answer.body ?? {}, answer.headers);
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const opened = portOf(server.address());
  const service: TransactionService = {
    ...client,
    ...{ baseUrl: `http://127.0.0.1:${opened}/tm`, tokenUrl: `http://127.0.0.1:${opened}/token`, port: opened },
    ...{ arrivals, taken },
    answer: () => accepted,
    arrived: async (count) => {
      while (arrivals.length < count) {
        await new Promise<void>((resolve) => watchers.add(resolve));
        watchers.clear();
      }
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return service;
}

function idIn(body: string): string {
  try {
    return transaction.parse(JSON.parse(body)).modification.external_id;
  } catch {
    return '';
  }
}

function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
