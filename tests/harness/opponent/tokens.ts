/** @file §5: who gets a token from the opponent, and which tokens it takes. */

import { randomBytes } from 'node:crypto';
import { type Answer, type Exchange, json, type OpponentClock } from './exchange.ts';
import { noted } from './memory.ts';

/** Who may sign in. */
export interface Client {
  clientId: string;
  clientSecret: string;
  scope: string;
}

/** Says which tokens are good. */
export interface TokenCheck {
  /** The number of a good token in this Authorization header; undefined for any other. */
  numberOf(authorization: string | undefined): number | undefined | Promise<number | undefined>;
}

const LIFETIME_SECONDS = 900;

export class Tokens implements TokenCheck {
  readonly client: Client;
  readonly #clock: OpponentClock;
  readonly #saidSeconds: number;
  readonly #issued = new Map<string, { number: number; endsAt: number }>();
  readonly #oldSecrets: string[] = [];

  /** @param saidSeconds how long a token lasts, as it is told; it is taken for longer */
  constructor(clock: OpponentClock, client: Client, saidSeconds = LIFETIME_SECONDS) {
    this.client = { ...client };
    this.#clock = clock;
    this.#saidSeconds = saidSeconds;
  }

  issue(exchange: Exchange, body: string): Answer {
    const [type] = (exchange.arrival.headers['content-type'] ?? '').split(';');
    const refusal = json(400, { error: 'invalid_client', error_description: 'Client authentication failed' });
    if (type !== 'application/x-www-form-urlencoded') return exchange.complain('The sign-in is no form', refusal);
    const form = new URLSearchParams(body);
    const fields = ['grant_type', 'client_id', 'client_secret', 'scope'].map((field) => form.get(field));
    const { clientId, clientSecret, scope } = this.client;
    if (fields.join('\n') !== ['client_credentials', clientId, clientSecret, scope].join('\n')) return refusal;
    const token = `${randomBytes(30).toString('base64url')}.${randomBytes(30).toString('base64url')}`;
    const number = this.#issued.size + 1;
    this.#issued.set(token, { number, endsAt: this.#clock.now() + LIFETIME_SECONDS * 1000 });
    exchange.seen.token = number;
    const more = { token_type: 'Bearer', scope, 'not-before-policy': 0 };
    return json(200, { ...more, expires_in: this.#saidSeconds, access_token: token });
  }

  numberOf(authorization: string | undefined): number | undefined {
    const [, token = ''] = /^Bearer (\S+)$/.exec(authorization ?? '') ?? [];
    const { number, endsAt = 0 } = this.#issued.get(token) ?? {};
    return endsAt > this.#clock.now() ? number : undefined;
  }

  /** From now on only a new secret is good, and no earlier token; returns the secret. */
  rotateSecret(): string {
    this.#oldSecrets.push(this.client.clientSecret);
    this.client.clientSecret = randomBytes(12).toString('base64url');
    for (const token of this.#issued.values()) token.endsAt = 0;
    return this.client.clientSecret;
  }

  /** As Opponent.remember. */
  remember(): () => void {
    return noted(this.#issued, (token) => ({ ...token }));
  }

  secrets(): string[] {
    return [...this.#oldSecrets, this.client.clientSecret, ...this.#issued.keys()];
  }
}
