/** @file The object storage behind the pre-signed addresses (§4 row 3), as strict as S3 (wire-facts.md). */

import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Clock, SECOND } from '../ground/clock.ts';
import { type Exchange, hangUp, pathOf, readBytes, reply } from './exchange.ts';
import { Bandwidth, receiveFile } from './incoming-file.ts';
import type { MisfortuneOf, Misfortunes } from './misfortune.ts';
import { checkSignature, type SignedRequest, signAddress } from './signed-address.ts';

export interface StorageSettings {
  clock: Clock;
  misfortunes: Misfortunes;
  /** Where complete objects are stored. */
  objectFolder: string;
  /** Where incomplete objects are written, on the same disk. */
  incomingFolder: string;
  /** What it signs addresses with. */
  secret: string;
  /** Of each signed address. */
  lifetimeSeconds: number;
  /** For all uploads together; undefined = no limit. */
  bytesPerSecond: number | undefined;
  signal: AbortSignal;
  hasArrived: (batchId: string) => boolean;
  onArrival: (batchId: string, file: { path: string; bytes: number; sha256: string }) => void;
  /** The file of a report, if there is one. */
  reportOf: (batchId: string) => { path: string; contentType: string } | undefined;
}

const LARGEST_SINGLE_PUT = 5 * 1024 ** 3;
/** The prefix of the path of an address that an upload was redirected to. */
const REDIRECTED = '/regional';
const OBJECT_PATH = /^(?:\/regional)?\/practice-bucket\/(batches|reports)\/([0-9a-f-]{36})\.jsonl$/;

export class Storage {
  readonly #settings: StorageSettings;
  readonly #underway = new Set<string>();
  readonly #line: Bandwidth | undefined;
  #origin = '';

  constructor(settings: StorageSettings) {
    const { bytesPerSecond, clock, signal } = settings;
    this.#settings = settings;
    this.#line = bytesPerSecond === undefined ? undefined : new Bandwidth(clock, bytesPerSecond, signal);
  }

  /** Scheme, host and port; known once the storage listens. */
  set origin(origin: string) {
    this.#origin = origin;
  }

  uploadAddress(batchId: string): string {
    const { clock, misfortunes, lifetimeSeconds } = this.#settings;
    const early = misfortunes.strike(['expire-upload-url']);
    const seconds = early === undefined ? lifetimeSeconds : (early.seconds ?? 0);
    // S3 knows no lifetime of 0 s: an expired address is one that was issued long ago.
    const expired = seconds === 0;
    const signed = signAddress(
      {
        method: 'PUT',
        origin: this.#origin,
        path: `/practice-bucket/batches/${batchId}.jsonl`,
        headers: { 'if-none-match': '*' },
        issuedAt: expired ? clock.now() - (lifetimeSeconds + 1) * SECOND : clock.now(),
        lifetimeSeconds: expired ? lifetimeSeconds : seconds,
      },
      this.#settings.secret,
    );
    return this.#asNamed(signed, 'upload');
  }

  /** The address as a service names it that was taken over, if that misfortune strikes. */
  #asNamed(signed: string, use: 'upload' | 'report'): string {
    const foreign = this.#settings.misfortunes.strike(['foreign-address'], ({ of = 'upload' }) => of === use);
    return foreign === undefined ? signed : signed.replace(this.#origin, foreign.to);
  }

  /** A new address at each call (§2.6.4). */
  reportAddress(batchId: string): string {
    const { clock, lifetimeSeconds } = this.#settings;
    const path = `/practice-bucket/reports/${batchId}.jsonl`;
    const address = { method: 'GET', origin: this.#origin, path, headers: {} } as const;
    const signed = signAddress({ ...address, issuedAt: clock.now(), lifetimeSeconds }, this.#settings.secret);
    return this.#asNamed(signed, 'report');
  }

  async answer(exchange: Exchange): Promise<void> {
    const { request, entry } = exchange;
    const slow =
      entry.endpoint === 'unknown' ? undefined : this.#settings.misfortunes.strikeAt(entry.endpoint, ['slow']);
    if (slow !== undefined) await this.#settings.clock.sleep(slow.milliseconds, this.#settings.signal);
    const [, kind, batchId = ''] = OBJECT_PATH.exec(pathOf(request)) ?? [];
    const refusal = this.#refusalOf(exchange);
    if (refusal !== undefined) return refuse(exchange, refusal);
    if (request.method === 'PUT' && kind === 'batches') return this.#put(exchange, batchId);
    if (request.method === 'GET' && kind === 'reports') return this.#get(exchange, batchId);
    refuse(exchange, { status: 405, code: 'MethodNotAllowed', message: 'The method is not allowed here.' });
  }

  /** The reason to refuse a request before its body is read, if there is one. */
  #refusalOf({ request, entry }: Exchange): Refusal | undefined {
    const { clock, misfortunes } = this.#settings;
    const { method = '', url: target = '', headers } = request;
    const strikesNow = ({ endpoint = 'upload', after = 'before' }: MisfortuneOf<'storage-status'>) =>
      endpoint === entry.endpoint && (after === 'before' || method !== 'PUT');
    const bad = misfortunes.strike(['storage-status'], strikesNow);
    if (bad !== undefined) return toRefusal(bad);
    if (headers.authorization !== undefined) {
      return { status: 400, code: 'InvalidArgument', message: 'Only one auth mechanism allowed' };
    }
    if (method === 'PUT') {
      const unfit = refusalOfLength(headers);
      if (unfit !== undefined) return unfit;
    }
    const forgery = checkSignature(this.#asSigned({ method, target, headers }), this.#settings.secret, clock.now());
    return forgery === undefined ? undefined : { status: 403, ...forgery };
  }

  /**
   * A request at a redirected address, in the form that it had at the first address: the signature covers that form.
   */
  #asSigned(request: SignedRequest): SignedRequest {
    if (!request.target.startsWith(`${REDIRECTED}/`)) return request;
    const headers = { ...request.headers, host: new URL(this.#origin).host };
    return { ...request, target: request.target.slice(REDIRECTED.length), headers };
  }

  /** The address that an upload is redirected to; undefined when it may stay. */
  #redirection({ request }: Exchange): string | undefined {
    const { url: target = '' } = request;
    const isRedirected = target.startsWith(`${REDIRECTED}/`);
    const misfortune = this.#settings.misfortunes.strike(
      ['redirect-upload'],
      ({ to }) => !isRedirected || to === 'circle',
    );
    if (misfortune === undefined) return undefined;
    const origin = new URL(this.#origin);
    // Another name for this very storage, which therefore sees the request.
    if (misfortune.to === 'elsewhere') origin.hostname = 'localhost';
    return `${origin.origin}${isRedirected ? '' : REDIRECTED}${target}`;
  }

  async #put(exchange: Exchange, batchId: string): Promise<void> {
    const { misfortunes, objectFolder, incomingFolder, hasArrived, onArrival } = this.#settings;
    const { response, request, entry } = exchange;
    if (hasArrived(batchId)) {
      const message = 'At least one of the pre-conditions you specified did not hold';
      return refuse(exchange, { status: 412, code: 'PreconditionFailed', message });
    }
    if (this.#underway.has(batchId)) {
      const message = 'A conflicting conditional operation is currently in progress against this resource.';
      return refuse(exchange, { status: 409, code: 'ConditionalRequestConflict', message });
    }
    const location = this.#redirection(exchange);
    if (location !== undefined) {
      const message = 'Please re-send this request to the specified temporary endpoint.';
      return refuse(exchange, { status: 307, code: 'TemporaryRedirect', message, headers: { Location: location } });
    }
    const late = misfortunes.strike(
      ['storage-status'],
      ({ endpoint = 'upload', after }) => endpoint === 'upload' && after === 'body',
    );
    if (late !== undefined) {
      if (entry.expectsContinue) response.writeContinue();
      await readBytes(exchange, 0);
      return refuse(exchange, toRefusal(late));
    }
    this.#underway.add(batchId);
    // A stalled upload no longer holds the key, and must not release it for a later one.
    let holdsKey = true;
    const releaseKey = () => {
      if (holdsKey) this.#underway.delete(batchId);
      holdsKey = false;
    };
    try {
      const bytes = Number(request.headers['content-length']);
      const path = join(objectFolder, `${batchId}.jsonl`);
      const misfortune = misfortunes.strike(['drop-put-after', 'stall-put-after'], (limit) => limit.bytes < bytes);
      if (entry.expectsContinue) response.writeContinue();
      const sha256 = await receiveFile({
        exchange,
        temporaryPath: join(incomingFolder, `${batchId}-${randomBytes(4).toString('hex')}.part`),
        path,
        bandwidths: this.#bandwidths(),
        misfortune,
        onStall: releaseKey,
      });
      if (sha256 === undefined) return;
      onArrival(batchId, { path, bytes, sha256 });
      if (misfortunes.strike(['swallow-put-reply']) !== undefined) return hangUp(exchange);
      reply(exchange, 200, '', { ETag: `"${sha256.slice(0, 32)}"` });
    } finally {
      releaseKey();
    }
  }

  #bandwidths(): Bandwidth[] {
    const { misfortunes, clock, signal } = this.#settings;
    const slow = misfortunes.strike(['slow-upload']);
    const own = slow === undefined ? undefined : new Bandwidth(clock, slow.bytesPerSecond, signal);
    return [this.#line, own].filter((bandwidth) => bandwidth !== undefined);
  }

  async #get(exchange: Exchange, batchId: string): Promise<void> {
    const { request, response, entry } = exchange;
    const moved = this.#settings.misfortunes.strike(['redirect-report']);
    if (moved !== undefined) {
      const message = 'Please re-send this request to the specified temporary endpoint.';
      const headers = { Location: `${moved.to}${request.url}` };
      return refuse(exchange, { status: 307, code: 'TemporaryRedirect', message, headers });
    }
    const report = this.#settings.reportOf(batchId);
    if (report === undefined) {
      return refuse(exchange, { status: 404, code: 'NoSuchKey', message: 'The specified key does not exist.' });
    }
    const { size } = await stat(report.path);
    entry.status = 200;
    response.writeHead(200, { 'Content-Type': report.contentType, 'Content-Length': String(size) });
    // A client that hangs up in the middle is not an error of the storage.
    await pipeline(createReadStream(report.path), response).catch((thrown) => {
      if (!response.destroyed) throw thrown;
    });
  }
}

interface Refusal {
  status: number;
  code: string;
  message: string;
  headers?: Readonly<Record<string, string>>;
}

function toRefusal({ status, code, retryAfterSeconds }: MisfortuneOf<'storage-status'>): Refusal {
  return {
    status,
    code: code ?? codeByStatus[status] ?? 'InternalError',
    message: 'A misfortune of the practice tenant.',
    ...(retryAfterSeconds !== undefined && { headers: { 'Retry-After': String(retryAfterSeconds) } }),
  };
}

const codeByStatus: Readonly<Record<number, string>> = {
  400: 'InvalidRequest',
  403: 'AccessDenied',
  404: 'NoSuchKey',
  409: 'ConditionalRequestConflict',
  412: 'PreconditionFailed',
  500: 'InternalError',
  503: 'SlowDown',
};

function refusalOfLength(headers: Exchange['request']['headers']): Refusal | undefined {
  if (headers['transfer-encoding'] !== undefined) {
    const message = 'A header you provided implies functionality that is not implemented: Transfer-Encoding';
    return { status: 501, code: 'NotImplemented', message };
  }
  const length = headers['content-length'];
  if (length === undefined) {
    const message = 'You must provide the Content-Length HTTP header.';
    return { status: 411, code: 'MissingContentLength', message };
  }
  if (Number(length) <= LARGEST_SINGLE_PUT) return undefined;
  const message = 'Your proposed upload exceeds the maximum allowed size';
  return { status: 400, code: 'EntityTooLarge', message };
}

/** Refuses with S3's XML. Closes the connection of a sender that waits for permission: it will not send the body. */
function refuse(exchange: Exchange, { status, code, message, headers }: Refusal): void {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  const close = exchange.entry.expectsContinue ? { Connection: 'close' } : undefined;
  reply(exchange, status, xml, { 'Content-Type': 'application/xml', ...headers, ...close });
}
