/** @file What the sender asks of the history before a byte leaves: a few entries, whatever is in the queue. */

import { hash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, vi } from 'vitest';
import type { Batch } from '../../src-main/send/batch.ts';
import { defaultPatience } from '../../src-main/send/machine/events.ts';
import { Runner } from '../../src-main/send/runner.ts';
import { SealedQueue } from '../../src-main/send/sealed/sealed-queue.ts';
import type { Sealed } from '../../src-main/wire/credentials/secret-box.ts';
import { AppError, toAppError } from '../../src-shared/errors.ts';
import { approveFile, attack, eventsIn, folderKey, open, sealedFolder, sendFile } from '../audit/attacked-folder.ts';
import { FakeClock } from '../fake-clock.ts';
import { folderOfFile } from '../temporary-folder.ts';
import { batchId } from './samples.ts';

const altered = expect.objectContaining({ code: 'queue.altered' });

function asked({ store }: ReturnType<typeof open>) {
  const [submission] = store.submissions();
  const [batch] = store.batches();
  if (submission === undefined || batch === undefined) throw new Error('a submission with a batch expected');
  return { submission, batch };
}

it('lets go what was not edited, with a key and without', () => {
  for (const key of [folderKey(), undefined]) {
    const opened = open(folderOfFile(), key);
    sendFile(opened);
    const { submission, batch } = asked(opened);
    expect(() => new SealedQueue(opened.store).requireBatch(submission, batch)).not.toThrow();
    opened.close();
  }
});

it('asks about each batch before its last block again, and reads the batches of a submission once', () => {
  const folder = folderOfFile();
  const opened = open(folder, folderKey());
  sendFile(opened);
  const { submission, batch } = asked(opened);
  const read = vi.spyOn(opened.store, 'batches');
  const sealed = new SealedQueue(opened.store);
  for (let times = 0; times < 5; times += 1) sealed.requireBatch(submission, batch);
  expect(read).toHaveBeenCalledTimes(1);
  const database = new DatabaseSync(join(folder, 'queue.db'));
  database.exec(`DROP TRIGGER events_are_never_changed;
    UPDATE events SET detail = json_set(detail, '$.attempts', 7) WHERE batch = ${batch.number}`);
  database.close();
  expect(() => sealed.requireBatch(submission, batch)).toThrow(altered);
  opened.close();
});

it('does not believe an approval without a seal that was put in place of a sealed one', () => {
  const { folder, key } = sealedFolder();
  attack(folder, (database) => {
    let previous = eventsIn(database)[1]?.hash ?? '';
    for (const { position, at, submission, batch, kind, detail, user, machine, version } of eventsIn(database).slice(
      2,
    )) {
      const text = JSON.stringify([previous, at, submission, batch, kind, detail, user, machine, version, null]);
      const own = hash('sha256', text, 'hex');
      database
        .prepare('UPDATE events SET key = NULL, seal = NULL, previous_hash = ?, hash = ? WHERE position = ?')
        .run(previous, own, position);
      previous = own;
    }
  });
  const opened = open(folder, key);
  expect(opened.tampering).toHaveLength(1);
  const { submission, batch } = asked(opened);
  expect(() => new SealedQueue(opened.store).requireBatch(submission, batch)).toThrow(altered);
  opened.close();
});

it('believes what a process without the key has recorded, as long as the history was not found changed since', () => {
  const { folder, key } = sealedFolder();
  const without = open(folder);
  sendFile(without, 3);
  without.close();
  const opened = open(folder, key);
  const submission = opened.store.submissions().at(-1);
  const batch = opened.store.batches().at(-1);
  if (submission === undefined || batch === undefined) throw new Error('a submission with a batch expected');
  expect(() => new SealedQueue(opened.store).requireBatch(submission, batch)).not.toThrow();
  opened.close();
});

it('holds back the last block where the history was edited while the others left', async () => {
  const folder = folderOfFile();
  const opened = open(folder, folderKey());
  const { store } = opened;
  const { batches, submission } = approveFile(opened);
  const stopped = Promise.withResolvers<Batch>();
  const runner = new Runner({
    store,
    clock: new FakeClock(),
    random: () => 0.5,
    bytesPerSecond: () => undefined,
    limits: () => ({ uploadsPerConnection: 1 }),
    patience: () => defaultPatience,
    onSent: () => {},
    onDue: () => {},
    onHold: () => {},
    onRelease: () => {},
    onContact: () => {},
    onFailure: () => {},
    onBatch: (batch) => {
      if (batch.state === 'failed') stopped.resolve(batch);
    },
    performer: {
      perform: async ({ effect, onLastBlock }) => {
        if (effect.kind === 'reserve')
          return { kind: 'reserved', batchId: batchId(1), address: 'sealed' as Sealed, addressLifetime: undefined };
        const database = new DatabaseSync(join(folder, 'queue.db'));
        database.exec(`DROP TRIGGER events_are_never_changed;
          UPDATE events SET detail = json_set(detail, '$.attempts', 7) WHERE kind = 'begin'`);
        database.close();
        const error = await (async () => await onLastBlock())().catch(toAppError);
        if (!(error instanceof AppError)) return { kind: 'accepted' };
        return { kind: 'upload-failed', error: error.toRecord(), bodyComplete: false };
      },
    },
  });
  runner.start();
  runner.adopt(submission, batches);
  expect(await stopped.promise).toMatchObject({
    delivery: { mayHaveArrived: false },
    error: { code: 'queue.altered' },
  });
  await runner.stop();
  opened.close();
});
