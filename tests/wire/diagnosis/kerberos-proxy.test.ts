/** @file What the diagnosis says of proxies that ask for a login other than a password. */

import { createServer } from 'node:net';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { beforeAllWith } from '../../before-all-with.ts';
import { Authority, type Issued } from '../network/authority.ts';
import { listen } from '../network/hosts.ts';
import {
  type Environment,
  type KerberosProxy,
  type Realm,
  startKerberosProxy,
  startRealm,
  ticketsOf,
} from '../network/kerberos-realm.ts';
import { diagnosed, startService } from './world.ts';

let authority: Authority;
let own: Issued;
let realm: Realm;
let proxies: Record<'kerberos' | 'ntlm', KerberosProxy>;
let origin: string;

beforeAllWith(['openssl', 'squid', 'curl', 'a Kerberos server'], async () => {
  authority = new Authority('Provider Root');
  own = authority.host({ days: 90 });
  realm = await startRealm();
  proxies = {
    kerberos: await startKerberosProxy(realm, 'negotiate'),
    ntlm: await startKerberosProxy(realm, 'ntlm'),
  };
});

afterAll(async () => {
  await Promise.all(Object.values(proxies ?? {}).map((proxy) => proxy.close()));
  await realm?.close();
});

beforeEach(async () => {
  const { port } = await startService({ own });
  origin = `https://service.test:${port}`;
});

async function stepsBehind({ address }: KerberosProxy, user: Environment) {
  const proxy = { mode: 'manual', address, bypass: [] } as const;
  return await diagnosed({ origin, proxy, authorities: authority.cert, ticketFor: ticketsOf(user) });
}

it('a user with a ticket gets through in every step', async () => {
  const steps = await stepsBehind(proxies.kerberos, realm.signedIn());
  expect(steps.map(({ step, outcome }) => `${step} ${outcome}`)).toEqual([
    ...['name good', 'proxy good', 'encryption good', 'token good', 'service good'],
    ...['storage skipped', 'clock good', 'limits good'],
  ]);
});

it.each([
  [
    'no ticket',
    'kerberos',
    () => realm.signedOut(),
    /wants a Kerberos ticket .*: this user is not signed in to Kerberos\.$/,
    /lock and unlock the screen/,
  ],
  [
    'a ticket that the proxy does not accept',
    'kerberos',
    () => realm.signedIn('guest'),
    /got a Kerberos ticket of this computer’s user, and does not open/,
    /Ask IT whether this user may use the proxy/,
  ],
  [
    'a proxy that accepts only NTLM',
    'ntlm',
    () => realm.signedIn(),
    /it accepts only NTLM, which Tranship does not speak/,
    /accepts Kerberos \(Negotiate\) or a user name and a password \(Basic\)/,
  ],
] as const)('%s is named in the step of the proxy, with what to do', async (_, kind, user, says, advises) => {
  const steps = await stepsBehind(proxies[kind], user());
  const { address } = proxies[kind];
  expect(steps.find(({ outcome }) => outcome === 'bad')).toMatchObject({
    step: 'proxy',
    sentence: expect.stringMatching(says),
    remedy: expect.stringMatching(advises),
  });
  expect(steps.find(({ step }) => step === 'proxy')?.sentence).toContain(new URL(address).host);
});

describe('a hostile proxy', () => {
  /** Answers each CONNECT with this head; the steps of a diagnosis behind it, and how often a ticket was asked for. */
  async function behindHostile(head: string) {
    let connects = 0;
    let tickets = 0;
    const server = createServer((socket) => {
      socket
        .on('error', () => {})
        .once('data', () => {
          connects += 1;
          socket.end(`${head}\r\n\r\n`);
        });
    });
    const address = `http://localhost:${await listen(server)}`;
    const ticketFor = async () => {
      tickets += 1;
      return 'a ticket';
    };
    const steps = await diagnosed({ origin, proxy: { mode: 'manual', address, bypass: [] }, ticketFor });
    return { step: steps.find(({ outcome }) => outcome === 'bad'), connects, tickets };
  }

  it('that is never satisfied is asked twice, and not again', async () => {
    const met = await behindHostile('HTTP/1.1 407 More\r\nProxy-Authenticate: Negotiate oRQwEqADCgEB');
    expect(met).toMatchObject({ step: { step: 'proxy' }, connects: 2, tickets: 1 });
  });

  it.each([
    'HTTP/1.1 401 No\r\nProxy-Authenticate: Negotiate\r\nWWW-Authenticate: Negotiate',
    'HTTP/1.1 403 No\r\nProxy-Authenticate: Negotiate',
    'HTTP/1.1 407 No\r\nProxy-Authenticate: Basic realm="a, Negotiate"',
  ])('that answers %j gets no ticket', async (head) => {
    expect(await behindHostile(head)).toMatchObject({ step: { step: 'proxy' }, connects: 1, tickets: 0 });
  });
});
