/** @file Real proxies for a test: tinyproxy and squid from Debian, as processes of their own on 127.0.0.1. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import type net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Issued } from './authority.ts';
import { reservePort } from './reserved-port.ts';

export interface RunningProxy {
  /** `http://127.0.0.1:port`, or https. */
  address: string;
  /** A name of this machine that this proxy can resolve, and that does not look like this machine to the client. */
  hostName: string;
  /** The hosts for which a tunnel was opened so far, as `host:port`. */
  tunnels: () => readonly string[];
  close: () => Promise<void>;
}

/** A plain forward proxy, with a password if one is given. */
export async function startTinyproxy(credentials?: { username: string; password: string }): Promise<RunningProxy> {
  await using reserved = await reservePort();
  const { port } = reserved;
  const folder = mkdtempSync(join(tmpdir(), 'tranship-tinyproxy-'));
  const lines = [`Port ${port}`, 'Listen 127.0.0.1', 'LogLevel Info', 'Timeout 60'];
  if (credentials !== undefined) lines.push(`BasicAuth ${credentials.username} ${credentials.password}`);
  writeFileSync(join(folder, 'tinyproxy.conf'), `${lines.join('\n')}\n`);
  const program = new Program('tinyproxy', ['-d', '-c', join(folder, 'tinyproxy.conf')]);
  await program.says(/Accepting connections/);
  return {
    address: `http://127.0.0.1:${port}`,
    // It asks the system, which knows no made-up names; on Linux this address leads to this machine.
    hostName: '0.0.0.0',
    tunnels: () => program.tunnels(),
    close: () => program.end(folder),
  };
}

/**
 * squid, with TLS to itself (`encrypted`), or with inspection of all traffic (`inspecting`), using certificates that it
 * makes up in the name of the authority.
 */
export async function startSquid(
  kind: 'encrypted' | 'inspecting',
  { proxy, trusted }: { proxy: Issued; trusted: string },
): Promise<RunningProxy> {
  await using reserved = await reservePort();
  const { port } = reserved;
  const folder = mkdtempSync(join(tmpdir(), 'tranship-squid-'));
  const file = (name: string) => join(folder, name);
  writeFileSync(file('proxy.pem'), `${proxy.cert}\n${proxy.key}`);
  writeFileSync(file('trusted.pem'), trusted);
  writeFileSync(file('hosts'), '127.0.0.1 service.test\n');
  const helper = `/usr/lib/squid/security_file_certgen -s ${file('made-up')} -M 4MB`;
  execFileSync('/bin/sh', ['-c', `${helper} -c`], { stdio: 'ignore' });
  const listening =
    kind === 'encrypted'
      ? [`https_port 127.0.0.1:${port} tls-cert=${file('proxy.pem')}`]
      : [`http_port 127.0.0.1:${port} ssl-bump tls-cert=${file('proxy.pem')} generate-host-certificates=on`];
  const bumping = kind === 'encrypted' ? [] : ['ssl_bump bump all'];
  const program = await runSquid(folder, [
    ...listening,
    ...bumping,
    `sslcrtd_program ${helper}`,
    'sslcrtd_children 1 startup=1',
    `tls_outgoing_options cafile=${file('trusted.pem')}`,
    `hosts_file ${file('hosts')}`,
    'http_access allow all',
  ]);
  return {
    address: `${kind === 'encrypted' ? 'https' : 'http'}://127.0.0.1:${port}`,
    hostName: 'service.test',
    tunnels: () => program.tunnels(),
    close: () => program.end(folder),
  };
}

/** squid with this configuration, once it accepts connections; it needs the files in the folder. */
export async function runSquid(
  folder: string,
  lines: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Program> {
  const path = join(folder, 'squid.conf');
  const always = [
    'cache deny all',
    'access_log none',
    // With -d 2 it prints its requests.
    'debug_options ALL,1 11,2',
    `cache_log ${join(folder, 'cache.log')}`,
    `coredump_dir ${folder}`,
    'pid_filename none',
    'netdb_filename none',
    'pinger_enable off',
    'shutdown_lifetime 0 seconds',
  ];
  writeFileSync(path, `${[...lines, ...always].join('\n')}\n`);
  handOver(folder);
  const program = new Program('/usr/sbin/squid', ['-N', '-d', '2', '-f', path], environment);
  await program.says(/Accepting .* connections/);
  return program;
}

/** Started by root, squid works as the user `proxy`, to whom its folder must belong. */
function handOver(folder: string): void {
  if (process.getuid?.() !== 0) return;
  const [user, group] = ['-u', '-g'].map((which) => Number(execFileSync('id', [which, 'proxy'])));
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  for (const path of [folder, ...all]) chownSync(path, user ?? 0, group ?? 0);
}

/** A program in the foreground, and its output. */
export class Program {
  readonly #process: ChildProcess;
  #output = '';
  #onOutput: () => void = () => {};

  constructor(command: string, args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
    const env = { ...process.env, ...environment };
    this.#process = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.#process.stdout, this.#process.stderr])
      stream?.on('data', (bytes: Buffer) => {
        this.#output += bytes.toString();
        this.#onOutput();
      });
    process.once('exit', () => this.#process.kill());
  }

  /** All that it has printed. */
  get output(): string {
    return this.#output;
  }

  tunnels(): string[] {
    return [...this.#output.matchAll(/\bCONNECT (\S+) HTTP/g)].map(([, host]) => host ?? '');
  }

  /** Resolves once it has printed this; rejects with its output when it ends before. */
  async says(words: RegExp): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#onOutput = () => words.test(this.#output) && resolve();
    this.#onOutput();
    this.#process.once('error', reject);
    this.#process.once('exit', () => reject(new Error(`It ended: ${this.#output}`)));
    await promise;
  }

  /** Ends it, and removes its folder. */
  async end(folder: string): Promise<void> {
    if (this.#process.exitCode === null) {
      this.#process.kill();
      await once(this.#process, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  }
}

export function portOf(server: net.Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
