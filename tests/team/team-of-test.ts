/**
 * @file A team ledger of a test, on a real server: its persons, and plain SQL as each of them.
 *
 * [Note: Made once, then copied] To make a server, its logins and a ledger takes longer than most tests do with them. So the data
 * of a server that has all of it is kept, each server begins with a copy, and each ledger is a copy of the one in it. Their
 * tables belong to the same roles.
 */

import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { LedgerConnection } from '../../src-main/team/connection/ledger-connection.ts';
import type { NewOffer, Offer } from '../../src-main/team/offers/offer.ts';
import { setUpLedger } from '../../src-main/team/set-up.ts';
import { TeamLedger } from '../../src-main/team/team-ledger.ts';
import type { TeamRole } from '../../src-shared/team-roles.ts';
import { Authority } from '../wire/network/authority.ts';
import { hasPackage, newestVersion, PASSWORD, PostgresServer } from './postgres-server.ts';

/** The ledger that is copied, and the roles of all copies. */
const ORIGINAL = 'ledger';
export const LEDGER_OWNER = `${ORIGINAL}_owner`;
export const LEDGER_TEAM = `${ORIGINAL}_team`;

const roles: Readonly<Record<string, TeamRole>> = { mara: 'maker', milo: 'maker', cem: 'checker', sol: 'sender' };
const root = fileURLToPath(new URL('../..', import.meta.url));

export class TeamOfTest implements AsyncDisposable {
  readonly server: PostgresServer;
  readonly authority: Authority;
  readonly authorityFile: string;
  readonly #folder: string;
  #databases = 0;

  private constructor(server: PostgresServer, authority: Authority) {
    this.server = server;
    this.authority = authority;
    this.#folder = mkdtempSync(join(tmpdir(), 'tranship-team-'));
    this.authorityFile = join(this.#folder, 'authority.pem');
    writeFileSync(this.authorityFile, authority.cert);
  }

  /** A server with the logins keeper, ada (administrator), mara and milo (makers), cem (checker) and sol (sender). */
  static async start({ durable }: { durable?: boolean } = {}): Promise<TeamOfTest> {
    const authority = new Authority();
    const data = hasPackage ? await preparedData() : undefined;
    const team = new TeamOfTest(await PostgresServer.start(authority.host(), { durable, data }), authority);
    if (data === undefined) await team.#prepare();
    return team;
  }

  /** Makes what start takes for granted. */
  static async leaveData(folder: string): Promise<void> {
    const authority = new Authority();
    await using team = new TeamOfTest(await PostgresServer.start(authority.host()), authority);
    await team.#prepare();
    await team.server.leaveData(folder);
  }

  async #prepare(): Promise<void> {
    await this.server.logins('keeper', 'ada', 'ben', 'mara', 'milo', 'cem', 'sol', 'stranger');
    await this.server.asSuperuser('postgres', ['ALTER ROLE keeper CREATEROLE']);
    await this.server.database(ORIGINAL);
    await this.setUp(ORIGINAL);
  }

  /** An empty database. @returns its name */
  async database(): Promise<string> {
    const name = this.#newName();
    await this.server.database(name);
    return name;
  }

  /** A ledger in which everybody has their role. @returns the name of its database */
  async ledger(): Promise<string> {
    const name = this.#newName();
    await this.server.asSuperuser('postgres', [
      `CREATE DATABASE ${name} TEMPLATE ${ORIGINAL} OWNER keeper`,
      // What belongs to a database is not copied with it.
      `UPDATE pg_database SET datacl = (SELECT datacl FROM pg_database WHERE datname = '${ORIGINAL}') WHERE datname = '${name}'`,
      `INSERT INTO pg_db_role_setting SELECT copy.oid, setrole, setconfig FROM pg_database copy, pg_db_role_setting
         JOIN pg_database original ON original.oid = setdatabase
       WHERE original.datname = '${ORIGINAL}' AND copy.datname = '${name}'`,
      // Another test may have given or withdrawn roles.
      `SET ROLE ${LEDGER_OWNER}`,
      `DO $$ DECLARE login text; BEGIN
         FOR login IN SELECT member::regrole FROM pg_auth_members WHERE roleid = '${LEDGER_TEAM}'::regrole
           AND member <> '${LEDGER_OWNER}'::regrole
         LOOP EXECUTE 'REVOKE ${LEDGER_TEAM} FROM ' || login; END LOOP;
       END $$`,
      `GRANT ${LEDGER_TEAM} TO ${['ada', ...Object.keys(roles)].join(', ')}`,
    ]);
    // It is no later life of the ledger that it was copied from.
    await this.server.asSuperuser(name, ['UPDATE tranship.lives SET life = tranship.this_life()']);
    return name;
  }

  /** A ledger that is no copy: with roles of its own, for those who make ledgers and change them. @returns as above */
  async madeLedger(): Promise<string> {
    const name = await this.database();
    await this.setUp(name);
    return name;
  }

  #newName(): string {
    this.#databases += 1;
    return `ledger${this.#databases}`;
  }

  /** Makes a ledger of an empty database. */
  async setUp(database: string): Promise<void> {
    await this.asKeeper(database, (connection) => setUpLedger(connection, 'ada'));
    await this.as('ada', database, async (ledger) => {
      for (const [person, role] of Object.entries(roles)) await ledger.giveRole(person, role);
    });
  }

  async asKeeper<Result>(database: string, work: (connection: LedgerConnection) => Promise<Result>): Promise<Result> {
    const connection = await LedgerConnection.open(this.server.person('keeper', database, this.authorityFile));
    return await work(connection).finally(() => connection.close());
  }

  async as<Result>(person: string, database: string, work: (ledger: TeamLedger) => Promise<Result>): Promise<Result> {
    const ledger = await TeamLedger.open(this.server.person(person, database, this.authorityFile));
    return await work(ledger).finally(() => ledger.close());
  }

  /** Statements as a person may type them, on one connection. @returns the rows of the last one */
  async plainSql(person: string, database: string, ...statements: readonly string[]): Promise<unknown[]> {
    const { port } = this.server;
    const client = new pg.Client({
      host: 'localhost',
      port,
      database,
      user: person,
      password: PASSWORD,
      ssl: { ca: this.authority.cert },
    });
    await client.connect();
    try {
      let rows: unknown[] = [];
      for (const statement of statements) rows = (await client.query<pg.QueryResultRow>(statement)).rows;
      return rows;
    } finally {
      await client.end();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server[Symbol.asyncDispose]();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** See [Note: Made once, then copied]. What a ledger of other sources was made of is not used again. */
async function preparedData(): Promise<string> {
  const digest = createHash('sha256').update(newestVersion());
  for (const path of globSync(['src-main/team/**/*.ts', 'tests/team/{team-of-test,postgres-server}.ts'], {
    cwd: root,
  }).sort())
    digest.update(readFileSync(join(root, path)));
  const folder = join(root, 'node_modules/.cache/team-of-test', digest.digest('hex').slice(0, 16));
  if (!existsSync(folder)) await TeamOfTest.leaveData(folder);
  return folder;
}

/** A file as a desk offers it. @param content two hexadecimal digits that stand for its bytes */
export function offerOf(content: string, more: Partial<NewOffer> = {}): NewOffer {
  return {
    sha256: content.repeat(32),
    destination: 'https://tm.example https://tm.example/token client tenant/one',
    fileName: `${content}.jsonl`,
    figures: {
      bytes: 100,
      lines: 2,
      transactions: 2,
      valid: 1,
      errors: 1,
      warnings: 0,
      byRule: { 'field.format': 1 },
      totals: { sums: [{ currency: 'EUR', amount: '12.5' }], firstDay: '2026-11-01', lastDay: '2026-11-01', days: 1 },
    },
    reason: 'The export of November.',
    desk: 'desk-7',
    again: false,
    ...more,
  };
}

/** What a person may see. */
export async function allOffers(ledger: TeamLedger): Promise<Offer[]> {
  return (await ledger.offersPage({ limit: 1000 })).offers;
}
