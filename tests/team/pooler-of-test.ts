/**
 * @file PgBouncer in front of the server of a test, set up as docs/team-ledger.md says: with TLS on both sides, and each person
 * with their own login on both sides. In a folder that is gone afterwards.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LedgerPorts } from '../../src-main/team/connection/ledger-connection.ts';
import { freePort, PASSWORD, UNPRIVILEGED } from './postgres-server.ts';
import type { TeamOfTest } from './team-of-test.ts';

const PROGRAM = '/usr/sbin/pgbouncer';
/** The login that looks up how persons sign in. */
const LOOKUP = 'pgbouncer';

export type PoolMode = 'session' | 'transaction' | 'statement';
type Settings = Readonly<Record<string, string | number>>;

export class PoolerOfTest implements AsyncDisposable {
  readonly port: number;
  readonly #team: TeamOfTest;
  readonly #folder: string;
  #process: ChildProcess | undefined;

  private constructor(team: TeamOfTest, folder: string, port: number) {
    this.#team = team;
    this.#folder = folder;
    this.port = port;
  }

  /**
   * In front of one database.
   * @param settings in place of those of the document
   * @param place more of where the database is
   * @param listed persons who are not looked up, because their passwords stand in a file of the pooler
   */
  static async start(
    team: TeamOfTest,
    database: string,
    { pool_mode, ...more }: { pool_mode: PoolMode } & Settings,
    { place = '', listed = [] }: { place?: string; listed?: readonly string[] } = {},
  ): Promise<PoolerOfTest> {
    await allowLookup(team, database);
    const folder = mkdtempSync(join(tmpdir(), 'tranship-pooler-'));
    const pooler = new PoolerOfTest(team, folder, await freePort());
    const { cert, key } = team.authority.host();
    const file = (name: string, content: string) => {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    };
    const users = [LOOKUP, ...listed].map((user) => `"${user}" "${PASSWORD}"\n`).join('');
    const settings: Settings = {
      listen_addr: '127.0.0.1',
      listen_port: pooler.port,
      unix_socket_dir: '',
      pool_mode,
      auth_type: 'scram-sha-256',
      auth_user: LOOKUP,
      auth_file: file('users', users),
      auth_query: 'SELECT login, secret FROM pgbouncer.secret_of($1)',
      client_tls_sslmode: 'require',
      client_tls_cert_file: file('certificate', cert),
      client_tls_key_file: file('key', key),
      server_tls_sslmode: 'verify-full',
      server_tls_ca_file: file('authority', team.authority.cert),
      ...more,
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
    const server = `host=127.0.0.1 port=${team.server.port} ${place}`;
    file('settings', `[databases]\n${database} = ${server}\n[pgbouncer]\n${lines.join('\n')}\n`);
    pooler.#own();
    await pooler.revive();
    return pooler;
  }

  /** Ends it at once: all connections through it break. It comes back with `revive`, at the same address. */
  async stop(): Promise<void> {
    const running = this.#process;
    this.#process = undefined;
    if (running === undefined) return;
    const ended = once(running, 'exit');
    running.kill('SIGTERM');
    await ended;
  }

  /** Resolves once it accepts connections. */
  async revive(): Promise<void> {
    const user = process.getuid?.() === 0 ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : {};
    const running = spawn(PROGRAM, [join(this.#folder, 'settings')], { ...user, stdio: ['ignore', 'ignore', 'pipe'] });
    this.#process = running;
    let said = '';
    const { promise: isUp, resolve } = Promise.withResolvers<void>();
    running.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.includes('process up')) resolve();
    });
    const ended = once(running, 'exit').then(() => Promise.reject(new Error(`PgBouncer did not start:\n${said}`)));
    await Promise.race([isUp, ended]);
    ended.catch(() => {});
  }

  /** As a person, over TLS and through the pooler. */
  person(person: string, database: string): LedgerPorts {
    const { address, ...ports } = this.#team.server.person(person, database, this.#team.authorityFile);
    return { ...ports, address: { ...address, port: this.port, isBehindPooler: true } };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** It refuses to run as root. */
  #own(): void {
    for (const name of ['.', ...readdirSync(this.#folder)]) {
      const path = join(this.#folder, name);
      chmodSync(path, name === '.' ? 0o700 : 0o600);
      if (process.getuid?.() === 0) chownSync(path, UNPRIVILEGED, UNPRIVILEGED);
    }
  }
}

/** As docs/team-ledger.md says: the pooler reads how a person signs in, and nothing else. */
async function allowLookup({ server }: TeamOfTest, database: string): Promise<void> {
  await server.asSuperuser(database, [
    `DO $$ BEGIN
       IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${LOOKUP}') THEN
         CREATE ROLE ${LOOKUP} LOGIN PASSWORD '${PASSWORD}';
       END IF;
     END $$`,
    `GRANT CONNECT ON DATABASE ${database} TO ${LOOKUP}`,
    `CREATE SCHEMA IF NOT EXISTS pgbouncer`,
    `CREATE OR REPLACE FUNCTION pgbouncer.secret_of(wanted text) RETURNS TABLE (login text, secret text)
     LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
     'SELECT rolname::text, rolpassword FROM pg_authid WHERE rolname = wanted AND rolcanlogin AND NOT rolsuper'`,
    `REVOKE EXECUTE ON FUNCTION pgbouncer.secret_of FROM PUBLIC`,
    `GRANT USAGE ON SCHEMA pgbouncer TO ${LOOKUP}`,
    `GRANT EXECUTE ON FUNCTION pgbouncer.secret_of TO ${LOOKUP}`,
    `ALTER DATABASE ${database} SET statement_timeout = '60s'`,
  ]);
}
