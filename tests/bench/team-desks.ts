/**
 * @file What many desks at one ledger cost: idle, for a turn, for turns of which there are too few, and when the server fails.
 * Each has a login, a link and turns of its own, all in this process.
 */

import { setTimeout as passTime } from 'node:timers/promises';
import { SECOND } from '../../src-main/ground/clock.ts';
import { endpoints } from '../../src-main/wire/service/endpoints.ts';
import { printTable } from '../harness/printed-results.ts';
import type { TeamOfTest } from '../team/team-of-test.ts';
import { BenchDesk, makeSenders } from './team-bench-desk.ts';
import { shareFairly } from './team-fairness.ts';
import { costliest, heardSince, loadOf, loadWithin, memoryOf, momentOf, restartFor } from './team-server-load.ts';

export interface DesksAsked {
  sizes: readonly number[];
  /** Seconds for what is measured idle. */
  idle: number;
  /** Of 20 turns, in seconds; the service has a minute. */
  window: number;
}

/** At most; see ledger-pool.ts. */
const CONNECTIONS_OF_DESK = 4;
const TURNS = 400;
const OUTAGE_SECONDS = 10;
const FAR_MS = 10;
const TENANT = 'the tenant';

export async function measureDesks(team: TeamOfTest, asked: DesksAsked): Promise<void> {
  await restartFor(team.server, CONNECTIONS_OF_DESK * Math.max(...asked.sizes) + 20);
  const measured: Record<string, string>[] = [];
  for (const size of asked.sizes) {
    const rows = await measure(team, size, asked);
    console.log(rows);
    measured.push(rows);
  }
  const names = Object.keys(measured[0] ?? {});
  printTable(
    ['', ...asked.sizes.map((size) => `${size} desks`)],
    names.map((name) => [name, ...measured.map((one) => one[name] ?? '')]),
  );
}

async function measure(team: TeamOfTest, size: number, { idle, window }: DesksAsked): Promise<Record<string, string>> {
  const { server } = team;
  const database = await team.ledger();
  const names = await makeSenders(team, database, size);
  await using closing = new AsyncDisposableStack();
  const desks = names.map(
    // Every other desk is further away.
    (name, index) =>
      new BenchDesk(server.person(name, database, team.authorityFile), `desk-${index}`, index % 2 === 0 ? 0 : FAR_MS),
  );
  closing.defer(async () => {
    await Promise.all(desks.map((desk) => desk[Symbol.asyncDispose]()));
  });
  const perDesk = ({ statements, processorMs }: { statements: number; processorMs: number }) => {
    const [said, worked] = [statements, processorMs].map((sum) => (sum / size / idle) * 60);
    return `${said?.toFixed(1)}, ${worked?.toFixed(0)} ms`;
  };
  const rows: Record<string, string> = {};

  const began = performance.now();
  const before = await loadOf(server, database);
  await Promise.all(desks.map((desk) => desk.greet()));
  const seconds = (performance.now() - began) / 1000;
  const after = await loadOf(server, database);
  rows['all greeted after'] = `${seconds.toFixed(1)} s`;
  rows['the server, for each greeted'] = `${((after.processorMs - before.processorMs) / size).toFixed(0)} ms`;
  await passTime(SECOND);
  rows['idle, greeting only: statements, server'] = perDesk(await loadWithin(server, database, idle));

  const limit = { requests: 2 * TURNS, window: 60_000 };
  for (const desk of desks) await desk.send({ tenant: TENANT, endpoint: 'first', limit });
  rows['idle, with shares'] = perDesk(await loadWithin(server, database, idle));
  for (const [index, desk] of desks.entries()) setTimeout(() => desk.lookForParts(), (index * 2000) / size);
  await passTime(2 * SECOND);
  const looking = await loadWithin(server, database, idle);
  rows['idle, as work --team'] = perDesk(looking);
  const memory = await memoryOf(server, database);
  rows['connections, memory of the server for each'] =
    `${memory.connections}, ${(memory.bytes / memory.connections / 1e6).toFixed(1)} MB`;

  const [alone] = desks;
  const { id: endpoint, limit: ofStatus } = endpoints.batchStatus;
  const budgetOf = (turn: number) => ({ tenant: `tenant ${turn % 10}`, endpoint, limit: ofStatus });
  rows['a turn, the others idle: median, 95 of 100'] = timesOf(
    await timed(TURNS, async (turn) => await alone?.send(budgetOf(turn))),
  );
  rows['a turn, all in turn'] = timesOf(
    await timed(TURNS, async (turn) => {
      await desks[2 * (turn % (size >> 1))]?.send({ tenant: TENANT, endpoint: 'in turn', limit });
    }),
  );

  const windows = Math.max(10, size / 10);
  const scarce = { tenant: TENANT, endpoint: 'scarce', limit: { requests: 20, window: window * SECOND } };
  const [beforeSharing, start] = [await loadOf(server, database), performance.now()];
  const shared = await shareFairly(desks, scarce, windows);
  const idling = (looking.processorMs / idle / SECOND) * (performance.now() - start);
  const sharing = (await loadOf(server, database)).processorMs - beforeSharing.processorMs - idling;
  rows[`windows of ${window} s`] = `${windows}`;
  rows['turns of a desk: least, median, most'] = `${shared.least}, ${shared.median}, ${shared.most}`;
  rows['of near ones, of far ones'] = shared.nearAndFar;
  rows['index of Jain'] = shared.index.toFixed(2);
  rows['turns in a window, most at any time'] = `${shared.perWindow.toFixed(1)}, ${shared.mostInWindow}`;
  rows['questions for a turn, longest wait in windows'] =
    `${shared.questionsPerTurn.toFixed(1)}, ${shared.longestWait.toFixed(1)}`;
  rows['the server, for a turn, without what is idle'] = `${(sharing / (shared.perWindow * windows)).toFixed(0)} ms`;
  console.log(rows, (await costliest(server, database)).join('\n'));

  const atCrash = await loadOf(server, database);
  await server.crash();
  await passTime(OUTAGE_SECONDS * SECOND);
  await server.revive();
  const revived = performance.now();
  const moment = await momentOf(server);
  while ((await heardSince(server, database, moment)) < size) await passTime(100);
  const again = (performance.now() - revived) / 1000;
  const load = await loadOf(server, database);
  rows['all served again after'] = `${again.toFixed(1)} s`;
  rows['until then, for each desk'] =
    `${(load.connections / size).toFixed(1)} connections, ${((load.statements - atCrash.statements) / size).toFixed(0)} statements, ${(load.processorMs / size).toFixed(0)} ms`;
  return rows;
}

export async function timed(count: number, work: (turn: number) => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    const before = performance.now();
    await work(turn);
    times.push(performance.now() - before);
  }
  return times.toSorted((a, b) => a - b);
}

export function timesOf(sorted: readonly number[]): string {
  const [median = 0, slow = 0] = [0.5, 0.95].map((part) => sorted[Math.floor(sorted.length * part)]);
  return `${median.toFixed(1)}, ${slow.toFixed(1)} ms`;
}
