/**
 * @file The session of this browser with the app. Its secret lies in the local storage, which only pages of this very
 * origin can read, port included; all tabs share it. The app gives it once, for the token of a printed address.
 */

export const SECRET_PLACE = 'tranship-session';
const SESSION_PATH = '/session';

/** Why this browser has no session. */
export type SignedOut = 'never' | 'address-refused' | 'ended';

export interface SessionParts {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  request: (path: string, options: RequestInit) => Promise<Response>;
}

export class BrowserSession {
  readonly #storage: SessionParts['storage'];
  readonly #request: SessionParts['request'];

  constructor({ storage, request }: SessionParts) {
    this.#storage = storage;
    this.#request = request;
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
    const headers = { ...this.headers, 'Content-Type': 'application/json' };
    const answer = await this.#request(SESSION_PATH, { method: 'POST', headers, body: JSON.stringify({ token }) });
    if (!answer.ok) return false;
    // As the app's session-requests.ts answers.
    const { secret } = (await answer.json()) as { secret: string };
    this.#storage.setItem(SECRET_PLACE, secret);
    return true;
  }

  /** Whether the app knows no session of this browser any more. An app that does not answer has not said so. */
  async hasEnded(): Promise<boolean> {
    const { secret, headers } = this;
    if (secret === undefined) return true;
    const answer = await this.#request(SESSION_PATH, { method: 'GET', headers }).catch(() => undefined);
    if (answer?.status !== 401) return false;
    // Another tab may have begun a new session in the meantime.
    if (this.secret !== secret) return this.secret === undefined;
    this.#storage.removeItem(SECRET_PLACE);
    return true;
  }

  /** Ends the session for all tabs. An app that does not answer has stopped, and its sessions with it. */
  async signOut(): Promise<void> {
    const { headers } = this;
    await this.#request(SESSION_PATH, { method: 'DELETE', headers }).catch(() => undefined);
    this.#storage.removeItem(SECRET_PLACE);
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
