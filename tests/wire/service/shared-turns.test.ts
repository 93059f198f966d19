/** @file Where a team shares the limits, each request needs a turn of the team besides one of its own desk. */

import { expect, it } from 'vitest';
import { type Endpoint, endpoints, tokenEndpoint } from '../../../src-main/wire/service/endpoints.ts';
import { RateLimits } from '../../../src-main/wire/service/rate-limits.ts';
import type { Budget, SharedTurns } from '../../../src-main/wire/service/shared-turns.ts';
import type { Ending } from '../../../src-main/wire/service/turns.ts';
import { FakeClock, settle } from '../../fake-clock.ts';
import { MemoryLedger } from '../../memory-stores.ts';
import { connectionTo, sendAtOnce } from './fixtures.ts';

const { batchStatus, generateUploadUrl } = endpoints;

/** A team that gives a turn when the test says so. */
class TeamOfOne implements SharedTurns {
  readonly asked: Budget[] = [];
  readonly pauses: unknown[] = [];
  readonly endings: Ending[] = [];
  #waiting: PromiseWithResolvers<void>[] = [];

  async turn(budget: Budget): Promise<(ending: Ending) => void> {
    this.asked.push(budget);
    const turn = Promise.withResolvers<void>();
    this.#waiting.push(turn);
    await turn.promise;
    return (ending) => this.endings.push(ending);
  }

  pause(budget: Budget, milliseconds: number, by: string): void {
    this.pauses.push([budget.endpoint, milliseconds, by]);
  }

  async give(): Promise<void> {
    this.#waiting.shift()?.resolve();
    await settle();
  }

  async refuse(reason: Error): Promise<void> {
    this.#waiting.shift()?.reject(reason);
    await settle();
  }
}

function withTeam() {
  const clock = new FakeClock();
  const team = new TeamOfOne();
  const ledger = new MemoryLedger();
  const limits = new RateLimits({
    connection: connectionTo('https://host'),
    clock,
    ledger,
    random: () => 0,
    shared: () => team,
  });
  const given: number[] = [];
  const ask = async (endpoint: Endpoint) => {
    void sendAtOnce(limits, endpoint).then(() => given.push(clock.now()));
    await settle();
  };
  return { clock, team, limits, given, ask };
}

it('a request goes when the team gives a turn of the tenant’s limit', async () => {
  const { team, given, ask } = withTeam();
  await ask(batchStatus);
  expect(team.asked).toEqual([
    { tenant: 'https://host/tm/realtime tenant/t-1', endpoint: 'batch-status', limit: batchStatus.limit },
  ]);
  expect(given).toEqual([]);
  await team.give();
  expect(given).toHaveLength(1);
});

it('the token endpoint is limited by the address of this computer, and asks no team', async () => {
  const { team, given, ask } = withTeam();
  await ask(tokenEndpoint);
  expect([given.length, team.asked.length]).toEqual([1, 0]);
});

it('the team is not asked for a turn before the desk has one of its own', async () => {
  const { team, limits, ask } = withTeam();
  limits.pause(batchStatus, 30_000);
  await ask(batchStatus);
  expect(team.asked).toEqual([]);
});

it('a turn that comes after a pause has begun goes by, and another one is asked for', async () => {
  const { clock, team, limits, given, ask } = withTeam();
  const start = clock.now();
  await ask(batchStatus);
  limits.pause(batchStatus, 30_000);
  await team.give();
  expect(given).toEqual([]);
  await clock.advance(30_000);
  await team.give();
  expect(given).toEqual([start + 30_000]);
  expect(team.endings).toEqual(['unsent', 'heard']);
});

it('the team hears of pauses with their whole length, and of the first refusal alone', () => {
  const { team, limits } = withTeam();
  limits.giveWay(batchStatus, 5000);
  limits.giveWay(batchStatus, 9000);
  limits.pause(generateUploadUrl, 2000);
  limits.pause(tokenEndpoint, 2000);
  expect(team.pauses).toEqual([
    ['batch-status', 5000, 'refusal'],
    ['batch-status', 9000, 'wish'],
    ['generate-upload-url', 2000, 'wish'],
  ]);
});

it('a team that cannot be asked fails the request, and the next one asks again', async () => {
  const { team, limits, given, ask } = withTeam();
  const failing = expect(sendAtOnce(limits, batchStatus)).rejects.toThrow('away');
  await settle();
  await team.refuse(new Error('away'));
  await failing;
  await ask(batchStatus);
  await team.give();
  expect(given).toHaveLength(1);
});

it.each([
  ['was answered', async () => ({ status: 200 }), 'heard'],
  ['was not', () => Promise.reject(new Error('cut')), 'lost'],
] as const)('the team hears of a request that it %s', async (_, send, ending) => {
  const { team, limits } = withTeam();
  const sent = limits.inTurn(batchStatus, send).catch(() => undefined);
  await settle();
  await team.give();
  await sent;
  expect(team.endings).toEqual([ending]);
});
