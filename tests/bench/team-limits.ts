/** @file What shared limits cost: a turn at an endpoint of batches, and the rate of single transactions with several desks. */

import { randomUUID } from 'node:crypto';
import { setTimeout as passTime } from 'node:timers/promises';
import { systemClock } from '../../src-main/ground/clock.ts';
import { TeamLink } from '../../src-main/team/connection/team-link.ts';
import { TeamTurns } from '../../src-main/team/limits/team-turns.ts';
import { endpoints } from '../../src-main/wire/service/endpoints.ts';
import { RequestCounter } from '../team/request-counter.ts';
import { startSendingDesk } from '../team/sending-desk.ts';
import type { TeamOfTest } from '../team/team-of-test.ts';

const TENANTS = 10;
/** What a batch asks for: its reservation, some four times its state, and its report. */
const TURNS_OF_A_BATCH = 6;
const SECONDS = 15;
/** At first, processes start and ask for ever more turns at once. */
const START_SECONDS = 3;

export async function measureLimits(team: TeamOfTest): Promise<void> {
  await measureTurns(team);
  for (const desks of [0, 1, 3]) await measureRate(team, desks);
}

/** Turns that are free at once, one after the other. */
async function measureTurns(team: TeamOfTest): Promise<void> {
  const ports = team.server.person('sol', await team.ledger(), team.authorityFile);
  const link = new TeamLink({
    ...ports,
    clock: systemClock,
    version: '0',
    desk: { id: randomUUID(), name: 'desk-1' },
  });
  const turns = new TeamTurns({ link, clock: systemClock });
  const { id: endpoint, limit } = endpoints.batchStatus;
  await turns.turn({ tenant: 'the first', endpoint, limit });
  const times: number[] = [];
  for (let tenant = 0; tenant < TENANTS; tenant += 1)
    for (let turn = 0; turn < limit.requests / 2; turn += 1) {
      const before = performance.now();
      await turns.turn({ tenant: String(tenant), endpoint, limit });
      times.push(performance.now() - before);
    }
  await turns.close();
  await link.close();
  times.sort((a, b) => a - b);
  const [median = 0, slow = 0] = [times[Math.floor(times.length / 2)], times[Math.floor(times.length * 0.95)]];
  console.log(`  a turn: median ${median.toFixed(1)} ms, 95 of 100 within ${slow.toFixed(1)} ms`);
  console.log(`  a batch (${TURNS_OF_A_BATCH} turns): ${(TURNS_OF_A_BATCH * median).toFixed(0)} ms in all`);
}

/** @param desks 0: one that shares its limits with no other */
async function measureRate(team: TeamOfTest, desks: number): Promise<void> {
  await using counter = await RequestCounter.start();
  const { address } = team.server.person('sol', await team.ledger(), team.authorityFile);
  const { limit } = endpoints.postTransaction;
  const orders = {
    counter: counter.address,
    limit,
    concurrency: 50,
    ...(desks > 0 && { address }),
  };
  const started = Array.from({ length: Math.max(1, desks) }, () => startSendingDesk({ ...orders, desk: randomUUID() }));
  await passTime(SECONDS * 1000);
  const reports = await Promise.all(started.map((desk) => desk.end()));
  const since = (counter.arrivals[0] ?? 0) + START_SECONDS * 1000;
  const later = counter.arrivals.filter((at) => at >= since);
  const rate = later.length / (((later.at(-1) ?? 0) - since) / 1000);
  const sum = (value: (report: (typeof reports)[number]) => number) =>
    reports.reduce((all, each) => all + value(each), 0);
  const sent = sum((report) => report.sent);
  const questions = sum((report) => report.questions);
  console.log(
    [
      `  single transactions, ${desks === 0 ? 'no ledger' : `${desks} ${desks === 1 ? 'desk' : 'desks'}`}: ${rate.toFixed(0)}/s`,
      `at most ${counter.mostWithin(limit.window)} in a second`,
      `${(questions / SECONDS).toFixed(1)} questions/s (${(questions / sent).toFixed(3)} a transaction)`,
      `${((sum((report) => report.processorMs) * 1000) / sent).toFixed(0)} µs of processor time each`,
    ].join(', '),
  );
}
