import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { afterAll, describe, expect, it } from 'vitest';
import type { ClientIdentity } from '../../../src-main/wire/credentials/client-identity.ts';
import type { Network, NetworkSettings } from '../../../src-main/wire/network/network.ts';
import { toNetworkError } from '../../../src-main/wire/service/network-errors.ts';
import { putRange } from '../../../src-main/wire/transfer/put.ts';
import type { PutOutcome } from '../../../src-main/wire/transfer/storage-reply.ts';
import { beforeAllWith } from '../../before-all-with.ts';
import { reserve, signIn } from '../../practice/requests.ts';
import { everythingIn } from '../service/fixtures.ts';
import { Authority, type Issued } from './authority.ts';
import { closedPort, listen, networkWith, serve, serveSecurely } from './hosts.ts';
import { type RunningProxy, startSquid, startTinyproxy } from './proxies.ts';
import { securedTenant } from './secured-tenant.ts';

const credentials = { username: 'clerk', password: 'canary-password' };
/** Few lines, because the practice tenant validates each of them. */
const content = Buffer.alloc(4 * 1024 * 1024, `${'a line of the export, '.repeat(3000)}\n`);
const folder = mkdtempSync(join(tmpdir(), 'tranship-through-proxy-'));
const path = join(folder, 'export.jsonl');

let authority: Authority;
/** The bank’s own authority, which issues the certificates that a proxy makes up. */
let inspector: Authority;
let host: Issued;
const running: RunningProxy[] = [];
let proxies: Record<'open' | 'locked' | 'encrypted' | 'inspecting', RunningProxy>;

beforeAllWith(['openssl', 'tinyproxy', 'squid'], async () => {
  authority = new Authority();
  inspector = new Authority('Inspecting proxy');
  host = authority.host();
  writeFileSync(path, content);
  const trusted = authority.cert;
  proxies = {
    open: await startTinyproxy(),
    locked: await startTinyproxy(credentials),
    encrypted: await startSquid('encrypted', { proxy: host, trusted }),
    inspecting: await startSquid('inspecting', { proxy: inspector, trusted }),
  };
  running.push(...Object.values(proxies));
});

afterAll(async () => {
  await Promise.all(running.map((proxy) => proxy.close()));
  rmSync(folder, { recursive: true, force: true });
});

/** A network that uses these proxies in this order, as the system names them. */
function through(words: string, authorities = authority.cert): Network {
  return networkWith({ proxy: { mode: 'system' }, authorities }, { systemProxy: async () => words });
}

const place = ({ address }: RunningProxy) => new URL(address).host;

/** A proxy of the settings, with the password if there is one. */
function byHand({ address }: RunningProxy, password?: string): Network {
  const user = password === undefined ? {} : { username: credentials.username };
  const proxy: NetworkSettings['proxy'] = { mode: 'manual', address, bypass: [], ...user };
  const authorities = `${authority.cert}\n${inspector.cert}`;
  return networkWith({ proxy, authorities }, { proxyPassword: async () => password });
}

/** The storages of these tests are on this machine. */
const thisMachine = { privateNetworks: false, thisMachine: true };

function put(address: string, network: Network): Promise<PutOutcome> {
  const sha256 = createHash('sha256').update(content).digest('hex');
  const range = { path, fileBytes: content.length, start: 0, end: content.length, sha256 };
  return putRange({ address, reach: thisMachine, range, signal: new AbortController().signal, agent: network.agent() });
}

/** The error of a request, as the service client reports it. */
async function errorOf(network: Network, address: string) {
  return toNetworkError(
    new URL(address).host,
    await network
      .fetch()(address)
      .catch((thrown: unknown) => thrown),
  );
}

describe.each([
  ['a proxy', 'open', undefined],
  ['a proxy with a password', 'locked', credentials.password],
  ['a proxy that is spoken to in TLS', 'encrypted', undefined],
  ['a proxy that looks into the traffic', 'inspecting', undefined],
] as const)('through %s', (_, kind, password) => {
  it('a token is fetched and a batch is sent and followed through the proxy', async () => {
    const { tenant, secured, tunnels } = await securedTenant(host, proxies[kind].hostName);
    const network = byHand(proxies[kind], password);
    const fetch = network.fetch();
    const { clientId, clientSecret, scope } = tenant;
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, scope };
    const granted = await fetch(secured(tenant.tokenUrl), { method: 'POST', body: new URLSearchParams(form) });
    expect(granted.status).toBe(200);

    const { url, batch_id } = await reserve(tenant);
    expect(await put(url, network)).toEqual({ kind: 'accepted' });

    const Authorization = `Bearer ${await signIn(tenant)}`;
    const status = `${secured(tenant.baseUrl)}/api/transactions/batch/status/${batch_id}`;
    expect(await (await fetch(status, { headers: { Authorization } })).json()).toMatchObject({ batch_id });
    expect(proxies[kind].tunnels()).toEqual(expect.arrayContaining(tunnels));
  });

  it('plain http works through the proxy too', async () => {
    const port = await serve((request, response) => response.end(request.url));
    const address = `http://${proxies[kind].hostName}:${port}/path?query`;
    // A proxy that inspects the traffic takes everything in a tunnel for TLS.
    if (kind === 'inspecting')
      return expect((await errorOf(byHand(proxies[kind]), address)).code).toMatch(/^network\./);
    expect(await (await byHand(proxies[kind], password).fetch()(address)).text()).toBe('/path?query');
  });

  it('this machine is not reached through the proxy', async () => {
    const port = await serve();
    const before = proxies[kind].tunnels().length;
    expect((await byHand(proxies[kind], password).fetch()(`http://127.0.0.1:${port}`)).status).toBe(200);
    expect(proxies[kind].tunnels()).toHaveLength(before);
  });
});

describe('a proxy with a password', () => {
  it.each([
    ['none', undefined],
    ['a wrong one', 'canary-wrong'],
  ])('a proxy with a password is reported when it gets %s, and is not taken for the host', async (_, password) => {
    const error = await errorOf(byHand(proxies.locked, password), 'https://host.example');
    expect(error).toMatchObject({ code: 'network.proxy-credentials', params: { proxy: place(proxies.locked) } });
  });

  it('a missing proxy password fails an upload before a byte of it is sent', async () => {
    expect(await put('https://storage.example/key', byHand(proxies.locked, 'canary-wrong'))).toMatchObject({
      kind: 'failed',
      bodyComplete: false,
      error: { code: 'network.proxy-credentials' },
    });
  });

  it('a proxy gets the password that the environment names', async () => {
    const words = `PROXY clerk:canary-password@${place(proxies.locked)}`;
    const port = await serveSecurely(host);
    expect((await through(words).fetch()(`https://0.0.0.0:${port}`)).status).toBe(200);
  });

  it.each(['canary-wrong', 'canary-password'])('no error contains “%s”', async (password) => {
    const words = `PROXY clerk:${password}@${place(proxies.locked)}; HTTPS clerk:${password}@${place(proxies.locked)}`;
    const address = `https://0.0.0.0:${await closedPort()}`;
    expect(everythingIn(await errorOf(through(words), address))).not.toMatch(/canary|Y2xlcms6/);
  });
});

describe('a proxy that looks into the traffic', () => {
  it('a proxy that inspects the traffic is not trusted without its authority', async () => {
    const port = await serveSecurely(host);
    const address = `https://service.test:${port}`;
    expect(await errorOf(through(`PROXY ${place(proxies.inspecting)}`), address)).toMatchObject({
      code: 'network.untrusted',
      params: { host: `service.test:${port}` },
    });
  });
});

describe('a proxy that is spoken to in TLS', () => {
  it('a proxy over TLS is not trusted without its authority', async () => {
    const words = `HTTPS ${place(proxies.encrypted)}; DIRECT`;
    expect(await errorOf(through(words, ''), 'https://service.test')).toMatchObject({
      code: 'network.untrusted',
      params: { host: place(proxies.encrypted) },
    });
  });

  it('a proxy over TLS does not see the identity that the host behind it gets', async () => {
    const shown: unknown[] = [];
    const demanding = { ...host, ca: authority.cert, requestCert: true, rejectUnauthorized: false };
    const port = await serveSecurely(demanding, (_, response) => response.end('in'));
    const { cert, key } = authority.client('clerk');
    const identity: ClientIdentity = { kind: 'pem', certificate: cert, key };
    const proxy = tls.createServer(demanding, (client) => {
      shown.push(client.getPeerCertificate().subject?.CN);
      client.once('data', () => {
        const tunnel = net.connect(port, '127.0.0.1', () => client.write('HTTP/1.1 200 OK\r\n\r\n'));
        tunnel
          .on('error', () => {})
          .pipe(client.on('error', () => {}))
          .pipe(tunnel);
      });
    });
    const network = through(`HTTPS localhost:${await listen(proxy)}`);
    const response = await network.fetch(async () => identity)(`https://service.test:${port}`);
    expect(await response.text()).toBe('in');
    expect(shown).toEqual([undefined]);
  });
});

describe('a proxy that refuses', () => {
  it('a proxy that refuses is reported with its status, and is not taken for the host', async () => {
    const port = await closedPort();
    const address = `https://0.0.0.0:${port}`;
    const error = await errorOf(through(`PROXY ${place(proxies.open)}; DIRECT`), address);
    expect(error).toMatchObject({
      code: 'network.proxy-refused',
      params: { proxy: place(proxies.open), host: `0.0.0.0:${port}`, status: expect.any(Number) },
    });
    expect(error.params).toMatchObject({ status: 500 });
  });

  it('a proxy that refuses fails an upload before a byte of it is sent', async () => {
    const outcome = await put(`https://0.0.0.0:${await closedPort()}/key`, byHand(proxies.open));
    expect(outcome).toMatchObject({ kind: 'failed', bodyComplete: false, error: { code: 'network.proxy-refused' } });
  });
});

describe('a proxy that cannot be reached', () => {
  it('the next proxy is used when one cannot be reached', async () => {
    const port = await serveSecurely(host);
    const words = `SOCKS s:1; PROXY 127.0.0.1:${await closedPort()}; PROXY ${place(proxies.open)}`;
    expect((await through(words).fetch()(`https://0.0.0.0:${port}`)).status).toBe(200);
  });

  it('the direct route is used when a proxy cannot be reached and the system allows it', async () => {
    const port = await serveSecurely(host);
    const words = `PROXY 127.0.0.1:${await closedPort()}; DIRECT`;
    expect((await through(words).fetch()(`https://0.0.0.0:${port}`)).status).toBe(200);
  });

  it('a proxy that cannot be reached is reported when no other route works either', async () => {
    const [proxy, target] = [await closedPort(), await closedPort()];
    expect(await errorOf(through(`PROXY 127.0.0.1:${proxy}; DIRECT`), `https://0.0.0.0:${target}`)).toMatchObject({
      code: 'network.proxy-unreachable',
      params: { proxy: `127.0.0.1:${proxy}`, reason: 'nothing answers on this port' },
    });
  });

  it('a proxy that hangs up without a reply counts as unreachable', async () => {
    const port = await listen(net.createServer((socket) => socket.end()));
    expect(await errorOf(through(`PROXY 127.0.0.1:${port}`), 'https://host.example')).toMatchObject({
      code: 'network.proxy-unreachable',
    });
  });

  it('a proxy that speaks another protocol counts as unreachable', async () => {
    const port = await listen(net.createServer((socket) => socket.end('220 mail.example ESMTP\r\n\r\n')));
    const error = await errorOf(through(`PROXY 127.0.0.1:${port}`), 'https://host.example');
    expect(error.code).toMatch(/^network\.proxy-/);
  });

  it.each(['PROXY', 'HTTPS'])('a proxy that stays silent is left at once when the request ends (%s)', async (kind) => {
    const gone = Promise.withResolvers<void>();
    const controller = new AbortController();
    const silent = net.createServer((socket) => {
      socket.on('error', () => {}).once('close', gone.resolve);
      socket.once('data', () => controller.abort('enough'));
    });
    const network = through(`${kind} 127.0.0.1:${await listen(silent)}`);
    const { signal } = controller;
    await expect(network.fetch()('https://host.example', { signal })).rejects.toBe('enough');
    await gone.promise;
  });
});

it('a request is repeated over the same tunnel', async () => {
  const port = await serveSecurely(host);
  const fetch = through(`PROXY ${place(proxies.open)}`).fetch();
  const address = `https://0.0.0.0:${port}`;
  for (let time = 0; time < 3; time++) await (await fetch(address)).text();
  expect(proxies.open.tunnels().filter((tunnel) => tunnel === `0.0.0.0:${port}`)).toHaveLength(1);
});

it('an upload through a tunnel to a storage that ignores Expect gets its body after a moment', async () => {
  const port = await listen(
    http.createServer().on('checkContinue', (request: http.IncomingMessage, response: http.ServerResponse) => {
      request.resume().on('end', () => response.end());
    }),
  );
  const sha256 = createHash('sha256').update(content).digest('hex');
  const range = { path, fileBytes: content.length, start: 0, end: content.length, sha256 };
  const agent = byHand(proxies.open).agent();
  const signal = new AbortController().signal;
  const outcome = await putRange({
    address: `http://0.0.0.0:${port}/key`,
    reach: thisMachine,
    range,
    signal,
    agent,
    continueMs: 10,
  });
  expect(outcome).toEqual({ kind: 'accepted' });
});
