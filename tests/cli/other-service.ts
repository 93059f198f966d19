/**
 * @file A second implementation of the service, written only from service-interface.md and wire-facts.md: where these
 * say “not shown” it deliberately differs from the practice tenant. It records every request, keeps the bytes it
 * stores, and can be held at any moment, so that tests need no waiting times.
 */

import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { Moments } from './moments.ts';
import { OtherStorage, portOf } from './other-storage.ts';

export interface SeenRequest {
  readonly at: number;
  readonly endpoint: 'token' | 'reservation' | 'status' | 'validation-result' | 'upload' | 'report' | 'unknown';
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  /** As received; only for the service itself, never for the storage. */
  readonly body?: string;
}

/** A batch as this service knows it. */
export interface OtherBatch {
  readonly batchId: string;
  readonly parameters: unknown;
  /** The stored bytes; undefined until then. They are never replaced. */
  stored?: Buffer;
  /** States still to be shown, one for each request. */
  ahead: string[];
}

export interface OtherServiceOptions {
  /** Shown one after another before the last state, one for each request; none by default. `404` = not known yet. */
  statesOnTheWay?: readonly string[];
  /** The state of a batch whose file has not arrived; 404 by default. */
  earlyState?: string;
  /** What is said of how long a token lasts; it is taken for longer. */
  saidTokenSeconds?: number;
}

export interface OtherService extends AsyncDisposable {
  readonly baseUrl: string;
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string;
  readonly requests: readonly SeenRequest[];
  readonly moments: Moments;
  /** All batches in the order in which their ids were issued. */
  batches(): OtherBatch[];
  /** Everything that must stay secret: the secret, tokens, signatures and signed queries, as far as they were used. */
  secrets(): string[];
  /** For replies that the storage may give without doing the work. */
  readonly storage: Pick<OtherStorage, 'answerNext' | 'redirectNext'>;
  /** The next address that is asked for has expired when it is given out. */
  expireNextAddress(): void;
  /** From now on only a new secret is accepted, and no earlier token; returns the secret. */
  rotateSecret(): string;
}

const HOST = '127.0.0.1';
const BASE_PATH = '/monitoring/live';
const TOKEN_PATH = '/connect/token';
const TOKEN_SECONDS = 900;

const client = {
  clientId: 'back-office-7',
  clientSecret: 's3cr3t+with/odd=signs&more',
  scope: 'tenant/4f1c2d9e',
};

export async function startOtherService({
  statesOnTheWay = [],
  earlyState = '404',
  saidTokenSeconds = TOKEN_SECONDS,
}: OtherServiceOptions = {}): Promise<OtherService> {
  const requests: SeenRequest[] = [];
  const moments = new Moments();
  const batches = new Map<string, OtherBatch>();
  const tokens = new Map<string, number>();
  let { clientSecret } = client;
  const oldSecrets: string[] = [];

  const storage = new OtherStorage({
    moments,
    onRequest: (endpoint, request) => note(endpoint, request),
    onStored: (batchId, bytes) => {
      const batch = batches.get(batchId);
      if (batch === undefined || batch.stored !== undefined) throw new Error('Stored what was not asked for.');
      batch.stored = bytes;
      batch.ahead = [...statesOnTheWay, hasDuplicates(bytes) ? 'VALIDATION_FAILED' : 'PROCESSED'];
    },
  });

  function note(endpoint: SeenRequest['endpoint'], { method = '', headers }: IncomingMessage, body?: string): void {
    requests.push({ at: Date.now(), endpoint, method, headers, ...(body !== undefined && { body }) });
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readText(request);
    const path = (request.url ?? '').split('?')[0] ?? '';
    const [, name = '', id = ''] =
      /^\/monitoring\/live\/api\/transactions\/batch\/([a-z-]+)\/?([^/]*)$/.exec(path) ?? [];
    const endpoint = path === TOKEN_PATH ? 'token' : (endpoints.get(`${request.method} ${name}`) ?? 'unknown');
    note(endpoint, request, body);
    if (endpoint === 'token') return void token(body, response);
    if (path.startsWith('/connect/')) return void json(response, 404, { error: 'Not Found' });
    const [, bearer = ''] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? [];
    if ((tokens.get(bearer) ?? 0) <= Date.now()) return void json(response, 401, { message: 'Unauthorized' });
    if (endpoint === 'reservation') return await reserve(body, request, response);
    const batch = batches.get(id);
    if (batch === undefined || endpoint === 'unknown') return void json(response, 404, { detail: 'Not here.' });
    if (endpoint === 'status') return await tellState(batch, request, response);
    if (batch.stored === undefined && earlyState !== '404') {
      return void json(response, 200, { outcome: { files: [] } });
    }
    return void json(response, 200, {
      outcome: { files: [{ format: 'csv', href: storage.reportAddress(batch.batchId) }] },
    });
  }

  function token(body: string, response: ServerResponse): void {
    const form = new URLSearchParams(body);
    const fields = [form.get('grant_type'), form.get('client_id'), form.get('client_secret'), form.get('scope')];
    const wanted = ['client_credentials', client.clientId, clientSecret, client.scope];
    if (fields.join('\n') !== wanted.join('\n')) {
      return void json(response, 400, { error: 'invalid_client', error_description: 'Client authentication failed' });
    }
    const issued = `${randomBytes(30).toString('base64url')}.${randomBytes(30).toString('base64url')}`;
    tokens.set(issued, Date.now() + TOKEN_SECONDS * 1000);
    return void json(response, 200, {
      ...{ token_type: 'Bearer', scope: client.scope, 'not-before-policy': 0 },
      ...{ expires_in: saidTokenSeconds, access_token: issued },
    });
  }

  async function reserve(body: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const batchId = randomUUID();
    batches.set(batchId, { batchId, parameters: JSON.parse(body || '{}'), ahead: [] });
    if ((await moments.reach('reservation', request)) === 'hung-up') return;
    const upload = { upload_url: storage.uploadAddress(batchId), method: 'PUT', expires_in: 900 };
    json(response, 200, { upload, batchId, requested_by: client.clientId });
  }

  async function tellState(batch: OtherBatch, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if ((await moments.reach('status', request)) === 'hung-up') return;
    const state = (batch.ahead.length > 1 ? batch.ahead.shift() : batch.ahead[0]) ?? earlyState;
    if (state === '404') return void json(response, 404, { detail: 'Batch not found' });
    const error_message = state === 'VALIDATION_FAILED' ? 'Duplicate modification ids' : null;
    json(response, 200, { ...{ batch_id: batch.batchId.toUpperCase(), status: state }, error_message, progress: 0.5 });
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, HOST);
  await Promise.all([once(server, 'listening'), storage.listen(HOST)]);
  const origin = `http://${HOST}:${portOf(server.address())}`;
  return {
    ...client,
    baseUrl: `${origin}${BASE_PATH}/`,
    tokenUrl: `${origin}${TOKEN_PATH}`,
    requests,
    moments,
    storage,
    batches: () => [...batches.values()],
    secrets: () => [...oldSecrets, clientSecret, ...tokens.keys(), ...storage.secrets()],
    expireNextAddress: () => storage.expireNextAddress(),
    rotateSecret: () => {
      oldSecrets.push(clientSecret);
      clientSecret = randomBytes(12).toString('base64url');
      for (const token of tokens.keys()) tokens.set(token, 0);
      return clientSecret;
    },
    [Symbol.asyncDispose]: async () => {
      moments.releaseAll();
      server.closeAllConnections();
      server.close();
      await storage.close();
    },
  };
}

const endpoints: ReadonlyMap<string, SeenRequest['endpoint']> = new Map([
  ['POST generate-upload-url', 'reservation'],
  ['GET status', 'status'],
  ['GET validation-result', 'validation-result'],
]);

const modification = z.looseObject({ modification: z.looseObject({ external_id: z.string() }) });

/** §2.6.2 */
function hasDuplicates(bytes: Buffer): boolean {
  const lines = bytes.toString('utf8').split('\n').filter(Boolean);
  const ids = lines.map((line) => modification.safeParse(JSON.parse(line)).data?.modification.external_id);
  return new Set(ids).size < ids.length;
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}
