/** @file A batch whose address a locked key store has sealed keeps it, and is tried again until the store opens. */

import { expect, it } from 'vitest';
import { batchSchema } from '../../src-main/send/batch.ts';
import { EffectPerformer } from '../../src-main/send/effects.ts';
import { transition } from '../../src-main/send/machine/machine.ts';
import { submissionSchema } from '../../src-main/send/submission.ts';
import { createMemoryBox } from '../../src-main/wire/credentials/memory-box.ts';
import type { Sealed } from '../../src-main/wire/credentials/secret-box.ts';
import { Reports } from '../../src-main/wire/following/report.ts';
import { Bandwidth } from '../../src-main/wire/transfer/bandwidth.ts';
import { StoragePauses } from '../../src-main/wire/transfer/storage-pauses.ts';
import { readTransferSettings } from '../../src-main/wire/transfer/transfer-settings.ts';
import { AppError } from '../../src-shared/errors.ts';
import { FakeClock } from '../fake-clock.ts';
import { MemorySettings } from '../memory-stores.ts';
import { at, batchId, sampleBatch, sampleSubmission } from './samples.ts';

const closed = new AppError('secret.store-closed', { reason: 'It is locked.' });
const address = 'tranship2.sealed.yesterday' as Sealed;
const never = () => {
  throw new Error('nothing else is needed');
};

it('a batch keeps its address while the key store is closed, and is tried again without an end', async () => {
  const clock = new FakeClock(at);
  const performer = new EffectPerformer({
    clock,
    box: {
      ...createMemoryBox(),
      open: async () => {
        throw closed;
      },
    },
    reports: new Reports('/nowhere', { fetch: never, clock }),
    readReport: never,
    serviceFor: never,
    lineOf: () => new Bandwidth(clock, undefined),
    pauses: new StoragePauses(clock, () => {}),
    destinations: { admit: never },
    transferSettings: () => readTransferSettings(new MemorySettings()),
  });
  const submission = submissionSchema.parse({ ...sampleSubmission(), id: 1 });
  if (submission.stage !== 'approved') throw new Error('it is not approved');
  const delivery = { batchId: batchId(1), address, mayHaveArrived: false };
  let batch = batchSchema.parse(sampleBatch(1, { state: 'waiting', delivery }));
  for (let time = 1; time <= 30; time += 1) {
    const begun = transition(batch, { kind: 'begin' }, { now: at, random: 0.5, bytesPerSecond: undefined });
    const [effect] = begun.effects;
    if (effect?.kind !== 'upload') throw new Error(`not an upload: ${effect?.kind}`);
    const { signal } = new AbortController();
    const work = { effect, batch: begun.batch, submission, signal, onSent: never, onLastBlock: never };
    const event = await performer.perform(work);
    if (event === undefined) throw new Error('no event');
    const after = transition(begun.batch, event, { now: at, random: 0.5, bytesPerSecond: undefined });
    expect(after.batch).toMatchObject({ state: 'waiting', delivery: { address }, error: { code: closed.code } });
    batch = { ...after.batch, failingSince: at - 48 * 3_600_000, notBefore: 0 };
  }
});
