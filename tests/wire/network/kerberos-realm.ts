/**
 * @file A Kerberos realm of a test: MIT's server from Debian on 127.0.0.1 with users, and squid as the realm's proxy. All
 * are processes that end with the test.
 */

import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { curlOfSystem, ticketsFrom } from '../../../src-main/wire/network/kerberos-ticket.ts';
import type { TicketFor } from '../../../src-main/wire/network/proxy-login.ts';
import { WAIT_MS } from '../../patience.ts';
import { Program, type RunningProxy, runSquid } from './proxies.ts';
import { reservePort } from './reserved-port.ts';

const REALM = 'BANK.TEST';
/** The only service that the realm knows. */
const SERVICE = 'HTTP/localhost';
const PASSWORD = 'canary-password';

/** One who uses this machine: where programs find the realm and the tickets. */
export type Environment = Readonly<Record<'KRB5_CONFIG' | 'KRB5CCNAME', string>>;

export interface Realm {
  /** A user with a ticket of their own. `guest` may not use the proxy. */
  signedIn: (user?: 'clerk' | 'guest') => Environment;
  /** Gets a ticket for `clerk` where this user keeps tickets. */
  signIn: (user: Environment) => void;
  /** A user whose ticket has expired. */
  expired: () => Promise<Environment>;
  /** A user who has never signed in. */
  signedOut: () => Environment;
  /** A user with a ticket, on a machine that does not reach the realm's server. */
  cutOff: () => Environment;
  /** For whom tickets were asked so far, `Service@REALM` each, besides those of users who sign in. */
  asked: () => readonly string[];
  /** The files that its proxy needs: the keys, and where the realm is. */
  files: { keys: string; configuration: string };
  close: () => Promise<void>;
}

export async function startRealm(): Promise<Realm> {
  await using reserved = await reservePort();
  const { port } = reserved;
  const folder = mkdtempSync(join(tmpdir(), 'tranship-realm-'));
  const file = (name: string) => join(folder, name);
  writeFileSync(file('krb5.conf'), clientConfiguration(port));
  // Nothing listens on port 1 of this machine.
  writeFileSync(file('cut-off.conf'), clientConfiguration(1));
  writeFileSync(
    file('kdc.conf'),
    [
      '[kdcdefaults]',
      'kdc_listen = ""',
      `kdc_tcp_listen = 127.0.0.1:${port}`,
      '[realms]',
      `${REALM} = {`,
      `  database_name = ${file('principals')}`,
      `  key_stash_file = ${file('stash')}`,
      '}',
      '[logging]',
      'kdc = STDERR',
    ].join('\n'),
  );
  const environment = { KRB5_CONFIG: file('krb5.conf'), KRB5_KDC_PROFILE: file('kdc.conf') };
  const administer = (...order: string[]) =>
    execFileSync('/usr/sbin/kadmin.local', ['-r', REALM, ...order], {
      env: { ...process.env, ...environment },
      stdio: 'ignore',
    });
  execFileSync('/usr/sbin/kdb5_util', ['-r', REALM, 'create', '-s', '-P', 'the master key of a test'], {
    env: { ...process.env, ...environment },
    stdio: 'ignore',
  });
  for (const user of ['clerk', 'guest']) administer('addprinc', '-pw', PASSWORD, user);
  administer('addprinc', '-randkey', SERVICE);
  administer('ktadd', '-k', file('keys'), SERVICE);
  const server = new Program('/usr/sbin/krb5kdc', ['-n', '-r', REALM], environment);
  await server.says(/commencing operation/);

  let users = 0;
  const userOf = (configuration = 'krb5.conf') => {
    users += 1;
    return { KRB5_CONFIG: file(configuration), KRB5CCNAME: `FILE:${file(`tickets-${users}`)}` };
  };
  const signIn = (user: string, env: Environment, ...options: string[]) =>
    void execFileSync('/usr/bin/kinit', [...options, user], {
      env: { ...process.env, ...env },
      input: `${PASSWORD}\n`,
    });
  return {
    signedIn: (user = 'clerk') => {
      const env = userOf();
      signIn(user, env);
      return env;
    },
    signIn: (env) => signIn('clerk', env),
    expired: async () => {
      const env = userOf();
      signIn('clerk', env, '-l', '1s');
      // Kerberos counts full seconds, and does not always round them alike.
      const end = Date.now() + 2000;
      await vi.waitUntil(() => Date.now() > end && !hasTicket(env), { timeout: WAIT_MS });
      return env;
    },
    signedOut: () => userOf(),
    cutOff: () => {
      const env = userOf('cut-off.conf');
      signIn('clerk', { ...env, KRB5_CONFIG: file('krb5.conf') });
      return env;
    },
    asked: () => [...server.output.matchAll(/TGS_REQ .* for ([^\s,]+)/g)].map(([, service]) => service ?? ''),
    files: { keys: file('keys'), configuration: file('krb5.conf') },
    close: () => server.end(folder),
  };
}

/** Names are taken as they are written: this machine's name service is no part of the test. */
function clientConfiguration(port: number): string {
  const defaults = ['dns_lookup_kdc', 'dns_lookup_realm', 'dns_canonicalize_hostname', 'rdns'];
  return [
    '[libdefaults]',
    `default_realm = ${REALM}`,
    'udp_preference_limit = 1',
    ...defaults.map((name) => `${name} = false`),
    '[realms]',
    `${REALM} = {`,
    `  kdc = 127.0.0.1:${port}`,
    '}',
    '',
  ].join('\n');
}

function hasTicket(env: Environment): boolean {
  try {
    execFileSync('/usr/bin/klist', ['-s'], { env: { ...process.env, ...env } });
    return true;
  } catch {
    return false;
  }
}

/** The tickets that this user gets, as the product gets them. */
export function ticketsOf(environment: Environment): TicketFor {
  return ticketsFrom(curlOfSystem('linux', { ...process.env, ...environment }));
}

/** What squid offers as logins; it lets in `clerk`, and by Basic with the password `canary-basic`. */
export type Scheme = 'negotiate' | 'basic' | 'ntlm';

export interface KerberosProxy extends RunningProxy {
  /** The tokens that it was shown so far for tunnels to this host, `host:port`. */
  tokens: (host: string) => readonly string[];
}

export async function startKerberosProxy(realm: Realm, ...schemes: readonly Scheme[]): Promise<KerberosProxy> {
  await using reserved = await reservePort();
  const { port } = reserved;
  const folder = mkdtempSync(join(tmpdir(), 'tranship-squid-'));
  const file = (name: string) => join(folder, name);
  copyFileSync(realm.files.keys, file('keys'));
  copyFileSync(realm.files.configuration, file('krb5.conf'));
  writeFileSync(file('hosts'), '127.0.0.1 service.test\n');
  const hash = execFileSync('openssl', ['passwd', '-1', 'canary-basic'], { encoding: 'utf8' }).trim();
  writeFileSync(file('passwords'), `clerk:${hash}\n`);
  const helpers: Record<Scheme, string> = {
    negotiate: `negotiate_kerberos_auth -k ${file('keys')} -s ${SERVICE}@${REALM}`,
    basic: `basic_ncsa_auth ${file('passwords')}`,
    ntlm: 'ntlm_fake_auth',
  };
  const logins = schemes.flatMap((scheme) => [
    `auth_param ${scheme} program /usr/lib/squid/${helpers[scheme]}`,
    `auth_param ${scheme} children 1 startup=1 idle=1`,
  ]);
  const program = await runSquid(
    folder,
    [
      `http_port 127.0.0.1:${port}`,
      ...logins,
      `acl known proxy_auth clerk clerk@${REALM}`,
      // To everybody else it replies 407, also to those who have shown who they are.
      'http_access deny !known',
      'http_access allow all',
      `hosts_file ${file('hosts')}`,
    ],
    { KRB5_CONFIG: file('krb5.conf') },
  );
  return {
    address: `http://localhost:${port}`,
    hostName: 'service.test',
    tunnels: () => program.tunnels(),
    tokens: (host) =>
      program.output
        .split(/(?=\bCONNECT \S+ HTTP)/)
        .filter((request) => request.startsWith(`CONNECT ${host} HTTP`))
        .flatMap((request) => /^Proxy-Authorization: Negotiate (\S+)\s/m.exec(request)?.[1] ?? []),
    close: () => program.end(folder),
  };
}
