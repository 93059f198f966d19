/** @file Set-ups with one fault each: the diagnosis names the place and the cause. */

import { createServer } from 'node:net';
import tls from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { DiagnosisStep } from '../../../src-shared/contract.ts';
import { beforeAllWith } from '../../before-all-with.ts';
import { FakeClock } from '../../fake-clock.ts';
import { Authority, type Issued } from '../network/authority.ts';
import { closedPort, listen } from '../network/hosts.ts';
import { type RunningProxy, startSquid, startTinyproxy } from '../network/proxies.ts';
import { startInspector, startProxy } from './proxies.ts';
import { diagnosed, type Setup, startService } from './world.ts';

/** Trusted by all set-ups, as the provider's authority would be. */
let authority: Authority;
/** For 127.0.0.1, and for service.test, which only proxies know. */
let own: Issued;

beforeAllWith(['openssl', 'tinyproxy', 'squid'], () => {
  authority = new Authority('Provider Root');
  own = authority.host({ days: 90 });
});

const far = 'https://service.test';
const here = (port: number) => `https://127.0.0.1:${port}`;
const byHand = (address: string) => ({ mode: 'manual', address, bypass: [] }) as const;
const throughProxy = (port: number, username?: string): NonNullable<Setup['proxy']> => ({
  ...byHand(`http://127.0.0.1:${port}`),
  ...(username !== undefined && { username }),
});
/** A real proxy, which ends with the test. */
function ended(proxy: RunningProxy): RunningProxy {
  onTestFinished(() => proxy.close());
  return proxy;
}
const direct = async (options: Partial<Parameters<typeof startService>[0]> = {}): Promise<Setup> => {
  const { port } = await startService({ own, ...options });
  return { origin: here(port), authorities: authority.cert };
};

interface Case {
  setup: () => Promise<Setup>;
  step: DiagnosisStep['step'];
  /** What the sentence says. */
  says: RegExp;
  /** What the advice says. */
  advises: RegExp;
  outcome?: DiagnosisStep['outcome'];
}

const cases: Record<string, Case> = {
  'a name that does not resolve': {
    setup: async () => ({ origin: 'https://api.bank.invalid' }),
    step: 'name',
    says: /api\.bank\.invalid/,
    advises: /VPN|name server/,
  },
  'a closed port': {
    setup: async () => ({ origin: here(await closedPort()) }),
    step: 'proxy',
    says: /nothing answers on this port/,
    advises: /address/,
  },
  'a proxy that is not there': {
    setup: async () => ({ origin: far, proxy: throughProxy(await closedPort()) }),
    step: 'proxy',
    says: /No connection to the proxy 127\.0\.0\.1:\d+ \(set by hand\): nothing answers on this port/,
    advises: /Check the proxy under Settings → Network/,
  },
  'a proxy that wants a password, and none is set': {
    setup: async () => ({ origin: far, proxy: throughProxy((await startProxy(() => ({ status: 407 }))).port) }),
    step: 'proxy',
    says: /requires a user name and a password, and none are set/,
    advises: /Enter the user name and the password/,
  },
  'a proxy that does not take the password': {
    setup: async () => {
      const { port } = await startProxy(() => ({ status: 407 }));
      return { origin: far, proxy: throughProxy(port, 'clerk'), proxyPassword: 'canary-proxy' };
    },
    step: 'proxy',
    says: /does not accept the user name or the password/,
    advises: /password .*again/,
  },
  'a proxy that refuses the host': {
    setup: async () => ({ origin: far, proxy: throughProxy((await startProxy(() => ({ status: 403 }))).port) }),
    step: 'proxy',
    says: /refuses the connection to service\.test \(it answered 403\)/,
    advises: /Ask IT to allow service\.test/,
  },
  'a proxy that cannot reach the host': {
    setup: async () => ({ origin: far, proxy: throughProxy((await startProxy(() => ({ status: 503 }))).port) }),
    step: 'proxy',
    says: /answers, but cannot reach service\.test/,
    advises: /spelling/,
  },
  'something that is no proxy': {
    setup: async () => {
      const server = createServer((socket) => socket.end('220 mail.bank.example ESMTP ready\r\n'));
      return { origin: far, proxy: throughProxy(await listen(server)) };
    },
    step: 'proxy',
    says: /is not a proxy: its answer is not HTTP/,
    advises: /which one is right/,
  },
  'a proxy that inspects the traffic with an authority of its own': {
    setup: async () => {
      const gateway = new Authority('Acme Bank Web Gateway CA');
      const { port: upstream } = await startService({ own });
      const inspector = await startInspector(gateway.host(), upstream);
      const { port } = await startProxy(() => ({ port: inspector }));
      return { origin: far, proxy: throughProxy(port), authorities: authority.cert };
    },
    step: 'encryption',
    says: /issued by “Acme Bank Web Gateway CA”, which this computer does not trust: a proxy inspects the traffic/,
    advises: /“Acme Bank Web Gateway CA”.*Settings → Network/,
  },
  'tinyproxy with a password that is wrong': {
    setup: async () => {
      const { port } = await startService({ own });
      const proxy = ended(await startTinyproxy({ username: 'clerk', password: 'canary-right' }));
      const origin = `https://${proxy.hostName}:${port}`;
      return { origin, proxy: { ...byHand(proxy.address), username: 'clerk' }, proxyPassword: 'canary-wrong' };
    },
    step: 'proxy',
    says: /does not accept the user name or the password/,
    advises: /password .*again/,
  },
  'tinyproxy that does not know the name either': {
    setup: async () => {
      const proxy = ended(await startTinyproxy());
      return { origin: 'https://api.bank.invalid', proxy: byHand(proxy.address) };
    },
    step: 'proxy',
    says: /answers, but cannot reach api\.bank\.invalid/,
    advises: /spelling/,
  },
  'squid that inspects the traffic with an authority of its own': {
    setup: async () => {
      const { port } = await startService({ own });
      const gateway = new Authority('Acme Bank Squid CA');
      const proxy = ended(await startSquid('inspecting', { proxy: gateway, trusted: authority.cert }));
      const origin = `https://${proxy.hostName}:${port}`;
      return { origin, proxy: byHand(proxy.address), authorities: authority.cert };
    },
    step: 'encryption',
    says: /issued by “Acme Bank Squid CA”, which this computer does not trust: a proxy inspects the traffic/,
    advises: /“Acme Bank Squid CA”.*Settings → Network/,
  },
  'an expired certificate': {
    setup: () => direct({ own: authority.host({ days: -1 }) }),
    step: 'encryption',
    says: /The certificate of 127\.0\.0\.1:\d+ expired on \d+ \w+ \d{4}/,
    advises: /renew the certificate/,
  },
  'the certificate of another host': {
    setup: () => direct({ own: authority.host({ names: 'DNS:www.elsewhere.example' }) }),
    step: 'encryption',
    says: /belongs to another host: www\.elsewhere\.example/,
    advises: /Check the address/,
  },
  'a certificate that is signed by itself': {
    setup: () => direct({ own: new Authority('127.0.0.1') }),
    step: 'encryption',
    says: /self-signed/,
    advises: /add it under Settings → Network/,
  },
  'a server that demands a client certificate (TLS 1.3)': {
    setup: () => direct({ tls: { requestCert: true, rejectUnauthorized: true, ca: authority.cert } }),
    step: 'encryption',
    says: /demands a client certificate, and this connection has none/,
    advises: /Ask the provider for a client certificate/,
  },
  'a server that demands a client certificate (TLS 1.2)': {
    setup: () =>
      direct({ tls: { requestCert: true, rejectUnauthorized: true, ca: authority.cert, maxVersion: 'TLSv1.2' } }),
    step: 'encryption',
    says: /demands a client certificate, and this connection has none/,
    advises: /Ask the provider for a client certificate/,
  },
  'a server that closes the connection as soon as it is encrypted': {
    setup: async () => {
      const server = tls.createServer(own, (socket) => socket.end());
      return { origin: here(await listen(server)), authorities: authority.cert };
    },
    step: 'encryption',
    says: /closes the connection as soon as it is encrypted. Hosts that demand a client certificate do so/,
    advises: /Ask the provider whether a client certificate is needed/,
  },
  'a firewall that cuts encrypted connections': {
    setup: async () => {
      const server = createServer((socket) => socket.once('data', () => socket.resetAndDestroy()));
      return { origin: here(await listen(server)) };
    },
    step: 'encryption',
    says: /closed the connection while it was being encrypted/,
    advises: /firewall or a proxy cuts/,
  },
  'a server that demands a client certificate, and says so in a page': {
    setup: async () => {
      const page = '<html><title>400 No required SSL certificate was sent</title></html>';
      return direct({ root: { status: 400, body: page } });
    },
    step: 'encryption',
    says: /demands a client certificate, and this connection has none/,
    advises: /Ask the provider for a client certificate/,
  },
  'a client certificate that has expired': {
    setup: async () => {
      const { cert, key } = authority.client('client', { days: -1 });
      const setup = await direct({ tls: { requestCert: true, rejectUnauthorized: true, ca: authority.cert } });
      const certificate = { subject: 'client', issuer: 'Provider Root', validUntil: Date.UTC(2025, 2, 1) };
      return { ...setup, certificate, identity: { kind: 'pem', certificate: cert, key } };
    },
    step: 'encryption',
    says: /does not accept the client certificate “client”: it expired on 1 Mar 2025/,
    advises: /another client certificate/,
  },
  'a server that supports only TLS 1.1': {
    setup: () => direct({ tls: { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT:@SECLEVEL=0' } }),
    step: 'encryption',
    says: /supports only TLS 1\.1, which is no longer safe/,
    advises: /old proxy/,
  },
  'a server that does not encrypt': {
    setup: async () => {
      const server = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
      return { origin: here(await listen(server)) };
    },
    step: 'encryption',
    says: /is not encrypted/,
    advises: /Check the port/,
  },
  'a host that goes away meanwhile': {
    setup: async () => {
      const server = createServer(() => server.close());
      return { origin: here(await listen(server)) };
    },
    step: 'encryption',
    says: /No connection to 127\.0\.0\.1:\d+: nothing answers on this port/,
    advises: /address/,
  },
  'an authority in the settings that is not complete': {
    setup: async () => ({ ...(await direct()), authorities: '-----BEGIN CERTIFICATE-----\ncanary' }),
    step: 'encryption',
    says: /The additional certificates are not valid/,
    advises: /PEM file/,
  },
  'a wrong secret': {
    setup: () =>
      direct({ token: { status: 400, body: { error: 'invalid_client', error_description: 'Bad credentials.' } } }),
    step: 'token',
    says: /The client id or the secret was not accepted.*“invalid_client: Bad credentials”\.$/,
    advises: /enter the secret again/,
  },
  'a wrong scope': {
    setup: () => direct({ token: { status: 400, body: { error: 'invalid_scope' } } }),
    step: 'token',
    says: /The scope was not accepted/,
    advises: /tenant\/<tenant-id>/,
  },
  'a token address that does not exist': {
    setup: () => direct({ token: { status: 404, body: '<html></html>' } }),
    step: 'token',
    says: /token address does not exist/,
    advises: /Check the token address/,
  },
  'a sign-in page of the network in between': {
    setup: () => direct({ token: { status: 302, headers: { location: 'https://portal.hotel.example/login' } } }),
    step: 'token',
    says: /redirected to portal\.hotel\.example/,
    advises: /sign in to the network/,
  },
  'a web filter that answers in place of the sign-in': {
    setup: () => direct({ token: { status: 403, body: '<html><title>Blocked by policy</title></html>' } }),
    step: 'token',
    says: /answered 403 with a web page, as proxies and firewalls do/,
    advises: /blocks 127/,
  },
  'a page of the network in place of a token': {
    setup: () => direct({ token: { status: 200, body: '<html><title>Welcome to the guest network</title></html>' } }),
    step: 'token',
    says: /was answered with a web page \(status 200\)/,
    advises: /sign in to the network/,
  },
  'a gateway of the sign-in that is unwell': {
    setup: () => direct({ token: { status: 502, body: '<html><title>Bad Gateway</title></html>' } }),
    step: 'token',
    says: /^The service is not available\..*502: Bad Gateway/,
    advises: /by itself/,
  },
  'a missing permission': {
    setup: () => direct({ status: { status: 403, body: { message: 'Forbidden' } } }),
    step: 'service',
    says: /403: the credentials are valid but do not include this permission/,
    advises: /enable batch upload/,
  },
  'a wrong base path': {
    setup: async () => ({ ...(await direct()), path: '/wrong' }),
    step: 'service',
    says: /The base address is wrong: .* answered 404/,
    advises: /base address/,
  },
  'a base address that leads on elsewhere': {
    setup: () => direct({ status: { status: 307, headers: { location: 'https://portal.hotel.example/' } } }),
    step: 'service',
    says: /redirects to portal\.hotel\.example instead of answering/,
    advises: /base address/,
  },
  'a gateway that does not know the path': {
    setup: () => direct({ status: { status: 404, body: { message: 'no Route matched with those values' } } }),
    step: 'service',
    says: /may mean that the base address is wrong/,
    advises: /base address/,
    outcome: 'doubtful',
  },
  'a clock that is an hour off': {
    setup: () => direct({ date: new Date(Date.now() + 3_600_000) }),
    step: 'clock',
    says: /is 1 hour behind the service’s|is 59 minutes 59 seconds behind/,
    advises: /set the time automatically/,
    outcome: 'doubtful',
  },
  'a storage host that is blocked': {
    setup: async () => {
      const { port: upstream } = await startService({ own });
      const { port } = await startProxy((target) =>
        target.startsWith('service.') ? { port: upstream } : { status: 403 },
      );
      const storageAddress = 'https://bucket.storage.example';
      return { origin: far, proxy: throughProxy(port), authorities: authority.cert, storageAddress };
    },
    step: 'storage',
    says: /The storage: .*refuses the connection to bucket\.storage\.example/,
    advises: /allow bucket\.storage\.example/,
  },
  'a storage host that is blocked, and known only when it is asked for': {
    setup: async () => {
      const { port: upstream } = await startService({ own, storage: 'https://bucket.storage.example' });
      const { port } = await startProxy((target) =>
        target.startsWith('service.') ? { port: upstream } : { status: 403 },
      );
      return { origin: far, proxy: throughProxy(port), authorities: authority.cert, askForStorage: true };
    },
    step: 'storage',
    says: /refuses the connection to bucket\.storage\.example/,
    advises: /allow/,
  },
  'a host that accepts and never answers': {
    setup: async () => {
      const clock = new FakeClock(Date.now());
      const silent = createServer((socket) => socket.once('data', () => void clock.advance(5000)));
      return { origin: here(await listen(silent)), clock };
    },
    step: 'encryption',
    says: /accepts the connection, but does not answer/,
    advises: /firewall/,
  },
};

describe('the diagnosis of a broken set-up', () => {
  it.each(Object.entries(cases))('names the cause: %s', async (_, { setup, step, says, advises, outcome = 'bad' }) => {
    const steps = await diagnosed(await setup());
    const fault = steps.find((one) => one.outcome === outcome);
    expect(fault).toMatchObject({
      step,
      sentence: expect.stringMatching(says),
      remedy: expect.stringMatching(advises),
    });
    expect(steps.filter((one) => one.outcome === 'bad' && one.step !== step)).toEqual([]);
    expect(JSON.stringify(steps)).not.toMatch(/canary/);
  });
});
