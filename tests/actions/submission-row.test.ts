import { describe, expect, it } from 'vitest';
import { nameOf, submissionRow } from '../../src-main/actions/submission-row.ts';
import type { CheckProgress } from '../../src-main/check/check.ts';
import type { Batch } from '../../src-main/send/batch.ts';
import { QueueView } from '../../src-main/send/view/queue-view.ts';
import type { Standing } from '../../src-main/send/view/standing.ts';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import { AppError, type ErrorRecord } from '../../src-shared/errors.ts';
import { events } from '../../src-shared/events.ts';
import { FakeClock } from '../fake-clock.ts';
import { batch, batchId, checked, QueueDouble, standing, submission } from '../shells/submissions.ts';

const delivery = { batchId, mayHaveArrived: true };
const offline = new AppError('network.unreachable', { host: 'bank.example', reason: 'gone' }).toRecord();
const refused = new AppError('batch.refused', { reason: '' }).toRecord();

/** What the queue tells but does not store. */
interface Live {
  check?: CheckProgress;
  hold?: ErrorRecord;
  silence?: ErrorRecord;
  /** Of the batch with this number. */
  sent?: [batch: number, bytes: number];
}

/** The row as a window gets it. */
function rowOf(of: Standing, { check, hold, silence, sent }: Live = {}): SubmissionRow {
  const queue = new QueueDouble(new FakeClock());
  queue.put(of);
  const view = new QueueView({ queue, clock: new FakeClock(), onChange: () => {} });
  const { id, destination } = of.submission;
  if (hold !== undefined) queue.holds.set(destination, hold);
  if (silence !== undefined) queue.silences.set(destination, silence);
  if (check !== undefined) queue.tell({ kind: 'check-progress', submission: id, progress: check });
  if (sent !== undefined) {
    const [number, sentBytes] = sent;
    queue.tell({ kind: 'upload-progress', submission: id, batch: batch(number, id).number, sentBytes });
  }
  return submissionRow(view.of(id));
}

describe('the row of a submission', () => {
  it('tells file name and folder apart', () => {
    expect(rowOf(standing(submission(1)))).toMatchObject({
      fileName: 'file-1.jsonl',
      folder: '/exports',
    });
  });

  it('reads a path of Windows as Windows does', () => {
    const row = rowOf(standing(submission(1, { name: 'C:\\Exports\\may.jsonl' })));
    expect(row).toMatchObject({ fileName: 'may.jsonl', folder: 'C:\\Exports' });
  });

  it('says that a file waits for its check until that has begun', () => {
    const unchecked = standing(submission(1, { stage: 'checking' }));
    const begun = { bytes: 0, totalBytes: 300, lines: 0, errors: 0, warnings: 0 };
    expect(rowOf(unchecked).waitsForCheck).toBe(true);
    expect(rowOf(unchecked, { check: begun })).not.toHaveProperty('waitsForCheck');
    expect(rowOf(standing(submission(1)))).not.toHaveProperty('waitsForCheck');
  });

  it('shows what the running check has found so far', () => {
    const unchecked = submission(1, { stage: 'checking' });
    const check = { bytes: 120, totalBytes: 300, lines: 12, errors: 1, warnings: 0 };
    expect(rowOf(standing(unchecked), { check })).toMatchObject({
      bytes: 300,
      checkedBytes: 120,
      lines: 12,
      errors: 1,
    });
  });

  it('leaves the size out until the check knows it', () => {
    const unchecked = submission(1, { stage: 'checking' });
    expect(rowOf(standing(unchecked))).not.toHaveProperty('bytes');
  });

  it('A row counts sent, accepted, seen and processed separately', () => {
    const batches = [
      batch(1, 1, { state: 'processing', acceptedAt: 1, seenAt: 2 }),
      batch(2, 1, { state: 'processing', acceptedAt: 1 }),
      batch(3, 1, { state: 'uploading' }),
      batch(4, 1, { state: 'processed', acceptedAt: 1, seenAt: 2 }),
    ];
    const row = rowOf(standing(submission(1), batches), { sent: [3, 40] });
    expect([row.sent, row.accepted, row.seen, row.processed]).toEqual([
      { bytes: 340, batches: 3 },
      { bytes: 300, batches: 3 },
      { bytes: 200, batches: 2 },
      { bytes: 100, batches: 1 },
    ]);
  });

  it('A row counts only proven arrivals as accepted', () => {
    const proven = { acceptedAt: undefined, state: 'unknown', delivery } as const;
    const row = rowOf(standing(submission(1), [batch(1, 1, proven)]));
    expect([row.accepted.bytes, row.unknownBatches]).toEqual([0, 1]);
  });

  it('counts as sent, not as accepted, what may have arrived', () => {
    const row = rowOf(standing(submission(1), [batch(1, 1, { state: 'verifying', delivery })]));
    expect([row.sent.bytes, row.accepted.bytes]).toEqual([100, 0]);
  });

  it('forgets the bytes of an attempt that was given up', () => {
    expect(rowOf(standing(submission(1), [batch(1, 1)]), { sent: [1, 90] }).sent.bytes).toBe(0);
  });

  it('never shows more sent than there is', () => {
    const row = rowOf(standing(submission(1), [batch(1, 1, { state: 'uploading' })]), { sent: [1, 150] });
    expect(row.sent.bytes).toBe(100);
  });

  it('A row shows a failure that needs a person before one that resolves itself', () => {
    const batches = [batch(1, 1, { error: offline }), batch(2, 1, { state: 'rejected', error: refused })];
    expect(rowOf(standing(submission(1), batches)).error).toEqual(refused);
  });

  it('A row shows what holds up the connection while there is something left to do', () => {
    const hold = new AppError('auth.no-secret', { connection: 'Bank' }).toRecord();
    expect(rowOf(standing(submission(1), [batch(1, 1)]), { hold }).error).toEqual(hold);
    const done = standing(submission(1), [batch(1, 1, { state: 'processed' })]);
    expect(rowOf(done, { hold })).not.toHaveProperty('error');
  });

  it('A row tells when the next try is, as long as it waits for that alone', () => {
    const soon = new FakeClock().now() + 7000;
    const waits = batch(1, 1, { error: offline, notBefore: soon });
    const silence = offline;
    expect(rowOf(standing(submission(1), [waits]), { silence }).nextTryAt).toBe(soon);
    const never = [
      rowOf(standing(submission(1, { paused: true }), [waits]), { silence }),
      rowOf(standing(submission(1), [batch(1, 1, { error: refused, notBefore: soon })]), { silence }),
      rowOf(standing(submission(1), [batch(1, 1, { error: offline, notBefore: soon, state: 'uploading' })]), {
        silence,
      }),
      rowOf(standing(submission(1), [batch(1, 1, { error: offline, notBefore: 0 })]), { silence }),
      rowOf(standing(submission(1), [waits])),
      rowOf(standing(submission(1), [waits]), {
        hold: new AppError('auth.no-secret', { connection: 'Bank' }).toRecord(),
      }),
    ];
    for (const row of never) expect(row).not.toHaveProperty('nextTryAt');
  });

  it('A row tells what is sent again after an upload was broken off, until that begins', () => {
    const queue = new QueueDouble(new FakeClock());
    const view = new QueueView({ queue, clock: new FakeClock(), onChange: () => {} });
    const sending = batch(1, 1, { state: 'uploading' });
    const { id } = submission(1);
    const become = (change: Partial<Batch>, sentBytes?: number) => {
      const now = { ...sending, ...change };
      queue.put(standing(submission(1), [now]));
      if (sentBytes === undefined) queue.tell({ kind: 'batch', batch: now, cause: 'restarted' });
      else queue.tell({ kind: 'upload-progress', submission: id, batch: now.number, sentBytes });
      return submissionRow(view.of(id)).sentAgainBytes;
    };
    expect(become({}, 41)).toBeUndefined();
    expect(become({ state: 'waiting' })).toBe(41);
    expect(become({ state: 'reserving' })).toBe(41);
    expect(become({ state: 'uploading' }, 1)).toBeUndefined();
    expect(become({ state: 'waiting' })).toBe(1);
    expect(become({ state: 'cancelled' })).toBeUndefined();
    expect(become({ state: 'uploading' }, 90)).toBeUndefined();
    expect(become({ state: 'processing' })).toBeUndefined();
  });

  it('A row shows how much there is to send, and which batches failed', () => {
    const batches = [batch(1, 1, { state: 'failed', error: refused }), batch(2, 1)];
    const row = rowOf(standing(submission(1), batches));
    expect([row.whole, row.failedBatches]).toEqual([{ bytes: 200, batches: 2 }, 1]);
  });

  it('has nothing to send as long as it is not approved', () => {
    const row = rowOf(standing(submission(1, { stage: 'held' })));
    expect([row.state, row.whole]).toEqual(['held', { bytes: 0, batches: 0 }]);
  });

  it.each([
    '/exports/may/a.jsonl',
    '/a.jsonl',
    'C:\\exports\\a.jsonl',
    '\\\\server\\exports\\a.jsonl',
    'sent by mail: a.jsonl',
  ])('has the name in two parts, which give it again: %s', (name) => {
    expect(nameOf(rowOf(standing(submission(1, { name }))))).toBe(name);
  });

  it('fits the contract', () => {
    const row = rowOf(standing(submission(1), [batch(1, 1, { state: 'verifying', delivery })]));
    expect(events['queue.changed'].parse({ sequence: 0, submissions: [row], removed: [] }).submissions).toEqual([row]);
  });

  it('A row reveals neither the sealed address nor the destination', () => {
    const sealed = batch(1, 1, { delivery: { ...delivery, addressEndsAt: 9_999 } });
    const text = JSON.stringify(rowOf(standing(submission(1), [sealed])));
    expect(text).not.toMatch(/bank\.example|9999/);
    expect(text).toContain(String(checked.lines));
  });
});
