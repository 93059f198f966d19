/** @file The opponent's object storage: the rules of S3 in wire-facts.md, with the bytes in memory. */

import { randomBytes, randomUUID } from 'node:crypto';
import { type Answer, type Exchange, type OpponentClock, type Outcome, xml } from './exchange.ts';
import { noted } from './memory.ts';
import { type Misfortunes, madeUp } from './misfortune.ts';
import type { Moments } from './moments.ts';

/** How an address may be spoilt before it is given out. */
export type Spoilt = 'expired-address' | 'forged-address';

/** What a service needs of a storage. */
export interface Storage {
  uploadAddress(batchId: string, spoilt: Spoilt | undefined): string | Promise<string>;
  /** Of a report that it keeps. */
  reportAddress(batchId: string, report: string): string | Promise<string>;
  /** What is stored under a batch id. */
  read(batchId: string): Buffer | undefined | Promise<Buffer | undefined>;
}

interface Signed {
  readonly batchId: string;
  readonly method: 'PUT' | 'GET';
  readonly query: string;
  readonly endsAt: number;
  readonly report?: string;
}

export interface StoragePorts {
  readonly clock: OpponentClock;
  readonly moments: Moments;
  readonly misfortunes: Misfortunes;
  /** Resolves once the line of whoever reserved this batch has let these bytes pass. */
  pass(batchId: string, bytes: number): Promise<void>;
}

const LIFETIME_SECONDS = 900;
const LARGEST = 2_000_000_000;

export class OpponentStorage implements Storage {
  /** Where it can be reached; whoever carries its requests says so. */
  origin = 'http://storage.invalid';
  readonly #ports: StoragePorts;
  /** By path. */
  readonly #signed = new Map<string, Signed>();
  /** By batch: one object may have more than one address. */
  readonly #objects = new Map<string, Buffer>();
  readonly #underWay = new Set<string>();

  constructor(ports: StoragePorts) {
    this.#ports = ports;
  }

  uploadAddress(batchId: string, spoilt?: Spoilt): string {
    const age = spoilt === 'expired-address' ? 2 * LIFETIME_SECONDS * 1000 : 0;
    // The key is not the batch id: nothing says that it should be.
    const address = this.#sign('PUT', `/tenant-uploads/2026/${randomUUID()}`, { batchId }, age);
    return spoilt === 'forged-address' ? `${address.slice(0, -1)}${address.endsWith('0') ? '1' : '0'}` : address;
  }

  reportAddress(batchId: string, report: string): string {
    return this.#sign('GET', `/tenant-reports/${randomUUID()}.csv`, { batchId, report });
  }

  read(batchId: string): Buffer | undefined {
    return this.#objects.get(batchId);
  }

  /** As Opponent.remember. What is under way is broken off. */
  remember(): () => void {
    const parts = [noted(this.#signed), noted(this.#objects)];
    return () => {
      this.#underWay.clear();
      for (const goBack of parts) goBack();
    };
  }

  secrets(): string[] {
    return [...this.#signed.values()].flatMap(({ query }) => [query, query.split('X-Amz-Signature=')[1] ?? query]);
  }

  /** @param age of the address when it is given out, in milliseconds */
  #sign(method: Signed['method'], path: string, of: Pick<Signed, 'batchId' | 'report'>, age = 0): string {
    const issuedAt = this.#ports.clock.now() - age;
    const written = new Date(issuedAt).toISOString().replace(/[-:]|\.\d+/g, '');
    const query = new URLSearchParams([
      ['X-Amz-Algorithm', 'AWS4-HMAC-SHA256'],
      ['X-Amz-Credential', `OTHERKEY/${written.slice(0, 8)}/eu-west-1/s3/aws4_request`],
      ['X-Amz-Date', written],
      ['X-Amz-Expires', String(LIFETIME_SECONDS)],
      ['X-Amz-SignedHeaders', method === 'PUT' ? 'host;if-none-match' : 'host'],
      ['X-Amz-Signature', randomBytes(32).toString('hex')],
    ]).toString();
    this.#signed.set(path, { ...of, method, query, endsAt: issuedAt + LIFETIME_SECONDS * 1000 });
    return `${this.origin}${path}?${query}`;
  }

  async answer(exchange: Exchange): Promise<Outcome> {
    const { arrival, seen } = exchange;
    const signed = this.#signed.get(exchange.path);
    if (signed !== undefined) seen.batchId = signed.batchId;
    return arrival.method === 'PUT' ? await this.#put(exchange, signed) : this.#get(exchange, signed);
  }

  async #put(exchange: Exchange, signed: Signed | undefined): Promise<Outcome> {
    const { arrival, seen } = exchange;
    const { clock, moments, misfortunes, pass } = this.#ports;
    if ((await moments.reach('put-headers', arrival.left)) === 'hung-up') return 'hang-up';
    const fault = faultOf(exchange);
    if (fault !== undefined) return fault;
    if (signed?.method !== 'PUT' || !arrival.target.endsWith(`?${signed.query}`)) return wrongSignature;
    if (signed.endsAt <= clock.now()) return xml(403, 'AccessDenied', 'Request has expired');
    const { batchId } = signed;
    if (this.#objects.has(batchId)) return xml(412, 'PreconditionFailed', 'It is there already');
    if (this.#underWay.has(batchId)) return xml(409, 'ConditionalRequestConflict', 'Somebody else is at it');
    const struck = misfortunes.strike(exchange);
    if (struck === 'silence') return struck;
    if (struck === 'hold') await moments.letGo();
    if (struck === 'redirect' || struck === 'redirect-elsewhere') return this.#redirect(exchange, signed, struck);
    if (typeof struck === 'object') {
      if (struck.afterBody) await exchange.receive();
      return madeUp(struck, 'storage');
    }
    this.#underWay.add(batchId);
    try {
      // Its turn comes once the line is free.
      await pass(batchId, 0);
      let isHeldYet = false;
      let isGone = false;
      const bytes = await exchange.receive(async (count) => {
        if (!isHeldYet) isGone = (await moments.reach('put-body', arrival.left)) === 'hung-up';
        isHeldYet = true;
        if (isGone) throw new Error('It hung up.');
        await pass(batchId, count);
      });
      if (isGone || bytes.length !== Number(arrival.headers['content-length'])) return 'hang-up';
      this.#objects.set(batchId, bytes);
      seen.stored = true;
    } finally {
      this.#underWay.delete(batchId);
    }
    if ((await moments.reach('put-stored', arrival.left)) === 'hung-up' || struck === 'lost-reply') return 'hang-up';
    return { status: 200, headers: { etag: `"${seen.sha256.slice(0, 32)}"` }, body: '' };
  }

  /** To another address that leads to the same object. */
  #redirect({ path }: Exchange, signed: Signed, to: 'redirect' | 'redirect-elsewhere'): Answer {
    const origin = new URL(this.origin);
    if (to === 'redirect-elsewhere') origin.hostname = 'localhost';
    this.#signed.set(`/eu-west-1${path}`, signed);
    const location = `${origin.origin}/eu-west-1${path}?${signed.query}`;
    return xml(307, 'TemporaryRedirect', 'Please re-send this request there', { location });
  }

  #get(exchange: Exchange, signed: Signed | undefined): Outcome {
    const { arrival } = exchange;
    if (arrival.headers['authorization'] !== undefined) return exchange.complain(TOKEN_AT_STORAGE, oneMechanism);
    if (signed?.report === undefined || !arrival.target.endsWith(`?${signed.query}`)) return wrongSignature;
    if (signed.endsAt <= this.#ports.clock.now()) return xml(403, 'AccessDenied', 'Request has expired');
    const struck = this.#ports.misfortunes.strike(exchange);
    if (typeof struck === 'object') return madeUp(struck, 'storage');
    return { status: 200, headers: { 'content-type': 'text/csv' }, body: signed.report };
  }
}

const TOKEN_AT_STORAGE = 'A token was shown to the storage';
const oneMechanism = xml(400, 'InvalidArgument', 'Only one auth mechanism allowed');
const wrongSignature = xml(403, 'SignatureDoesNotMatch', 'The signature we calculated does not match');

/** What is wrong with an upload, wherever it goes. */
function faultOf(exchange: Exchange): Answer | undefined {
  const { headers } = exchange.arrival;
  if (headers['authorization'] !== undefined) return exchange.complain(TOKEN_AT_STORAGE, oneMechanism);
  if (headers['transfer-encoding'] !== undefined)
    return exchange.complain('An upload in chunks', xml(501, 'NotImplemented', 'Transfer-Encoding'));
  const length = Number(headers['content-length'] ?? Number.NaN);
  if (!Number.isSafeInteger(length))
    return exchange.complain('An upload without its length', xml(411, 'MissingContentLength', 'No length'));
  if (length > LARGEST)
    return exchange.complain('More than 2 GB', xml(400, 'EntityTooLarge', 'Your upload is too large'));
  // The header is signed: an upload without it does not match the signature.
  if (headers['if-none-match'] !== '*') return exchange.complain('An upload without its condition', wrongSignature);
  if (Object.keys(headers).some((name) => name.startsWith('x-amz-') || name === 'content-md5')) {
    const refusal = xml(403, 'AccessDenied', 'There were headers present which were not signed');
    return exchange.complain('A header that is not signed', refusal);
  }
  return undefined;
}
