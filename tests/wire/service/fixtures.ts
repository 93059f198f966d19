/** @file A connection to the local service, the clients that use it, and helpers to inspect failures. */

import { inspect } from 'node:util';
import type { Connection } from '../../../src-main/wire/credentials/connection.ts';
import type { StoredToken, TokenStore } from '../../../src-main/wire/credentials/token-store.ts';
import { Contact } from '../../../src-main/wire/service/contact.ts';
import type { Endpoint } from '../../../src-main/wire/service/endpoints.ts';
import { RateLimits } from '../../../src-main/wire/service/rate-limits.ts';
import { createServiceClient } from '../../../src-main/wire/service/service-client.ts';
import { TokenSource } from '../../../src-main/wire/service/token.ts';
import { batchIdSchema } from '../../../src-main/wire/service/wire.ts';
import { AppError } from '../../../src-shared/errors.ts';
import { FakeClock } from '../../fake-clock.ts';
import { MemoryLedger } from '../../memory-stores.ts';
import type { Answer, Asked, LocalService } from './local-service.ts';

export const SECRET = 'canary secret/1+ä';
export const TOKEN = 'canary-token-0';
export const BATCH = batchIdSchema.parse('0F8fad5b-d9cb-469f-A165-70873728950e');
export const SIGNED = 'https://bucket.example.com/key?X-Amz-Signature=canarysignature&X-Amz-Expires=900';
export const never = new AbortController().signal;

/** A store in memory that counts its calls and keeps what the one over the settings file would keep. */
export class MemoryTokenStore implements TokenStore {
  kept: StoredToken | undefined;

  async load() {
    return this.kept;
  }

  async save(token: StoredToken | undefined) {
    this.kept = token;
  }
}

export function connectionTo(url: string): Connection {
  return {
    name: 'bank',
    baseUrl: `${url}/tm/realtime`,
    tokenUrl: `${url}/oauth/token`,
    clientId: 'client 1',
    scope: 'tenant/t-1',
  };
}

export function grant(token: string, more: object = {}): Answer {
  return { body: { access_token: token, expires_in: 3600, token_type: 'Bearer', ...more } };
}

export function isTokenRequest({ path }: Asked): boolean {
  return path === '/oauth/token';
}

/** Replies to token requests with canary-token-0, -1, … and leaves the rest to `answer`. */
export function withTokens(answer: (asked: Asked) => Answer | Promise<Answer>) {
  let issued = 0;
  return (asked: Asked) => (isTokenRequest(asked) ? grant(`canary-token-${issued++}`) : answer(asked));
}

/** A request whose answer comes at once. */
export async function sendAtOnce(
  limits: RateLimits | undefined,
  endpoint: Endpoint,
  signal?: AbortSignal,
): Promise<void> {
  await limits?.inTurn(endpoint, async () => ({ status: 200 }), signal);
}

/** Limits that allow everything. */
export const withoutLimit: RateLimits['inTurn'] = (_, send) => send();

/** All clients of the service, with a clock that stands still. */
export function speakTo(
  service: LocalService,
  more: { clock?: FakeClock; store?: TokenStore; connection?: Connection; ledger?: MemoryLedger } = {},
) {
  const { clock = new FakeClock(), store = new MemoryTokenStore(), connection = connectionTo(service.url) } = more;
  const { ledger = new MemoryLedger() } = more;
  const limits = new RateLimits({ connection, clock, ledger, random: () => 0 });
  const contact = new Contact({ connection, ledger, clock });
  const line = { fetch: globalThis.fetch, clock, timeout: 30_000, connection, limits, contact };
  const tokens = new TokenSource({ ...line, store, secret: async () => SECRET });
  return { clock, store, connection, ledger, limits, tokens, client: createServiceClient({ ...line, tokens }) };
}

/** The AppError that a call fails with. */
export async function failureOf(call: Promise<unknown>): Promise<AppError> {
  const thrown = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (thrown instanceof AppError) return thrown;
  throw new Error(`Expected an AppError, got ${inspect(thrown)}`);
}

/** Everything of an error that could be written anywhere: words, params, stack, causes to any depth. */
export function everythingIn(error: unknown): string {
  return inspect(error, { depth: null, showHidden: true, maxStringLength: null }) + JSON.stringify(error);
}
