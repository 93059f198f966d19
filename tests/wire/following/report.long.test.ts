import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { storableName } from '../../../src-main/actions/file-name.ts';
import { HOUR } from '../../../src-main/ground/clock.ts';
import type { RequestEntry } from '../../../src-main/ground/logs/request-log.ts';
import { retryDecision } from '../../../src-main/send/machine/retry-policy.ts';
import { LARGEST_REPORT, Reports } from '../../../src-main/wire/following/report.ts';
import { AppError } from '../../../src-shared/errors.ts';
import { FakeClock } from '../../fake-clock.ts';
import { batchId, sampleBatch } from '../../send/samples.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
const address = 'https://storage.test/report?X-Amz-Signature=canary';
const reach = { privateNetworks: false, thisMachine: false };
const patiently = { signal: new AbortController().signal, stallMs: 60_000, reach };
const content = '{"line":4,"errors":[]}\n';

/** A storage that gives this reply to every request, and records the requests. */
function storage(reply: () => Response | Promise<Response>, freeBytes = () => 1e12) {
  const asked: { input: unknown; init: RequestInit | undefined }[] = [];
  const logged: RequestEntry[] = [];
  const reports = new Reports(join(folder, 'reports'), {
    fetch: async (input, init) => {
      asked.push({ input, init });
      return await reply();
    },
    clock: new FakeClock(),
    freeBytes,
    log: (entry) => logged.push(entry),
  });
  return { reports, asked, logged };
}

const typed = (type: string) => () => new Response(content, { headers: { 'Content-Type': type } });

describe('a report', () => {
  it('has a name that every system can store, whatever the storage calls its type', async () => {
    await fc.assert(
      fc.asyncProperty(fc.stringMatching(/^[\x21-\x7e]{1,40}$/), async (type) => {
        const { reports } = storage(typed(type));
        const name = basename(await reports.keep(batchId(1), address, patiently));
        expect(storableName(name)).toBe(name);
      }),
    );
  });

  it('is kept as it came', async () => {
    const { reports } = storage(typed('application/x-ndjson'));
    expect(readFileSync(await reports.keep(batchId(1), address, patiently), 'utf8')).toBe(content);
  });

  it('a report is logged once, with its size and without the query of its address', async () => {
    const { reports, logged } = storage(typed('application/x-ndjson'));
    await reports.keep(batchId(1), address, patiently);
    expect(logged).toMatchObject([{ purpose: 'report', status: 200, receivedBytes: content.length }]);
    expect(JSON.stringify(logged)).not.toContain('canary');
  });

  it.each([403, 500])('a reply of %i leaves no body unread, which would hold the connection', async (status) => {
    let isLetGo = false;
    const endless = new ReadableStream({
      cancel: () => {
        isLetGo = true;
      },
    });
    const { reports } = storage(() => new Response(endless, { status }));
    await expect(reports.keep(batchId(1), address, patiently)).rejects.toThrow();
    expect(isLetGo).toBe(true);
  });

  it('a report that stalls in the middle is ended, and leaves nothing behind', async () => {
    const { reports } = storage(() => {
      const half = new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from(content)) });
      return new Response(half, { headers: { 'Content-Type': 'text/csv' } });
    });
    await expect(reports.keep(batchId(1), address, { ...patiently, stallMs: 20 })).rejects.toMatchObject({
      code: 'network.cut',
    });
    expect(readdirSync(join(folder, 'reports'))).toEqual([]);
  });

  it('a kept report is found again', async () => {
    const { reports } = storage(typed('text/csv'));
    const path = await reports.keep(batchId(1), address, patiently);
    expect(await reports.find(batchId(1))).toBe(path);
    expect(await reports.find(batchId(2))).toBeUndefined();
  });

  it('a report is fetched without a Bearer header', async () => {
    const { reports, asked } = storage(typed('text/csv'));
    await reports.keep(batchId(1), address, patiently);
    expect(new Headers(asked[0]?.init?.headers).has('authorization')).toBe(false);
  });

  for (const [type, extension] of [
    ['application/json; charset=utf-8', 'json'],
    ['application/x-ndjson', 'jsonl'],
    ['text/csv', 'csv'],
    ['application/octet-stream', 'txt'],
  ] as const) {
    it(`a report is named .${extension} when the storage calls it ${type}`, async () => {
      const { reports } = storage(typed(type));
      expect(basename(await reports.keep(batchId(1), address, patiently))).toBe(`${batchId(1)}.${extension}`);
    });
  }

  it('an expired report address is asked for again, and the error says so', async () => {
    const { reports } = storage(() => new Response('<Error/>', { status: 403 }));
    await expect(reports.keep(batchId(1), address, patiently)).rejects.toMatchObject({
      code: 'upload.address-expired',
    });
  });

  it.each([
    [429, '30', 30],
    [503, 'Fri, 20 Nov 2026 06:30:20 GMT', 20],
    [500, undefined, 0],
  ])('a storage that replies %i with Retry-After “%s” is waited for', async (status, wish, retryAfter) => {
    const headers = { Date: 'Fri, 20 Nov 2026 06:30:00 GMT', ...(wish !== undefined && { 'Retry-After': wish }) };
    const { reports } = storage(() => new Response('<Error/>', { status, headers }));
    await expect(reports.keep(batchId(1), address, patiently)).rejects.toMatchObject({
      code: 'service.unavailable',
      params: { status, retryAfter },
    });
  });

  it.each([204, 307, 400, 404, 410, 501])('a reply of %i is not taken for an overload', async (status) => {
    const { reports } = storage(() => new Response(null, { status }));
    const error: unknown = await reports.keep(batchId(1), address, patiently).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'report.refused', retryable: true, params: { status } });
  });

  it('a report that the storage keeps refusing is given up after half a day', () => {
    const refused = new AppError('report.refused', { status: 404 }).toRecord();
    const asked = { ...sampleBatch(1), reportError: refused, failingSince: 0, failures: 20 };
    const decisionAfter = (now: number) => retryDecision(asked, refused, { now }, asked.reportError);
    expect([decisionAfter(HOUR), decisionAfter(13 * HOUR)]).toEqual(['again', 'give-up']);
  });

  it('a report leaves no half file behind when the connection is cut', async () => {
    const cut = () =>
      new Response(
        new ReadableStream({
          start: (controller) => controller.enqueue(new TextEncoder().encode('half')),
          pull: (controller) => controller.error(Object.assign(new Error('terminated'), { code: 'ECONNRESET' })),
        }),
      );
    const { reports } = storage(cut);
    await expect(reports.keep(batchId(1), address, patiently)).rejects.toMatchObject({ code: 'network.cut' });
    expect(readdirSync(join(folder, 'reports'))).toEqual([]);
  });

  describe('that is too much', () => {
    const endless = () => {
      const piece = new Uint8Array(1_000_000);
      let pieces = 0;
      const body = new ReadableStream({
        pull: (controller) => {
          pieces += 1;
          controller.enqueue(piece);
        },
      });
      return { body, pieces: () => pieces };
    };

    it('is not kept, and no more of it is read', async () => {
      const { body, pieces } = endless();
      const { reports } = storage(() => new Response(body));
      const error: unknown = await reports.keep(batchId(1), address, patiently).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: 'report.too-large', retryable: false });
      expect(pieces() * 1_000_000).toBeLessThan(LARGEST_REPORT + 20_000_000);
      expect(readdirSync(join(folder, 'reports'))).toEqual([]);
    });

    it('is not begun when the storage announces it', async () => {
      const { body, pieces } = endless();
      const headers = { 'Content-Length': String(LARGEST_REPORT + 1) };
      const { reports } = storage(() => new Response(body, { headers }));
      await expect(reports.keep(batchId(1), address, patiently)).rejects.toMatchObject({ code: 'report.too-large' });
      expect(pieces()).toBeLessThan(4);
    });

    it.each(['-1', '1e999', 'NaN', '', '99999999999999999999999'])(
      'is told by its bytes, not by “%s”',
      async (length) => {
        const { reports } = storage(() => new Response(content, { headers: { 'Content-Length': length } }));
        const kept = reports.keep(batchId(1), address, patiently);
        if (Number(length) > LARGEST_REPORT) await expect(kept).rejects.toMatchObject({ code: 'report.too-large' });
        else expect(readFileSync(await kept, 'utf8')).toBe(content);
      },
    );

    it('is packed small, and counts as what it is unpacked', async () => {
      const packed = gzipSync(Buffer.alloc(LARGEST_REPORT + 1), { level: 1 });
      const server = createServer((_, response) =>
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed),
      ).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = z.object({ port: z.number() }).parse(server.address());
      const reports = new Reports(join(folder, 'reports'), { fetch: globalThis.fetch, clock: new FakeClock() });
      const kept = reports.keep(batchId(1), `http://127.0.0.1:${port}/report`, {
        ...patiently,
        reach: { ...reach, thisMachine: true },
      });
      await expect(kept).rejects.toMatchObject({ code: 'report.too-large' });
      server.closeAllConnections();
      server.close();
      expect(readdirSync(join(folder, 'reports'))).toEqual([]);
    });

    it.each([
      ['before it begins', [400_000_000]],
      ['while it comes', [900_000_000, 900_000_000, 499_999_999]],
    ])('leaves the disk the room that others need: %s', async (_, free) => {
      const { body, pieces } = endless();
      const left = [...free];
      const { reports } = storage(
        () => new Response(body),
        () => left.shift() ?? 0,
      );
      const error: unknown = await reports.keep(batchId(1), address, patiently).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: 'report.no-room', retryable: true });
      expect(pieces()).toBeLessThan(60);
      expect(readdirSync(join(folder, 'reports'))).toEqual([]);
    });
  });

  it('a failed report does not reveal its signed address', async () => {
    const { reports } = storage(() => Promise.reject(new TypeError('fetch failed')));
    const error: unknown = await reports.keep(batchId(1), address, patiently).catch((thrown: unknown) => thrown);
    expect(String(error)).not.toContain('canary');
  });
});
