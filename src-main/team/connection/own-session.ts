/**
 * @file What has to hold of each new connection before it is used, also where a pooler such as PgBouncer, or a standby, answers in
 * place of the server: the ledger knows the person by their own login, transactions hold, and changes are taken. What
 * administrators of the server set otherwise, for a database or a login, does not count.
 */

import type pg from 'pg';
import { z } from 'zod';
import { AppError } from '../../../src-shared/errors.ts';
import { fact, type Said } from '../../../src-shared/languages/fact.ts';
import type { LedgerAddress } from '../../wire/credentials/ledger-address.ts';
import { oddAnswer } from './server-guard.ts';

/** What a standby says of a change. */
const READ_ONLY = '25006';
/** PgBouncer has this one code for all that it says. */
const OF_POOLER = '08P01';
/** What it says of a person who cannot sign in, there or at the server behind it. */
const REFUSALS =
  /authentication failed|^no such (user|database)|^permission denied for database|^(role|database) ".*" (does not exist|is not)|^no pg_hba/;

/**
 * What the ledger rests on. On the search path is nothing that a member of the team could make: an upgraded server may let all
 * make functions in a schema, which a desk would call unawares, with the rights of its person.
 */
export const sessionSettings = {
  search_path: 'pg_catalog',
  default_transaction_isolation: 'read committed',
  row_security: 'on',
} as const;
/** In which times are read; a pooler keeps it for each desk. */
const DATE_STYLE = 'ISO';

const sessionSchema = z.tuple([z.object({ login: z.string(), takes_changes: z.boolean() })]);

/** A connection as far as this asks it. */
interface NewConnection {
  address: LedgerAddress;
  transaction<Result>(work: () => Promise<Result>): Promise<Result>;
  rows(sql: string, values: readonly unknown[]): Promise<readonly unknown[]>;
}

/**
 * @param server the process of the server as the connection was told. A pooler names none of the server; there, a setting would
 *   stay behind with a connection that others get, too, so that those of the database count.
 * @throws AppError team.pooler, team.unreachable
 */
export async function requireOwnSession(
  connection: NewConnection,
  { server, statementMs }: { server: number | undefined; statementMs: number },
): Promise<void> {
  const { name: ledger, person } = connection.address;
  const wanted = { ...sessionSettings, statement_timeout: String(statementMs) };
  const settings = Object.keys(wanted).map((name, at) => `pg_catalog.set_config('${name}', $${at + 3}, false)`);
  // In a transaction, so that a pooler without them is noticed here, and not in the middle of the work.
  const rows = await connection.transaction(
    async () =>
      await connection.rows(
        `SELECT session_user::text AS login, pg_catalog.current_setting('transaction_read_only') = 'off' AS takes_changes,
           pg_catalog.set_config('DateStyle', $2, false),
           CASE WHEN pg_catalog.pg_backend_pid() = $1 THEN ARRAY[${settings.join(', ')}] END`,
        [server ?? null, DATE_STYLE, ...Object.values(wanted)],
      ),
  );
  const { data: said } = sessionSchema.safeParse(rows);
  if (said === undefined) throw oddAnswer(ledger);
  const [{ login, takes_changes: takesChanges }] = said;
  if (!takesChanges) throw new AppError('team.unreachable', { ledger, reason: standby });
  // The rules of the ledger know each person by their login.
  if (login !== person) throw new AppError('team.pooler', { ledger, problem: sharedLogin(login, person) });
}

const standby = fact('this server takes no changes, such as a standby that was not promoted');

const withoutTransactions = fact(
  'The pooler gives each statement another connection, so that nothing can be changed as a whole. Its pool_mode must be “transaction” or “session”.',
);

function sharedLogin(login: string, person: string): Said {
  return fact(
    'The pooler signs in as {login} for {person}, so that the ledger cannot tell who does what. Its settings of the database must name no user.',
    { login, person },
  );
}

/** What was meant, where a pooler or a standby answered in its own words; undefined for all else. */
export function readMiddleman(thrown: pg.DatabaseError, { name: ledger, person }: LedgerAddress): AppError | undefined {
  const { code, message: reason } = thrown;
  if (code === READ_ONLY) return new AppError('team.unreachable', { ledger, reason: standby }, { cause: thrown });
  if (code !== OF_POOLER) return undefined;
  if (reason.includes('statement pooling'))
    return new AppError('team.pooler', { ledger, problem: withoutTransactions }, { cause: thrown });
  return REFUSALS.test(reason)
    ? new AppError('team.sign-in', { ledger, person, reason }, { cause: thrown })
    : undefined;
}
