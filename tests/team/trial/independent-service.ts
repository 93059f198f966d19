/**
 * @file The service of a trial: one tenant and its storage, written from the contract alone, with a journal of every
 * request. It shares no code with the client, keeps no bytes but their SHA-256, and breaks some connections at the worst
 * moment.
 */

import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync, writeSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { JournalEntry, TrialEndpoint } from './journal.ts';

export const serviceOptionsSchema = z.strictObject({
  /** The file of the journal. */
  journal: z.string(),
  /** What limits call a minute, in milliseconds. */
  minute: z.number().default(60_000),
  /** Milliseconds between two states of a batch. */
  pace: z.int().default(300),
  /** Every so manieth reservation and upload is done, and its connection broken before the reply; 0 = never. */
  breakEvery: z.int().default(0),
  /** Of the line of each desk, for all its uploads together; no limit by default. */
  bytesPerSecond: z.number().positive().optional(),
});
export type ServiceOptions = z.input<typeof serviceOptionsSchema>;

/** What a connection needs to reach it. */
export const accessSchema = z.strictObject({
  baseUrl: z.string(),
  tokenUrl: z.string(),
  clientId: z.string(),
  clientSecret: z.string(),
  scope: z.string(),
});
export type Access = z.infer<typeof accessSchema>;

export interface IndependentService extends AsyncDisposable {
  readonly access: Access;
}

interface Batch {
  readonly batchId: string;
  /** Path and query of its address in the storage. */
  readonly target: string;
  /** Of the desk that reserved it. */
  readonly token: number;
  isUnderWay: boolean;
  storedAt: number | undefined;
}

/** What the journal says of a request while it is answered. */
type OpenEntry = { -readonly [Key in keyof JournalEntry]: JournalEntry[Key] };
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly record: OpenEntry;
}

const HOST = '127.0.0.1';
const ADDRESS_LIFETIME_MS = 900_000;
const NOTHING = createHash('sha256').digest('hex');
/** §8 */
const perMinute = { 'generate-upload-url': 20, status: 120, 'validation-result': 120 } as const;
/** §3, in the order in which a batch goes through them. */
const states = ['VALIDATION_STARTED', 'PENDING_INGESTION', 'INITIALIZED', 'IN_PROGRESS', 'PROCESSED'] as const;

/** Milliseconds of a clock that is never set. */
function now(): number {
  return performance.timeOrigin + performance.now();
}

export async function startIndependentService(given: ServiceOptions): Promise<IndependentService> {
  const { journal, minute, pace, breakEvery, bytesPerSecond } = serviceOptionsSchema.parse(given);
  const file = openSync(journal, 'a', 0o600);
  const client = { clientId: 'desks', clientSecret: randomBytes(18).toString('base64url'), scope: 'tenant/trial' };
  /** The number of each token. */
  const tokens = new Map<string, number>();
  const batches = new Map<string, Batch>();
  /** By path and query. */
  const addresses = new Map<string, { batch: Batch; endsAt: number }>();
  /** When requests arrived that were let in, by endpoint. */
  const admitted = new Map<TrialEndpoint, number[]>();
  /** When the line of each desk is free again, by the desk's token. */
  const lines = new Map<number, number>();
  let issuedTokens = 0;
  let breakable = 0;

  const isToBreak = () => {
    breakable += 1;
    return breakEvery > 0 && breakable % breakEvery === 0;
  };

  async function answerApi(exchange: Exchange): Promise<void> {
    const { request, record } = exchange;
    const [path = ''] = (request.url ?? '').split('?');
    const [, question, id = ''] = /^\/tm\/api\/transactions\/batch\/([a-z-]+)\/?([^/]*)$/.exec(path) ?? [];
    record.endpoint = path === '/token' ? 'token' : endpointOf(`${request.method} ${question}`);
    if (id !== '') record.batchId = id;
    const body = await readBody(exchange);
    if (record.endpoint === 'token') return answerToken(exchange, body);
    const [, bearer = ''] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? [];
    const token = tokens.get(bearer);
    if (token === undefined) return json(exchange, 401, { message: 'The token is unknown.' });
    record.token = token;
    if (record.endpoint === 'unknown' || record.endpoint === 'upload')
      return json(exchange, 404, { detail: 'Not Found' });
    const wait = waitFor(record.endpoint, record.at);
    if (wait > 0)
      return json(exchange, 429, { message: 'Too many requests.' }, { 'Retry-After': String(Math.ceil(wait / 1000)) });
    if (record.endpoint === 'generate-upload-url') return reserve(exchange, token);
    const batch = batches.get(id);
    const state = batch === undefined ? undefined : stateOf(batch);
    if (state === undefined) return json(exchange, 404, { detail: `There is no batch ${id}.` });
    const told = { batch_id: id, status: state };
    json(exchange, 200, record.endpoint === 'status' ? { ...told, error_message: '' } : told);
  }

  function answerToken(exchange: Exchange, body: string): void {
    const form = new URLSearchParams(body);
    const fields = ['grant_type', 'client_id', 'client_secret', 'scope'].map((field) => form.get(field));
    if (fields.join('\n') !== ['client_credentials', client.clientId, client.clientSecret, client.scope].join('\n'))
      return void json(exchange, 400, { error: 'invalid_client' });
    const token = randomBytes(24).toString('base64url');
    issuedTokens += 1;
    exchange.record.token = issuedTokens;
    tokens.set(token, issuedTokens);
    json(exchange, 200, { access_token: token, expires_in: 3600, token_type: 'Bearer' });
  }

  /** §8: how long until this request would be let in; 0 when it is, and counts. */
  function waitFor(endpoint: keyof typeof perMinute, at: number): number {
    const recent = (admitted.get(endpoint) ?? []).filter((time) => time > at - minute);
    const [oldest = at] = recent.slice(-perMinute[endpoint]);
    const isFull = recent.length >= perMinute[endpoint];
    admitted.set(endpoint, isFull ? recent : [...recent, at]);
    return isFull ? oldest + minute - at : 0;
  }

  function reserve(exchange: Exchange, token: number): void {
    const batchId = randomUUID();
    const issued = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
    const query = new URLSearchParams({
      'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
      'X-Amz-Date': issued,
      'X-Amz-Expires': String(ADDRESS_LIFETIME_MS / 1000),
      'X-Amz-SignedHeaders': 'host;if-none-match',
      'X-Amz-Signature': randomBytes(32).toString('hex'),
    });
    const target = `/uploads/${randomUUID()}?${query}`;
    const batch: Batch = { batchId, target, token, isUnderWay: false, storedAt: undefined };
    batches.set(batchId, batch);
    addresses.set(target, { batch, endsAt: now() + ADDRESS_LIFETIME_MS });
    exchange.record.batchId = batchId;
    if (isToBreak()) return void exchange.request.socket.destroy();
    json(exchange, 200, { url: `${originOf(storage)}${target}`, batch_id: batchId });
  }

  function stateOf({ storedAt }: Batch): string | undefined {
    if (storedAt === undefined) return undefined;
    const step = Math.floor((now() - storedAt) / Math.max(1, pace)) - 1;
    return step < 0 ? undefined : states[Math.min(step, states.length - 1)];
  }

  async function answerStorage(exchange: Exchange, expectsContinue: boolean): Promise<void> {
    const { request, response, record } = exchange;
    record.endpoint = request.method === 'PUT' ? 'upload' : 'unknown';
    const found = addresses.get(request.url ?? '');
    if (found === undefined || record.endpoint === 'unknown') return refuse(exchange, 403, 'SignatureDoesNotMatch');
    const { batch, endsAt } = found;
    record.batchId = batch.batchId;
    record.token = batch.token;
    // The header is signed: an upload without it does not match the signature.
    if (request.headers['if-none-match'] !== '*') return refuse(exchange, 403, 'SignatureDoesNotMatch');
    if (request.headers.authorization !== undefined) return refuse(exchange, 400, 'InvalidArgument');
    const length = Number(request.headers['content-length']);
    if (!Number.isSafeInteger(length)) return refuse(exchange, 411, 'MissingContentLength');
    if (now() >= endsAt) return refuse(exchange, 403, 'AccessDenied');
    if (batch.storedAt !== undefined) return refuse(exchange, 412, 'PreconditionFailed');
    if (batch.isUnderWay) return refuse(exchange, 409, 'ConditionalRequestConflict');
    batch.isUnderWay = true;
    try {
      // Its turn comes once the line is free.
      await passLine(batch.token, 0);
      if (expectsContinue) response.writeContinue();
      await receive(exchange, (bytes) => passLine(batch.token, bytes));
      if (record.bytes !== length) return;
      batch.storedAt = now();
      record.stored = true;
    } finally {
      batch.isUnderWay = false;
    }
    if (isToBreak()) return void request.socket.destroy();
    reply(exchange, 200, '', { ETag: `"${record.sha256.slice(0, 32)}"` });
  }

  /** Resolves once the line of a desk has let these bytes pass. */
  async function passLine(token: number, bytes: number): Promise<void> {
    if (bytesPerSecond === undefined) return;
    const freeAt = Math.max(now(), lines.get(token) ?? 0) + (1000 * bytes) / bytesPerSecond;
    lines.set(token, freeAt);
    await delay(Math.max(0, freeAt - now()));
  }

  const underWay = new Set<Promise<void>>();
  const serve =
    (answer: (exchange: Exchange) => Promise<void>) =>
    (request: IncomingMessage, response: ServerResponse): void => {
      const record: OpenEntry = {
        ...{ at: now(), endpoint: 'unknown', bytes: 0, sha256: NOTHING, stored: false },
      };
      const answered = answer({ request, response, record })
        .catch(() => void request.socket.destroy())
        .finally(() => {
          writeSync(file, `${JSON.stringify(record)}\n`);
          underWay.delete(answered);
        });
      underWay.add(answered);
    };
  const api = createServer(serve(answerApi));
  const storage = createServer(serve((exchange) => answerStorage(exchange, false)));
  storage.on(
    'checkContinue',
    serve((exchange) => answerStorage(exchange, true)),
  );
  for (const server of [api, storage]) {
    server.requestTimeout = 0;
    server.listen(0, HOST);
    await once(server, 'listening');
  }
  return {
    access: { baseUrl: `${originOf(api)}/tm`, tokenUrl: `${originOf(api)}/token`, ...client },
    [Symbol.asyncDispose]: async () => {
      for (const server of [api, storage]) {
        server.close();
        server.closeAllConnections();
      }
      await Promise.all(underWay);
      closeSync(file);
    },
  };
}

function endpointOf(call: string): TrialEndpoint {
  switch (call) {
    case 'POST generate-upload-url':
      return 'generate-upload-url';
    case 'GET status':
      return 'status';
    case 'GET validation-result':
      return 'validation-result';
    default:
      return 'unknown';
  }
}

function originOf(server: Server): string {
  return `http://${HOST}:${z.object({ port: z.int() }).parse(server.address()).port}`;
}

/** Counts and hashes the body as it comes; what is recorded is what arrived, also where the sender broke off. */
async function receive(
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

async function readBody(exchange: Exchange): Promise<string> {
  const chunks: Buffer[] = [];
  await receive(
    exchange,
    () => Promise.resolve(),
    (chunk) => chunks.push(chunk),
  );
  return Buffer.concat(chunks).toString('utf8');
}

function json(exchange: Exchange, status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): void {
  reply(exchange, status, JSON.stringify(body), { 'Content-Type': 'application/json', ...headers });
}

/** Refuses as S3 does: without having read the body, so that the connection cannot be used any more. */
function refuse(exchange: Exchange, status: number, code: string): void {
  const body = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>Refused.</Message></Error>`;
  reply(exchange, status, body, { 'Content-Type': 'application/xml', Connection: 'close' });
}

function reply(
  { response, record }: Exchange,
  status: number,
  body: string,
  headers: Readonly<Record<string, string>>,
): void {
  record.status = status;
  response.writeHead(status, { 'Content-Length': String(Buffer.byteLength(body)), ...headers }).end(body);
}
