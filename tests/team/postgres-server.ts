/** @file A PostgreSQL server of a test's own, with TLS on this machine, in a folder that is gone afterwards. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import type { LedgerPorts } from '../../src-main/team/connection/ledger-connection.ts';
import type { LedgerAddress } from '../../src-main/wire/credentials/ledger-address.ts';
import type { Issued } from '../wire/network/authority.ts';
import { containerPlace } from './postgres-container.ts';

/** PostgreSQL refuses to run as root; this user exists on every Linux, and owns nothing. */
export const UNPRIVILEGED = 65_534;
const PROGRAMS = '/usr/lib/postgresql';
/** Whether Debian's package is there; a container otherwise. */
export const hasPackage = existsSync(PROGRAMS);
export const PASSWORD = 'a password of the test';

export interface LedgerCost {
  transactions: number;
  /** In which the server worked on statements. */
  milliseconds: number;
}

/** Where the programs of a server run. */
export interface PostgresPlace {
  /** Starts the server in the foreground; it takes the signals of PostgreSQL. */
  start(): ChildProcess;
  /** Resolves once that server accepts connections; may wait for ever where it does not start. */
  accepts(server: ChildProcess): Promise<void>;
  /** How its superuser “postgres” signs in. */
  readonly superuser: Readonly<pg.ClientConfig>;
  /** Removes all that is left of a server that has ended. */
  remove(): void;
}

export class PostgresServer implements AsyncDisposable {
  readonly port: number;
  /** The folder of the server's socket, by which its superuser “postgres” signs in. */
  readonly folder: string;
  readonly #place: PostgresPlace;
  readonly #issued: Issued;
  #server: ChildProcess | undefined;

  private constructor(folder: string, port: number, { place, issued }: { place: PostgresPlace; issued: Issued }) {
    this.folder = folder;
    this.port = port;
    this.#place = place;
    this.#issued = issued;
  }

  /**
   * Of Debian's package, or in a container where there is none. `durable`: waits for the disk as in use; tests need not. `data`:
   * what another server has left, with which this one begins.
   */
  static async start(
    issued: Issued,
    { durable = false, data }: { durable?: boolean | undefined; data?: string | undefined } = {},
  ): Promise<PostgresServer> {
    const port = await freePort();
    const folder = mkdtempSync(join(tmpdir(), 'tranship-postgres-'));
    const place = hasPackage
      ? debianPlace(folder, port, { issued, durable, from: data })
      : containerPlace(port, issued, durable);
    const server = new PostgresServer(folder, port, { place, issued });
    await server.revive();
    return server;
  }

  /** Another server that follows this one, asynchronously, until it is promoted. Only of Debian's package. */
  async standby(): Promise<PostgresServer> {
    const [issued, port] = [this.#issued, await freePort()];
    const folder = mkdtempSync(join(tmpdir(), 'tranship-postgres-'));
    const place = debianPlace(folder, port, { issued, durable: false, from: this });
    const server = new PostgresServer(folder, port, { place, issued });
    await server.revive();
    return server;
  }

  /** Resolves once this standby has all that the server it follows has committed so far. */
  async caughtUp(primary: PostgresServer): Promise<void> {
    const at = 'SELECT pg_current_wal_lsn()::text AS at';
    const [{ at: wanted } = { at: '' }] = await primary.#use('postgres', async (client) => {
      return (await client.query<{ at: string }>(at)).rows;
    });
    await this.#use('postgres', async (client) => {
      const isThere = 'SELECT pg_last_wal_replay_lsn() >= $1::pg_lsn AS there';
      while (!(await client.query<{ there: boolean }>(isThere, [wanted])).rows[0]?.there);
    });
  }

  /** Makes a server of a standby that takes changes, with what it has. */
  async promote(): Promise<void> {
    await this.asSuperuser('postgres', ['SELECT pg_promote()']);
  }

  /**
   * Ends the server as a power failure would: connections break, and what was under way is lost. It comes back with `revive`,
   * at the same address.
   */
  async crash(): Promise<void> {
    await this.#end('SIGQUIT');
  }

  /** Ends the server, and leaves its data in a folder for others to begin with. The first to do so is right. */
  async leaveData(folder: string): Promise<void> {
    await this.#end('SIGINT');
    const copy = `${folder}-${this.port}`;
    mkdirSync(dirname(folder), { recursive: true });
    execFileSync('cp', ['--archive', join(this.folder, 'data'), copy]);
    if (existsSync(folder)) rmSync(copy, { recursive: true });
    else renameSync(copy, folder);
  }

  /**
   * Keeps the whole of its disk as it is now, for which it is ended and started again.
   * @returns what puts it back, as a snapshot of a virtual machine does. Only of Debian's package
   */
  async snapshot(): Promise<() => Promise<void>> {
    const [data, kept] = ['data', 'kept'].map((name) => join(this.folder, name));
    const copy = (from = '', to = '') => execFileSync('cp', ['--archive', from, to]);
    await this.crash();
    copy(data, kept);
    await this.revive();
    return async () => {
      await this.crash();
      rmSync(data ?? '', { recursive: true });
      copy(kept, data);
      await this.revive();
    };
  }

  /** Starts it, after a crash with what was committed before; resolves once it accepts connections. */
  async revive(): Promise<void> {
    const server = this.#place.start();
    this.#server = server;
    let said = '';
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    const ended = once(server, 'exit').then(() => Promise.reject(new Error(`PostgreSQL did not start:\n${said}`)));
    await Promise.race([this.#place.accepts(server), ended]);
    ended.catch(() => {});
  }

  async #end(signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server === undefined) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
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
    await this.#use(database, async (client) => {
      for (const statement of statements) await client.query(statement);
    });
  }

  /** What the statements of one database have cost so far, of sessions that have ended. */
  async cost(database: string): Promise<LedgerCost> {
    return await this.#use(database, async (client) => {
      const statement = 'SELECT xact_commit, active_time FROM pg_stat_database WHERE datname = $1';
      const { rows } = await client.query<{ xact_commit: string; active_time: number }>(statement, [database]);
      return { transactions: Number(rows[0]?.xact_commit), milliseconds: Number(rows[0]?.active_time) };
    });
  }

  /** All that a ledger holds, as text. */
  async content(database: string): Promise<string> {
    return await this.#use(database, async (client) => {
      const tables = await client.query<{ statement: string }>(
        "SELECT format('SELECT one::text AS line FROM %I.%I one', schemaname, tablename) AS statement FROM pg_tables WHERE schemaname = 'tranship'",
      );
      const lines: string[] = [];
      for (const { statement } of tables.rows) {
        const { rows } = await client.query<{ line: string }>(statement);
        lines.push(...rows.map(({ line }) => line));
      }
      return lines.join('\n');
    });
  }

  async #use<Result>(database: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
    const client = new pg.Client({ ...this.#place.superuser, database });
    await client.connect();
    try {
      return await work(client);
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
    return portsOf({ host, port, database, name: `${host}/${database}`, isSocket: true, person: 'postgres' });
  }

  /** As a person, over TLS. */
  person(person: string, database: string, authorityFile: string | undefined): LedgerPorts {
    const { port } = this;
    const host = '127.0.0.1';
    return portsOf({
      host,
      port,
      database,
      person,
      authorityFile,
      name: `${host}/${database}`,
      isSocket: false,
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // Fast: it does not wait for those who are connected.
    await this.#end('SIGINT');
    this.#place.remove();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

type Defaults = 'password' | 'authorityFile' | 'isBehindPooler';

function portsOf(address: Omit<LedgerAddress, Defaults> & Partial<LedgerAddress>): LedgerPorts {
  return {
    address: { password: PASSWORD, authorityFile: undefined, isBehindPooler: false, ...address },
    askPassword: () => Promise.reject(new Error('No password is to be asked for.')),
  };
}

interface Filling {
  issued: Issued;
  durable: boolean;
  /** The data that it begins with, or the server that it follows; nothing otherwise. */
  from: string | PostgresServer | undefined;
}

/** In the folder, which no one else can enter. */
function debianPlace(folder: string, port: number, { issued: { cert, key }, durable, from }: Filling): PostgresPlace {
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
    'local all,replication postgres trust\nlocal all all reject\nhostssl all all 127.0.0.1/32 scram-sha-256\n',
  );
  const data = join(folder, 'data');
  const options = { ...user, cwd: folder, env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8' } };
  if (from === undefined)
    execFileSync(
      program('initdb'),
      ['-D', data, '-U', 'postgres', '--auth=trust', '--no-sync', '-E', 'UTF8', '--wal-segsize=1'],
      {
        ...options,
        stdio: 'ignore',
      },
    );
  else if (typeof from === 'string') execFileSync('cp', ['--archive', from, data]);
  else from.program('pg_basebackup', '--pgdata', data, '--write-recovery-conf', '--checkpoint=fast', '--no-sync');
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: folder,
    hba_file: rules,
    ssl: 'on',
    ssl_cert_file: certificate,
    ssl_key_file: privateKey,
    fsync: durable ? 'on' : 'off',
  };
  const parameters = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return {
    start: () =>
      spawn(program('postgres'), ['-D', data, ...parameters], { ...options, stdio: ['ignore', 'ignore', 'pipe'] }),
    accepts: async (server) => {
      let said = '';
      const { promise, resolve } = Promise.withResolvers<void>();
      server.stderr?.on('data', (text: string) => {
        said += text;
        if (/ready to accept (read-only )?connections/.test(said)) resolve();
      });
      await promise;
    },
    superuser: { host: folder, port, user: 'postgres' },
    remove: () => {},
  };
}

function program(name: string): string {
  return join(PROGRAMS, newestVersion(), 'bin', name);
}

/** Of those that are installed. */
export function newestVersion(): string {
  const [newest] = readdirSync(PROGRAMS).sort((a, b) => Number(b) - Number(a));
  if (newest === undefined) throw new Error(`There is no PostgreSQL in ${PROGRAMS}.`);
  return newest;
}

/** One that the system gives to no other process while the server is down: it takes theirs from above 32767. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(15_000, 32_768);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
