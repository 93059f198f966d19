/** @file Attacks by those who have stolen something: an address, a ticket, a session that is over, or whatever a browser gives away. */

import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect as connectSocket, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../../fake-clock.ts';
import { HANG_MS } from '../../patience.ts';
import { bearer, type Call, endOf, nextMessage, type Served, secretIn, serve, tokenOf } from './served.ts';

const snapshot = JSON.stringify({ id: 1, name: 'queue.snapshot', values: [] });
const asksFor = (served: Served, secret: string) => served.request({ path: '/session', headers: bearer(secret) });
const signsOut = (served: Served, secret: string) =>
  served.request({ method: 'DELETE', path: '/session', headers: { ...bearer(secret), origin: served.origin } });

describe('A thief who has everything that a browser sends to other ports of this machine', () => {
  let served: Served;
  let secret: string;
  /** A browser sends its cookies to all ports of a host, and the page where a link stood. */
  let loot: Record<string, string>;
  beforeAll(async () => {
    served = await serve();
    const address = new URL(served.shell.newAddress());
    const replies = [
      await served.request({ path: address.pathname + address.search }),
      await served.exchange(tokenOf(address.href)),
    ];
    secret = secretIn(replies[1] ?? (await served.request({})));
    const cookies = replies.flatMap(({ headers }) => headers['set-cookie'] ?? []);
    const cookie = [...cookies.map((one) => one.split(';')[0]), `tranship-${served.port}=${secret}`].join('; ');
    loot = { cookie, referer: `${served.origin}/` };
  });
  afterAll(() => served[Symbol.asyncDispose]());

  it('gets no connection to the app', async () => {
    expect(await endOf(served.connect('', loot))).toEqual({ status: 401 });
  });

  it('cannot send a file', async () => {
    const headers = { ...loot, origin: served.origin };
    const { status } = await served.request({ method: 'PUT', path: '/inbox?name=a.jsonl', headers, body: '{}\n' });
    expect([status, await served.list('inbox')]).toEqual([401, []]);
  });

  it('cannot end the session, nor learn whether there is one', async () => {
    const headers = { ...loot, origin: served.origin };
    expect((await served.request({ path: '/session', headers })).status).toBe(401);
    expect((await served.request({ method: 'DELETE', path: '/session', headers })).status).toBe(401);
    expect((await asksFor(served, secret)).status).toBe(204);
  });

  it('learns nothing from the page, which is the same for everybody', async () => {
    const bodies = [loot, {}].map(async (headers) => (await served.request({ headers })).body);
    const [first, second] = (await Promise.all(bodies)).map((body) => body.replace(/content="[^"]*"/, ''));
    expect(first).toBe(second);
    expect(first).not.toContain(secret);
  });
});

describe('A secret in the wrong place is not accepted', () => {
  let served: Served;
  let secret: string;
  beforeAll(async () => {
    served = await serve();
    secret = await served.enter();
  });
  afterAll(() => served[Symbol.asyncDispose]());

  it.each(['token', 'secret', 'session', 'access_token'])('in the address of a WebSocket, as %s', async (name) => {
    const refusals = await Promise.all([
      endOf(served.connect('', {}, `/contract?${name}=${secret}`)),
      endOf(served.connect('A'.repeat(43), {}, `/contract?${name}=${secret}`)),
    ]);
    for (const { status } of refusals) expect([401, 404]).toContain(status);
  });

  it('in the address of a request', async () => {
    const call = { method: 'PUT', headers: { origin: served.origin }, body: '{}\n' };
    expect((await served.request({ ...call, path: `/inbox?name=a&token=${secret}&secret=${secret}` })).status).toBe(
      401,
    );
    expect((await served.request({ path: `/session?secret=${secret}` })).status).toBe(401);
  });

  it('as the only protocol of a WebSocket, or with others', async () => {
    const upgrade = (protocols: string) => ({
      path: '/contract',
      headers: {
        origin: served.origin,
        connection: 'upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
        'sec-websocket-protocol': protocols,
      },
    });
    for (const protocols of [secret, `other, ${secret}`, `tranship, ${'A'.repeat(43)}, ${secret}`, 'tranship', ''])
      expect((await served.request(upgrade(protocols))).status).toBe(401);
  });

  it('as the token of an address', async () => {
    expect((await served.exchange(secret)).status).toBe(401);
  });

  it('and the token of an address does not serve as a secret', async () => {
    const token = tokenOf(served.shell.newAddress());
    expect((await asksFor(served, token)).status).toBe(401);
    expect(await endOf(served.connect(token))).toEqual({ status: 401 });
    expect((await served.exchange(token)).status).toBe(200);
  });
});

describe('An address', () => {
  let served: Served;
  let clock: FakeClock;
  let expired: number;
  beforeEach(async () => {
    [clock, expired] = [new FakeClock(), 0];
    served = await serve({ clock, onAddressExpired: () => (expired += 1) });
  });
  afterEach(() => served[Symbol.asyncDispose]());
  const attempt = async (token: string, headers: Call['headers'] = {}) =>
    (await served.exchange(token, headers)).status;

  it('that was used is refused', async () => {
    const token = tokenOf(served.shell.address);
    expect([await attempt(token), await attempt(token)]).toEqual([200, 401]);
  });

  it('that a newer one replaced is refused', async () => {
    served.shell.newAddress();
    expect(await attempt(tokenOf(served.shell.address))).toBe(401);
  });

  it('that no one used for five minutes is refused, and the one who started Tranship hears of it once', async () => {
    await clock.advance(5 * 60_000 - 1);
    expect(expired).toBe(0);
    await clock.advance(1);
    expect([await attempt(tokenOf(served.shell.address)), expired]).toEqual([401, 1]);
    expect(await attempt(tokenOf(served.shell.newAddress()))).toBe(200);
  });

  it('that became too old while the computer slept is refused', async () => {
    clock.set(clock.now() + 5 * 60_000);
    expect([await attempt(tokenOf(served.shell.address)), expired]).toEqual([401, 1]);
  });

  it('that was used does not end a second time', async () => {
    await attempt(tokenOf(served.shell.address));
    await clock.advance(10 * 60_000);
    expect(expired).toBe(0);
  });

  it.each([
    ['an invented token', JSON.stringify({ token: 'A'.repeat(43) }), 401],
    ['an empty token', JSON.stringify({ token: '' }), 401],
    ['no token', '{}', 400],
    ['a number', '{"token":1}', 400],
    ['no JSON', 'token', 400],
    ['far too much', JSON.stringify({ token: 'A'.repeat(2000) }), 400],
  ])('stays valid when %s was brought instead', async (_what, body, status) => {
    const call = { method: 'POST', path: '/session', headers: { origin: served.origin }, body };
    expect((await served.request(call)).status).toBe(status);
    expect(await attempt(tokenOf(served.shell.address))).toBe(200);
  });

  it('is refused to a page of another origin or port, and stays valid', async () => {
    const token = tokenOf(served.shell.address);
    expect(await attempt(token, { origin: 'http://127.0.0.1:1' })).toBe(403);
    expect(await attempt(token, { 'sec-fetch-site': 'same-site' })).toBe(403);
    expect(await attempt(token)).toBe(200);
  });
});

describe('A session that is over', () => {
  let served: Served;
  let clock: FakeClock;
  let secret: string;
  const minutes = (count: number) => clock.advance(count * 60_000);
  beforeEach(async () => {
    clock = new FakeClock();
    served = await serve({ clock });
    secret = await served.enter();
  });
  afterEach(() => served[Symbol.asyncDispose]());
  const openTab = async () => {
    const tab = served.connect(secret);
    await once(tab, 'open');
    return tab;
  };
  const lasts = async () => (await asksFor(served, secret)).status === 204;
  const reasons = () => served.recorded.flatMap((event) => (event.kind === 'session-ended' ? [event.why] : []));

  it('closes all of its tabs when a person signs out, and its secret opens nothing any more', async () => {
    const ends = (await Promise.all([openTab(), openTab()])).map(endOf);
    expect((await signsOut(served, secret)).status).toBe(204);
    expect(await Promise.all(ends)).toEqual([{ code: 4401 }, { code: 4401 }]);
    expect(await endOf(served.connect(secret))).toEqual({ status: 401 });
    const headers = { ...bearer(secret), origin: served.origin };
    expect((await served.request({ method: 'PUT', path: '/inbox?name=a', headers, body: 'x' })).status).toBe(401);
    expect([await lasts(), reasons()]).toEqual([false, ['A person signed out.']]);
  });

  it('leaves the sessions of other browsers alone', async () => {
    const other = await served.enter();
    await signsOut(served, secret);
    expect((await asksFor(served, other)).status).toBe(204);
  });

  it('answers no call that was under way, and takes no message that comes late', async () => {
    const tab = await openTab();
    const { promise, resolve } = Promise.withResolvers<unknown>();
    served.handlers['queue.snapshot'].mockReturnValueOnce(promise);
    const heard: string[] = [];
    tab.on('message', (data) => heard.push(String(data)));
    const end = endOf(tab);
    tab.send(snapshot);
    await expect.poll(() => served.handlers['queue.snapshot'].mock.calls.length).toBe(1);
    await signsOut(served, secret);
    resolve({ sequence: 1, submissions: [], removed: [] });
    expect([await end, heard]).toEqual([{ code: 4401 }, []]);
  });

  it('revokes the tickets of its downloads, and removes their files', async () => {
    const path = await served.save(secret, 'a.csv', (to) => writeFile(to, 'x'));
    await signsOut(served, secret);
    expect((await served.request({ path })).status).toBe(404);
    await expect.poll(() => served.list('downloads')).toEqual([]);
  });

  it('takes no file that was still arriving when a person signed out', async () => {
    const upload = startUpload(served, secret);
    await expect.poll(async () => (await served.list('inbox')).length).toBe(1);
    await signsOut(served, secret);
    await once(upload, 'close');
    await expect.poll(() => served.list('inbox')).toEqual([]);
    expect(served.offerReceived).not.toHaveBeenCalled();
  });

  it('ends after 30 minutes without a person, although its page keeps asking and hearing', async () => {
    const tab = await openTab();
    const end = endOf(tab);
    for (let count = 0; count < 29; count += 1) {
      await minutes(1);
      const answer = nextMessage(tab);
      tab.send(snapshot);
      await answer;
      served.ports.tell('queue.changed', { sequence: count, submissions: [], removed: [] });
      expect(await lasts()).toBe(true);
    }
    await minutes(1);
    expect([await end, await lasts(), reasons()]).toEqual([{ code: 4401 }, false, ['It was not used for 30 minutes.']]);
  });

  it('does not end while a person uses a tab, until it has lasted 12 hours', async () => {
    const tab = await openTab();
    const end = endOf(tab);
    for (let passed = 20; passed < 12 * 60; passed += 20) {
      await minutes(20);
      tab.send('{"present":true}');
      // Its answer shows that what was sent before has been taken in.
      const answer = nextMessage(tab);
      tab.send(snapshot);
      await answer;
    }
    expect(await lasts()).toBe(true);
    await minutes(20);
    expect([await end, await lasts(), reasons()]).toEqual([{ code: 4401 }, false, ['It had lasted 12 hours.']]);
  });

  it('does not end while a file arrives, and then only after another 30 minutes', async () => {
    const upload = startUpload(served, secret);
    await expect.poll(async () => (await served.list('inbox')).length).toBe(1);
    await minutes(300);
    expect(await lasts()).toBe(true);
    upload.write('x'.repeat(996));
    await expect.poll(() => served.offerReceived.mock.calls.length).toBe(1);
    await minutes(29);
    expect(await lasts()).toBe(true);
    await minutes(1);
    expect(await lasts()).toBe(false);
  });

  it('is over at once after the computer slept for longer, and when the clock is set back lasts no longer', async () => {
    clock.set(clock.now() - 10 * 3_600_000);
    await minutes(30);
    expect(await lasts()).toBe(false);
    secret = await served.enter();
    clock.set(clock.now() + 30 * 60_000);
    expect(await endOf(served.connect(secret))).toEqual({ status: 401 });
  });
});

/** Sends half a file of a thousand bytes. */
function startUpload(served: Served, secret: string): Socket {
  const socket = connectSocket(served.port, '127.0.0.1').resume();
  socket.on('error', () => {});
  const headers = { Host: `127.0.0.1:${served.port}`, Origin: served.origin, Authorization: `Bearer ${secret}` };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`PUT /inbox?name=a.jsonl HTTP/1.1\r\n${lines.join('')}Content-Length: 1000\r\n\r\nhalf`);
  return socket;
}

describe('A ticket for a download', () => {
  it('is refused when it is used again, invented, or too old', async () => {
    const clock = new FakeClock();
    await using served = await serve({ clock });
    const secret = await served.enter();
    const save = () => served.save(secret, 'a.csv', (to) => writeFile(to, 'x'));
    const used = await save();
    const fetched = async (path: string) => (await served.request({ path })).status;
    expect([await fetched(used), await fetched(used)]).toEqual([200, 404]);
    expect(await fetched(`/download/${'A'.repeat(43)}/a.csv`)).toBe(404);
    const old = await save();
    await clock.advance(60_000);
    expect(await fetched(old)).toBe(404);
  });

  it('is refused to a page of another port, and stays valid', async () => {
    await using served = await serve();
    const path = await served.save(await served.enter(), 'a.csv', (to) => writeFile(to, 'x'));
    expect((await served.request({ path, headers: { 'sec-fetch-site': 'same-site' } })).status).toBe(403);
    expect((await served.request({ path })).status).toBe(200);
  });
});

describe('What is recorded', () => {
  it('tells who was let in, who was not, and how it ended, and no secret', async () => {
    const served = await serve();
    const secret = await served.enter();
    const token = tokenOf(served.shell.newAddress());
    await endOf(served.connect('A'.repeat(43)));
    await served.exchange('A'.repeat(43));
    await served.request({ headers: { host: 'evil.example' } });
    await served[Symbol.asyncDispose]();
    const [begun] = served.recorded;
    expect(begun).toMatchObject({ kind: 'session-begun', shell: 'browser', session: expect.stringMatching(/^\w{8}$/) });
    expect(served.recorded.map(({ kind }) => kind)).toEqual([
      'session-begun',
      'session-refused',
      'session-refused',
      'session-refused',
      'session-ended',
    ]);
    for (const hidden of [secret, token, 'evil.example']) expect(JSON.stringify(served.recorded)).not.toContain(hidden);
  });

  it('is not flooded by an attacker', async () => {
    const clock = new FakeClock();
    await using served = await serve({ clock });
    for (let count = 0; count < 40; count += 1) await endOf(served.connect(''));
    expect(served.recorded).toHaveLength(5);
    await clock.advance(60_000);
    expect(served.recorded.slice(5)).toEqual([
      {
        kind: 'session-refused',
        shell: 'browser',
        why: expect.stringMatching(/^35 more were refused within a minute/),
      },
    ]);
    await endOf(served.connect(''));
    expect(served.recorded).toHaveLength(7);
  });
});

describe('A program of the same user that opens hundreds of connections and says nothing', () => {
  it('keeps neither a signed-in browser nor a new one out', async () => {
    // Nothing else closes them.
    await using served = await serve({ patience: { headersMs: HANG_MS, silenceMs: HANG_MS } });
    const secret = await served.enter();
    const tab = served.connect(secret);
    await once(tab, 'open');
    const upload = startUpload(served, secret);
    await expect.poll(async () => (await served.list('inbox')).length).toBe(1);
    const crowd = Array.from({ length: 400 }, () => connectSocket(served.port, '127.0.0.1').on('error', () => {}));
    await Promise.all(crowd.map((socket) => once(socket, 'connect')));

    expect((await served.request({})).status).toBe(200);
    const another = served.connect(await served.enter());
    await once(another, 'open');
    for (const one of [tab, another]) {
      const answer = nextMessage(one);
      one.send(snapshot);
      expect(await answer).toMatchObject({ id: 1, result: { ok: true } });
      one.close();
    }
    upload.write('x'.repeat(996));
    await expect.poll(() => served.offerReceived.mock.calls.length).toBe(1);
    // Those that were there first have been closed.
    for (const socket of crowd.slice(0, 200)) if (!socket.resume().closed) await once(socket, 'close');
    for (const socket of crowd) socket.destroy();
  });
});
