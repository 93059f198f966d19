/** @file A batch whose bytes the service has processed under two ids: said in one place, and from there everywhere. */

import { describe, expect, it } from 'vitest';
import { submissionForPrograms, submissionRow } from '../../src-main/actions/submission-row.ts';
import type { Batch, WatchedId } from '../../src-main/send/batch.ts';
import { historyDetail, occasionOf } from '../../src-main/send/batch-history.ts';
import { doubledOf } from '../../src-main/send/batch-outcome.ts';
import { endedSums, standingSchema, sumsOfEnded } from '../../src-main/send/storage/standing-document.ts';
import { isUsualStanding } from '../../src-main/send/storage/usual-standing.ts';
import { viewOf } from '../../src-main/send/submission-view.ts';
import { atRest } from '../../src-main/send/view/queue-view.ts';
import { standingOf, summaryOf } from '../../src-main/send/view/standing.ts';
import { Standings } from '../../src-main/send/view/standings.ts';
import { Tally } from '../../src-main/send/view/tally.ts';
import { linesOf } from '../../src-shared/account.ts';
import { AppError } from '../../src-shared/errors.ts';
import { groupOf } from '../../src-shared/queue-group.ts';
import { at, batchId, sampleBatch, submissionIn } from './samples.ts';

const [old, older, present] = [batchId(1), batchId(2), batchId(3)];

function watched(id: WatchedId['batchId'], remoteState: string): WatchedId {
  return { batchId: id, since: at, polls: 1, notBefore: at, isOver: true, remoteState, movedAt: at };
}

function sentAgain(more: Partial<Batch>, ...ids: WatchedId[]): Batch {
  const sent: Partial<Batch> = { acceptedAt: at, delivery: { batchId: present, mayHaveArrived: true }, lines: 10 };
  return sampleBatch(1, { ...sent, abandoned: ids.map((one) => one.batchId), watched: ids, ...more });
}

const processed = { state: 'processed', remoteState: 'PROCESSED' } as const;
const doubled = sentAgain(processed, watched(old, 'PROCESSED'));

describe('a batch is doubled', () => {
  it('where both ids ended as processed', () => {
    expect(doubledOf(doubled)).toEqual({ batchIds: [present, old], lines: 10 });
  });

  it('in the lines that its report does not name', () => {
    const partial = { state: 'partially-accepted', remoteState: 'PROCESSED', named: 4 } as const;
    expect(doubledOf(sentAgain(partial, watched(old, 'processed')))).toMatchObject({ lines: 6 });
  });

  it('while its own report is still asked for', () => {
    const asked = { state: 'processing', remoteState: 'PROCESSED', report: 'wanted' } as const;
    expect(doubledOf(sentAgain(asked, watched(old, 'PROCESSED')))).toMatchObject({ lines: 10 });
  });

  it('where two abandoned ids were processed, and the present one was not', () => {
    const batch = sentAgain({ state: 'failed' }, watched(old, 'PROCESSED'), watched(older, 'PROCESSED'));
    expect(doubledOf(batch)).toEqual({ batchIds: [old, older], lines: 10 });
  });
});

describe('a batch is not doubled', () => {
  it.each(['IN_PROGRESS', 'VALIDATION_FAILED', 'ERROR'])('where its abandoned id is at %s', (state) => {
    expect(doubledOf(sentAgain(processed, watched(old, state)))).toBeUndefined();
  });

  it('where only its abandoned id was processed', () => {
    expect(doubledOf(sentAgain({ state: 'uploading' }, watched(old, 'PROCESSED')))).toBeUndefined();
  });

  it('where every line of it was rejected under the present id', () => {
    const rejected = { state: 'rejected', remoteState: 'PROCESSED', named: 10 } as const;
    expect(doubledOf(sentAgain(rejected, watched(old, 'PROCESSED')))).toBeUndefined();
  });

  it('by the one id under which it was cancelled and then asked about', () => {
    const cancelled = { state: 'cancelled', remoteState: 'PROCESSED' } as const;
    expect(doubledOf(sentAgain(cancelled, watched(present, 'PROCESSED')))).toBeUndefined();
  });
});

describe('a doubled batch', () => {
  const submission = submissionIn('approved');
  const standing = standingOf(summaryOf(submission), [doubled]);
  const row = submissionRow(atRest(standing));

  it('needs a person in the list, although it ended as processed, and warns of itself', () => {
    expect(row).toMatchObject({ state: 'processed', doubled: { batches: 1, lines: 10 } });
    expect(row.warning).toMatchObject({ code: 'batch.doubled', params: { batches: 1, lines: 10 } });
    expect(groupOf(row)).toBe('needs');
  });

  it('is named to programs with both ids', () => {
    expect(submissionForPrograms(viewOf(submission, [doubled]))).toMatchObject({
      state: 'processed',
      warning: 'batch.doubled',
      doubled: { batches: 1, lines: 10 },
      batches: [{ doubled: [present, old] }],
    });
  });

  it('stays in the account what it is: the seven outcomes add up to its lines', () => {
    expect(standing.account).toMatchObject({ accepted: 10 });
    expect(linesOf(standing.account ?? { ...new Tally().sums.account })).toBe(submission.check?.lines);
  });

  it('leaves the sums when it is replaced', () => {
    const tally = new Tally([doubled]);
    tally.put({ ...doubled, watched: [] });
    expect(tally.sums.doubled).toEqual({ batches: 0, lines: 0 });
  });

  it('is still doubled where its standing was stored, which no short cut takes for a usual one', () => {
    const sums = endedSums(new Tally([doubled]).sums);
    const stored: unknown = JSON.parse(JSON.stringify({ submission: summaryOf(submission), sums }));
    expect(isUsualStanding(stored)).toBe(false);
    expect(sumsOfEnded(standingSchema.parse(stored).sums).doubled).toEqual({ batches: 1, lines: 10 });
  });

  it('is found where an earlier Tranship has stored the standing, which only knew that it had arrived after all', () => {
    const { doubled: _, ...former } = endedSums(new Tally([doubled]).sums);
    const params = { batchId: old, state: 'PROCESSED', replacedBy: present };
    const warning = new AppError('batch.arrived-after-all', params).toRecord();
    const stored = { submission: { ...summaryOf(submission), warning }, sums: former };
    const standings = new Standings({ standings: () => [stored], batches: () => [doubled] });
    expect(standings.of(submission.id).doubled).toEqual({ batches: 1, lines: 10 });
  });

  it('has an entry of its own in the history, once', () => {
    const before = { ...doubled, watched: [watched(old, 'IN_PROGRESS')] };
    const entry = occasionOf(before, doubled, { kind: 'abandoned-status' }, at);
    expect(entry).toMatchObject({ kind: 'doubled', detail: { doubled: [present, old] } });
    expect(occasionOf(doubled, { ...doubled, attempts: 7 }, { kind: 'status' }, at)).toMatchObject({ kind: 'status' });
    expect(historyDetail(before)).not.toHaveProperty('doubled');
  });
});
