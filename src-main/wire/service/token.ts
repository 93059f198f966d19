/**
 * @file The access token (§5): requested once, used for its whole lifetime, shared by all callers and across restarts.
 */

import * as oauth from 'oauth4webapi';
import { AppError } from '../../../src-shared/errors.ts';
import { type Fact, fact } from '../../../src-shared/languages/fact.ts';
import { HOUR, MINUTE, SECOND } from '../../ground/clock.ts';
import { type Connection, destinationOf } from '../credentials/connection.ts';
import type { StoredToken, TokenStore } from '../credentials/token-store.ts';
import { SharedRun } from './abortable.ts';
import { backoffDelay } from './backoff.ts';
import type { Contact } from './contact.ts';
import { endpointName, tokenEndpoint } from './endpoints.ts';
import { exchange, type Line, type Reply } from './exchange.ts';
import { answerInWords, bareAddress, isCutJson, isNotThere } from './misdirected.ts';
import { isLoopback, requireProtected } from './protected-address.ts';
import type { RateLimits } from './rate-limits.ts';
import { boundedText, excerptOf, isPage, parseJson, usefulSentence } from './reply-words.ts';
import { pauseAfterRefusal, readRetryAfter } from './retry-after.ts';

/** Of the names of fields, in place of a token. */
const LONGEST_FIELDS = 100;
/** How long to use a token without a lifetime, or with a lifetime of 0 s; a 401 may end it earlier. */
const DEFAULT_LIFETIME = 300 * SECOND;
/** A longer lifetime is a mistake: §8 speaks of an hour. */
const LONGEST_LIFETIME = 24 * HOUR;

/** A token that is rejected this soon was never good: service and token endpoint may belong to two tenants. */
const YOUNG = MINUTE;
/** RFC 6749 A.12, without spaces: what a header can carry. Anything else is neither kept nor shown. */
const sendable = /^[\x21-\x7e]+$/;
/** So many young rejected tokens in a row are replaced at once; after that, only once the last is no longer young. */
const MOST_IN_VAIN = 3;

/** A token is replaced this long before its end, so that it does not expire on the way. */
function marginOf(lifetime: number): number {
  return Math.min(MINUTE, lifetime / 10);
}

export interface TokenSourceOptions extends Line {
  connection: Connection;
  /**
   * Read for each token request, so that a changed secret is used; may throw auth.no-secret or secret.unreadable.
   * Undefined: the client certificate alone identifies the client (§5.7, RFC 8705).
   */
  secret: () => Promise<string | undefined>;
  store: TokenStore;
  limits: Pick<RateLimits, 'inTurn' | 'pause'>;
  /**
   * What is known of the token address from before. Without it, a person hears at once of every reply that suggests a
   * wrong address.
   */
  contact?: Contact;
  /** Hears how each sign-in went: why it failed, or that it has worked. */
  onSignIn?: (failure: AppError | undefined) => void;
}

export class TokenSource {
  readonly #options: TokenSourceOptions;
  readonly #destination: string;
  readonly #run = new SharedRun((signal) => this.#obtain(signal));
  #token: StoredToken | undefined;
  /** The store is read once, at the start. */
  #storeRead = false;
  #storeOutdated = false;
  /** When the present token was requested; undefined for a token of an earlier process. */
  #tokenAsked: number | undefined;
  #rejected: string | undefined;
  #inVain = 0;
  /** Temporary failures of the endpoint in a row. */
  #failures = 0;

  /** Throws connection.invalid for an address to which a secret must not be sent. */
  constructor(options: TokenSourceOptions) {
    requireProtected('tokenUrl', options.connection.tokenUrl);
    this.#options = options;
    this.#destination = destinationOf(options.connection);
  }

  /**
   * Returns a token for use now. Simultaneous callers share one request. Throws auth.*, secret.*, service.* or
   * network.*; rejects with the signal's reason when it aborts.
   */
  async current(signal?: AbortSignal): Promise<string> {
    signal?.throwIfAborted();
    const token = this.#token;
    return this.#isUsable(token) ? token.accessToken : this.#run.join(signal);
  }

  /**
   * After a 401 (§5.6): returns another token, or `rejected` itself when new ones have not helped lately. Only the
   * first of many callers causes a request.
   */
  async renew(rejected: string, signal?: AbortSignal): Promise<string> {
    if (this.#token?.accessToken === rejected) {
      const isYoung = this.#tokenAsked !== undefined && Math.abs(this.#options.clock.now() - this.#tokenAsked) < YOUNG;
      if (isYoung && this.#inVain >= MOST_IN_VAIN) return rejected;
      this.#inVain = isYoung ? this.#inVain + 1 : 0;
      this.#rejected = rejected;
      this.#token = undefined;
      this.#storeOutdated = true;
    }
    return this.current(signal);
  }

  /** Until when the present token is used (ms since the epoch); undefined when there is none. */
  usableUntil(): number | undefined {
    return this.#isUsable(this.#token) ? this.#token.usableUntil : undefined;
  }

  async #obtain(signal: AbortSignal): Promise<string> {
    this.#token = (await this.#stored()) ?? (await this.#signIn(signal));
    return this.#token.accessToken;
  }

  async #signIn(signal: AbortSignal): Promise<StoredToken> {
    try {
      const token = await this.#request(signal);
      this.#options.onSignIn?.(undefined);
      return token;
    } catch (thrown) {
      if (thrown instanceof AppError) this.#options.onSignIn?.(thrown);
      throw thrown;
    }
  }

  async #stored(): Promise<StoredToken | undefined> {
    if (this.#storeRead) return undefined;
    this.#storeRead = true;
    const token = await this.#options.store.load().catch(() => undefined);
    return token?.destination === this.#destination && this.#isUsable(token) ? token : undefined;
  }

  #isUsable(token: StoredToken | undefined): token is StoredToken {
    return token !== undefined && this.#options.clock.now() < token.usableUntil;
  }

  /** A token that cannot be kept is still good: it only costs one more request after the next start. */
  async #keep(token: StoredToken | undefined): Promise<void> {
    await this.#options.store.save(token).catch(() => undefined);
  }

  async #request(signal: AbortSignal): Promise<StoredToken> {
    if (this.#storeOutdated) await this.#keep(undefined);
    this.#storeOutdated = false;
    const secret = await this.#options.secret();
    const secrets = secret === undefined ? [] : [secret];
    const { asked, reply, response } = await this.#send(secret, signal);
    const isBusy = reply.status === 429 || reply.status === 408 || reply.status >= 500;
    this.#failures = isBusy ? this.#failures + 1 : 0;
    if (reply.status !== 200) throw this.#refusalOf(reply, secrets);
    if (!hasToken(reply.text) && !isCutJson(reply.text)) throw this.#misdirected(reply, secrets);
    const granted = await this.#read(response, reply.text, secrets);
    this.#options.contact?.worked('token-address');
    const lifetime = Math.min(LONGEST_LIFETIME, (granted.expires_in || DEFAULT_LIFETIME / SECOND) * SECOND);
    const token = {
      destination: this.#destination,
      accessToken: granted.access_token,
      usableUntil: asked + lifetime - marginOf(lifetime),
    };
    this.#tokenAsked = asked;
    // An endpoint that issues the same token again would do so for each caller.
    if (token.accessToken === this.#rejected) this.#inVain = MOST_IN_VAIN;
    await this.#keep(token);
    return token;
  }

  /** The token request of §5.3. `asked`: when it was sent (ms since the epoch). */
  async #send(
    secret: string | undefined,
    signal: AbortSignal,
  ): Promise<{ asked: number; reply: Reply; response: Response }> {
    const { connection, limits, clock } = this.#options;
    let asked = clock.now();
    let reply: Reply | undefined;
    const response = await oauth.clientCredentialsGrantRequest(
      this.#server(),
      { client_id: connection.clientId },
      secret === undefined ? oauth.TlsClientAuth() : oauth.ClientSecretPost(secret),
      { scope: connection.scope },
      {
        [oauth.allowInsecureRequests]: isLoopback(connection.tokenUrl),
        [oauth.customFetch]: async (address, { method, headers, body }) => {
          const send = () => {
            // The lifetime counts from before the request: the token must not be used past its end.
            asked = clock.now();
            return exchange(this.#options, address, { purpose: tokenEndpoint.id, method, headers, body }, signal);
          };
          reply = await limits.inTurn(tokenEndpoint, send, signal);
          return new Response(reply.status === 200 ? reply.text : null, { headers: reply.headers });
        },
      },
    );
    if (reply === undefined) throw new Error('The token request was not sent.');
    return { asked, reply, response };
  }

  async #read(response: Response, text: string, secrets: readonly string[]): Promise<oauth.TokenEndpointResponse> {
    try {
      const granted = await oauth.processClientCredentialsResponse(
        this.#server(),
        { client_id: this.#options.connection.clientId },
        response,
      );
      if (granted.token_type === 'bearer' && sendable.test(granted.access_token)) return granted;
    } catch (thrown) {
      // Only the library's own words: further causes quote the reply, which may contain a token.
      const cause = thrown instanceof Error ? new Error(thrown.message) : undefined;
      throw badTokenReply(text, secrets, cause);
    }
    throw badTokenReply(text, secrets);
  }

  /** After a 429 or a failure all callers wait together: one schedule for each would cause bursts. */
  #refusalOf({ status, headers, text }: Reply, secrets: readonly string[]): AppError {
    const { limits, clock } = this.#options;
    // The limits add the random part.
    const backoff = backoffDelay({ attempt: this.#failures, random: () => 1 });
    const endpoint = endpointName(tokenEndpoint);
    if (isNotThere({ status })) return this.#misdirected({ status, headers, text }, secrets);
    const reason = usefulSentence(text, secrets);
    if (status === 400 || status === 401 || status === 403) return new AppError('auth.refused', { reason });
    if (status === 429) {
      const pause = limits.pause(tokenEndpoint, Math.max(backoff, pauseAfterRefusal(headers, clock.now())));
      return new AppError('service.rate-limited', { endpoint, seconds: Math.ceil(pause / SECOND) });
    }
    if (status >= 500 || status === 408) {
      limits.pause(tokenEndpoint, Math.max(backoff, readRetryAfter(headers, clock.now()) ?? 0));
      return new AppError('service.unavailable', { endpoint, status, reason });
    }
    if (status >= 400) return new AppError('service.refused', { endpoint, status, reason });
    return new AppError('service.bad-reply', {
      endpoint,
      excerpt: fact('status {status}, {reason}', { status, reason }),
    });
  }

  /** The token address leads to something else; or its service is being deployed, if it worked before. */
  #misdirected(reply: Pick<Reply, 'status' | 'headers' | 'text'>, secrets: readonly string[]): AppError {
    const { limits, contact, connection } = this.#options;
    const answer = answerInWords(reply, secrets);
    const pause = contact?.failed('token-address');
    if (pause === undefined)
      return new AppError('connection.token-address', { address: bareAddress(connection.tokenUrl), answer });
    limits.pause(tokenEndpoint, pause);
    const endpoint = endpointName(tokenEndpoint);
    return new AppError('service.unavailable', { endpoint, status: reply.status, reason: answer });
  }

  #server(): oauth.AuthorizationServer {
    const { tokenUrl } = this.#options.connection;
    return { issuer: new URL(tokenUrl).origin, token_endpoint: tokenUrl };
  }
}

/** Whether a successful reply comes from a token endpoint at all. */
function hasToken(text: string): boolean {
  const json = parseJson(text);
  return typeof json === 'object' && json !== null && 'access_token' in json;
}

/** The reply in place of a usable token. It may hold a token under any name, so none of its values is quoted. */
function badTokenReply(text: string, secrets: readonly string[], cause?: Error): AppError {
  const json = parseJson(text);
  const excerpt = isPage(text) ? excerptOf(text, secrets) : shapeOf(json, text.length, secrets);
  return new AppError('service.bad-reply', { endpoint: endpointName(tokenEndpoint), excerpt }, { cause });
}

function shapeOf(json: unknown, count: number, secrets: readonly string[]): Fact {
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    return fact('{count, number} characters that are not a JSON object', { count });
  const fields = boundedText(Object.keys(json).join(', '), LONGEST_FIELDS, secrets);
  return fields === ''
    ? fact('a JSON object without fields')
    : fact('a JSON object with the fields {fields}, and no access token that can be sent', { fields });
}
