/** @file Attacks on the browser shell by other programs on this machine and by pages of other origins. */

import { once } from 'node:events';
import { connect as connectSocket } from 'node:net';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WAIT_MS } from '../../patience.ts';
import { bearer, type Call, endOf, nextMessage, type Served, serve } from './served.ts';

let served: Served;
let secret: string;
beforeAll(async () => {
  served = await serve();
  secret = await served.enter();
});
afterAll(() => served[Symbol.asyncDispose]());

const put = (headers: Call['headers'] = {}, path = '/inbox?name=a.jsonl'): Call => ({
  method: 'PUT',
  path,
  headers: { ...bearer(secret), origin: served.origin, ...headers },
  body: '{}\n',
});
/** Each with the secret: what is refused here is refused because of where it comes from. */
const from = (headers: Call['headers']): Call => ({ headers: { ...bearer(secret), ...headers } });

describe('A request is refused', () => {
  const attempts: [string, number, () => Call][] = [
    ['under a foreign name', 403, () => from({ host: 'evil.example' })],
    ['under a foreign name with our port', 403, () => from({ host: `evil.example:${served.port}` })],
    ['under our name without the port', 403, () => from({ host: '127.0.0.1' })],
    ['under our name with another port', 403, () => from({ host: '127.0.0.1:1' })],
    ['under another spelling of our address', 403, () => from({ host: `127.1:${served.port}` })],
    ['under a name that may also lead to [::1]', 403, () => from({ host: `localhost:${served.port}` })],
    ['from another origin', 403, () => from({ origin: 'https://evil.example' })],
    ['from another port of this machine', 403, () => from({ origin: 'http://127.0.0.1:1' })],
    ['from our host over https', 403, () => from({ origin: `https://127.0.0.1:${served.port}` })],
    ['from another name of this machine', 403, () => from({ origin: `http://localhost:${served.port}` })],
    ['from a page without an origin', 403, () => from({ origin: 'null' })],
    ['that a foreign page caused', 403, () => from({ 'sec-fetch-site': 'cross-site' })],
    ['that a page of another port caused', 403, () => from({ 'sec-fetch-site': 'same-site' })],
    ['by another method', 405, () => ({ method: 'DELETE', ...from({ origin: served.origin }) })],
    ['to send a file from another origin', 403, () => put({ origin: 'https://evil.example' })],
    ['to send a file without an origin', 403, () => ({ ...put(), headers: bearer(secret) })],
    ['to send a file without a secret', 401, () => put({ authorization: '' })],
    ['to send a file with an invented secret', 401, () => put(bearer('A'.repeat(43)))],
    ['to send a file with half the secret', 401, () => put(bearer(secret.slice(0, 20)))],
    ['to send a file with the secret in another scheme', 401, () => put({ authorization: `Basic ${secret}` })],
    ['to send a file elsewhere', 404, () => put({}, '/assets/main.js')],
  ];
  it.each(attempts)('A request is refused: %s', async (_what, status, call) => {
    expect(await served.request(call())).toMatchObject({ status, headers: { 'x-content-type-options': 'nosniff' } });
  });
});

describe('No file but those of the page is served', () => {
  it.each([
    '/../settings.js',
    '/..%2fsettings.js',
    '/..%5csettings.js',
    '/assets/..%2f..%2fsettings.js',
    '/assets/%2e%2e/%2e%2e/settings.js',
    '//etc/passwd',
    '/%00/index.html',
    '/%E0%A4%A',
    '/assets',
    '/queue.db',
    '/download/../settings.js',
    '/download/..%2fsettings.js/x',
    '/download/00000000-0000-4000-8000-000000000000/settings.js',
  ])('A path outside the page is not served: %s', async (path) => {
    expect((await served.request({ path, headers: bearer(secret) })).status).toBe(404);
  });

  it('A path outside the page is not served even with the whole address in the request line', async () => {
    const { status } = await served.request({ path: 'http://evil.example/settings.js', headers: bearer(secret) });
    expect(status).toBe(404);
  });
});

describe('A file from a browser stays in the inbox', () => {
  it.each(['../../evil.jsonl', '..\\..\\evil.jsonl', '/etc/evil.jsonl', 'C:\\evil.jsonl', '..', 'a\u0000b/evil.jsonl'])(
    'when it is called “%s”',
    async (original) => {
      await served.request(put({}, `/inbox?name=${encodeURIComponent(original)}`));
      const [{ path, name } = { path: '', name: '' }] = served.offerReceived.mock.lastCall ?? [];
      expect(path).toMatch(/inbox[\\/][0-9a-f-]{36}[\\/][^\\/]+$/);
      expect(resolve(path)).toBe(path);
      expect(name).toMatch(/^(evil\.jsonl|file)$/);
    },
  );
});

describe('No WebSocket', () => {
  const attempts: [string, number, () => Record<string, string>][] = [
    ['from another origin', 403, () => ({ origin: 'https://evil.example' })],
    ['from another port of this machine', 403, () => ({ origin: 'http://127.0.0.1:1' })],
    ['under a foreign name', 403, () => ({ host: 'evil.example' })],
  ];
  it.each(attempts)('A WebSocket is refused: %s', async (_what, status, headers) => {
    expect(await endOf(served.connect(secret, headers()))).toEqual({ status });
  });

  it('A WebSocket without an origin is refused', async () => {
    const { status } = await served.request({
      path: '/contract',
      headers: {
        'sec-websocket-protocol': `tranship, ${secret}`,
        connection: 'upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      },
    });
    expect(status).toBe(403);
  });

  it('A WebSocket on another path is refused', async () => {
    expect(await endOf(served.connect(secret, {}, '/other'))).toEqual({ status: 404 });
  });
});

describe('A tab that sends invalid messages', () => {
  const snapshot = JSON.stringify({ id: 1, name: 'queue.snapshot', values: [] });
  const pause = (values: unknown[]) => ({ id: 2, name: 'queue.pause', values });
  const nonsense: [string, string | Buffer, number][] = [
    ['no JSON', 'hello', 1008],
    ['no call', '[]', 1008],
    ['nothing', '', 1008],
    ['a call without a number', '{"name":"queue.snapshot","values":[]}', 1008],
    ['a call with a text for a number', '{"id":"1","name":"queue.snapshot","values":[]}', 1008],
    ['a call with more than belongs to it', '{"id":1,"name":"queue.snapshot","values":[],"path":"/etc"}', 1008],
    ['a call without values', '{"id":1,"name":"queue.snapshot"}', 1008],
    ['deeply nested lists', '['.repeat(900_000), 1008],
    ['bytes', Buffer.from(snapshot), 1003],
    ['too long a message', 'x'.repeat(7_000_001), 1009],
  ];
  it.each(nonsense)(
    'A tab that sends an invalid message (%s) loses its connection, and no other tab does',
    async (_what, message, code) => {
      const other = served.connect(secret);
      const tab = served.connect(secret);
      await Promise.all([once(tab, 'open'), once(other, 'open')]);
      const end = endOf(tab);
      tab.send(message, () => {});
      expect((await end).code).toBe(code);
      other.send(snapshot);
      expect(await nextMessage(other)).toMatchObject({ id: 1, result: { ok: true } });
      other.close();
    },
  );

  const refusals: [string, object][] = [
    ['a command that does not exist', { id: 2, name: 'files.read', values: ['/etc/passwd'] }],
    ['a name that every object has', { id: 2, name: 'constructor', values: [] }],
    ['a prototype', { id: 2, name: '__proto__', values: [] }],
    ['an event', { id: 2, name: 'queue.changed', values: [] }],
    ['no value where one belongs', pause([])],
    ['a text for a list', pause([{ ids: '3' }])],
    ['a fraction for an id', pause([{ ids: [1.5] }])],
    ['more than a command takes', pause([{ ids: [3], path: '/etc/passwd' }])],
    ['a second value', pause([{ ids: [3] }, 'more'])],
    ['a value where none belongs', { id: 2, name: 'queue.snapshot', values: [null] }],
    [
      'a path that no one picked',
      {
        id: 2,
        name: 'files.add',
        values: [
          {
            offers: ['/etc/passwd'],
            options: { connection: 'a', onInvalid: 'stop', ingestValid: false, maxBatchBytes: 1000 },
          },
        ],
      },
    ],
  ];
  it.each(refusals)(
    'A tab that makes an invalid call (%s) gets an error, and keeps its connection',
    async (_what, call) => {
      for (const name of ['queue.pause', 'files.add'] as const) served.handlers[name].mockClear();
      const tab = served.connect(secret);
      await once(tab, 'open');
      tab.send(JSON.stringify(call));
      expect(await nextMessage(tab)).toMatchObject({ id: 2, result: { ok: false, error: { code: 'usage.invalid' } } });
      expect([served.handlers['queue.pause'], served.handlers['files.add']].map(({ mock }) => mock.calls)).toEqual([
        [],
        [],
      ]);
      tab.close();
    },
  );

  it('A tab can have at most a hundred calls open at once', async () => {
    const { promise, resolve: goOn } = Promise.withResolvers<undefined>();
    served.handlers['app.confirmNotice'].mockReturnValue(promise);
    const tab = served.connect(secret);
    await once(tab, 'open');
    for (let id = 0; id <= 100; id += 1) tab.send(JSON.stringify({ id, name: 'app.confirmNotice', values: [] }));
    expect((await endOf(tab)).code).toBe(1008);
    goOn(undefined);
  });
});

describe('A client that keeps the app waiting', () => {
  let hasty: Served;
  beforeAll(async () => {
    hasty = await serve({ patience: { headersMs: 100, silenceMs: 200 } });
  });
  afterAll(() => hasty[Symbol.asyncDispose]());

  const endAfter = async (bytes: string) => {
    const socket = connectSocket(hasty.port, '127.0.0.1').resume();
    if (bytes !== '') socket.write(bytes);
    socket.on('error', () => {});
    await once(socket, 'close');
  };

  it('A client that sends nothing is disconnected', async () => {
    await endAfter('');
  });

  it('A client that sends half the headers is disconnected', async () => {
    await endAfter(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${hasty.port}\r\nX-Slow: `);
  });

  it('A client that sends half a file is disconnected, and nothing of the file is left', async () => {
    // So hasty that on a busy machine it may disconnect this client, too.
    const secret = await vi.waitFor(() => hasty.enter(), WAIT_MS);
    const headers = { Host: `127.0.0.1:${hasty.port}`, Origin: hasty.origin, Authorization: `Bearer ${secret}` };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    await endAfter(`PUT /inbox?name=a.jsonl HTTP/1.1\r\n${lines.join('')}Content-Length: 1000\r\n\r\n{}\n`);
    await expect.poll(() => hasty.list('inbox')).toEqual([]);
    expect(hasty.offerReceived).not.toHaveBeenCalled();
  });
});
