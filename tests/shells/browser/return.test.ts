/** @file How an open page comes back after a restart, and that nothing else does. */

import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepShellIn } from '../../../src-main/shells/browser/kept-shell.ts';
import { IDLE_MS, LONGEST_MS } from '../../../src-main/shells/browser/sessions.ts';
import type { SecretBox } from '../../../src-main/wire/credentials/secret-box.ts';
import { BrowserSession, SECRET_PLACE } from '../../../src-renderer/browser-session.ts';
import { FakeClock } from '../../fake-clock.ts';
import { createLastingBox } from '../../wire/credentials/lasting-box.ts';
import { bearer, type Served, serve } from './served.ts';

let folder: string;
let box: SecretBox;
let clock: FakeClock;
let served: Served;
/** The ports that were found taken. */
let taken: number[];

const start = async (port?: number) => {
  served = await serve({
    clock,
    keeper: keepShellIn(folder, box),
    onPortTaken: (one) => taken.push(one),
    ...(port !== undefined && { port }),
  });
};
const stop = () => served[Symbol.asyncDispose]();
const restart = async () => {
  await stop();
  await start();
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tranship-kept-'));
  box = createLastingBox();
  clock = new FakeClock();
  taken = [];
  await start();
});
afterEach(async () => {
  await stop();
  await rm(folder, { recursive: true, force: true });
});

/** A page that is open: what its browser stores, and what it sends. */
class PageDouble {
  readonly storage: Map<string, string>;
  readonly sent: string[] = [];
  readonly session: BrowserSession;

  constructor(storage = new Map<string, string>()) {
    const { origin } = served;
    this.storage = storage;
    this.session = new BrowserSession({
      storage: {
        getItem: (name) => storage.get(name) ?? null,
        setItem: (name, value) => void storage.set(name, value),
        removeItem: (name) => void storage.delete(name),
      },
      origin,
      request: (path, options) => {
        this.sent.push(JSON.stringify([options.headers, options.body]));
        return fetch(`${origin}${path}`, { ...options, headers: { ...options.headers, origin } });
      },
    });
  }
}

/** A page that is signed in, and ready for a restart. */
async function openPage(storage?: Map<string, string>): Promise<PageDouble> {
  const page = new PageDouble(storage);
  page.storage.set(SECRET_PLACE, page.session.secret ?? (await served.enter()));
  await page.session.prepareReturn();
  return page;
}

const isSignedIn = async (secret = '') =>
  (await served.request({ path: '/session', headers: bearer(secret) })).status === 204;

describe('After a restart', () => {
  it('Tranship is at the same port, and an open page comes back by itself', async () => {
    const page = await openPage();
    const { port } = served;
    await restart();
    expect(served.port).toBe(port);
    expect(await page.session.hasEnded()).toBe(false);
    expect(await isSignedIn(page.session.secret)).toBe(true);
  });

  it('it comes back after every further one', async () => {
    const page = await openPage();
    for (let time = 0; time < 3; time += 1) {
      await restart();
      expect(await page.session.hasEnded()).toBe(false);
    }
  });

  it('all tabs come back, whichever is first, and share one session: signing out ends both', async () => {
    const first = await openPage();
    const second = await openPage(first.storage);
    await restart();
    expect(await Promise.all([first.session.hasEnded(), second.session.hasEnded()])).toEqual([false, false]);
    const tab = served.connect(first.session.secret ?? '');
    const ended = new Promise((resolve) => tab.on('close', resolve));
    await once(tab, 'open');
    await second.session.signOut();
    expect(await ended).toBe(4401);
  });

  it('the secret in the browser’s storage opens nothing: a page of another program may have read it', async () => {
    const page = await openPage();
    const secret = page.session.secret;
    await restart();
    expect(await isSignedIn(secret)).toBe(false);
    const reloaded = new PageDouble(new Map(page.storage));
    expect(await reloaded.session.hasEnded()).toBe(true);
  });

  it('a key works once', async () => {
    const page = await openPage();
    await restart();
    await page.session.hasEnded();
    const key = /\{\\"key\\":\\"([\w-]+)/.exec(page.sent.join('\n'))?.[1] ?? '';
    expect(key).toHaveLength(43);
    const headers = { origin: served.origin, 'content-type': 'application/json' };
    const body = JSON.stringify({ key });
    expect((await served.request({ method: 'POST', path: '/return', headers, body })).status).toBe(401);
  });

  it('a page that was signed out before stays so', async () => {
    const page = await openPage();
    const other = await openPage(page.storage);
    await other.session.signOut();
    page.storage.set(SECRET_PLACE, 'A'.repeat(43));
    await restart();
    expect(await page.session.hasEnded()).toBe(true);
  });

  it('a session lasts no longer than without it: neither unused, nor in all', async () => {
    const idle = await openPage();
    await stop();
    clock.set(clock.now() + IDLE_MS);
    await start();
    expect(await idle.session.hasEnded()).toBe(true);

    const long = await openPage();
    await stop();
    clock.set(clock.now() + IDLE_MS - 1);
    await start();
    expect(await long.session.hasEnded()).toBe(false);
    await clock.advance(IDLE_MS);
    expect(await isSignedIn(long.session.secret)).toBe(false);
    expect(LONGEST_MS).toBeGreaterThan(IDLE_MS);
  });

  it('what was recorded says that the session began, and names it as before', async () => {
    const page = await openPage();
    const ids = () => served.recorded.flatMap((event) => (event.kind === 'session-begun' ? [event.session] : []));
    const before = ids();
    await restart();
    expect(ids()).toEqual([]);
    await page.session.hasEnded();
    expect(ids()).toEqual(before);
  });
});

describe('Another program', () => {
  const held: Server[] = [];
  afterEach(() => {
    for (const server of held.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });
  const takePort = async (answer: (body: string) => { status: number; body: string }) => {
    const server = createServer(async (request, response) => {
      const { status, body } = answer(await new Response(request).text());
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(body);
    });
    held.push(server);
    await new Promise<void>((resolve) => server.listen(served.port, '127.0.0.1', resolve));
  };

  it('that has the port learns no key, whatever it answers', async () => {
    const page = await openPage();
    await stop();
    const asked: string[] = [];
    await takePort((body) => {
      asked.push(body);
      return body === '' ? { status: 401, body: '' } : { status: 200, body: '{"proofs":["A"],"secret":"B","key":"C"}' };
    });
    await page.session.hasEnded();
    expect(asked.join()).toContain('"number"');
    expect(asked.join()).not.toContain('"key"');
    await new Promise((resolve) => held.pop()?.close(resolve).closeAllConnections());
    await start();
  });

  it('cannot pass on the proof of a Tranship that found its port taken', async () => {
    const page = await openPage();
    const { port } = served;
    await stop();
    const asked: string[] = [];
    await takePort((body) => {
      asked.push(body);
      return { status: 401, body: '' };
    });
    await start();
    expect([taken, served.port === port]).toEqual([[port], false]);
    await page.session.hasEnded();
    const headers = { origin: served.origin, 'content-type': 'application/json' };
    const { body } = await served.request({ method: 'POST', path: '/return', headers, body: asked.at(-1) ?? '' });
    expect(JSON.parse(body)).toEqual({ proofs: [] });
  });

  it.each(['{"key":"short"}', '{"number":1}', '{}', 'x', '[]'])('gets nothing for %s', async (body) => {
    const headers = { origin: served.origin, 'content-type': 'application/json' };
    expect((await served.request({ method: 'POST', path: '/return', headers, body })).status).toBe(400);
  });

  it('gets no key without the secret of a session', async () => {
    expect((await served.request({ path: '/return' })).status).toBe(401);
  });
});

describe('The file of what is kept', () => {
  const path = () => join(folder, 'browser-shell.json');

  it('holds neither secrets nor keys, and nothing of a session in the clear', async () => {
    const page = await openPage();
    const text = await readFile(path(), 'utf8');
    expect(Object.keys(JSON.parse(text))).toEqual(['port', 'sessions']);
    expect(text).not.toContain(page.session.secret);
    expect(text).not.toContain('returnKeys');
  });

  it.each(['', '{', '{"port":0}', '{"port":"x"}', '[]', '{"port":70000}'])(
    'may be damaged: with %s Tranship starts at any port',
    async (text) => {
      await stop();
      await writeFile(path(), text);
      await start();
      expect(served.port).toBeGreaterThan(0);
    },
  );

  it('gives no session to who writes it without the key of the folder', async () => {
    const page = await openPage();
    await stop();
    const { port } = JSON.parse(await readFile(path(), 'utf8'));
    const sessions = [{ id: 'x', begunAt: clock.now(), activeAt: clock.now(), returnKeys: ['AAAA'] }];
    const forged = createLastingBox();
    const sealed = await forged.seal(JSON.stringify(sessions), ['browser-sessions', String(port)]);
    await writeFile(path(), JSON.stringify({ port, sessions: sealed }));
    await start();
    expect(await page.session.hasEnded()).toBe(true);
  });

  it('keeps only the port where no key survives a restart', async () => {
    await stop();
    box = { ...createLastingBox(), survivesRestart: false };
    await start();
    const page = await openPage();
    expect(JSON.parse(await readFile(path(), 'utf8'))).toEqual({ port: served.port });
    await restart();
    expect(await page.session.hasEnded()).toBe(true);
  });
});
