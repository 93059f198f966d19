/** @file How a desk asks the team ledger for turns: what happens to those who wait when it goes away and comes back. */

import { expect, it } from 'vitest';
import { type SharingState, TeamTurns, type TeamTurnsPorts } from '../../src-main/team/limits/team-turns.ts';
import type { Budget } from '../../src-main/wire/service/shared-turns.ts';
import { AppError } from '../../src-shared/errors.ts';
import { FakeClock, settle } from '../fake-clock.ts';

const minute: Budget = { tenant: 't', endpoint: 'status', limit: { requests: 120, window: 60_000 } };
const away = new AppError('team.unreachable', { ledger: 'ledger', reason: 'it was pulled out' });

function teamTurns() {
  const clock = new FakeClock();
  const said: { statement: string; values: readonly unknown[] }[] = [];
  const states: SharingState[] = [];
  let isAway = false;
  let refusal: AppError | undefined;
  const connection = {
    rows: async (statement: string, values: readonly unknown[] = []) => {
      said.push({ statement: /tranship\.(\w+)/.exec(statement)?.[1] ?? statement, values });
      if (refusal !== undefined) throw refusal;
      return [
        {
          turns: 1,
          grant_id: String(said.length),
          wait_ms: 0,
          has_share: true,
          stamp: String(said.length),
          pause_ms: 0,
          part: 1,
        },
      ];
    },
  };
  const link: TeamTurnsPorts['link'] = {
    desk: { id: 'desk-7', name: 'desk-7' },
    address: {
      name: 'ledger',
      host: 'ledger',
      isSocket: false,
      isBehindPooler: false,
      port: 5432,
      database: 'tranship',
      person: 'sol',
      password: undefined,
      authorityFile: undefined,
    },
    get away() {
      return isAway ? away : undefined;
    },
    use: async (work) => {
      if (isAway) throw away;
      return await work(connection);
    },
  };
  const turns = new TeamTurns({ link, clock, onState: (state) => states.push(state) });
  return {
    clock,
    said,
    states,
    turns,
    cut: (value: boolean) => {
      isAway = value;
    },
    refuse: (error: AppError | undefined) => {
      refusal = error;
    },
  };
}

it('a turn costs one question', async () => {
  const { turns, said } = teamTurns();
  await turns.turn(minute);
  expect(said).toEqual([
    { statement: 'take_turns', values: ['desk-7', 't', 'status', 60_000, 61_000, 120, 1, 600, null, '[]'] },
  ]);
  await turns.close();
});

it('the next question says what became of the turn before', async () => {
  const { turns, clock, said } = teamTurns();
  const end = await turns.turn(minute);
  await clock.advance(200);
  end('heard');
  await clock.advance(300);
  await turns.turn(minute);
  expect(said.at(-1)?.values.at(-1)).toBe('[{"grant_id":"1","used":1,"counts_ms":60300}]');
  await turns.close();
});

it('a ledger that went away is waited for; then the cautious share is used, and it is said', async () => {
  const { turns, clock, cut, states } = teamTurns();
  await turns.turn(minute);
  cut(true);
  const start = clock.now();
  const turn = turns.turn(minute).then(() => clock.now() - start);
  await clock.advance(100_000);
  expect(await turn).toBe(92_000);
  expect(states).toEqual(['waiting', 'alone']);
  cut(false);
  await clock.advance(6000);
  expect(states).toEqual(['waiting', 'alone', 'shared']);
  await turns.close();
});

it('a short outage only delays', async () => {
  const { turns, clock, cut, states } = teamTurns();
  await turns.turn(minute);
  cut(true);
  const turn = turns.turn(minute);
  await clock.advance(3000);
  cut(false);
  await clock.advance(4000);
  await turn;
  expect(states).toEqual(['waiting', 'shared']);
  await turns.close();
});

it('a desk that starts while the ledger is away says why it does not send', async () => {
  const { turns, cut } = teamTurns();
  cut(true);
  await expect(turns.turn(minute)).rejects.toBe(away);
  await turns.close();
});

it('the ledger hears of a pause when it is back, for the rest of its time, before it is asked for a turn', async () => {
  const { turns, clock, cut, said } = teamTurns();
  await turns.turn(minute);
  cut(true);
  turns.pause(minute, 30_000, 'refusal');
  await clock.advance(4000);
  cut(false);
  said.length = 0;
  await turns.turn(minute);
  expect(said).toMatchObject([
    { statement: 'note_pause', values: ['desk-7', 't', 'status', 30_000, true, 4000] },
    { statement: 'take_turns' },
  ]);
  await turns.close();
});

it.each([
  ['a 429 that it met alone, for as long as that slows all down', 'refusal', 590_000, ['note_pause', 'keep_shares']],
  ['nothing of one that counts no longer', 'refusal', 606_000, ['keep_shares']],
  ['nothing of a pause that is over', 'wish', 40_000, ['keep_shares']],
] as const)('a desk that is back tells the ledger %s', async (_, by, after, told) => {
  const { turns, clock, cut, said } = teamTurns();
  await turns.turn(minute);
  cut(true);
  turns.pause(minute, 30_000, by);
  await clock.advance(after);
  cut(false);
  said.length = 0;
  await clock.advance(6000);
  expect(said.map(({ statement }) => statement)).toEqual(told);
  await turns.close();
});

it('a desk whose role is withdrawn waits with a reason that passes, and sends again once the role is back', async () => {
  const { turns, refuse } = teamTurns();
  const refused = new AppError('team.refused', { reason: 'sol has no role in this ledger.' });
  refuse(refused);
  // One that was never let in has to be seen to by a person here.
  await expect(turns.turn(minute)).rejects.toBe(refused);
  refuse(undefined);
  await turns.turn(minute);
  refuse(refused);
  await expect(turns.turn(minute)).rejects.toMatchObject({ code: 'team.suspended', retryable: true });
  refuse(undefined);
  await turns.turn(minute);
  await turns.close();
});

it('the ledger hears of the desk every 6 s, with the stamp of the last answer', async () => {
  const { turns, clock, said } = teamTurns();
  await turns.turn(minute);
  await clock.advance(12_000);
  expect(said.slice(1)).toEqual([
    { statement: 'keep_shares', values: ['desk-7', '1'] },
    { statement: 'keep_shares', values: ['desk-7', '2'] },
  ]);
  await turns.close();
});

it('closing gives the shares back, and ends what waits', async () => {
  const { turns, said, cut } = teamTurns();
  await turns.turn(minute);
  cut(true);
  const waiting = expect(turns.turn(minute)).rejects.toMatchObject({ code: 'team.unreachable' });
  await settle();
  await turns.close();
  await waiting;
  // The ledger was away: it counts the share until the hour is over.
  expect(said.at(-1)?.statement).toBe('take_turns');

  const other = teamTurns();
  await other.turns.turn(minute);
  await other.turns.close();
  expect(other.said.at(-1)).toEqual({ statement: 'leave', values: ['desk-7'] });
});
