import { once } from 'node:events';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { request as sendRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { QueueState } from '../../../src-shared/contract.ts';
import { AppError } from '../../../src-shared/errors.ts';
import { submissionIdSchema } from '../../../src-shared/shapes.ts';
import { bearer, nextMessage, type Reply, type Served, secretIn, serve, tokenOf } from './served.ts';

let served: Served;
let secret: string;
beforeAll(async () => {
  served = await serve();
  secret = await served.enter();
});
afterAll(() => served[Symbol.asyncDispose]());

const change = (sequence: number, removed: number[] = []): QueueState => ({
  sequence,
  submissions: [],
  removed: removed.map((id) => submissionIdSchema.parse(id)),
});

describe('The address', () => {
  it('The address leads only to this machine, with a token of 256 bits that no server is sent', async () => {
    const address = served.shell.newAddress();
    const { hostname, search, pathname } = new URL(address);
    expect({ hostname, search, pathname }).toEqual({ hostname: '127.0.0.1', search: '', pathname: '/' });
    expect(Buffer.from(tokenOf(address), 'base64url')).toHaveLength(32);
  });

  it('The address is exchanged for another secret, and no reply sets a cookie', async () => {
    const token = tokenOf(served.shell.newAddress());
    const [page, entered] = [await served.request({}), await served.exchange(token)];
    expect(secretIn(entered)).toMatch(/^[\w-]{43}$/);
    expect(secretIn(entered)).not.toBe(token);
    expect([page, entered].map(({ status, headers }) => [status, headers['set-cookie']])).toEqual([
      [200, undefined],
      [200, undefined],
    ]);
  });

  it('The shell admits several browsers, one after another', async () => {
    const second = await served.enter();
    const asked = [secret, second].map((one) => served.request({ path: '/session', headers: bearer(one) }));
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([204, 204]);
  });

  it('A new address in the same browser ends its former session', async () => {
    const former = await served.enter();
    const { body } = await served.exchange(tokenOf(served.shell.newAddress()), bearer(former));
    const now = secretIn({ body, status: 200, headers: {} });
    const asked = [former, now].map((one) => served.request({ path: '/session', headers: bearer(one) }));
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([401, 204]);
  });
});

describe('The page', () => {
  it("Each reply gives the page's style tags a new nonce", async () => {
    const nonceOf = ({ body, headers }: Reply) => {
      const nonce = /content="([^"]+)"/.exec(body)?.[1];
      expect(headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}';`);
      return nonce;
    };
    const load = async () => nonceOf(await served.request({}));
    expect(await load()).not.toBe(await load());
  });

  it('The page may only show itself and talk to the app', async () => {
    const { headers } = await served.request({});
    const policy = headers['content-security-policy'] ?? '';
    expect(policy).not.toContain('unsafe');
    for (const directive of [
      "default-src 'none'",
      "script-src 'self'",
      "connect-src 'self'",
      "frame-ancestors 'none'",
    ]) {
      expect(policy).toContain(directive);
    }
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
    });
  });

  it('The files of the page are served as they were built', async () => {
    const { body, headers } = await served.request({ path: '/assets/main.js' });
    expect({ body, type: headers['content-type'] }).toEqual({
      body: 'start()',
      type: 'text/javascript; charset=utf-8',
    });
  });
});

describe('A tab', () => {
  const open = async () => {
    const tab = served.connect(secret);
    await once(tab, 'open');
    return tab;
  };

  it('A tab gets the answer to its call, by the number of the call', async () => {
    const tab = await open();
    tab.send(JSON.stringify({ id: 7, name: 'queue.snapshot', values: [] }));
    expect(await nextMessage(tab)).toEqual({ id: 7, result: { ok: true, value: change(1) } });
    tab.close();
  });

  it('A tab gets an expected failure as data', async () => {
    const tab = await open();
    served.handlers['batch.report'].mockRejectedValue(new AppError('report.none', { id: 'b' }));
    tab.send(JSON.stringify({ id: 8, name: 'batch.report', values: [{ batch: 1 }] }));
    expect(await nextMessage(tab)).toMatchObject({ id: 8, result: { ok: false, error: { code: 'report.none' } } });
    tab.close();
  });

  it('A tab gets the same events as every other tab', async () => {
    const tabs = await Promise.all([open(), open()]);
    const told = Promise.all(tabs.map(nextMessage));
    served.ports.tell('queue.changed', change(2));
    const message = { event: 'queue.changed', payload: change(2) };
    expect(await told).toEqual([message, message]);
    for (const tab of tabs) tab.close();
  });

  it('A tab that does not read skips changes, gets the last one, and fills no memory', async () => {
    const tab = await open();
    tab.pause();
    const numbers: number[] = [];
    const last = Promise.withResolvers<void>();
    tab.on('message', (data) => {
      const { sequence } = JSON.parse(String(data)).payload;
      numbers.push(sequence);
      if (sequence === 400) last.resolve();
    });
    const many = change(
      0,
      Array.from({ length: 20_000 }, (_, index) => 1_000_000 + index),
    );
    for (let sequence = 1; sequence <= 400; sequence += 1) served.ports.tell('queue.changed', { ...many, sequence });
    tab.resume();
    await last.promise;
    expect(numbers.length).toBeLessThan(200);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    tab.close();
  });
});

describe('A file from a browser', () => {
  const put = (name: string, body: string, from = served) =>
    from.request({
      method: 'PUT',
      path: `/inbox?name=${encodeURIComponent(name)}`,
      headers: { ...bearer(secret), origin: from.origin },
      body,
    });

  it('is stored as it is under its own name, and offered', async () => {
    served.offerReceived.mockResolvedValueOnce({ offers: [], refused: [{ fileName: 'known', error: unreadable }] });
    const { body } = await put('Überweisungen מאי 2026.jsonl', '{"a":1}\n');
    expect(JSON.parse(body)).toMatchObject({ ok: true, value: { refused: [{ fileName: 'known' }] } });
    const [{ path, name } = { path: '', name: '' }] = served.offerReceived.mock.lastCall ?? [];
    expect(path.endsWith('Überweisungen מאי 2026.jsonl')).toBe(true);
    expect(name).toBe('Überweisungen מאי 2026.jsonl');
    expect(await readFile(path, 'utf8')).toBe('{"a":1}\n');
  });
  const unreadable = new AppError('file.no-permission', { path: 'known' }).toRecord();

  it('is as old as the browser says it is, so that a folder that was put back takes none for new', async () => {
    const changed = Date.UTC(2026, 0, 5);
    await served.request({
      method: 'PUT',
      path: `/inbox?name=old.jsonl&changed=${changed}`,
      body: '{}',
      headers: { ...bearer(secret), origin: served.origin },
    });
    const [{ path } = { path: '' }] = served.offerReceived.mock.lastCall ?? [];
    expect(Math.floor((await stat(path)).mtimeMs)).toBe(changed);
  });

  it('A file from a browser never replaces one of the same name', async () => {
    await put('same.jsonl', 'first');
    const [{ path: first } = { path: '' }] = served.offerReceived.mock.lastCall ?? [];
    await put('same.jsonl', 'second');
    expect(await readFile(first, 'utf8')).toBe('first');
  });

  it('that cannot be offered is answered with the reason', async () => {
    served.offerReceived.mockRejectedValueOnce(new AppError('file.locked', { path: 'a' }));
    expect(JSON.parse((await put('a.jsonl', 'x')).body)).toMatchObject({ ok: false, error: { code: 'file.locked' } });
  });

  it('A file from a browser whose transfer is interrupted leaves nothing behind', async () => {
    const before = await served.list('inbox');
    const request = sendRequest({
      host: '127.0.0.1',
      port: served.port,
      method: 'PUT',
      path: '/inbox?name=half.jsonl',
      headers: { ...bearer(secret), origin: served.origin, 'content-length': 1000 },
    });
    request.on('error', () => {});
    request.write('half');
    await expect.poll(async () => (await served.list('inbox')).length).toBe(before.length + 1);
    request.destroy();
    await expect.poll(() => served.list('inbox')).toEqual(before);
  });

  it('A file from a browser must declare its size', async () => {
    const headers = { ...bearer(secret), origin: served.origin, 'transfer-encoding': 'chunked' };
    const { body } = await served.request({ method: 'PUT', path: '/inbox?name=a', headers, body: 'x' });
    expect(JSON.parse(body)).toMatchObject({ ok: false, error: { code: 'usage.invalid' } });
  });
});

describe('A download', () => {
  const save = (name = 'report é (1).csv') => served.save(secret, name, (path) => writeFile(path, 'line,rule\n'));

  it('A download is an attachment under its name', async () => {
    const { status, body, headers } = await served.request({ path: await save() });
    expect({ status, body }).toEqual({ status: 200, body: 'line,rule\n' });
    expect(headers).toMatchObject({
      'content-disposition': "attachment; filename*=UTF-8''report%20%C3%A9%20%281%29.csv",
      'content-type': 'application/octet-stream',
    });
  });

  it('A download works once, and is then deleted from the disk', async () => {
    const path = await save();
    await served.request({ path });
    expect((await served.request({ path })).status).toBe(404);
    await expect.poll(() => served.list('downloads')).toEqual([]);
  });

  it.each([
    ['in the language that is set', 'fr', 'de', 'fr', 'Introuvable', 'Ce fichier a déjà été téléchargé'],
    [
      'in the language of the browser',
      'system',
      'nl, de-CH;q=0.9, en;q=0.8',
      'de',
      'Nicht gefunden',
      'Diese Datei wurde bereits',
    ],
    ['in English otherwise', 'system', 'nl', 'en', 'Not found', 'This file has been downloaded already'],
  ] as const)('A download that is gone says so %s', async (_, language, accepted, spoken, title, sentence) => {
    await using foreign = await serve({ language });
    const headers = { 'accept-language': accepted };
    const { status, body } = await foreign.request({ path: '/download/gone/a.csv', headers });
    expect(status).toBe(404);
    expect(body).toContain(`<html lang="${spoken}"`);
    expect(body).toContain(`<h1>${title}</h1><p>${sentence}`);
  });

  it('A download leaves nothing when writing it fails', async () => {
    const full = new AppError('disk.full', { folder: 'x' });
    expect(await served.save(secret, 'a.csv', () => Promise.reject(full))).toBe('disk.full');
    await expect.poll(() => served.list('downloads')).toEqual([]);
  });

  it('A download stays in its folder under any name', async () => {
    expect(await save('../../evil.csv')).toMatch(/^\/download\/[\w-]{43}\/evil\.csv$/);
  });
});

describe('The end of the shell', () => {
  it('The end of the shell closes every connection, and leaves no partial file and no download', async () => {
    const other = await serve();
    const otherSecret = await other.enter();
    const tab = other.connect(otherSecret);
    await once(tab, 'open');
    await other.save(otherSecret, 'a.csv', (path) => writeFile(path, 'x'));
    const upload = sendRequest({
      host: '127.0.0.1',
      port: other.port,
      method: 'PUT',
      path: '/inbox?name=half.jsonl',
      headers: { ...bearer(otherSecret), origin: other.origin, 'content-length': 1000 },
    });
    upload.on('error', () => {});
    upload.write('half');
    await expect.poll(async () => (await other.list('inbox')).length).toBe(1);
    const closed = Promise.all([tab, upload].map((one) => new Promise((resolve) => one.on('close', resolve))));
    await other.shell.close();
    await closed;
    expect([await other.list('inbox'), await other.list('downloads')]).toEqual([[], []]);
    await rm(other.folder, { recursive: true });
  });
});
