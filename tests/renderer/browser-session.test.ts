import { beforeEach, describe, expect, it, vi } from 'vitest';
import { BrowserSession, beginSession, tokenIn } from '../../src-renderer/browser-session.ts';

/** An app that knows one token and the secrets that it has given. */
class AppDouble {
  readonly valid = new Set<string>();
  token: string | undefined = 'good';
  isThere = true;
  readonly request = vi.fn(async (_path: string, { method, headers, body }: RequestInit): Promise<Response> => {
    if (!this.isThere) throw new TypeError('Failed to fetch');
    const secret = new Headers(headers).get('authorization')?.replace('Bearer ', '') ?? '';
    if (method === 'POST') {
      if (JSON.parse(String(body)).token !== this.token) return new Response(null, { status: 401 });
      this.token = undefined;
      this.valid.delete(secret);
      this.valid.add('fresh');
      return Response.json({ secret: 'fresh' });
    }
    if (!this.valid.has(secret)) return new Response(null, { status: 401 });
    if (method === 'DELETE') this.valid.delete(secret);
    return new Response(null, { status: 204 });
  });
}

let app: AppDouble;
let kept: Map<string, string>;
let session: BrowserSession;
beforeEach(() => {
  app = new AppDouble();
  kept = new Map();
  session = new BrowserSession({
    storage: {
      getItem: (name) => kept.get(name) ?? null,
      setItem: (name, value) => void kept.set(name, value),
      removeItem: (name) => void kept.delete(name),
    },
    request: app.request,
    origin: 'http://127.0.0.1:1',
  });
});
const remember = (secret: string) => {
  app.valid.add(secret);
  kept.set('tranship-session', secret);
};

describe('The address that the page was opened with', () => {
  it.each([
    ['#token=abc-_9', 'abc-_9'],
    ['#/queue', undefined],
    ['', undefined],
    ['#token=', undefined],
    ['#token=a b', undefined],
    ['#/token=abc', undefined],
  ])('“%s” has the token %s', (hash, token) => {
    expect(tokenIn(hash)).toBe(token);
  });

  it('signs the browser in, once', async () => {
    expect(await beginSession(session, 'good')).toBeUndefined();
    expect(session.headers).toEqual({ Authorization: 'Bearer fresh' });
    kept.clear();
    expect(await beginSession(session, 'good')).toBe('address-refused');
  });

  it('takes the place of a session that there was', async () => {
    remember('former');
    expect(await beginSession(session, 'good')).toBeUndefined();
    expect([session.secret, [...app.valid]]).toEqual(['fresh', ['fresh']]);
  });

  it('changes nothing when it was used already and the browser is signed in', async () => {
    remember('mine');
    expect(await beginSession(session, 'used')).toBeUndefined();
    expect(session.secret).toBe('mine');
  });

  it('never carries the secret or the token to the app in an address', async () => {
    remember('mine');
    await beginSession(session, 'good');
    await session.signOut();
    for (const [path] of app.request.mock.calls) expect(path).toBe('/session');
  });
});

describe('A browser without an address', () => {
  it('is signed in with a session that lasts', async () => {
    remember('mine');
    expect(await beginSession(session, undefined)).toBeUndefined();
  });

  it('is told that it never was signed in, or that its session has ended, and forgets it', async () => {
    expect(await beginSession(session, undefined)).toBe('never');
    kept.set('tranship-session', 'of another start');
    expect(await beginSession(session, undefined)).toBe('ended');
    expect(kept.size).toBe(0);
  });
});

describe('The end of the session', () => {
  it('is not assumed from an app that does not answer', async () => {
    remember('mine');
    app.isThere = false;
    expect([await session.hasEnded(), session.secret]).toEqual([false, 'mine']);
  });

  it('is no end for a tab while another tab has begun a new one', async () => {
    kept.set('tranship-session', 'former');
    const asked = session.hasEnded();
    remember('new');
    expect([await asked, session.secret]).toEqual([false, 'new']);
  });

  it('comes with signing out, also when the app is gone', async () => {
    remember('mine');
    await session.signOut();
    expect([session.secret, app.valid.size, await session.hasEnded()]).toEqual([undefined, 0, true]);
    remember('other');
    app.isThere = false;
    await session.signOut();
    expect(session.secret).toBeUndefined();
  });
});
