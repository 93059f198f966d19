/** @file What many desks cost a PostgreSQL server: statements, connections, and the processor time and memory of its processes. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as passTime } from 'node:timers/promises';
import pg from 'pg';
import { z } from 'zod';
import type { PostgresServer } from '../team/postgres-server.ts';

/** Linux counts the time of processes that have ended in hundredths of a second. */
const TICK_MS = 10;

const FULL = '53300';
const AGAIN_MS = 200;

const countSchema = z.tuple([z.object({ count: z.coerce.number() })]);
const costlySchema = z.array(z.object({ words: z.string(), calls: z.coerce.number(), each: z.number() }));

/** Since the server was started. */
export interface ServerLoad {
  statements: number;
  /** That were opened. */
  connections: number;
  /** Of all its processes. */
  processorMs: number;
}

export interface ServerMemory {
  connections: number;
  /** What each has for itself, and its part of what it shares with others. */
  bytes: number;
}

/** Starts it again so that it counts statements, and lets so many connections in. */
export async function restartFor(server: PostgresServer, mostConnections: number): Promise<void> {
  await server.asSuperuser('postgres', [
    "ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'",
    `ALTER SYSTEM SET max_connections = ${mostConnections}`,
  ]);
  await server.crash();
  await server.revive();
  await server.asSuperuser('postgres', ['CREATE EXTENSION IF NOT EXISTS pg_stat_statements']);
}

export async function loadOf(server: PostgresServer, database: string): Promise<ServerLoad> {
  const statements = await counted(
    server,
    `SELECT coalesce(sum(calls), 0) AS count FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid
     WHERE d.datname = '${database}'`,
  );
  const connections = await counted(
    server,
    `SELECT sessions AS count FROM pg_stat_database WHERE datname = '${database}'`,
  );
  return { statements, connections, processorMs: processorMsOf(server) };
}

/** What is added to it in so many seconds. */
export async function loadWithin(server: PostgresServer, database: string, seconds: number): Promise<ServerLoad> {
  const before = await loadOf(server, database);
  await passTime(seconds * 1000);
  const since = await loadOf(server, database);
  return {
    statements: since.statements - before.statements,
    connections: since.connections - before.connections,
    processorMs: since.processorMs - before.processorMs,
  };
}

/** The statements that took the most time, in ms of the clock each. */
export async function costliest(server: PostgresServer, database: string): Promise<string[]> {
  const rows = await asked(
    server,
    `SELECT left(regexp_replace(query, '\\s+', ' ', 'g'), 60) AS words, calls, mean_exec_time AS each
     FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid
     WHERE d.datname = '${database}' ORDER BY total_exec_time DESC LIMIT 5`,
  );
  return costlySchema.parse(rows).map(({ words, calls, each }) => `${calls} × ${each.toFixed(2)} ms: ${words}`);
}

/** How many desks the ledger has heard since a moment of its own clock. */
export async function heardSince(server: PostgresServer, database: string, moment: string): Promise<number> {
  return await counted(
    server,
    `SELECT count(*) AS count FROM tranship.desks WHERE last_seen > '${moment}'::timestamptz`,
    database,
  );
}

const momentSchema = z.tuple([z.object({ moment: z.string() })]);

export async function momentOf(server: PostgresServer): Promise<string> {
  return momentSchema.parse(await asked(server, 'SELECT clock_timestamp()::text AS moment'))[0].moment;
}

/** Of the connections to one database. */
export async function memoryOf(server: PostgresServer, database: string): Promise<ServerMemory> {
  const rows = await asked(server, `SELECT pid FROM pg_stat_activity WHERE datname = '${database}'`);
  const ids = z.array(z.object({ pid: z.int() })).parse(rows);
  const sizes = ids.map(({ pid }) => Number(/^Pss:\s+(\d+) kB/m.exec(toldOf(pid, 'smaps_rollup'))?.[1] ?? 0) * 1024);
  return { connections: ids.length, bytes: sizes.reduce((sum, each) => sum + each, 0) };
}

function processorMsOf({ folder }: PostgresServer): number {
  const first = readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0] ?? '';
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const ofServer = all.filter((name) => name === first || fieldsOf(name)[1] === first);
  // To the nanosecond: many connections each do less than the hundredth of a second in which most of /proc is counted.
  const running = ofServer.map((name) => Number(toldOf(name, 'schedstat').split(' ')[0]) / 1e6);
  // Of those that have ended, in user mode and in the system.
  const [user = 0, system = 0] = fieldsOf(first).slice(13, 15).map(Number);
  return running.reduce((sum, each) => sum + each, (user + system) * TICK_MS);
}

/** After its name, which stands in parentheses and may contain any character: its state, its parent, … */
function fieldsOf(process: string): string[] {
  const line = toldOf(process, 'stat');
  return line.slice(line.lastIndexOf(')') + 2).split(' ');
}

/** Empty where the process has just ended. */
function toldOf(process: number | string, what: string): string {
  try {
    return readFileSync(`/proc/${process}/${what}`, 'utf8');
  } catch {
    return '';
  }
}

async function counted(server: PostgresServer, statement: string, database?: string): Promise<number> {
  return countSchema.parse(await asked(server, statement, database))[0].count;
}

async function asked(server: PostgresServer, statement: string, database = 'postgres'): Promise<unknown[]> {
  for (;;) {
    const client = new pg.Client({ host: server.folder, port: server.port, user: 'postgres', database });
    try {
      await client.connect();
      return (await client.query<pg.QueryResultRow>(statement)).rows;
    } catch (thrown) {
      if (!(thrown instanceof pg.DatabaseError && thrown.code === FULL)) throw thrown;
      // Those who are still signing in may have the places that are kept for the superuser.
      await passTime(AGAIN_MS);
    } finally {
      await client.end();
    }
  }
}
