/**
 * @file What it costs to follow one large submission: 5,000 batches that change one after another, and after each change
 * somebody asks where it stands. `node tests/bench/queue-view.ts`
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { judge } from '../../src-main/actions/patience.ts';
import { submissionRow } from '../../src-main/actions/submission-row.ts';
import type { Batch } from '../../src-main/send/batch.ts';
import type { QueueChange } from '../../src-main/send/queue.ts';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import { submissionViews } from '../../src-main/send/submission-view.ts';
import { QueueView } from '../../src-main/send/view/queue-view.ts';
import { Standings } from '../../src-main/send/view/standings.ts';
import { at, occasion, sampleSubmission } from '../send/samples.ts';

const BATCHES = 5_000;
const READS = 20;
const quiet = {
  open: 1,
  waitingForPerson: 0,
  waitingForHours: 0,
  silentSince: undefined,
  everReached: true,
  checking: 0,
  isAsking: false,
};

const folder = mkdtempSync(join(tmpdir(), 'tranship-bench-'));
const store = new QueueStore(folder);
const ranges = Array.from({ length: BATCHES }, (_, index) => ({
  start: index * 1000,
  end: (index + 1) * 1000,
  lines: 10,
  sha256: 'a'.repeat(64),
}));
const { id } = store.addSubmission(sampleSubmission(), occasion);
const batches = store.approve({ ...sampleSubmission(), id }, ranges, occasion);

const read = timed(() => {
  for (let count = 0; count < READS; count++) [...submissionViews(store)];
});
console.log(`reading the submission from the store   ${(read / READS).toFixed(1)} ms`);

const standings = new Standings(store);
let tell: (change: QueueChange) => void = () => {};
const view = new QueueView({
  queue: {
    standings: () => standings.all(),
    standing: (one) => standings.of(one),
    has: (one) => standings.has(one),
    stopped: undefined,
    waits: { presentOf: () => ({ now: at, hold: undefined, silence: undefined }), ofConnections: () => [] },
    subscribe: (listener) => {
      tell = listener;
      return () => {};
    },
  },
  clock: { now: () => at },
  onChange: () => {
    judge(standings.all(), { ...quiet, stopped: undefined, ledgerAwaySince: undefined }, 'sent', at);
    submissionRow(view.of(id));
  },
});

let changes = 0;
const followed = timed(() => {
  for (const batch of batches) {
    const uploading: Batch = { ...batch, state: 'uploading', attempts: 1 };
    const steps: Batch[] = [uploading, { ...uploading, state: 'processing', acceptedAt: at }];
    for (const step of steps) {
      standings.noteBatch(step);
      tell({ kind: 'batch', batch: step, cause: 'begin' });
      changes += 1;
    }
  }
});
console.log(`${changes} changes, each followed by a judgement and a row   ${followed.toFixed(0)} ms`);
console.log(`each   ${((1000 * followed) / changes).toFixed(1)} µs`);
store.close();
rmSync(folder, { recursive: true });

function timed(work: () => void): number {
  const begun = performance.now();
  work();
  return performance.now() - begun;
}
