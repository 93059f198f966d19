/** @file The object storage of the second service: the rules of S3 in wire-facts.md, with the bytes in memory. */

import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';
import type { Moments } from './moments.ts';

export interface OtherStoragePorts {
  moments: Moments;
  onRequest: (endpoint: 'upload' | 'report', request: IncomingMessage) => void;
  onStored: (batchId: string, bytes: Buffer) => void;
}

interface Signed {
  batchId: string;
  method: 'PUT' | 'GET';
  query: string;
  signature: string;
  endsAt: number;
}

/** A reply of the storage to one request, without the requested work. */
export interface StorageAnswer {
  status: number;
  /** In the XML; by default S3's code for an overload. */
  code?: string;
  headers?: Readonly<Record<string, string>>;
  /** Whether the storage reads the upload completely first; it keeps nothing of it. */
  afterBody?: boolean;
}

const LIFETIME_SECONDS = 900;
const XML = '<?xml version="1.0" encoding="UTF-8"?>';

export class OtherStorage {
  readonly #ports: OtherStoragePorts;
  readonly #server = createServer((request, response) => this.#answer(request, response, false));
  /** By path. */
  readonly #signed = new Map<string, Signed>();
  /** By batch: one object may have more than one address. */
  readonly #stored = new Set<string>();
  readonly #underWay = new Set<string>();
  #expireNext = false;
  readonly #answersAhead: Record<Signed['method'], StorageAnswer[]> = { PUT: [], GET: [] };
  #redirectNext: 'itself' | 'elsewhere' | undefined;
  #origin = '';

  constructor(ports: OtherStoragePorts) {
    this.#ports = ports;
    this.#server.on('checkContinue', (request, response) => this.#answer(request, response, true));
  }

  async listen(host: string): Promise<void> {
    this.#server.listen(0, host);
    await once(this.#server, 'listening');
    this.#origin = `http://${host}:${portOf(this.#server.address())}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  uploadAddress(batchId: string): string {
    const issuedAt = Date.now() - (this.#expireNext ? 2 * LIFETIME_SECONDS * 1000 : 0);
    this.#expireNext = false;
    // The key is not the batch id: nothing says that it should be.
    return this.#sign('PUT', `/tenant-uploads/2026/${randomUUID()}`, batchId, issuedAt);
  }

  reportAddress(batchId: string): string {
    return this.#sign('GET', `/tenant-reports/${randomUUID()}.csv`, batchId);
  }

  /** The next address that is asked for is over when it is given out. */
  expireNextAddress(): void {
    this.#expireNext = true;
  }

  /** The next valid request gets this reply; several replies wait their turn. */
  answerNext(method: Signed['method'], answer: StorageAnswer): void {
    this.#answersAhead[method].push(answer);
  }

  /** Redirects the next upload to another address, which accepts it: on this host, or under another name for it. */
  redirectNext(to: 'itself' | 'elsewhere'): void {
    this.#redirectNext = to;
  }

  secrets(): string[] {
    return [...this.#signed.values()].flatMap(({ signature, query }) => [signature, query]);
  }

  #sign(method: Signed['method'], path: string, batchId: string, issuedAt = Date.now()): string {
    const signature = randomBytes(32).toString('hex');
    const now = new Date(issuedAt).toISOString().replace(/[-:]|\.\d+/g, '');
    const query = new URLSearchParams([
      ['X-Amz-Algorithm', 'AWS4-HMAC-SHA256'],
      ['X-Amz-Credential', `OTHERKEY/${now.slice(0, 8)}/eu-west-1/s3/aws4_request`],
      ['X-Amz-Date', now],
      ['X-Amz-Expires', String(LIFETIME_SECONDS)],
      ['X-Amz-SignedHeaders', method === 'PUT' ? 'host;if-none-match' : 'host'],
      ['X-Amz-Signature', signature],
    ]).toString();
    this.#signed.set(path, { batchId, method, query, signature, endsAt: issuedAt + LIFETIME_SECONDS * 1000 });
    return `${this.#origin}${path}?${query}`;
  }

  #answer(request: IncomingMessage, response: ServerResponse, expectsContinue: boolean): void {
    const work =
      request.method === 'PUT' ? this.#put(request, response, expectsContinue) : this.#get(request, response);
    work.catch(() => response.destroy());
  }

  async #put(request: IncomingMessage, response: ServerResponse, expectsContinue: boolean): Promise<void> {
    const { moments, onRequest, onStored } = this.#ports;
    onRequest('upload', request);
    if ((await moments.reach('put-headers', request)) === 'hung-up') return;
    const { headers } = request;
    const [path = '', query] = (request.url ?? '').split('?');
    const signed = this.#signed.get(path);
    if (headers.authorization !== undefined) return refuse(response, 400, 'InvalidArgument', 'Only one auth mechanism');
    if (headers['transfer-encoding'] !== undefined) return refuse(response, 501, 'NotImplemented', 'Transfer-Encoding');
    if (headers['content-length'] === undefined) return refuse(response, 411, 'MissingContentLength', 'No length');
    if (signed?.query !== query || signed?.method !== 'PUT' || headers['if-none-match'] !== '*') {
      return refuse(response, 403, 'SignatureDoesNotMatch', 'The signature we calculated does not match');
    }
    if (Object.keys(headers).some((name) => name.startsWith('x-amz-') || name === 'content-md5')) {
      return refuse(response, 403, 'AccessDenied', 'There were headers present which were not signed');
    }
    if (signed.endsAt <= Date.now()) return refuse(response, 403, 'AccessDenied', 'Request has expired');
    if (this.#stored.has(signed.batchId)) return refuse(response, 412, 'PreconditionFailed', 'It is there already');
    if (this.#underWay.has(signed.batchId)) {
      return refuse(response, 409, 'ConditionalRequestConflict', 'Somebody else is at it');
    }
    const location = this.#redirection(path, signed);
    if (location !== undefined) {
      return refuse(response, 307, 'TemporaryRedirect', 'Please re-send this request there', { Location: location });
    }
    const ahead = this.#answersAhead.PUT.shift();
    if (ahead !== undefined) {
      if (ahead.afterBody === true && expectsContinue) response.writeContinue();
      if (ahead.afterBody === true && (await this.#receive(request)) === undefined) return;
      return refuse(response, ahead.status, ahead.code ?? 'SlowDown', 'Please reduce your request rate', ahead.headers);
    }
    this.#underWay.add(signed.batchId);
    try {
      if (expectsContinue) response.writeContinue();
      const bytes = await this.#receive(request);
      if (bytes === undefined) return;
      this.#stored.add(signed.batchId);
      onStored(signed.batchId, bytes);
      if ((await moments.reach('put-stored', request)) === 'hung-up') return;
      response.writeHead(200, { ETag: '"0"' }).end();
    } finally {
      this.#underWay.delete(signed.batchId);
    }
  }

  #redirection(path: string, signed: Signed): string | undefined {
    const to = this.#redirectNext;
    this.#redirectNext = undefined;
    if (to === undefined) return undefined;
    const origin = new URL(this.#origin);
    if (to === 'elsewhere') origin.hostname = 'localhost';
    this.#signed.set(`/eu-west-1${path}`, signed);
    return `${origin.origin}/eu-west-1${path}?${signed.query}`;
  }

  /** The complete body; undefined when it arrived only in part. */
  async #receive(request: IncomingMessage): Promise<Buffer | undefined> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) {
      if (chunks.length === 0 && (await this.#ports.moments.reach('put-body', request)) === 'hung-up') return undefined;
      chunks.push(chunk);
    }
    const bytes = Buffer.concat(chunks);
    return bytes.length === Number(request.headers['content-length']) ? bytes : undefined;
  }

  async #get(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#ports.onRequest('report', request);
    const [path = '', query] = (request.url ?? '').split('?');
    const signed = this.#signed.get(path);
    if (request.headers.authorization !== undefined) return refuse(response, 400, 'InvalidArgument', 'One mechanism');
    if (signed?.query !== query || signed?.method !== 'GET') return refuse(response, 403, 'AccessDenied', 'No');
    const ahead = this.#answersAhead.GET.shift();
    if (ahead !== undefined) return refuse(response, ahead.status, ahead.code ?? 'SlowDown', 'Not now', ahead.headers);
    response.writeHead(200, { 'Content-Type': 'text/csv' }).end(reportOf(signed.batchId));
  }
}

/** This service's report on a refused batch. */
export function reportOf(batchId: string): string {
  return `batch,line,reason\r\n${batchId},1,duplicate modification\r\n${batchId},3,duplicate modification\r\n`;
}

export function portOf(address: unknown): number {
  return z.object({ port: z.int() }).parse(address).port;
}

function refuse(
  response: ServerResponse,
  status: number,
  code: string,
  message: string,
  headers: StorageAnswer['headers'] = {},
): void {
  const body = `${XML}<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  response.writeHead(status, { 'Content-Type': 'application/xml', Connection: 'close', ...headers }).end(body);
}
