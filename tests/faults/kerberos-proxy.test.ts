/** @file The command line behind a real proxy that lets in only users whom Kerberos knows. */

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { beforeAllWith } from '../before-all-with.ts';
import { writeTransactions } from '../cli/transactions.ts';
import { environmentOf, openWorkplace, type Workplace } from '../cli/tranship.ts';
import { atNight } from '../harness/night.ts';
import { Authority } from '../wire/network/authority.ts';
import { type KerberosProxy, type Realm, startKerberosProxy, startRealm } from '../wire/network/kerberos-realm.ts';
import { type SecuredTenant, securedTenant } from '../wire/network/secured-tenant.ts';

let authority: Authority;
let realm: Realm;
let proxy: KerberosProxy;

beforeAllWith(['openssl', 'squid', 'curl', 'a Kerberos server'], async () => {
  authority = new Authority();
  realm = await startRealm();
  proxy = await startKerberosProxy(realm, 'negotiate');
});

afterAll(async () => {
  await proxy?.close();
  await realm?.close();
});

/** A machine on which the environment names the proxy. */
async function openBehindProxy({ tenant, secured }: SecuredTenant): Promise<Workplace> {
  const { baseUrl, tokenUrl } = tenant;
  const workplace = await openWorkplace({
    ...environmentOf({ ...tenant, baseUrl: secured(baseUrl), tokenUrl: secured(tokenUrl) }),
    TRANSHIP_PASSPHRASE: 'a passphrase of some length',
    HTTPS_PROXY: proxy.address,
  });
  onTestFinished(() => workplace[Symbol.asyncDispose]());
  const path = join(workplace.folder, 'authority.pem');
  await writeFile(path, authority.cert);
  await workplace.runProcess(['network', 'authorities', path]);
  return workplace;
}

/** All that Tranship has written and said. */
async function everythingOf(workplace: Workplace): Promise<string> {
  const entries = await readdir(workplace.home, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1')));
  return [workplace.said(), ...texts].join('\n');
}

it('a file is sent with a ticket, and no ticket stands in a log, a file or a message', async () => {
  const place = await securedTenant(authority.host(), proxy.hostName);
  const workplace = await openBehindProxy(place);
  const file = await writeTransactions(workplace, 200);

  const sent = await workplace.runProcess(['send', file, '--wait', '--json'], { environment: realm.signedIn() });
  expect([sent.exitCode, sent.submission.state]).toEqual([0, 'processed']);
  expect(proxy.tunnels()).toEqual(expect.arrayContaining(place.tunnels));

  const everything = await everythingOf(workplace);
  const tokens = place.tunnels.flatMap((tunnel) => proxy.tokens(tunnel));
  expect(tokens.length).toBeGreaterThan(1);
  for (const token of tokens) expect(everything).not.toContain(token.slice(0, 40));
  expect(everything).not.toContain('Proxy-Authorization');
});

it('a file waits for a ticket, and is sent by itself once there is one', async () => {
  const workplace = await openBehindProxy(await securedTenant(authority.host(), proxy.hostName));
  const file = await writeTransactions(workplace, 3);
  const user = realm.signedOut();

  const sending = workplace.startProcess(['send', file, '--wait', '--json'], { environment: user });
  const trouble = await sending.event(({ event }) => event === 'trouble');
  expect(JSON.stringify(trouble)).toContain('network.proxy-ticket');
  realm.signIn(user);
  const sent = await sending.ended;
  expect([sent.exitCode, sent.submission.state]).toEqual([0, 'processed']);
});

atNight(it)(
  'a proxy that accepts only NTLM holds the queue, with a sentence and the exit code of the connection',
  async () => {
    const ntlm = await startKerberosProxy(realm, 'ntlm');
    onTestFinished(() => ntlm.close());
    const workplace = await openBehindProxy(await securedTenant(authority.host(), proxy.hostName));
    const file = await writeTransactions(workplace, 3);
    const environment = { ...realm.signedIn(), HTTPS_PROXY: ntlm.address };
    const held = await workplace.runProcess(['send', file, '--wait'], { environment });
    expect(held.exitCode).toBe(3);
    expect(held.stdout + held.stderr).toContain('it accepts only NTLM, which Tranship does not speak');
  },
);
