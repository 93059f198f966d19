/** @file A desk of a measurement: its link to the ledger, its turns, and what it asks while it waits for parts to send. */

import { randomUUID } from 'node:crypto';
import { setTimeout as passTime } from 'node:timers/promises';
import { SECOND, systemClock } from '../../src-main/ground/clock.ts';
import type { LedgerConnection, LedgerPorts } from '../../src-main/team/connection/ledger-connection.ts';
import { TeamLink } from '../../src-main/team/connection/team-link.ts';
import { TeamTurns } from '../../src-main/team/limits/team-turns.ts';
import { PartsLedger } from '../../src-main/team/parts-ledger.ts';
import type { Budget } from '../../src-main/wire/service/shared-turns.ts';
import { PASSWORD } from '../team/postgres-server.ts';
import type { TeamOfTest } from '../team/team-of-test.ts';

/** As carrier.ts. */
const LOOK_MS = 2 * SECOND;
const noParts = { destinations: ['nowhere'], butNot: [], most: 4, leaseMs: 90 * SECOND, resuming: false };

type Questions = Pick<LedgerConnection, 'rows'>;

export class BenchDesk implements AsyncDisposable {
  readonly link: TeamLink;
  readonly turns: TeamTurns;
  /** Questions for turns. */
  questions = 0;
  readonly #closing = new AbortController();
  #looking: Promise<void> | undefined;

  /** @param farMs how far it is from the ledger, each way */
  constructor(ports: LedgerPorts, name: string, farMs = 0) {
    this.link = new TeamLink({ ...ports, clock: systemClock, version: '0', desk: { id: randomUUID(), name } });
    const { link } = this;
    const counted = {
      desk: link.desk,
      address: link.address,
      get away() {
        return link.away;
      },
      use: <Result>(work: (connection: Questions) => Promise<Result>) =>
        link.use<Result>(async (connection) => {
          if (farMs > 0) await passTime(farMs);
          const rows: Questions['rows'] = async (statement, values) => {
            if (statement.includes('take_turns')) this.questions += 1;
            return await connection.rows(statement, values);
          };
          const result = await work({ rows });
          if (farMs > 0) await passTime(farMs);
          return result;
        }),
    };
    this.turns = new TeamTurns({ link: counted, clock: systemClock });
  }

  /** Resolves once the ledger has heard of it. @throws AppError team.* */
  async greet(): Promise<void> {
    await this.link.use(async () => {});
  }

  /** Takes one turn, whose request is answered at once. */
  async send(budget: Budget, signal?: AbortSignal): Promise<void> {
    const end = await this.turns.turn(budget, signal);
    end('heard');
  }

  /** From now on asks what `tranship work --team` asks while there is nothing to send. */
  lookForParts(): void {
    this.#looking = this.#keepLooking(this.#closing.signal);
  }

  async #keepLooking(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const asked = this.link.use(async (connection) => {
        const parts = new PartsLedger(connection, this.link.desk);
        await parts.take(noParts);
        await parts.open(noParts.destinations);
      });
      await asked.catch(() => {});
      await systemClock.sleep(LOOK_MS, signal).catch(() => {});
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    await this.#looking;
    await this.turns.close();
    await this.link.close();
  }
}

/** Logins that are senders in a ledger; they are made where the server has none of that name. */
export async function makeSenders(team: TeamOfTest, database: string, count: number): Promise<string[]> {
  const names = Array.from({ length: count }, (_, index) => `sender${index}`);
  const { server } = team;
  await server.asSuperuser(
    'postgres',
    names.map(
      (name) => `DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${name}') THEN
        CREATE ROLE ${name} LOGIN PASSWORD '${PASSWORD}'; END IF; END $$`,
    ),
  );
  await team.as('ada', database, async (ledger) => {
    for (const name of names) await ledger.giveRole(name, 'sender');
  });
  return names;
}
