/**
 * @file Makes the team ledger in an empty database, and brings an older one to the version of this desk. Only who owns the
 * database does so: persons with a role in the team have no right to.
 */

import pg from 'pg';
import { z } from 'zod';
import { AppError } from '../../src-shared/errors.ts';
import { type Fact, fact } from '../../src-shared/languages/fact.ts';
import type { LedgerConnection } from './connection/ledger-connection.ts';
import { requireKnown, storedVersion } from './connection/ledger-version.ts';
import { sessionSettings } from './connection/own-session.ts';
import type { LedgerRoles } from './migrations/ledger-roles.ts';
import { type Migration, migrations } from './migrations.ts';

/** The oldest PostgreSQL that is supported; older ones let everybody make objects in the public schema. */
const OLDEST_SERVER = 150_000;
/** PostgreSQL cuts longer names without a word. */
const LONGEST_NAME = 63;
/** One change of the ledger at a time; any number that nothing else in the database uses. */
const LOCK = 7_261_490;

/** What was done: the versions before (0: no ledger) and after. */
export interface Migrated {
  from: number;
  to: number;
}

const accessSchema = z.tuple([z.object({ server: z.coerce.number(), mine: z.boolean() })]);

/**
 * Makes the ledger where there is none, and appoints an administrator; called again, it appoints another one.
 * @throws AppError team.*
 */
export async function setUpLedger(
  connection: LedgerConnection,
  administrator: string,
  wanted: readonly Migration[] = migrations,
): Promise<Migrated> {
  const roles = rolesOf(connection);
  const { server, mine } = await accessTo(connection);
  if (server < OLDEST_SERVER) throw refused(fact('PostgreSQL 15 or newer is needed.'));
  if (!mine) throw refused(fact('Only the owner of the database, or a superuser, can set up the ledger.'));
  return await connection.transaction(async () => {
    await connection.rows('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    const from = await storedVersion(connection);
    if (from === undefined) await makeRoom(connection, roles);
    else requireKnown(connection, from, wanted.length);
    const to = await migrateTo(connection, roles, from ?? 0, wanted);
    await asOwner(connection, roles, () =>
      connection.rows("SELECT tranship.appoint($1, 'administrator')", [administrator]),
    );
    return { from: from ?? 0, to };
  });
}

/** Brings the ledger to the version of this desk, all of it or nothing. @throws AppError team.* */
export async function migrateLedger(
  connection: LedgerConnection,
  wanted: readonly Migration[] = migrations,
): Promise<Migrated> {
  const roles = rolesOf(connection);
  const { mine } = await accessTo(connection);
  if (!mine) throw refused(fact('Only the owner of the database, or a superuser, can change the ledger.'));
  return await connection.transaction(async () => {
    await connection.rows('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    const from = requireKnown(connection, await storedVersion(connection), wanted.length);
    return { from, to: await migrateTo(connection, roles, from, wanted) };
  });
}

async function accessTo(connection: LedgerConnection): Promise<z.infer<typeof accessSchema>[0]> {
  const [access] = accessSchema.parse(
    await connection.rows(
      `SELECT current_setting('server_version_num') AS server, pg_has_role(datdba, 'MEMBER') AS mine
       FROM pg_catalog.pg_database WHERE datname = current_database()`,
    ),
  );
  return access;
}

/** The roles belong to the whole server, so they bear the name of the database. */
function rolesOf({ address: { database } }: LedgerConnection): LedgerRoles {
  const named = (what: string): string => {
    const name = `${database}_${what}`;
    if (Buffer.byteLength(name) > LONGEST_NAME)
      throw refused(fact('The name of the database, {database}, is too long.', { database }));
    return pg.escapeIdentifier(name);
  };
  return { owner: named('owner'), team: named('team') };
}

const rolesSchema = z.array(z.object({ rolname: z.string() }));

/** The roles, the schema and the table of versions, in which nothing is yet. */
async function makeRoom(connection: LedgerConnection, { owner, team }: LedgerRoles): Promise<void> {
  const database = pg.escapeIdentifier(connection.address.database);
  const there = rolesSchema.parse(await connection.rows('SELECT rolname FROM pg_catalog.pg_roles'));
  const taken = [owner, team].find((role) => there.some(({ rolname }) => pg.escapeIdentifier(rolname) === role));
  // Each desk sets them, too, but not through a pooler.
  const settings = Object.entries(sessionSettings).map(
    ([name, value]) => `ALTER DATABASE ${database} SET ${name} = '${value}';`,
  );
  // What others can do as this role is not known.
  if (taken !== undefined)
    throw refused(
      fact('There already is a role {role} on this server. Drop it, or use another database.', { role: taken }),
    );
  await connection.run(`
    CREATE ROLE ${owner} NOLOGIN;
    CREATE ROLE ${team} NOLOGIN;
    GRANT ${owner} TO CURRENT_USER;
    GRANT ${team} TO ${owner} WITH ADMIN OPTION;
    REVOKE ALL ON DATABASE ${database} FROM PUBLIC;
    GRANT CONNECT ON DATABASE ${database} TO ${team};
    CREATE SCHEMA tranship AUTHORIZATION ${owner};
    ${settings.join('\n')}
  `);
  await asOwner(connection, { owner, team }, () =>
    connection.run(`
      CREATE TABLE tranship.versions (
        version integer PRIMARY KEY,
        name text NOT NULL,
        applied_by text NOT NULL DEFAULT session_user,
        applied_at timestamptz NOT NULL DEFAULT clock_timestamp()
      )`),
  );
}

/** @returns the version reached */
async function migrateTo(
  connection: LedgerConnection,
  roles: LedgerRoles,
  from: number,
  wanted: readonly Migration[],
): Promise<number> {
  await asOwner(connection, roles, async () => {
    for (const [index, { name, statements }] of wanted.entries()) {
      const version = index + 1;
      if (version <= from) continue;
      await connection.run(statements(roles));
      await connection.rows('INSERT INTO tranship.versions (version, name) VALUES ($1, $2)', [version, name]);
    }
  });
  return wanted.length;
}

/** What is made belongs to the owner of the ledger, not to the person who makes it. */
async function asOwner(
  connection: LedgerConnection,
  { owner }: LedgerRoles,
  work: () => Promise<unknown>,
): Promise<void> {
  await connection.run(`SET LOCAL ROLE ${owner}`);
  await work();
  await connection.run('RESET ROLE');
}

function refused(reason: Fact): AppError {
  return new AppError('team.refused', { reason });
}
