/** @file Senders that are killed and a database that crashes; `npm run trial:team` plays the same for longer. */

import { expect, it } from 'vitest';
import { beforeAllWith } from '../../before-all-with.ts';
import { isNight } from '../../harness/night.ts';
import { WAIT_MS } from '../../patience.ts';
import { playTrial, type TrialPlan } from './trial.ts';

beforeAllWith(['openssl', 'PostgreSQL']);

const full: TrialPlan = {
  desks: 4,
  batches: 100,
  batchBytes: 30_000,
  bytesPerSecond: 60_000,
  minute: 6000,
  lease: 6000,
  kills: 10,
  longestPeaceMs: 6000,
  longestAbsenceMs: 20_000,
  crashes: 3,
  longestOutageMs: 5000,
  breakEvery: 30,
  seed: 7,
  patienceMs: WAIT_MS,
};
const small: TrialPlan = {
  ...full,
  desks: 2,
  batches: 16,
  minute: 2000,
  lease: 5000,
  kills: 2,
  longestPeaceMs: 1000,
  longestAbsenceMs: 1000,
  crashes: 1,
  longestOutageMs: 300,
  breakEvery: 5,
};

it('senders that are killed again and again lose nothing, double nothing, and keep the limits together', async () => {
  const plan = isNight ? full : small;
  const { verdict, journal, parts, kills, crashes } = await playTrial(plan);

  expect(verdict).toEqual({ lost: [], doubled: [], exceeded: [], wrong: [] });
  expect(parts.length).toBeGreaterThanOrEqual(plan.batches);
  // It was a trial: several have sent, while others were killed in the middle of it.
  expect(new Set(parts.map(({ person }) => person)).size).toBeGreaterThan(1);
  expect([kills, crashes]).toEqual([plan.kills, plan.crashes]);
  expect(journal.filter(({ endpoint, status }) => endpoint === 'upload' && status === undefined)).not.toEqual([]);
});
