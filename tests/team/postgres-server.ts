/** @file A PostgreSQL server of a test's own, with TLS on this machine, in a folder that is gone afterwards. */

import { execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { LedgerAddress } from '../../src-main/team/ledger-address.ts';
import type { LedgerPorts } from '../../src-main/team/ledger-connection.ts';
import type { Issued } from '../network/authority.ts';

/** PostgreSQL refuses to run as root; this user exists on every Linux, and owns nothing. */
const UNPRIVILEGED = 65_534;
const PROGRAMS = '/usr/lib/postgresql';
export const PASSWORD = 'a password of the test';

export class PostgresServer implements AsyncDisposable {
  readonly port: number;
  /** The folder of the server's socket, by which its superuser “postgres” signs in. */
  readonly folder: string;
  readonly #run: () => Promise<RunningServer>;
  #running: RunningServer;

  private constructor(folder: string, port: number, run: () => Promise<RunningServer>, running: RunningServer) {
    this.folder = folder;
    this.port = port;
    this.#run = run;
    this.#running = running;
  }

  /** `durable`: waits for the disk as in use; tests need not. */
  static async start({ cert, key }: Issued, { durable = false } = {}): Promise<PostgresServer> {
    const folder = mkdtempSync(join(tmpdir(), 'tranship-postgres-'));
    const user = process.getuid?.() === 0 ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : {};
    const own = (path: string) => {
      if (user.uid !== undefined) chownSync(path, UNPRIVILEGED, UNPRIVILEGED);
    };
    const file = (name: string, content: string) => {
      const path = join(folder, name);
      writeFileSync(path, content);
      chmodSync(path, 0o600);
      own(path);
      return path;
    };
    own(folder);
    const certificate = file('server.crt', cert);
    const privateKey = file('server.key', key);
    const rules = file(
      'access.conf',
      'local all postgres trust\nlocal all all reject\nhostssl all all 127.0.0.1/32 scram-sha-256\n',
    );
    const data = join(folder, 'data');
    const options = { ...user, cwd: folder, env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8' } };
    execFileSync(program('initdb'), ['-D', data, '-U', 'postgres', '--auth=trust', '--no-sync', '-E', 'UTF8'], {
      ...options,
      stdio: 'ignore',
    });
    const port = await freePort();
    const settings = {
      ...{ listen_addresses: '127.0.0.1', port, unix_socket_directories: folder, hba_file: rules },
      ...{ ssl: 'on', ssl_cert_file: certificate, ssl_key_file: privateKey, fsync: durable ? 'on' : 'off' },
    };
    const parameters = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const run = () => runServer(['-D', data, ...parameters], options);
    return new PostgresServer(folder, port, run, await run());
  }

  /** As when the computer fails: every connection breaks at once, and the server recovers from its log. */
  async crash(): Promise<void> {
    // PostgreSQL's “immediate shutdown”.
    await this.#running.end('SIGQUIT');
  }

  /** Starts it again, after a crash. */
  async revive(): Promise<void> {
    this.#running = await this.#run();
  }

  /** Makes an empty database, whose owner is the login “keeper”. */
  async database(name: string): Promise<void> {
    await this.asSuperuser('postgres', [`CREATE DATABASE ${name} OWNER keeper`]);
  }

  /** Makes logins that have the password of the test. */
  async logins(...names: readonly string[]): Promise<void> {
    await this.asSuperuser(
      'postgres',
      names.map((name) => `CREATE ROLE ${name} LOGIN PASSWORD '${PASSWORD}'`),
    );
  }

  async asSuperuser(database: string, statements: readonly string[]): Promise<void> {
    const client = new pg.Client({ host: this.folder, port: this.port, user: 'postgres', database });
    await client.connect();
    try {
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  }

  /** Runs a program of PostgreSQL as the superuser of this server. @throws Error with what it says */
  program(name: string, ...args: readonly string[]): void {
    const user = process.getuid?.() === 0 ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : {};
    const server = ['--host', this.folder, '--port', String(this.port), '--username', 'postgres'];
    execFileSync(program(name), [...server, ...args], {
      ...user,
      cwd: this.folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  }

  /** As the superuser “postgres”, who needs no password and no TLS. */
  superuser(database: string): LedgerPorts {
    const { folder: host, port } = this;
    return portsOf({ ...{ host, port, database }, name: `${host}/${database}`, isSocket: true, person: 'postgres' });
  }

  /** As a person, over TLS. */
  person(person: string, database: string, authorityFile: string | undefined): LedgerPorts {
    const { port } = this;
    const host = '127.0.0.1';
    return portsOf({
      ...{ host, port, database, person, authorityFile },
      name: `${host}/${database}`,
      isSocket: false,
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // Fast: it does not wait for those who are connected.
    await this.#running.end('SIGINT');
    rmSync(this.folder, { recursive: true, force: true });
  }
}

interface RunningServer {
  /** Resolves when it has ended. */
  end: (signal: NodeJS.Signals) => Promise<void>;
}

/** Resolves when connections are accepted. @throws Error with what the server says */
async function runServer(parameters: readonly string[], options: SpawnOptions): Promise<RunningServer> {
  const server = spawn(program('postgres'), parameters, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(server, 'exit');
  let said = '';
  await new Promise<void>((resolve, reject) => {
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.includes('ready to accept connections')) resolve();
    });
    server.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${said}`)));
  });
  return {
    end: async (signal) => {
      server.kill(signal);
      await ended;
    },
  };
}

function portsOf(address: Omit<LedgerAddress, 'password' | 'authorityFile'> & Partial<LedgerAddress>): LedgerPorts {
  return {
    address: { password: PASSWORD, authorityFile: undefined, ...address },
    askPassword: () => Promise.reject(new Error('No password is to be asked for.')),
  };
}

/** Of the newest version that is installed. */
function program(name: string): string {
  const [newest] = readdirSync(PROGRAMS).sort((a, b) => Number(b) - Number(a));
  if (newest === undefined) throw new Error(`There is no PostgreSQL in ${PROGRAMS}.`);
  return join(PROGRAMS, newest, 'bin', name);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
  return address.port;
}
