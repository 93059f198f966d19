/** @file One request to the service of a trial, its reply, and what the journal says of it. */

import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JournalEntry } from './journal.ts';

/** What the journal says of a request while it is answered. */
type OpenEntry = { -readonly [Key in keyof JournalEntry]: JournalEntry[Key] };
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly record: OpenEntry;
}

const NOTHING = createHash('sha256').digest('hex');

export function openEntry(at: number): OpenEntry {
  return { at, until: at, endpoint: 'unknown', bytes: 0, sha256: NOTHING, stored: false };
}

/** Counts and hashes the body as it comes; what is recorded is what arrived, also where the sender broke off. */
export async function receive(
  { request, record }: Exchange,
  pass: (bytes: number) => Promise<void>,
  keep: (chunk: Buffer) => void = () => {},
): Promise<void> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of request) {
      const bytes: Buffer = chunk;
      hash.update(bytes);
      record.bytes += bytes.length;
      keep(bytes);
      await pass(bytes.length);
    }
  } catch {
    // The sender is gone; the number of bytes tells.
  }
  record.sha256 = hash.digest('hex');
}

export async function readBody(exchange: Exchange): Promise<string> {
  const chunks: Buffer[] = [];
  await receive(
    exchange,
    () => Promise.resolve(),
    (chunk) => chunks.push(chunk),
  );
  return Buffer.concat(chunks).toString('utf8');
}

export function json(
  exchange: Exchange,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  reply(exchange, status, JSON.stringify(body), { 'Content-Type': 'application/json', ...headers });
}

/** Refuses as S3 does: without having read the body, so that the connection cannot be used any more. */
export function refuse(exchange: Exchange, status: number, code: string): void {
  const body = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>Refused.</Message></Error>`;
  reply(exchange, status, body, { 'Content-Type': 'application/xml', Connection: 'close' });
}

export function reply(
  { response, record }: Exchange,
  status: number,
  body: string,
  headers: Readonly<Record<string, string>>,
): void {
  record.status = status;
  response.writeHead(status, { 'Content-Length': String(Buffer.byteLength(body)), ...headers }).end(body);
}
