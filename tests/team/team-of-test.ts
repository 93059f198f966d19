/** @file A team ledger of a test, on a real server: its persons, and plain SQL as each of them. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { LedgerConnection } from '../../src-main/team/connection/ledger-connection.ts';
import type { NewOffer } from '../../src-main/team/offers/offer.ts';
import { setUpLedger } from '../../src-main/team/set-up.ts';
import { TeamLedger } from '../../src-main/team/team-ledger.ts';
import type { TeamRole } from '../../src-shared/team-roles.ts';
import { Authority } from '../network/authority.ts';
import { PASSWORD, PostgresServer } from './postgres-server.ts';

export class TeamOfTest implements AsyncDisposable {
  readonly server: PostgresServer;
  readonly authority: Authority;
  readonly authorityFile: string;
  readonly #folder: string;
  #databases = 0;

  private constructor(server: PostgresServer, authority: Authority, folder: string) {
    this.server = server;
    this.authority = authority;
    this.#folder = folder;
    this.authorityFile = join(folder, 'authority.pem');
    writeFileSync(this.authorityFile, authority.cert);
  }

  /** A server with the logins keeper, ada (administrator), mara and milo (makers), cem (checker) and sol (sender). */
  static async start(options: { durable?: boolean } = {}): Promise<TeamOfTest> {
    const authority = new Authority();
    const folder = mkdtempSync(join(tmpdir(), 'tranship-team-'));
    const server = await PostgresServer.start(authority.host(), options);
    await server.logins('keeper', 'ada', 'ben', 'mara', 'milo', 'cem', 'sol', 'stranger');
    await server.asSuperuser('postgres', ['ALTER ROLE keeper CREATEROLE']);
    return new TeamOfTest(server, authority, folder);
  }

  /** An empty database. @returns its name */
  async database(): Promise<string> {
    this.#databases += 1;
    const name = `ledger${this.#databases}`;
    await this.server.database(name);
    return name;
  }

  /** A ledger in which everybody has their role. @returns the name of its database */
  async ledger(): Promise<string> {
    const database = await this.database();
    await this.setUp(database);
    return database;
  }

  /** Makes a ledger of an empty database. */
  async setUp(database: string): Promise<void> {
    await this.asKeeper(database, (connection) => setUpLedger(connection, 'ada'));
    await this.as('ada', database, async (ledger) => {
      const roles: Record<string, TeamRole> = { mara: 'maker', milo: 'maker', cem: 'checker', sol: 'sender' };
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
      ...{ host: 'localhost', port, database, user: person, password: PASSWORD },
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

/** A file as a desk offers it. @param content two hexadecimal digits that stand for its bytes */
export function offerOf(content: string, more: Partial<NewOffer> = {}): NewOffer {
  return {
    sha256: content.repeat(32),
    destination: 'https://tm.example https://tm.example/token client tenant/one',
    fileName: `${content}.jsonl`,
    figures: {
      ...{ bytes: 100, lines: 2, transactions: 2, valid: 1, errors: 1, warnings: 0 },
      byRule: { 'field.format': 1 },
      totals: { sums: [{ currency: 'EUR', amount: '12.5' }], firstDay: '2026-11-01', lastDay: '2026-11-01', days: 1 },
    },
    reason: 'The export of November.',
    desk: 'desk-7',
    again: false,
    ...more,
  };
}
