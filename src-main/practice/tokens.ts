/** @file The token endpoint (§5): exchanges OAuth 2.0 client credentials for a short-lived opaque token. */

import { randomBytes } from 'node:crypto';
import { type Clock, SECOND } from '../ground/clock.ts';
import { type Exchange, readBody, replyJson } from './exchange.ts';

export interface Client {
  clientId: string;
  clientSecret: string;
  /** tenant/<tenant-id> */
  scope: string;
}

type OauthError =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_scope'
  | 'unsupported_grant_type'
  | 'unauthorized_client';

interface Refusal {
  error: OauthError;
  error_description: string;
}

export class Tokens {
  readonly #clock: Clock;
  readonly #client: Client;
  readonly #lifetimeSeconds: number;
  readonly #expiryByToken = new Map<string, number>();

  constructor(clock: Clock, client: Client, lifetimeSeconds: number) {
    this.#clock = clock;
    this.#client = client;
    this.#lifetimeSeconds = lifetimeSeconds;
  }

  /** True for an Authorization header with a token that was issued here and has not expired. */
  accepts(authorization: string | undefined): boolean {
    const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
    const expiry = token === undefined ? undefined : this.#expiryByToken.get(token);
    return expiry !== undefined && this.#clock.now() < expiry;
  }

  /** Replies to POST {token_url}: 200 with a token, or 400 with the OAuth error object (§7). */
  async answer(exchange: Exchange): Promise<void> {
    const refusal = this.#judge(exchange, await readBody(exchange));
    const headers = { 'Cache-Control': 'no-store', Pragma: 'no-cache' };
    if (refusal !== undefined) return replyJson(exchange, 400, refusal, headers);
    const token = randomBytes(32).toString('base64url');
    this.#forgetExpired();
    this.#expiryByToken.set(token, this.#clock.now() + this.#lifetimeSeconds * SECOND);
    const body = { access_token: token, expires_in: this.#lifetimeSeconds, token_type: 'Bearer' };
    replyJson(exchange, 200, body, headers);
  }

  #forgetExpired(): void {
    for (const [token, expiry] of this.#expiryByToken) {
      if (expiry <= this.#clock.now()) this.#expiryByToken.delete(token);
    }
  }

  #judge({ request }: Exchange, body: string | undefined): Refusal | undefined {
    const contentType = request.headers['content-type'] ?? '';
    if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType)) {
      return refuse('invalid_request', 'The body must be application/x-www-form-urlencoded.');
    }
    if (body === undefined) return refuse('invalid_request', 'The body is too large.');
    const form = new URLSearchParams(body);
    const names = [...form.keys()];
    if (new Set(names).size < names.length) return refuse('invalid_request', 'A field is given twice.');

    const grantType = form.get('grant_type');
    if (grantType === null) return refuse('invalid_request', 'grant_type is missing.');
    if (grantType !== 'client_credentials') return refuse('unsupported_grant_type', 'Only client_credentials is.');

    const basic = readBasic(request.headers.authorization);
    if (basic !== undefined && form.has('client_secret')) {
      return refuse('invalid_request', 'Give the client secret in the header or in the body, not in both.');
    }
    const clientId = basic?.clientId ?? form.get('client_id');
    const clientSecret = basic?.clientSecret ?? form.get('client_secret');
    if (clientId !== this.#client.clientId || clientSecret !== this.#client.clientSecret) {
      return refuse('invalid_client', 'The client id or the client secret is wrong.');
    }
    const scope = form.get('scope') ?? '';
    if (!/^tenant\/[^\s/]+$/.test(scope)) return refuse('invalid_scope', 'The scope must read tenant/<tenant-id>.');
    return scope === this.#client.scope ? undefined : refuse('invalid_scope', 'This client has no such tenant.');
  }
}

function refuse(error: OauthError, description: string): Refusal {
  return { error, error_description: description };
}

/** RFC 6749 §2.3.1: id and secret are form-encoded before they are joined. */
function readBasic(authorization: string | undefined): { clientId: string; clientSecret: string } | undefined {
  const encoded = /^Basic +(\S+)$/i.exec(authorization ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const [clientId = '', ...secret] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return { clientId: formDecoded(clientId), clientSecret: formDecoded(secret.join(':')) };
}

function formDecoded(text: string): string {
  return new URLSearchParams(`value=${text.replaceAll('&', '%26')}`).get('value') ?? '';
}
