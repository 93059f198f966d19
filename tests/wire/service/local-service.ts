/** @file A small HTTP server on loopback that records its requests and sends the replies that the test sets. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export interface Asked {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** The reply; `silence` never replies, `hang-up` closes the connection without a reply. */
export type Answer =
  | { status?: number; headers?: Record<string, string>; body?: unknown }
  | 'silence'
  | 'hang-up'
  | 'half-an-answer';

export class LocalService {
  /** All requests, in order. */
  readonly asked: Asked[] = [];
  /** Decides each reply; a test replaces it. */
  answer: (asked: Asked) => Answer | Promise<Answer> = () => ({ status: 404 });
  readonly #server: Server;
  readonly #watchers = new Set<() => void>();

  constructor(server: Server) {
    this.#server = server;
  }

  get url(): string {
    // A listening TCP server has such an address.
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Resolves once `count` requests have arrived. */
  async received(count: number): Promise<void> {
    while (this.asked.length < count) await new Promise<void>((resolve) => this.#watchers.add(resolve));
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: path = '', headers } = request;
    const asked = { method, path, headers, body: await text(request) };
    this.asked.push(asked);
    for (const watcher of this.#watchers) watcher();
    this.#watchers.clear();
    const answer = await this.answer(asked);
    if (answer === 'silence') return;
    if (answer === 'hang-up') return void request.socket.destroy();
    if (answer === 'half-an-answer') {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('{"status":', () => request.socket.destroy());
      return;
    }
    const { status = 200, body = '' } = answer;
    const isText = typeof body === 'string';
    const type = isText ? 'text/html' : 'application/json';
    response.writeHead(status, { 'content-type': type, ...answer.headers });
    response.end(isText ? body : JSON.stringify(body));
  }
}

/** A running server, closed at the end of the test. */
export async function startLocalService(): Promise<LocalService> {
  const server = createServer((request, response) => void service.serve(request, response));
  const service = new LocalService(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return service;
}
