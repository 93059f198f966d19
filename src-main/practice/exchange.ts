/** @file One request and its reply, written down in the request log as it goes. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PracticeEndpoint } from './endpoint.ts';

/** What the practice tenant remembers of a request, for tests and the demo. */
export interface PracticeRequest {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly method: string;
  /** Without the query: a signed one must not end up in a log. */
  readonly path: string;
  readonly host: string;
  readonly endpoint: PracticeEndpoint | 'unknown';
  /** Undefined until it was answered, and for ever when it never was. */
  readonly status?: number;
  readonly hadAuthorization: boolean;
  readonly expectsContinue: boolean;
  /** Bytes of the body that were read. */
  readonly bytes: number;
}

export type LogEntry = { -readonly [Key in keyof PracticeRequest]: PracticeRequest[Key] };

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly entry: LogEntry;
}

const REMEMBERED_REQUESTS = 100_000;

export class RequestLog {
  readonly #entries: LogEntry[] = [];

  get entries(): readonly PracticeRequest[] {
    return this.#entries;
  }

  open(
    request: IncomingMessage,
    response: ServerResponse,
    facts: Pick<PracticeRequest, 'at' | 'endpoint' | 'expectsContinue'>,
  ): Exchange {
    const entry: LogEntry = {
      ...facts,
      method: request.method ?? '',
      path: pathOf(request),
      host: request.headers.host ?? '',
      hadAuthorization: request.headers.authorization !== undefined,
      bytes: 0,
    };
    this.#entries.push(entry);
    // Cut in large steps: removing one entry at a time from the front of so long an array is slow.
    if (this.#entries.length > REMEMBERED_REQUESTS * 1.1) {
      this.#entries.splice(0, this.#entries.length - REMEMBERED_REQUESTS);
    }
    return { request, response, entry };
  }
}

export function pathOf(request: IncomingMessage): string {
  return (request.url ?? '').replace(/\?.*$/s, '');
}

export function replyJson(
  exchange: Exchange,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  reply(exchange, status, JSON.stringify(body), { 'Content-Type': 'application/json', ...headers });
}

export function reply(
  { response, entry }: Exchange,
  status: number,
  body: string,
  headers: Readonly<Record<string, string>>,
): void {
  entry.status = status;
  response.writeHead(status, { 'Content-Length': String(Buffer.byteLength(body)), ...headers });
  response.end(body);
}

/** Breaks the connection without another word. */
export function hangUp({ request }: Exchange): void {
  request.socket.destroy();
}

const LARGEST_BODY = 64 * 1024;

/** The whole body as text; undefined when it is larger than any request of this interface can be. */
export async function readBody({ request, entry }: Exchange): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    const bytes: Buffer = chunk;
    entry.bytes += bytes.length;
    // Read to the end even so: the sender only listens once everything was taken.
    if (entry.bytes <= LARGEST_BODY) chunks.push(bytes);
  }
  return entry.bytes <= LARGEST_BODY ? Buffer.concat(chunks).toString('utf8') : undefined;
}
