import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import https from 'node:https';
import net from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Bandwidth } from '../../../src-main/wire/transfer/bandwidth.ts';
import { FakeClock } from '../../fake-clock.ts';
import { makeKeyPair } from '../credentials/certificates.ts';
import {
  end,
  endlessRange,
  listen,
  type Moment,
  moments,
  objectExists,
  path,
  put,
  reply,
  start,
  storage,
  storageThat,
} from './storages.ts';

const all = end - start;
const everyMoment = Object.keys(moments) as Moment[];
const last: Moment = 'after the last byte';
const expired = '<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>';
const slowDown = '<Error><Code>SlowDown</Code><Message>Reduce your rate</Message></Error>';

describe.each(everyMoment)('%s', (moment) => {
  const bodyComplete = moment === last;

  it('a cut connection is reported as such, and whether the body had left', async () => {
    const { address } = await storageThat(moment, (socket) => socket.destroy());
    expect(await put(address)).toMatchObject({ kind: 'failed', bodyComplete, error: { code: 'network.cut' } });
  });

  it('a stalled upload is ended, and its connection closed', async () => {
    // Only the tested time may be short: on a busy machine the others must not run out.
    const patience = { stallMs: bodyComplete ? 20_000 : 1000, replyMs: 1000, continueMs: 20_000 };
    let line: net.Socket | undefined;
    const { address, received } = await storageThat(moment, (socket) => {
      line = socket.pause();
    });
    const outcome = await put(address, bodyComplete ? patience : { ...patience, range: endlessRange });
    expect(outcome).toMatchObject({ kind: 'failed', bodyComplete, error: { code: 'upload.stalled' } });
    line?.resume();
    expect(await received).toBeLessThanOrEqual(bodyComplete ? all : endlessRange.end - 1);
  });

  it('an expired address is reported as such', async () => {
    const { address } = await storageThat(moment, reply(403, expired));
    expect(await put(address)).toMatchObject({
      kind: 'refused',
      bodyComplete,
      error: { code: 'upload.address-expired' },
    });
  });

  it('an existing object is reported as such', async () => {
    const { address } = await storageThat(moment, reply(412, objectExists));
    expect(await put(address)).toEqual({ kind: 'exists', bodyComplete });
  });

  it.each([
    [409, ''],
    [500, ''],
    [503, slowDown],
  ])('a storage that answers %d is asked again later', async (status, body) => {
    const { address } = await storageThat(moment, reply(status, body));
    expect(await put(address)).toMatchObject({
      kind: 'failed',
      bodyComplete,
      error: { code: 'upload.busy', retryable: true, params: { status } },
    });
  });

  it('a success counts only after the whole body', async () => {
    const { address } = await storageThat(moment, reply(200));
    expect(await put(address)).toMatchObject(
      bodyComplete ? { kind: 'accepted' } : { kind: 'failed', bodyComplete: false, error: { code: 'upload.busy' } },
    );
  });

  it('a cancel closes the connection at once', async () => {
    const stop = new AbortController();
    const { address, received } = await storageThat(moment, () => stop.abort());
    const outcome = await put(address, { signal: stop.signal });
    expect(outcome).toMatchObject({ kind: 'failed', bodyComplete, error: { code: 'upload.interrupted' } });
    expect(await received).toBeLessThanOrEqual(all);
  });
});

describe('a retry after a lost reply', () => {
  it('a retry after a lost reply learns that the object exists, and sends no body', async () => {
    const lost = await storageThat(last, (socket) => socket.destroy());
    expect(await put(lost.address)).toMatchObject({ bodyComplete: true });
    const { address, received } = await storageThat('before the first byte', reply(412, objectExists));
    expect(await put(address)).toEqual({ kind: 'exists', bodyComplete: false });
    expect(await received).toBe(0);
  });
});

describe('a host that cannot be used', () => {
  it('a host whose name cannot be resolved is unreachable', async () => {
    const noName = `https://${'a'.repeat(64)}.test/key`;
    expect(await put(noName)).toMatchObject({ bodyComplete: false, error: { code: 'network.unreachable' } });
  });

  it('a host that does not listen is unreachable', async () => {
    const server = net.createServer();
    const address = await listen(server);
    server.close();
    await once(server, 'close');
    expect(await put(address)).toMatchObject({ bodyComplete: false, error: { code: 'network.unreachable' } });
  });

  it('a host whose certificate no authority issued is not trusted', async () => {
    let requests = 0;
    const { certificate: cert, key } = makeKeyPair({ subject: '/CN=localhost' });
    const address = await listen(
      https.createServer({ cert, key }, () => requests++),
      'https',
    );
    expect(await put(address)).toMatchObject({ bodyComplete: false, error: { code: 'network.untrusted' } });
    expect(requests).toBe(0);
  });

  it('a host without TLS cannot be used', async () => {
    const server = net.createServer((socket) => socket.on('error', () => {}).end('what?\r\n'));
    const address = await listen(server, 'https');
    expect(await put(address)).toMatchObject({ bodyComplete: false, error: { code: 'network.untrusted' } });
  });

  it('a host that falls silent during the handshake cannot be used', async () => {
    const address = await listen(
      net.createServer((socket) => socket.on('error', () => {})),
      'https',
    );
    expect(await put(address, { stallMs: 100 })).toMatchObject({ error: { code: 'upload.stalled' } });
  });
});

describe('a cancel', () => {
  it('a cancel before the start keeps the upload from connecting', async () => {
    let connections = 0;
    const address = await listen(net.createServer(() => connections++));
    expect(await put(address, { signal: AbortSignal.abort() })).toMatchObject({
      error: { code: 'upload.interrupted' },
    });
    expect(connections).toBe(0);
  });

  it('a cancel closes a connection that is not encrypted yet', async () => {
    const stop = new AbortController();
    const closed = Promise.withResolvers<void>();
    const server = net.createServer((socket) => {
      socket.on('error', () => {});
      socket.on('close', () => closed.resolve());
      socket.once('data', () => stop.abort());
    });
    const address = await listen(server, 'https');
    expect(await put(address, { signal: stop.signal })).toMatchObject({ error: { code: 'upload.interrupted' } });
    await closed.promise;
  });

  it('a cancel ends the wait for bandwidth', async () => {
    const clock = new FakeClock();
    const stop = new AbortController();
    const outcome = put(await storage(), { signal: stop.signal, bandwidth: new Bandwidth(clock, 100_000) });
    await clock.sleeping();
    stop.abort();
    expect(await outcome).toMatchObject({ bodyComplete: false, error: { code: 'upload.interrupted' } });
  });
});

describe('under a bandwidth limit', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('waiting for bandwidth is no stall', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const clock = new FakeClock();
    const bandwidth = new Bandwidth(clock, 100_000);
    const outcome = put(await storage(), { bandwidth });
    await clock.sleeping();
    vi.advanceTimersByTime(3_600_000);
    bandwidth.limit = undefined;
    expect(await outcome).toEqual({ kind: 'accepted' });
  });

  it('progress comes in steps of a twentieth of a second under a bandwidth limit', async () => {
    const clock = new FakeClock();
    const stop = new AbortController();
    const steps: number[] = [];
    const outcome = put(await storage(), {
      signal: stop.signal,
      bandwidth: new Bandwidth(clock, 100_000),
      onProgress: (sent) => {
        steps.push(sent - steps.reduce((total, step) => total + step, 0));
        if (steps.length === 5) stop.abort();
        else void clock.sleeping().then(() => clock.advanceToNext());
      },
    });
    await outcome;
    expect(steps).toEqual([5000, 5000, 5000, 5000, 5000]);
  });
});

const linux = process.platform === 'linux';

describe.runIf(linux)('the source file', () => {
  const isOpen = () =>
    readdirSync('/proc/self/fd').some((file) => {
      try {
        return readlinkSync(`/proc/self/fd/${file}`) === path;
      } catch {
        return false;
      }
    });

  it('the source file is closed after a success', async () => {
    await put(await storage());
    expect(isOpen()).toBe(false);
  });

  it('the source file is closed after a failure', async () => {
    const { address } = await storageThat('in the middle', (socket) => socket.destroy());
    await put(address);
    expect(isOpen()).toBe(false);
  });

  it('the source file is closed after a cancel', async () => {
    const stop = new AbortController();
    const { address } = await storageThat('in the middle', () => stop.abort());
    await put(address, { signal: stop.signal });
    expect(isOpen()).toBe(false);
  });
});
