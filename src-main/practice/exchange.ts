/** @file One request and its reply, recorded in the request log. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { z } from 'zod';
import type { PracticeEndpoint } from './endpoint.ts';

/** The log entry of a request, for tests and the demo. */
export interface PracticeRequest {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly method: string;
  /** Without the query: a signed one must not end up in a log. */
  readonly path: string;
  readonly host: string;
  readonly endpoint: PracticeEndpoint | 'unknown';
  /** Undefined until there is a reply; it stays undefined if there is none. */
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
    // Removes many entries at once: removing one at a time from the front of such a long array is slow.
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

/** Breaks the connection without a reply. */
export function hangUp({ request }: Exchange): void {
  request.socket.destroy();
}

const LARGEST_BODY = 64 * 1024;

/** The whole body as text; undefined when it is larger than any request but a transaction can be. */
export async function readBody(exchange: Exchange): Promise<string | undefined> {
  const bytes = await readBytes(exchange, LARGEST_BODY);
  return bytes?.toString('utf8');
}

/** The whole body; undefined when it is larger than `most` bytes. */
export async function readBytes({ request, entry }: Exchange, most: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    const bytes: Buffer = chunk;
    entry.bytes += bytes.length;
    // A longer body is read to the end too: the sender reads the reply only once everything was taken.
    if (entry.bytes <= most) chunks.push(bytes);
  }
  return entry.bytes <= most ? Buffer.concat(chunks) : undefined;
}

/** Whether the header declares a JSON body (§5.5). */
export function saysJson({ request }: Exchange): boolean {
  return /^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '');
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A reply that is still to be sent. */
export interface JsonReply {
  status: number;
  body: unknown;
}

/** One entry of `detail` in a reply of status 422 (wire-facts.md). */
interface Detail {
  loc: readonly PropertyKey[];
  msg: string;
  type: string;
}

export function unprocessable(detail: readonly Detail[]): JsonReply {
  return { status: 422, body: { detail } };
}

/** The faults that a schema finds in the body of a request. */
export function unprocessableBody({ issues }: z.ZodError): JsonReply {
  return unprocessable(issues.map(({ path, message, code }) => ({ loc: ['body', ...path], msg: message, type: code })));
}
