/** @file A proxy that lets in only users whom Kerberos knows: a real squid, in a real realm. */

import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type http from 'node:http';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Network } from '../../../src-main/wire/network/network.ts';
import { parseProxyAddress } from '../../../src-main/wire/network/proxy.ts';
import type { TicketFor } from '../../../src-main/wire/network/proxy-login.ts';
import { toNetworkError } from '../../../src-main/wire/service/network-errors.ts';
import { putRange } from '../../../src-main/wire/transfer/put.ts';
import { beforeAllWith } from '../../before-all-with.ts';
import { reserve } from '../../practice/requests.ts';
import { everythingIn } from '../service/fixtures.ts';
import { Authority, type Issued } from './authority.ts';
import { closedPort, listen, networkWith, serve, serveSecurely } from './hosts.ts';
import {
  type Environment,
  type KerberosProxy,
  type Realm,
  startKerberosProxy,
  startRealm,
  ticketsOf,
} from './kerberos-realm.ts';
import { securedTenant } from './secured-tenant.ts';

const content = Buffer.alloc(8 * 1024 * 1024, `${'a line of the export, '.repeat(3000)}\n`);
const folder = mkdtempSync(join(tmpdir(), 'tranship-negotiate-'));
const path = join(folder, 'export.jsonl');

let authority: Authority;
let host: Issued;
let realm: Realm;
let proxies: Record<'kerberos' | 'both' | 'ntlm', KerberosProxy>;
/** A web server behind the proxies. */
let web: string;

beforeAllWith(['openssl', 'squid', 'curl', 'a Kerberos server'], async () => {
  authority = new Authority();
  host = authority.host();
  writeFileSync(path, content);
  realm = await startRealm();
  proxies = {
    kerberos: await startKerberosProxy(realm, 'negotiate'),
    both: await startKerberosProxy(realm, 'negotiate', 'basic'),
    ntlm: await startKerberosProxy(realm, 'ntlm'),
  };
});

afterAll(async () => {
  await Promise.all(Object.values(proxies ?? {}).map((proxy) => proxy.close()));
  await realm?.close();
  rmSync(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  web = `https://service.test:${await serveSecurely(host)}`;
});

interface User {
  tickets?: Environment;
  ticketFor?: TicketFor;
  password?: string;
}

/** The network of a user behind the proxy of the settings. */
function behind({ address }: { address: string }, { tickets, ticketFor, password }: User): Network {
  const user = password === undefined ? {} : { username: 'clerk' };
  const own = ticketFor ?? ticketsOf(tickets ?? realm.signedOut());
  return networkWith(
    { proxy: { mode: 'manual', address, bypass: [], ...user }, authorities: authority.cert },
    { proxyPassword: async () => password, ticketFor: own },
  );
}

/** Fails the test when it is asked. */
const noTickets: TicketFor = async () => {
  throw new Error('A ticket was asked for.');
};

async function errorOf(network: Network, address = web) {
  const reply = await network
    .fetch()(address)
    .catch((thrown: unknown) => thrown);
  if (reply instanceof Response) throw new Error(`It was let through: ${reply.status}`);
  return toNetworkError(new URL(address).host, reply);
}

const place = ({ address }: { address: string }) => new URL(address).host;
const to = (target: string) => new URL(target).host;

/** Waits until squid, which may print later than it replies, has printed this many requests; there must be no more. */
async function expectConnects(proxy: KerberosProxy, count: number): Promise<void> {
  await expect.poll(() => proxy.tunnels().filter((tunnel) => tunnel === to(web)).length).toBe(count);
}

/** The tokens that squid was shown on the way to a web server of this test, once it has printed this many. */
async function tokensShown(count: number, address = web): Promise<readonly string[]> {
  const tokens = () => proxies.kerberos.tokens(to(address));
  await expect.poll(() => tokens().length).toBe(count);
  return tokens();
}

describe('a user with a ticket', () => {
  it('a token is fetched through the proxy', async () => {
    const { tenant, secured } = await securedTenant(host, 'service.test');
    const { clientId, clientSecret, scope } = tenant;
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, scope };
    const fetch = behind(proxies.kerberos, { tickets: realm.signedIn() }).fetch();
    const granted = await fetch(secured(tenant.tokenUrl), { method: 'POST', body: new URLSearchParams(form) });
    expect(granted.status).toBe(200);
  });

  it('an upload goes through the tunnel as it is, with its length', async () => {
    const heads: http.IncomingHttpHeaders[] = [];
    const { tenant } = await securedTenant(host, 'service.test', ({ headers }) => {
      heads.push(headers);
      return false;
    });
    const { url, batch_id } = await reserve(tenant);
    const sha256 = createHash('sha256').update(content).digest('hex');
    const outcome = await putRange({
      address: url,
      reach: { privateNetworks: false, thisMachine: true },
      range: { path, fileBytes: content.length, start: 0, end: content.length, sha256 },
      signal: new AbortController().signal,
      agent: behind(proxies.kerberos, { tickets: realm.signedIn() }).agent(),
    });
    expect(outcome).toEqual({ kind: 'accepted' });
    expect(heads).toEqual([expect.objectContaining({ 'content-length': String(content.length) })]);
    expect(heads[0]).not.toHaveProperty('transfer-encoding');
    expect(everythingIn(heads)).not.toContain('Negotiate');
    expect(tenant.batches().find(({ batchId }) => batchId === batch_id)).toMatchObject({ sha256 });
  });

  it('plain http goes through a tunnel too', async () => {
    const address = `http://service.test:${await serve((request, response) => response.end(request.url))}/path`;
    const response = await behind(proxies.kerberos, { tickets: realm.signedIn() }).fetch()(address);
    expect(await response.text()).toBe('/path');
  });

  it('the proxy is asked first, and gets one ticket for all requests over one connection', async () => {
    const fetch = behind(proxies.kerberos, { tickets: realm.signedIn() }).fetch();
    for (let time = 0; time < 3; time++) await (await fetch(web)).text();
    await expectConnects(proxies.kerberos, 2);
    await tokensShown(1);
  });

  it('no ticket is used for two connections', async () => {
    const network = behind(proxies.kerberos, { tickets: realm.signedIn() });
    await Promise.all([0, 1, 2].map(async () => (await network.fetch()(web)).text()));
    expect(new Set(await tokensShown(3)).size).toBe(3);
  });

  it('tickets are asked for the proxy’s name alone, and none to be passed on', async () => {
    const before = realm.asked().length;
    await behind(proxies.kerberos, { tickets: realm.signedIn() }).fetch()(web);
    expect(new Set(realm.asked().slice(before))).toEqual(new Set(['HTTP/localhost@BANK.TEST']));
  });

  it('a proxy that does not accept the ticket is asked twice, and not again', async () => {
    const error = await errorOf(behind(proxies.kerberos, { tickets: realm.signedIn('guest') }));
    expect(error).toMatchObject({
      code: 'network.proxy-ticket-refused',
      params: { proxy: place(proxies.kerberos) },
      retryable: false,
    });
    await expectConnects(proxies.kerberos, 2);
  });

  it('a host that the proxy does not reach is reported as such, in spite of the ticket', async () => {
    const target = `https://service.test:${await closedPort()}`;
    const error = await errorOf(behind(proxies.kerberos, { tickets: realm.signedIn() }), target);
    expect(error).toMatchObject({ code: 'network.proxy-refused', params: { status: 503 } });
  });

  it('no error contains a token', async () => {
    const error = await errorOf(behind(proxies.kerberos, { tickets: realm.signedIn('guest') }));
    for (const token of await tokensShown(1)) expect(everythingIn(error)).not.toContain(token.slice(0, 20));
  });
});

describe('a user without a ticket', () => {
  it.each([
    ['has never signed in', () => realm.signedOut(), 'this user is not signed in to Kerberos'],
    ['has one that expired', () => realm.expired(), 'the sign-in of this user has expired'],
    [
      'is outside of the bank’s network',
      () => realm.cutOff(),
      'the Kerberos server cannot be reached; is this computer in the bank’s network?',
    ],
  ])('is told why, where the user %s', async (_, tickets, reason) => {
    const error = await errorOf(behind(proxies.kerberos, { tickets: await tickets() }));
    expect(error).toMatchObject({ code: 'network.proxy-ticket', retryable: true });
    expect(error.params).toMatchObject({ proxy: place(proxies.kerberos), reason });
    await expectConnects(proxies.kerberos, 1);
  });

  it('gets through with a later request, once there is a ticket', async () => {
    let tickets = realm.signedOut();
    const fetch = behind(proxies.kerberos, { ticketFor: (...asked) => ticketsOf(tickets)(...asked) }).fetch();
    await expect(fetch(web)).rejects.toMatchObject({ code: 'network.proxy-ticket' });
    tickets = realm.signedIn();
    expect((await fetch(web)).status).toBe(200);
  });

  it('an upload fails before a byte of it is sent', async () => {
    const sha256 = createHash('sha256').update(content).digest('hex');
    const outcome = await putRange({
      address: `${web}/key`,
      reach: { privateNetworks: false, thisMachine: true },
      range: { path, fileBytes: content.length, start: 0, end: content.length, sha256 },
      signal: new AbortController().signal,
      agent: behind(proxies.kerberos, {}).agent(),
    });
    expect(outcome).toMatchObject({ kind: 'failed', bodyComplete: false, error: { code: 'network.proxy-ticket' } });
  });

  it('a proxy that the settings name by its IP address gets no ticket', async () => {
    const address = proxies.kerberos.address.replace('localhost', '127.0.0.1');
    const error = await errorOf(behind({ address }, { tickets: realm.signedIn() }));
    expect(error).toMatchObject({ code: 'network.proxy-login', retryable: false });
    expect(error.detail).toContain('not by an IP address');
  });
});

describe('a proxy that takes a password too', () => {
  it('gets the password that is set for it, and no ticket', async () => {
    const network = behind(proxies.both, { ticketFor: noTickets, password: 'canary-basic' });
    expect((await network.fetch()(web)).status).toBe(200);
  });

  it('gets no ticket in place of a wrong password', async () => {
    const error = await errorOf(behind(proxies.both, { ticketFor: noTickets, password: 'canary-wrong' }));
    expect(error).toMatchObject({ code: 'network.proxy-credentials' });
  });

  it('gets a ticket where no password is set', async () => {
    expect((await behind(proxies.both, { tickets: realm.signedIn() }).fetch()(web)).status).toBe(200);
  });
});

it('a proxy that takes no password gets a ticket, even if a password is set', async () => {
  const network = behind(proxies.kerberos, { tickets: realm.signedIn(), password: 'canary-basic' });
  expect((await network.fetch()(web)).status).toBe(200);
});

it('a proxy that accepts only NTLM is named with it, and gets no ticket', async () => {
  const error = await errorOf(behind(proxies.ntlm, { ticketFor: noTickets }));
  expect(error).toMatchObject({ code: 'network.proxy-login', retryable: false });
  expect(error.detail).toContain('it accepts only NTLM, which Tranship does not speak');
  await expectConnects(proxies.ntlm, 1);
});

it('nothing takes a way around a proxy for which there is no ticket', async () => {
  const words = `PROXY ${place(proxies.kerberos)}; DIRECT`;
  const network = networkWith(
    { proxy: { mode: 'system' }, authorities: authority.cert },
    { systemProxy: async () => words, ticketFor: ticketsOf(realm.signedOut()) },
  );
  // Without a proxy, this address leads to the web server.
  const reachable = `https://0.0.0.0:${new URL(web).port}`;
  expect(await errorOf(network, reachable)).toMatchObject({ code: 'network.proxy-ticket' });
});

describe('a proxy that is spoken to in TLS', () => {
  /** Opens a tunnel to the web server for the second CONNECT of each two. */
  async function encrypted(): Promise<{ address: string; requests: string[] }> {
    const requests: string[] = [];
    const server = tls.createServer(host, (client) => {
      client
        .on('error', () => {})
        .once('data', (bytes) => {
          requests.push(String(bytes));
          if (requests.length === 1) {
            client.end('HTTP/1.1 407 No\r\nProxy-Authenticate: Negotiate\r\n\r\n');
            return;
          }
          const beyond = net.connect(Number(new URL(web).port), '127.0.0.1', () => {
            client.write('HTTP/1.1 200 OK\r\n\r\n');
            client
              .pipe(beyond)
              .on('error', () => {})
              .pipe(client);
          });
        });
    });
    return { address: `https://localhost:${await listen(server)}`, requests };
  }

  it('gets the ticket of the user', async () => {
    const proxy = await encrypted();
    expect((await behind(proxy, { tickets: realm.signedIn() }).fetch()(web)).status).toBe(200);
    expect(proxy.requests.map((request) => request.includes('Negotiate'))).toEqual([false, true]);
  });

  it('gets nothing while its certificate is not trusted', async () => {
    const { address, requests } = await encrypted();
    const network = networkWith({ proxy: { mode: 'manual', address, bypass: [] } }, { ticketFor: noTickets });
    expect(await errorOf(network)).toMatchObject({ code: 'network.untrusted' });
    expect(requests).toEqual([]);
  });
});

describe('a host that is not the proxy', () => {
  const wanting =
    (status: number): http.RequestListener =>
    (_, response) =>
      response.writeHead(status, { 'Proxy-Authenticate': 'Negotiate', 'WWW-Authenticate': 'Negotiate' }).end();

  it.each([401, 407])('gets no ticket when it asks for one with %i, reached directly', async (status) => {
    const address = `http://127.0.0.1:${await serve(wanting(status))}`;
    const network = networkWith({ proxy: { mode: 'none' } }, { ticketFor: noTickets });
    expect((await network.fetch()(address)).status).toBe(status);
  });

  it.each([401, 407])('gets no ticket when it asks for one with %i, reached through the proxy', async (status) => {
    const address = `https://service.test:${await serveSecurely(host, wanting(status))}`;
    const network = behind(proxies.kerberos, { tickets: realm.signedIn() });
    expect((await network.fetch()(address)).status).toBe(status);
    await tokensShown(1, address);
  });
});

describe('a hostile proxy', () => {
  /** Answers each CONNECT with this head, and notes the requests. */
  async function hostile(head: string): Promise<{ address: string; requests: string[] }> {
    const requests: string[] = [];
    const server = net.createServer((socket) => {
      socket.once('data', (bytes) => {
        requests.push(String(bytes));
        socket.end(`${head}\r\n\r\n`);
      });
    });
    return { address: `http://localhost:${await listen(server)}`, requests };
  }

  it('that is never satisfied gets one ticket and no more', async () => {
    const proxy = await hostile('HTTP/1.1 407 More\r\nProxy-Authenticate: Negotiate oRQwEqADCgEBoQsGCSqGSIb3EgECAg==');
    const error = await errorOf(behind(proxy, { tickets: realm.signedIn() }));
    expect(error.code).toBe('network.proxy-ticket-refused');
    expect(proxy.requests.map((request) => request.includes('Negotiate'))).toEqual([false, true]);
  });

  it.each([
    ['asks as a web server does', 'HTTP/1.1 401 No\r\nWWW-Authenticate: Negotiate\r\nProxy-Authenticate: Negotiate'],
    ['sends elsewhere', 'HTTP/1.1 305 Use\r\nLocation: http://other.test:3128\r\nProxy-Authenticate: Negotiate'],
    ['refuses', 'HTTP/1.1 403 No\r\nProxy-Authenticate: Negotiate'],
    ['only mentions it', 'HTTP/1.1 407 No\r\nProxy-Authenticate: Basic realm="a, Negotiate"'],
  ])('that %s gets no ticket', async (_, head) => {
    const proxy = await hostile(head);
    const error = await errorOf(behind(proxy, { ticketFor: noTickets }));
    expect(error.code).toMatch(/^network\.proxy-(credentials|refused)$/);
    expect(proxy.requests).toHaveLength(1);
  });

  it('gets a ticket for no other name than its own, whatever it asks for', async () => {
    const proxy = await hostile('HTTP/1.1 407 No\r\nProxy-Authenticate: Negotiate realm="HTTP/files.bank.test"');
    const before = realm.asked().length;
    await errorOf(behind(proxy, { tickets: realm.signedIn() }));
    expect(new Set(realm.asked().slice(before))).toEqual(new Set(['HTTP/localhost@BANK.TEST']));
  });
});

it('the name of the proxy is not replaced by that of another host', async () => {
  const before = realm.asked().length;
  const proxy = parseProxyAddress('http://proxy.bank.example:3128');
  if (proxy === undefined) throw new Error('no address');
  const ticket = ticketsOf(realm.signedIn())(proxy, new AbortController().signal);
  await expect(ticket).rejects.toMatchObject({
    code: 'network.proxy-ticket',
    params: { reason: 'Kerberos does not know it by the name proxy.bank.example' },
  });
  expect(realm.asked().slice(before)).toContain('HTTP/proxy.bank.example@BANK.TEST');
});
