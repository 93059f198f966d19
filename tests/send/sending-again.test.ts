/** @file Whatever asks whether a line may go once more gets the same answer: by what became of the line. */

import { describe, expect, it, onTestFinished } from 'vitest';
import { LineMap } from '../../src-main/fixing/line-map.ts';
import { LineSet } from '../../src-main/ground/line-set.ts';
import { type Batch, batchSchema } from '../../src-main/send/batch.ts';
import { makeCorrected } from '../../src-main/send/correction/corrected-file.ts';
import { keepsFromSending } from '../../src-main/send/sent-before/may-go-again.ts';
import { sentBefore } from '../../src-main/send/sent-before/same-content.ts';
import { SentFiles, sentFilesTo } from '../../src-main/send/sent-before/sent-files.ts';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import { type ApprovedSubmission, type Submission, submissionIdSchema } from '../../src-main/send/submission.ts';
import { viewOf } from '../../src-main/send/submission-view.ts';
import { isRefused } from '../../src-main/team/announcements.ts';
import { AppError } from '../../src-shared/errors.ts';
import { sent } from '../records/sent-file.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { approved, at, batchId } from './samples.ts';
import { startQueue } from './started-queue.ts';

const delivery = (mayHaveArrived: boolean) => ({ batchId: batchId(7), mayHaveArrived });
const there = { delivery: delivery(true) };
const byService = { remoteState: 'ERROR', error: new AppError('batch.failed', { reason: 'no' }).toRecord() };

interface Situation {
  name: string;
  batch: object;
  named?: number[];
  /** The lines that do not go by themselves. */
  held: number[];
  /** Where those that a person corrects are others: what could be there after all is decided by correcting it. */
  heldWhereCorrected?: number[];
}

const [all, none] = [[1, 2, 3], []];
const situations: Situation[] = [
  { name: 'accepted', batch: { state: 'processed', ...there }, held: all },
  { name: 'accepted in part', batch: { state: 'partially-accepted', ...there }, named: [2], held: [1, 3] },
  {
    name: 'rejected by the service',
    batch: { state: 'rejected', remoteState: 'VALIDATION_FAILED', ...there },
    held: none,
  },
  { name: 'not processed by the service', batch: { state: 'failed', ...byService, ...there }, held: none },
  { name: 'not through', batch: { state: 'failed', delivery: delivery(false) }, held: none },
  { name: 'perhaps through', batch: { state: 'failed', ...there }, held: all },
  { name: 'cancelled before it went', batch: { state: 'cancelled' }, held: none },
  { name: 'cancelled after it may have gone', batch: { state: 'cancelled', ...there }, held: all },
  { name: 'waiting', batch: { state: 'waiting' }, held: all },
  { name: 'at the service', batch: { state: 'processing', ...there }, held: all },
  { name: 'without its report', batch: { state: 'unreported', ...there }, held: all },
  { name: 'of unknown arrival', batch: { state: 'unknown', ...there }, held: all },
  {
    name: 'rejected, where the service was to take the valid lines',
    batch: { state: 'rejected', ingestValid: true, remoteState: 'VALIDATION_FAILED', ...there },
    held: all,
    heldWhereCorrected: none,
  },
  {
    name: 'rejected, and perhaps there under an id that was given up',
    batch: {
      state: 'rejected',
      remoteState: 'VALIDATION_FAILED',
      ...there,
      watched: [{ batchId: batchId(8), since: 1, polls: 0, notBefore: 0, isOver: false }],
    },
    held: all,
    heldWhereCorrected: none,
  },
];

function openStore() {
  const folder = temporaryFolder();
  const store = new QueueStore(folder);
  onTestFinished(() => store.close());
  return { folder, store, files: new SentFiles(store) };
}
type Opened = ReturnType<typeof openStore>;

async function play({ folder, store }: Opened, { batch, named = [] }: Omit<Situation, 'name' | 'held'>) {
  const file = await sent(folder, store, 'export.jsonl', all, named);
  const [sentAs] = store.batches(file.id);
  const now = batchSchema.parse({ ...sentAs, delivery: undefined, ...batch });
  store.saveBatch(now, { at, kind: 'status', detail: {} }, LineSet.of(named));
  return file;
}

/** The lines that the comparison of ids keeps, before a file is sent and while it is prepared. */
async function heldById(
  { store, files }: Opened,
  { id, destination }: ApprovedSubmission,
  corrected: ReadonlySet<number> = new Set(),
): Promise<number[]> {
  const all = await files.to(destination, corrected, new AbortController().signal);
  expect(all).toEqual(sentFilesTo(store, destination, corrected));
  const found = all.find((one) => one.id === id);
  return found === undefined ? [] : [...LineSet.ofRuns(found.parts).difference(found.rejected)];
}

/** The lines that are not in its correction. */
async function heldByResend({ store }: Opened, file: ApprovedSubmission): Promise<number[]> {
  const view = viewOf(file, store.batches(file.id));
  const wish = { recipe: { version: 1 as const, steps: [] }, withEdits: false };
  try {
    const { lineMap } = await makeCorrected(store, view, wish, { signal: new AbortController().signal });
    return [...LineSet.of(all).difference(LineMap.parse(lineMap).originals)];
  } catch (thrown) {
    // What is under way is not corrected yet, and of what was accepted nothing is missing.
    const isHeld = thrown instanceof AppError && /not-correctable|nothing-missing/.test(thrown.code);
    if (isHeld) return all;
    throw thrown;
  }
}

describe('Whether it may go once more is one answer for all that ask, of a file that was', () => {
  it.each(situations)('$name', async (situation) => {
    const { held, heldWhereCorrected = held } = situation;
    const opened = openStore();
    const { store } = opened;
    const file = await play(opened, situation);
    const batches = store.batches(file.id);
    const { id, check, destination } = file;
    const copy = { id: submissionIdSchema.parse(9999), destination };

    expect(await heldById(opened, file)).toEqual(held);
    expect(sentBefore(store, copy, check).length > 0).toBe(held.length > 0);
    expect(keepsFromSending(batches)).toBe(held.length > 0);
    expect(await heldById(opened, file, new Set([id]))).toEqual(heldWhereCorrected);
    expect(await heldByResend(opened, file)).toEqual(heldWhereCorrected);
    // The team is also told of what can be tried again from here.
    if (isRefused(batches)) expect(held).toEqual(none);
  });
});

it('A correction of a correction is not held for what the first file still has of it', async () => {
  const open = { state: 'rejected', ingestValid: true, remoteState: 'VALIDATION_FAILED', ...there };
  const opened = openStore();
  const { store } = opened;
  const first = await play(opened, { batch: open });
  const second = store.addSubmission({ ...first, corrects: first.id }, { at, kind: 'added' });
  const third = { id: submissionIdSchema.parse(9999), destination: first.destination, corrects: second.id };
  expect(sentBefore(store, { ...third, corrects: undefined }, first.check)).toHaveLength(1);
  expect(sentBefore(store, third, first.check)).toEqual([]);
});

describe('What a held file lacks that went since with another one of the same content', () => {
  const correctionOf = async ({ store }: Opened, file: Submission) => {
    const wish = { recipe: { version: 1 as const, steps: [] }, withEdits: false };
    return await makeCorrected(store, viewOf(file, []), wish, { signal: new AbortController().signal });
  };
  const heldTwin = ({ store }: Opened, { id: _, stage: __, ...twin }: ApprovedSubmission) =>
    store.addSubmission({ ...twin, stage: 'held', ranges: [] }, { at, kind: 'added' });

  it('is nothing, where all of it was accepted or is still to be decided', async () => {
    const opened = openStore();
    const file = await play(opened, { batch: { state: 'processed', ...there } });
    const gone = { code: 'submission.gone-with', params: { by: file.id, accepted: 3, open: 0 } };
    await expect(correctionOf(opened, heldTwin(opened, file))).rejects.toMatchObject(gone);

    const other = openStore();
    const pending = await play(other, { batch: { state: 'processing', ...there } });
    const open = { code: 'submission.gone-with', params: { by: pending.id, accepted: 0, open: 3 } };
    await expect(correctionOf(other, heldTwin(other, pending))).rejects.toMatchObject(open);
  });

  it('is what the service rejected there, until a correction of that has it', async () => {
    const opened = openStore();
    const file = await play(opened, { batch: { state: 'partially-accepted', ...there }, named: [2] });
    const twin = heldTwin(opened, file);
    expect(await correctionOf(opened, twin)).toMatchObject({
      lineMap: '1+1',
      goneWith: { submission: file.id, lines: 2 },
    });

    const { store, folder } = opened;
    const correction = await sent(folder, store, 'export.corrected.jsonl', [4], [], { corrects: file.id });
    store.lines.saveMap(correction.id, '1+1');
    const corrected = { ...file, corrected: { by: correction.id, starts: [0] } };
    store.saveSubmission(corrected, { at, kind: 'corrected', detail: { by: correction.id, batches: 1 } });
    const gone = { code: 'submission.gone-with', params: { accepted: 3, open: 0 } };
    await expect(correctionOf(opened, twin)).rejects.toMatchObject(gone);
  });

  it('is all of it, where that one was rejected, given up, or went to another place', async () => {
    for (const batch of [{ state: 'rejected', ...there }, { state: 'cancelled' }]) {
      const opened = openStore();
      const file = await play(opened, { batch });
      expect(await correctionOf(opened, heldTwin(opened, file))).toMatchObject({ lineMap: '0+3' });
    }
    const opened = openStore();
    const file = await play(opened, { batch: { state: 'processed', ...there } });
    const twin = heldTwin(opened, { ...file, destination: 'https://elsewhere' });
    expect(await correctionOf(opened, twin)).toMatchObject({ lineMap: '0+3' });
  });
});

describe('What was cancelled before it went', () => {
  const cancel = (store: QueueStore, batches: readonly Batch[]) => {
    for (const batch of batches)
      store.saveBatch({ ...batch, state: 'cancelled' }, { at, kind: 'cancelled' }, undefined);
  };

  it('is not tried again once the same content has gone since, and is once that was cancelled, too', () => {
    const store = new QueueStore(temporaryFolder());
    const approve = () => {
      const made = approved(store);
      store.saveSubmission(made.submission, { at, kind: 'approved' });
      return made;
    };
    const first = approve();
    cancel(store, first.batches);
    const second = approve();
    const { queue } = startQueue(store, { uploads: 1 });
    expect(() => queue.actions.retry(first.submission.id)).toThrow(
      expect.objectContaining({ code: 'submission.sent-since', params: { id: 1, by: 2 } }),
    );
    queue.actions.cancel(second.submission.id);
    expect(queue.actions.retry(first.submission.id)).toMatchObject({ done: true });
    expect(() => queue.actions.retry(second.submission.id)).toThrow(
      expect.objectContaining({ params: { id: 2, by: 1 } }),
    );
  });
});
