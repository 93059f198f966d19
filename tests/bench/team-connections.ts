/** @file More desks than a server lets in: alone, behind PgBouncer as it is set by itself, and set for so many. */

import { setTimeout as passTime } from 'node:timers/promises';
import { SECOND } from '../../src-main/ground/clock.ts';
import type { LedgerPorts } from '../../src-main/team/connection/ledger-connection.ts';
import { endpoints } from '../../src-main/wire/service/endpoints.ts';
import { AppError } from '../../src-shared/errors.ts';
import { printTable } from '../harness/printed-results.ts';
import { PoolerOfTest } from '../team/pooler-of-test.ts';
import type { TeamOfTest } from '../team/team-of-test.ts';
import { BenchDesk, makeSenders } from './team-bench-desk.ts';
import { timed, timesOf } from './team-desks.ts';
import { heardSince, loadWithin, memoryOf, momentOf, restartFor } from './team-server-load.ts';

/** As PostgreSQL is set by itself. */
const MOST_CONNECTIONS = 100;
const SETTLED_SECONDS = 20;
const TURNS = 100;
/** Fewer than the server lets in, which keeps three for its superuser. */
const forMany = { max_client_conn: 2000, max_db_connections: 90, default_pool_size: 4, query_wait_timeout: 10 };

type PersonPorts = (person: string, database: string) => LedgerPorts;

export async function measureConnections(team: TeamOfTest, size: number, seconds: number): Promise<void> {
  const { server } = team;
  await restartFor(server, MOST_CONNECTIONS);
  const direct: PersonPorts = (person, database) => server.person(person, database, team.authorityFile);
  const columns = [`${MOST_CONNECTIONS} connections`, 'PgBouncer as it is', 'PgBouncer for many'];
  const measured = [await measure(team, size, seconds, async () => ({ ports: direct, end: async () => {} }))];
  for (const more of [{}, forMany]) {
    measured.push(
      await measure(team, size, seconds, async (database) => {
        const pooler = await PoolerOfTest.start(team, database, { pool_mode: 'transaction', ...more });
        return { ports: pooler.person.bind(pooler), end: () => pooler[Symbol.asyncDispose]() };
      }),
    );
  }
  const names = Object.keys(measured[0] ?? {});
  printTable(
    [`${size} desks`, ...columns],
    names.map((name) => [name, ...measured.map((one) => one[name] ?? '')]),
  );
}

async function measure(
  team: TeamOfTest,
  size: number,
  seconds: number,
  way: (database: string) => Promise<{ ports: PersonPorts; end: () => Promise<void> }>,
): Promise<Record<string, string>> {
  const { server } = team;
  const database = await team.ledger();
  const names = await makeSenders(team, database, size);
  await using closing = new AsyncDisposableStack();
  const { ports, end } = await way(database);
  closing.defer(end);
  const desks = names.map((name, index) => new BenchDesk(ports(name, database), `desk-${index}`));
  closing.defer(async () => {
    await Promise.all(desks.map((desk) => desk[Symbol.asyncDispose]()));
  });
  const told = new Map<string, number>();
  for (const desk of desks) desk.greet().catch((thrown: unknown) => note(told, thrown));
  await passTime(SETTLED_SECONDS * SECOND);
  const moment = await momentOf(server);
  const load = await loadWithin(server, database, seconds);
  const heard = await heardSince(server, database, moment);
  const { connections } = await memoryOf(server, database);
  const rows: Record<string, string> = {
    'desks heard': String(heard),
    'what the others hear': [...told].map(([reason, count]) => `${count} × ${reason}`).join('\n'),
    connections: String(connections),
    'opened, statements in a second': `${(load.connections / seconds).toFixed(1)}, ${(load.statements / seconds).toFixed(1)}`,
    'ms of the server in a second': (load.processorMs / seconds).toFixed(0),
  };
  const present = desks.filter(({ link }) => link.away === undefined);
  const { id: endpoint, limit } = endpoints.batchStatus;
  const turns = await timed(TURNS, async (turn) => {
    await present[turn % present.length]?.send({ tenant: `tenant ${turn % 10}`, endpoint, limit });
  });
  rows['a turn: median, 95 of 100'] = timesOf(turns);
  console.log(rows);
  return rows;
}

function note(told: Map<string, number>, thrown: unknown): void {
  const words = thrown instanceof AppError ? thrown.message : String(thrown);
  const reason = /: ([^:]+?)\. It may/.exec(words)?.[1] ?? words;
  told.set(reason, (told.get(reason) ?? 0) + 1);
}
