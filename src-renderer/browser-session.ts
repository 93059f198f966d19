/**
 * @file The session of this browser with the app. Its secret lies in the local storage, which only pages of this very
 * origin can read, port included; all tabs share it. The app gives it once, for the token of a printed address; and to a page
 * that stayed open while the app was restarted.
 */

import { createNumber, proofFor } from './return-proof.ts';

export const SECRET_PLACE = 'tranship-session';
const SESSION_PATH = '/session';
const RETURN_PATH = '/return';

/** Why this browser has no session. */
export type SignedOut = 'never' | 'address-refused' | 'ended';

export interface SessionParts {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  request: (path: string, options: RequestInit) => Promise<Response>;
  /** Where the page came from, as in the app's own proof. */
  origin: string;
}

export class BrowserSession {
  readonly #storage: SessionParts['storage'];
  readonly #request: SessionParts['request'];
  readonly #origin: string;
  /**
   * With it, this page comes back to an app that was restarted. Only in memory: the storage can be read by a page of another
   * program that has taken the port meanwhile.
   */
  #returnKey: string | undefined;
  #returning: Promise<boolean> | undefined;

  constructor({ storage, request, origin }: SessionParts) {
    this.#storage = storage;
    this.#request = request;
    this.#origin = origin;
  }

  /** What proves to the app that a request comes from here. Read each time: another tab may have begun a new session. */
  get secret(): string | undefined {
    return this.#storage.getItem(SECRET_PLACE) ?? undefined;
  }

  get headers(): Record<string, string> {
    const { secret } = this;
    return secret === undefined ? {} : { Authorization: `Bearer ${secret}` };
  }

  /** Begins a session, in place of one that there is. False when the token is no longer valid. */
  async enter(token: string): Promise<boolean> {
    const answer = await this.#post(SESSION_PATH, { token }, this.headers);
    if (!answer.ok) return false;
    // As the app's session-requests.ts answers.
    const { secret } = (await answer.json()) as { secret: string };
    this.#storage.setItem(SECRET_PLACE, secret);
    return true;
  }

  /** Has the app ready this page's way back after a restart. Without it, the page has to be signed in again then. */
  async prepareReturn(): Promise<void> {
    const answer = await this.#request(RETURN_PATH, { method: 'GET', headers: this.headers }).catch(() => undefined);
    if (answer?.ok !== true) return;
    // As the app's return-requests.ts answers.
    this.#returnKey = ((await answer.json()) as { key: string }).key;
  }

  /**
   * Whether the app knows no session of this browser any more, and does not let this page come back. An app that does not
   * answer has not said so.
   */
  async hasEnded(): Promise<boolean> {
    const { secret, headers } = this;
    if (secret === undefined) return true;
    const answer = await this.#request(SESSION_PATH, { method: 'GET', headers }).catch(() => undefined);
    if (answer?.status !== 401) return false;
    // Another tab may have begun a new session in the meantime.
    if (this.secret !== secret) return this.secret === undefined;
    this.#returning ??= this.#comeBack()
      .catch(() => false)
      .finally(() => {
        this.#returning = undefined;
      });
    if (await this.#returning) return false;
    if (this.secret !== secret) return this.secret === undefined;
    this.#storage.removeItem(SECRET_PLACE);
    return true;
  }

  /** Ends the session for all tabs. No page can come back to an app that does not answer now. */
  async signOut(): Promise<void> {
    const { headers } = this;
    this.#returnKey = undefined;
    await this.#request(SESSION_PATH, { method: 'DELETE', headers }).catch(() => undefined);
    this.#storage.removeItem(SECRET_PLACE);
  }

  /** Gets a new secret from an app that proves to be the one of before, which then does not know the key any more. */
  async #comeBack(): Promise<boolean> {
    const key = this.#returnKey;
    if (key === undefined) return false;
    const number = createNumber();
    const told = await this.#post(RETURN_PATH, { number });
    if (!told.ok) return false;
    // As the app's return-requests.ts answers, here and below; another program may answer anything.
    const { proofs } = (await told.json()) as { proofs?: unknown };
    const expected = await proofFor(key, `${this.#origin}\n${number}`);
    if (!Array.isArray(proofs) || !proofs.includes(expected)) return false;
    this.#returnKey = undefined;
    const answer = await this.#post(RETURN_PATH, { key });
    if (!answer.ok) return false;
    this.#storage.setItem(SECRET_PLACE, ((await answer.json()) as { secret: string }).secret);
    await this.prepareReturn();
    return true;
  }

  #post(path: string, value: object, headers: Record<string, string> = {}): Promise<Response> {
    const options = { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' } };
    return this.#request(path, { ...options, body: JSON.stringify(value) });
  }
}

/** The token in the part of an address after “#”. */
export function tokenIn(hash: string): string | undefined {
  return /^#token=([\w-]+)$/.exec(hash)?.[1];
}

/**
 * Signs this browser in where the address has a token, and says whether it is signed in.
 * @param token of the address, if it has one
 */
export async function beginSession(session: BrowserSession, token: string | undefined): Promise<SignedOut | undefined> {
  const hadSecret = session.secret !== undefined;
  const isRefused = token !== undefined && !(await session.enter(token));
  if (!(await session.hasEnded())) return undefined;
  if (isRefused) return 'address-refused';
  return hadSecret ? 'ended' : 'never';
}
