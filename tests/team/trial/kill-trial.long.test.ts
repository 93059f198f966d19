/** @file Senders that are killed and a database that crashes: `npm run trial:team` plays the same for longer. */

import { expect, it } from 'vitest';
import { beforeAllWith } from '../../before-all-with.ts';
import { playTrial } from './trial.ts';

beforeAllWith(['openssl', 'PostgreSQL']);

it('four senders that are killed again and again lose nothing, double nothing, and keep the limits together', async () => {
  const { verdict, journal, parts, kills, crashes } = await playTrial({
    ...{ desks: 4, batches: 100, batchBytes: 30_000, bytesPerSecond: 60_000, minute: 6000, lease: 6000 },
    ...{ kills: 10, longestPeaceMs: 6000, longestAbsenceMs: 20_000 },
    ...{ crashes: 3, patienceMs: 120_000, longestOutageMs: 5000, breakEvery: 30, seed: 7 },
  });

  expect(verdict).toEqual({ lost: [], doubled: [], exceeded: [], wrong: [] });
  expect(parts.length).toBeGreaterThanOrEqual(100);
  // It was a trial: several have sent, while others were killed in the middle of it.
  expect(new Set(parts.map(({ person }) => person)).size).toBeGreaterThan(1);
  expect([kills, crashes]).toEqual([10, 3]);
  expect(journal.filter(({ endpoint, status }) => endpoint === 'upload' && status === undefined)).not.toEqual([]);
});
