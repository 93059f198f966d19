import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isIntact, receiptFor } from '../../src-main/send/receipt.ts';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import { endpoints } from '../../src-main/wire/service/endpoints.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { addedSubmission, approved, at, batchId, occasion, ranges, sampleCheck, sampleSubmission } from './samples.ts';

const limit = endpoints.batchStatus.limit;

let folder: string;
let store: QueueStore;
beforeEach(() => {
  folder = temporaryFolder();
  store = new QueueStore(folder);
});
afterEach(() => {
  try {
    store.close();
  } catch {
    // Some tests have closed it themselves.
  }
});

function reopened(): QueueStore {
  store.close();
  store = new QueueStore(folder);
  return store;
}

describe('the queue on disk', () => {
  it('the store returns what was stored, after it was closed', () => {
    const { submission, batches } = approved(store);
    expect(reopened().submissions()).toEqual([submission]);
    expect(store.batches()).toEqual(batches);
  });

  it('the store makes one waiting batch for each range', () => {
    const { batches } = approved(store);
    expect(batches.map(({ start, end, state }) => ({ start, end, state }))).toEqual([
      { start: 0, end: 100, state: 'waiting' },
      { start: 100, end: 150, state: 'waiting' },
    ]);
  });

  it('the store refuses the same batch id for two batches', () => {
    const [one, two] = approved(store).batches;
    if (one === undefined || two === undefined) throw new Error('two batches expected');
    const delivery = { batchId: batchId(1), mayHaveArrived: false };
    store.saveBatch({ ...one, delivery }, occasion);
    expect(() => store.saveBatch({ ...two, delivery }, occasion)).toThrow();
  });

  it('the store finds a batch by an abandoned id', () => {
    const [batch] = approved(store).batches;
    if (batch === undefined) throw new Error('a batch expected');
    store.saveBatch({ ...batch, abandoned: [batchId(7)] }, occasion);
    expect(store.findBatch(batchId(7).toUpperCase())?.number).toBe(batch.number);
  });

  it('stores nothing of a change that fails half-way', () => {
    const submission = store.addSubmission(addedSubmission(), occasion);
    const unstorable = ranges.map((range) => ({ ...range, sha256: 1n as never }));
    expect(() =>
      store.approve({ ...submission, stage: 'approved', check: sampleCheck }, unstorable, occasion),
    ).toThrow();
    expect(store.submissions()).toEqual([submission]);
    expect(store.batches()).toEqual([]);
  });

  it('the store undoes only what failed of several changes that are stored together', () => {
    const unstorable = ranges.map((range) => ({ ...range, sha256: 1n as never }));
    const [first, second] = store.together(() => {
      const one = store.addSubmission(sampleSubmission(), occasion);
      expect(() => store.approve({ ...sampleSubmission(), id: one.id }, unstorable, occasion)).toThrow();
      return [one, store.addSubmission(sampleSubmission(), occasion)];
    });
    expect(reopened().submissions()).toEqual([first, second]);
    expect(store.batches()).toEqual([]);
  });

  it('the store can be read while another process has it open for writing', () => {
    const { submission } = approved(store);
    const reader = new QueueStore(folder, { readOnly: true });
    expect(reader.submissions()).toEqual([submission]);
    reader.close();
  });

  it('the store keeps the times of requests across restarts', () => {
    store.ledger.record('status', at, limit);
    store.ledger.record('status', at + 5, limit);
    store.ledger.record('token', at, limit);
    expect(reopened().ledger.recent('status', at + 1)).toEqual([at + 5]);
  });

  it('the store removes requests that no limit looks at any more', () => {
    store.ledger.record('status', at, limit);
    store.ledger.record('status', at + 3_600_000, limit);
    expect(store.ledger.recent('status', 0)).toEqual([at + 3_600_000]);
  });

  it('the store keeps requests of a window of a second in memory only', () => {
    store.ledger.record('transaction', at, endpoints.postTransaction.limit);
    expect(store.ledger.recent('transaction', 0)).toEqual([at]);
    expect(reopened().ledger.recent('transaction', 0)).toEqual([]);
  });

  it('the store holds ten seconds of a one-second window at most, even when the clock is set back', () => {
    const { ledger } = store;
    const record = (time: number) => ledger.record('transaction', time, endpoints.postTransaction.limit);
    for (let second = 0; second < 60; second += 1) record(at + 1000 * second);
    record(at - 86_400_000);
    expect(ledger.recent('transaction', 0)).toEqual([at - 86_400_000]);
    for (let second = 0; second < 60; second += 1) record(at + 1000 * second);
    expect(ledger.recent('transaction', 0)).toHaveLength(11);
  });
});

describe('the history', () => {
  it('the history holds every change in order, each event chained to the one before', () => {
    const { submission } = approved(store);
    const history = store.history(submission.id);
    expect(history.map(({ kind }) => kind)).toEqual(['added', 'added']);
    expect(history[1]?.previousHash).toBe(history[0]?.hash);
    expect(isIntact(history)).toBe(true);
  });

  it('the history cannot be changed or deleted', () => {
    approved(store);
    const database = new DatabaseSync(join(folder, 'queue.db'));
    expect(() => database.exec("UPDATE events SET kind = 'other'")).toThrow('append-only');
    expect(() => database.exec('DELETE FROM events')).toThrow('append-only');
    database.close();
  });

  it('the receipt shows when the history was changed by other means', () => {
    const [batch] = approved(store).batches;
    if (batch === undefined) throw new Error('a batch expected');
    store.saveBatch({ ...batch, delivery: { batchId: batchId(1), mayHaveArrived: false } }, occasion);
    expect(receiptFor(store, batchId(1)).historyIntact).toBe(true);
    const database = new DatabaseSync(join(folder, 'queue.db'));
    database.exec("DROP TRIGGER events_are_never_changed; UPDATE events SET kind = 'approved' WHERE position = 1");
    database.close();
    expect(receiptFor(store, batchId(1)).historyIntact).toBe(false);
  });
});

describe('a database that cannot be used', () => {
  const opening = () => new QueueStore(folder);

  it('a damaged database is reported', () => {
    store.close();
    writeFileSync(
      join(folder, 'queue.db'),
      'this is no database, but it is long enough to be taken for one'.repeat(100),
    );
    expect(opening).toThrow(expect.objectContaining({ code: 'queue.damaged' }));
  });

  it('a database that a newer Tranship has written is reported', () => {
    store.close();
    const database = new DatabaseSync(join(folder, 'queue.db'));
    database.exec('PRAGMA user_version = 1000');
    database.close();
    expect(opening).toThrow(expect.objectContaining({ code: 'queue.newer' }));
  });

  it('a database with an invalid row is reported', () => {
    approved(store);
    const database = new DatabaseSync(join(folder, 'queue.db'));
    database.exec(`UPDATE batches SET document = '{"state":"flying"}'`);
    database.close();
    expect(() => store.batches()).toThrow(expect.objectContaining({ code: 'queue.damaged' }));
  });

  it('a full disk is reported, and the store keeps what it had', () => {
    const { submission } = approved(store);
    store.close();
    store = new QueueStore(folder, { maxPages: 20 });
    const fill = () => {
      for (let count = 0; count < 1000; count++)
        store.addSubmission(addedSubmission({ name: 'x'.repeat(1000) }), occasion);
    };
    expect(fill).toThrow(expect.objectContaining({ code: 'disk.full' }));
    expect(reopened().submissions()[0]).toEqual(submission);
  });
});
