/** @file One connection to the database of the team ledger: TLS with verification, a sign-in that tells no password, and its errors in our words. */

import { type ConnectionOptions, checkServerIdentity } from 'node:tls';
import pg from 'pg';
import { z } from 'zod';
import { AppError } from '../../../src-shared/errors.ts';
import { fact } from '../../../src-shared/languages/fact.ts';
import { SECOND } from '../../ground/clock.ts';
import { certificateFile } from '../../ground/files/certificate-file.ts';
import { codeOf } from '../../ground/files/error-codes.ts';
import type { LedgerAddress } from '../../wire/credentials/ledger-address.ts';
import { readAuthorities } from '../../wire/network/authorities.ts';
import { storable } from '../stored-text.ts';
import { boundedTypes, LedgerClient } from './ledger-client.ts';
import { LedgerSocket } from './ledger-socket.ts';
import { readMiddleman, requireOwnSession } from './own-session.ts';
import { refusalOf } from './refusals.ts';
import { MOST_ITERATIONS } from './server-guard.ts';

const CONNECT_MS = 15 * SECOND;
const STATEMENT_MS = 60 * SECOND;
/** A server, or a pooler, that does not even say that the time is over. */
const SILENCE_MS = 2 * SECOND;
/** More than any sentence of the ledger has. */
const LONGEST_WORDS = 1000;
/** What the functions of the ledger raise, with a sentence for people. */
const OUR_REFUSAL = 'TS001';
/** And where a release is required that is not there. */
const NOT_RELEASED = 'TS002';
/** The code of a ledger that was put back, and waits for desks. */
const WAITS_FOR_DESKS = 'TS003';
/**
 * What passes by itself: a server that is full, stops or starts, two who wait for each other, and limits of time for locks and
 * transactions that its administrators have set.
 */
const PASSES = /^(08|40|53|57)|^(25P03|25P04|55P03)$/;

export interface LedgerPorts {
  address: LedgerAddress;
  /** Asked only where the server wants a password and none is set. */
  askPassword: () => Promise<string | undefined>;
}

export class LedgerConnection {
  readonly address: LedgerAddress;
  readonly #client: pg.Client;
  readonly #end: () => Promise<void>;

  private constructor(address: LedgerAddress, client: pg.Client, end: () => Promise<void>) {
    this.address = address;
    this.#client = client;
    this.#end = end;
  }

  /** One that `close` ends. @throws AppError team.unreachable, team.not-trusted, team.sign-in, team.pooler, file.*, network.authorities */
  static async open(ports: LedgerPorts): Promise<LedgerConnection> {
    const { address } = ports;
    const client = new LedgerClient(await configOf(ports, STATEMENT_MS));
    // A connection that breaks while nothing is asked: the next question tells it.
    client.on('error', () => {});
    try {
      await client.connect();
    } catch (thrown) {
      await client.end().catch(() => {});
      throw signInError(thrown, address);
    }
    const connection = new LedgerConnection(address, client, () => client.end());
    try {
      await connection.begin(STATEMENT_MS);
    } catch (thrown) {
      await connection.close();
      throw thrown;
    }
    return connection;
  }

  /** One that belongs to a pool, which ends it. A new one begins with `begin`. */
  static over(address: LedgerAddress, client: pg.Client): LedgerConnection {
    return new LedgerConnection(address, client, () => Promise.resolve());
  }

  /** @param statementMs how long the server works on one statement @throws AppError team.* */
  async begin(statementMs: number): Promise<void> {
    const { processID: server } = z.object({ processID: z.int().nullish() }).parse(this.#client);
    await requireOwnSession(this, { server: server ?? undefined, statementMs });
  }

  /** Such as TLSv1.3, as far as this desk can see it; null over a socket of this computer. */
  get encryption(): string | null {
    const { stream } = this.#client.connection;
    return stream instanceof LedgerSocket ? stream.encryption : null;
  }

  /** The rows of one statement. @throws AppError team.refused, submission.not-released, team.unreachable */
  async rows(statement: string, values: readonly unknown[] = []): Promise<unknown[]> {
    try {
      const { rows } = await this.#client.query<pg.QueryResultRow>(statement, values.map(storable));
      return rows;
    } catch (thrown) {
      throw statementError(thrown, this.address);
    }
  }

  /** Several statements in one text. @throws as `rows` */
  async run(statements: string): Promise<void> {
    try {
      await this.#client.query(statements);
    } catch (thrown) {
      throw statementError(thrown, this.address);
    }
  }

  /** All or nothing. */
  async transaction<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.run('BEGIN');
    try {
      const result = await work();
      await this.run('COMMIT');
      return result;
    } catch (thrown) {
      // Where the connection is gone, the server rolls back by itself.
      await this.run('ROLLBACK').catch(() => {});
      throw thrown;
    }
  }

  async close(): Promise<void> {
    await this.#end().catch(() => {});
  }
}

/**
 * How a person is signed in, with TLS that is verified.
 * @param statementMs how long one statement may take
 * @throws AppError file.*, network.authorities
 */
export async function configOf(
  { address, askPassword }: LedgerPorts,
  statementMs: number,
): Promise<pg.ClientConfig & { scramMaxIterations: number }> {
  const { host, port, database, person, isBehindPooler } = address;
  const tls = address.isSocket ? undefined : await verifiedTls(address);
  return {
    host,
    port,
    database,
    user: person,
    password: async () => {
      const password = address.password ?? (await askPassword());
      // The library takes an empty one for a fault of its own.
      if (!password) throw withoutPassword(address);
      return password;
    },
    stream: () => new LedgerSocket({ ledger: address.name, tls, isBehindPooler }),
    // Our socket has TLS already. Never left to PGSSLMODE and PGSSLNEGOTIATION.
    ssl: false,
    sslnegotiation: 'postgres',
    enableChannelBinding: tls !== undefined && !isBehindPooler,
    scramMaxIterations: MOST_ITERATIONS,
    types: boundedTypes,
    connectionTimeoutMillis: CONNECT_MS,
    // No statement_timeout: PgBouncer takes none, so it is set afterwards.
    query_timeout: statementMs + SILENCE_MS,
    keepAlive: true,
    application_name: 'tranship',
  };
}

async function verifiedTls({ host, authorityFile }: LedgerAddress): Promise<ConnectionOptions> {
  const ca = authorityFile === undefined ? {} : { ca: await authoritiesIn(authorityFile) };
  return {
    ...ca,
    rejectUnauthorized: true,
    // The library compares the certificate with “localhost” where the host is a number.
    checkServerIdentity: (_name, certificate) => checkServerIdentity(host, certificate),
  };
}

async function authoritiesIn(path: string): Promise<string[]> {
  return readAuthorities((await certificateFile(path)).toString());
}

function withoutPassword({ name: ledger, person }: LedgerAddress): AppError {
  return new AppError('team.sign-in', { ledger, person, reason: fact('it asks for a password, and none is set') });
}

/** The error of a connection that could not be opened, in our words. */
export function signInError(thrown: unknown, address: LedgerAddress): AppError {
  if (thrown instanceof AppError) return thrown;
  if (!(thrown instanceof pg.DatabaseError)) return unprovenError(thrown, address) ?? connectionError(thrown, address);
  shorten(thrown);
  const told = readMiddleman(thrown, address);
  if (told !== undefined) return told;
  // Out of connections, starting up or shutting down: the same call may succeed soon.
  if (PASSES.test(thrown.code ?? '')) return connectionError(thrown, address);
  return notLetIn(thrown, address);
}

/** What the library finds wrong with the server's part of SCRAM. */
function unprovenError(thrown: unknown, { name: ledger }: LedgerAddress): AppError | undefined {
  if (!(thrown instanceof Error && thrown.message.startsWith('SASL'))) return undefined;
  const isOfCertificate = thrown.message.includes('channel binding');
  const reason = isOfCertificate
    ? fact('its certificate is signed in a way to which a sign-in cannot be bound')
    : fact('it does not prove that it knows your password');
  return new AppError('team.unsafe-sign-in', { ledger, reason }, { cause: thrown });
}

/** What a server says may be as long as it likes, and people read it. */
function shorten(thrown: pg.DatabaseError): void {
  if (thrown.message.length > LONGEST_WORDS) thrown.message = `${thrown.message.slice(0, LONGEST_WORDS)}…`;
}

/** The rights of a person end with their last role, those of a session with its login. */
function notLetIn(thrown: pg.DatabaseError, { name: ledger, person }: LedgerAddress): AppError {
  const hasNoRole = /^permission denied for (database|schema|function|table) /.test(thrown.message);
  const reason = hasNoRole ? fact('it has no role in this ledger') : thrown.message;
  return new AppError('team.sign-in', { ledger, person, reason }, { cause: thrown });
}

function statementError(thrown: unknown, address: LedgerAddress): unknown {
  if (thrown instanceof AppError) return thrown;
  if (!(thrown instanceof pg.DatabaseError))
    // A defect of ours stays recognisable as one.
    return thrown instanceof TypeError ? thrown : connectionError(thrown, address);
  shorten(thrown);
  const told = readMiddleman(thrown, address);
  if (told !== undefined) return told;
  const { code = '', message } = thrown;
  if (code === OUR_REFUSAL) return new AppError('team.refused', { reason: refusalOf(message) }, { cause: thrown });
  if (code === WAITS_FOR_DESKS) return waiting(thrown, address);
  if (code === NOT_RELEASED) return new AppError('submission.not-released', {}, { cause: thrown });
  if (code === '42501' || isOfDroppedLogin(thrown)) return notLetIn(thrown, address);
  return PASSES.test(code) ? connectionError(thrown, address) : thrown;
}

const waitSchema = z.object({
  since: z.coerce.date(),
  desks: z.array(z.object({ name: z.string(), person: z.string() })),
});

function waiting({ detail = '', ...thrown }: pg.DatabaseError, { name: ledger }: LedgerAddress): AppError {
  const { since, desks } = waitSchema.parse(JSON.parse(detail));
  const names = desks.map(({ name, person }) => `${name} (${person})`).join(', ');
  const params = { ledger, since: since.toISOString(), desks: names };
  return new AppError('team.put-back', params, { cause: thrown });
}

/** What a session hears whose login was dropped under it. */
function isOfDroppedLogin({ code, message }: pg.DatabaseError): boolean {
  return (code === '42704' || code === '28000' || code === 'XX000') && /\brole\b/.test(message);
}

/** What TLS says of a server that is not the one that is meant. */
const UNTRUSTED = /^(CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_CA)/;

function connectionError(thrown: unknown, { name: ledger }: LedgerAddress): AppError {
  const told = (thrown instanceof Error && thrown.message) || codeOf(thrown);
  const isUntrusted = UNTRUSTED.test(codeOf(thrown) ?? '');
  const params = { ledger, reason: told ? told.replace(/\.$/, '') : fact('no answer') };
  return new AppError(isUntrusted ? 'team.not-trusted' : 'team.unreachable', params, { cause: thrown });
}
