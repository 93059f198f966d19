/**
 * @file The connections of a running app to the team ledger: opened when they are needed, kept while they are used, and
 * each checked for the version of the ledger. Loaded only where there is a ledger.
 */

import pg from 'pg';
import { AppError } from '../../../src-shared/errors.ts';
import { SECOND } from '../../ground/clock.ts';
import { migrations } from '../migrations.ts';
import { LedgerClient } from './ledger-client.ts';
import { configOf, LedgerConnection, type LedgerPorts, signInError } from './ledger-connection.ts';
import { requireCurrent } from './ledger-version.ts';

const MOST_CONNECTIONS = 4;
/** What a server says that is full, or whose limit of a login is reached. */
const TOO_MANY = '53300';
const IDLE_MS = 60 * SECOND;
/** Less than for a command that a person waits for: what needs the ledger here tries again. */
const STATEMENT_MS = 20 * SECOND;

export class LedgerPool {
  readonly #ports: LedgerPorts;
  readonly #pool: pg.Pool;
  readonly #checked = new WeakSet<pg.PoolClient>();

  private constructor(ports: LedgerPorts, pool: pg.Pool) {
    this.#ports = ports;
    this.#pool = pool;
  }

  /** Nothing is connected yet. @throws AppError file.*, network.authorities */
  static async create(ports: LedgerPorts): Promise<LedgerPool> {
    const pool = new pg.Pool({
      ...(await configOf(ports, STATEMENT_MS)),
      Client: LedgerClient,
      max: MOST_CONNECTIONS,
      idleTimeoutMillis: IDLE_MS,
    });
    // A connection that breaks while nothing is asked is taken out of the pool.
    pool.on('error', () => {});
    // One that breaks between two questions of a use: the next question tells it.
    pool.on('connect', (client) => client.on('error', () => {}));
    return new LedgerPool(ports, pool);
  }

  /**
   * `work` has one connection for itself. @throws AppError team.*, and what `work` throws
   * @param onConnected what is to be said first on each new connection
   */
  async use<Result>(
    work: (connection: LedgerConnection) => Promise<Result>,
    onConnected: (connection: LedgerConnection) => Promise<void>,
  ): Promise<Result> {
    const { address } = this.#ports;
    const client = await this.#connect();
    let isUsable = false;
    try {
      const connection = LedgerConnection.over(address, client);
      if (!this.#checked.has(client)) {
        await connection.begin(STATEMENT_MS);
        await requireCurrent(connection, migrations.length);
        await onConnected(connection);
        this.#checked.add(client);
      }
      const result = await work(connection);
      isUsable = true;
      return result;
    } catch (thrown) {
      // After a refusal of the ledger it is as before; after anything else it is not known what it is in the middle of.
      isUsable =
        thrown instanceof AppError &&
        ['team.refused', 'team.put-back', 'submission.not-released'].includes(thrown.code);
      throw thrown;
    } finally {
      client.release(!isUsable);
    }
  }

  /** Where the server lets no more connections in than there are, those have to be enough from then on. */
  async #connect(): Promise<pg.PoolClient> {
    for (;;) {
      try {
        return await this.#pool.connect();
      } catch (thrown) {
        const isFull = thrown instanceof pg.DatabaseError && thrown.code === TOO_MANY;
        if (!isFull || this.#pool.totalCount === 0) throw signInError(thrown, this.#ports.address);
        this.#pool.options.max = this.#pool.totalCount;
      }
    }
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}
