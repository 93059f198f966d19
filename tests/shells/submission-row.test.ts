import { describe, expect, it } from 'vitest';
import { type Live, submissionRow } from '../../src-main/shells/submission-row.ts';
import { events } from '../../src-shared/contract.ts';
import { AppError } from '../../src-shared/errors.ts';
import { batch, batchId, checked, standing, submission } from './submissions.ts';

const quiet: Live = { sentBytes: new Map() };
const delivery = { batchId, mayHaveArrived: true };
const offline = new AppError('network.unreachable', { host: 'bank.example', reason: 'gone' }).toRecord();
const refused = new AppError('batch.refused', { reason: '' }).toRecord();

describe('The row of a submission', () => {
  it('A row separates file name and folder', () => {
    expect(submissionRow(standing(submission(1)), quiet)).toMatchObject({
      fileName: 'file-1.jsonl',
      folder: '/exports',
    });
  });

  it('A row reads a Windows path as Windows does', () => {
    const row = submissionRow(standing(submission(1, { path: 'C:\\Exports\\may.jsonl' })), quiet);
    expect(row).toMatchObject({ fileName: 'may.jsonl', folder: 'C:\\Exports' });
  });

  it('A row shows the findings of the running check so far', () => {
    const { check: _, ...unchecked } = submission(1, { stage: 'checking' });
    const check = { bytes: 120, totalBytes: 300, lines: 12, errors: 1, warnings: 0 };
    expect(submissionRow(standing(unchecked), { ...quiet, check })).toMatchObject({
      bytes: 300,
      checkedBytes: 120,
      lines: 12,
      errors: 1,
    });
  });

  it('A row has no size until the check knows it', () => {
    const { check: _, ...unchecked } = submission(1, { stage: 'checking' });
    expect(submissionRow(standing(unchecked), quiet)).not.toHaveProperty('bytes');
  });

  it('A row counts sent, accepted and seen separately', () => {
    const batches = [
      batch(1, 1, { state: 'processing', acceptedAt: 1, seenAt: 2 }),
      batch(2, 1, { state: 'processing', acceptedAt: 1 }),
      batch(3, 1, { state: 'uploading' }),
    ];
    const row = submissionRow(standing(submission(1), batches), { sentBytes: new Map([[batch(3, 1).number, 40]]) });
    expect([row.sent, row.accepted, row.seen]).toEqual([
      { bytes: 240, batches: 2 },
      { bytes: 200, batches: 2 },
      { bytes: 100, batches: 1 },
    ]);
  });

  it('A row counts only proven arrivals as accepted', () => {
    const proven = { acceptedAt: undefined, state: 'unknown', delivery } as const;
    const row = submissionRow(standing(submission(1), [batch(1, 1, proven)]), quiet);
    expect([row.accepted.bytes, row.unknownBatches]).toEqual([0, 1]);
  });

  it('A row counts a possible arrival as sent, not as accepted', () => {
    const row = submissionRow(standing(submission(1), [batch(1, 1, { state: 'verifying', delivery })]), quiet);
    expect([row.sent.bytes, row.accepted.bytes]).toEqual([100, 0]);
  });

  it('A row drops the bytes of an attempt that was abandoned', () => {
    const sentBytes = new Map([[batch(1, 1).number, 90]]);
    expect(submissionRow(standing(submission(1), [batch(1, 1)]), { sentBytes }).sent.bytes).toBe(0);
  });

  it('A row never shows more bytes sent than there are', () => {
    const sentBytes = new Map([[batch(1, 1).number, 150]]);
    const row = submissionRow(standing(submission(1), [batch(1, 1, { state: 'uploading' })]), { sentBytes });
    expect(row.sent.bytes).toBe(100);
  });

  it('A row shows a failure that needs a person before one that resolves itself', () => {
    const batches = [batch(1, 1, { error: offline }), batch(2, 1, { state: 'rejected', error: refused })];
    expect(submissionRow(standing(submission(1), batches), quiet).error).toEqual(refused);
  });

  it('A row shows what holds up the connection while there is something left to do', () => {
    const hold = new AppError('auth.no-secret', { connection: 'Bank' }).toRecord();
    expect(submissionRow(standing(submission(1), [batch(1, 1)]), { ...quiet, hold }).error).toEqual(hold);
    const done = standing(submission(1), [batch(1, 1, { state: 'processed' })]);
    expect(submissionRow(done, { ...quiet, hold })).not.toHaveProperty('error');
  });

  it('A row shows how much there is to send, and which batches failed', () => {
    const batches = [batch(1, 1, { state: 'failed', error: refused }), batch(2, 1)];
    const row = submissionRow(standing(submission(1), batches), quiet);
    expect([row.whole, row.failedBatches]).toEqual([{ bytes: 200, batches: 2 }, 1]);
  });

  it('A row has nothing to send until the submission is approved', () => {
    const row = submissionRow(standing(submission(1, { stage: 'held' })), quiet);
    expect([row.state, row.whole]).toEqual(['held', { bytes: 0, batches: 0 }]);
  });

  it('A row matches the contract', () => {
    const row = submissionRow(standing(submission(1), [batch(1, 1, { state: 'verifying', delivery })]), quiet);
    expect(events['queue.changed'].parse({ sequence: 0, submissions: [row], removed: [] }).submissions).toEqual([row]);
  });

  it('A row reveals neither the sealed address nor the destination', () => {
    const sealed = batch(1, 1, { delivery: { ...delivery, addressEndsAt: 9_999 } });
    const text = JSON.stringify(submissionRow(standing(submission(1), [sealed]), quiet));
    expect(text).not.toMatch(/bank\.example|9999/);
    expect(text).toContain(String(checked.lines));
  });
});
