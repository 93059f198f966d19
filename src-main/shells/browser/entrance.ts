/**
 * @file Admits browsers: one that brings the one-time token of the printed address gets a session cookie. Only digests
 * are kept and compared, so neither timing nor a memory dump reveals a token or a cookie.
 */

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const SECRET_BYTES = 32;

export class Entrance {
  readonly #sessions: Buffer[] = [];
  #cookieName = '';
  #token: Buffer | undefined;

  /** Browsers share cookies between the ports of a host; the port in the name keeps two instances of Tranship apart. */
  set port(port: number) {
    this.#cookieName = `tranship-${port}`;
  }

  /** A token that admits one browser, once. An earlier unused token becomes invalid. */
  issueToken(): string {
    const token = randomBytes(SECRET_BYTES).toString('base64url');
    this.#token = digest(token);
    return token;
  }

  /** The `Set-Cookie` header for a valid token; undefined for a wrong or used one. */
  exchange(token: string): string | undefined {
    if (this.#token === undefined || !timingSafeEqual(this.#token, digest(token))) return undefined;
    this.#token = undefined;
    const session = randomBytes(SECRET_BYTES).toString('base64url');
    this.#sessions.push(digest(session));
    return `${this.#cookieName}=${session}; HttpOnly; SameSite=Strict; Path=/`;
  }

  /** Whether a request with this `Cookie` header comes from an admitted browser. */
  admits(cookies = ''): boolean {
    const prefix = `${this.#cookieName}=`;
    const given = cookies
      .split(';')
      .map((cookie) => cookie.trim())
      .filter((cookie) => cookie.startsWith(prefix))
      .map((cookie) => digest(cookie.slice(prefix.length)));
    return given.some((one) => this.#sessions.some((session) => timingSafeEqual(session, one)));
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
