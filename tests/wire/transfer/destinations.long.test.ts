/** @file Attacks on the destination of a file, with real sockets: the listener must not receive a byte. */

import dns from 'node:dns';
import type http from 'node:http';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createGuardedFetch } from '../../../src-main/wire/following/guarded-fetch.ts';
import { Reports } from '../../../src-main/wire/following/report.ts';
import type { FindAll } from '../../../src-main/wire/service/named-address.ts';
import { FakeClock } from '../../fake-clock.ts';
import { batchId } from '../../send/samples.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { networkWith } from '../network/hosts.ts';
import { eavesdropper } from './eavesdropper.ts';
import { put, storage } from './storages.ts';

const strict = { privateNetworks: false, thisMachine: false };
const practising = { privateNetworks: false, thisMachine: true };

function reports(fetch = createGuardedFetch((options) => networkWith().agent(undefined, options))) {
  const folder = temporaryFolder();
  return new Reports(folder, { fetch, clock: new FakeClock() });
}
const line = (reach = strict) => ({ signal: new AbortController().signal, stallMs: 60_000, reach });

/** Lets every name resolve to this machine. */
function rebound() {
  const { lookup } = dns;
  const asked = vi.fn();
  const resolve = (...[, options, done]: Parameters<FindAll>) => {
    asked();
    expect(options.all).toBe(true);
    done(null, [{ address: '127.0.0.1', family: 4 }]);
  };
  Object.assign(dns, { lookup: resolve });
  onTestFinished(() => void Object.assign(dns, { lookup }));
  return asked;
}

/** How a service that was taken over may name the listener. */
const spellings = (port: string) => [
  `http://127.0.0.1:${port}/key`,
  `https://127.0.0.1:${port}/key`,
  `https://user:pw@127.0.0.1:${port}/key`,
  `https://localhost:${port}/key`,
  `https://localhost.:${port}/key`,
  `https://2130706433:${port}/key`,
  `https://0x7f.1:${port}/key`,
  `https://[::ffff:127.0.0.1]:${port}/key`,
  `https://0.0.0.0:${port}/key`,
  `https://storage.example@127.0.0.1:${port}/key`,
];

describe('an address at this machine', () => {
  it('gets no upload and is asked for no report, however it is written', async () => {
    const { heard, port } = await eavesdropper();
    for (const address of spellings(port)) {
      expect(await put(address, { reach: strict }), address).toMatchObject({
        kind: 'failed',
        bodyComplete: false,
        error: { code: 'upload.unsafe-address' },
      });
      await expect(reports().keep(batchId(1), address, line()), address).rejects.toMatchObject({
        code: 'report.unsafe-address',
      });
    }
    expect(heard).toEqual({ connections: 0, bytes: 0 });
  });

  it('gets nothing if a public name only resolves to it', async () => {
    const { heard, port } = await eavesdropper();
    const asked = rebound();
    const address = `https://storage.example:${port}/key`;
    const refusal = { code: 'network.private-address', retryable: true };
    for (const agent of [undefined, networkWith().agent()])
      expect(await put(address, { reach: strict, agent })).toMatchObject({ kind: 'failed', error: refusal });
    await expect(reports().keep(batchId(1), address, line())).rejects.toMatchObject(refusal);
    expect(asked).toHaveBeenCalledTimes(3);
    expect(heard).toEqual({ connections: 0, bytes: 0 });
  });
});

describe('a redirect', () => {
  it('to another host gets no upload, and is asked for no report', async () => {
    const { heard, port } = await eavesdropper();
    const elsewhere = (request: http.IncomingMessage, response: http.ServerResponse) => {
      response.writeHead(307, { Location: `http://127.0.0.1:${port}${request.url}` }).end();
    };
    const address = await storage(elsewhere);
    expect(await put(address)).toMatchObject({ kind: 'refused', error: { code: 'upload.redirected' } });
    for (const fetch of [undefined, globalThis.fetch])
      await expect(reports(fetch).keep(batchId(1), address, line(practising))).rejects.toMatchObject({
        code: 'report.refused',
      });
    expect(heard).toEqual({ connections: 0, bytes: 0 });
  });

  it('of a report within the same storage is followed once', async () => {
    const asked: string[] = [];
    const address = await storage((request, response) => {
      asked.push(request.url ?? '');
      const isFirst = request.url?.startsWith('/bucket/') === true;
      response.writeHead(isFirst ? 307 : 200, isFirst ? { Location: `/regional${request.url}` } : {}).end('{}');
    });
    await reports().keep(batchId(1), address, line(practising));
    expect(asked).toEqual([expect.stringMatching(/^\/bucket/), expect.stringMatching(/^\/regional\/bucket/)]);
  });
});
