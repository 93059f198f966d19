/** @file A queue that cannot note outside of its folder how far it has come, because another program has that file open. */

import { expect, it } from 'vitest';
import type { Witness } from '../../src-main/audit/folder-witness.ts';
import { MINUTE } from '../../src-main/ground/clock.ts';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import { AppError } from '../../src-shared/errors.ts';
import { settle } from '../fake-clock.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { approved } from './samples.ts';
import { startQueue } from './started-queue.ts';

it.each(['file.locked', 'folder.in-use'] as const)(
  'It sends nothing, and continues by itself after %s',
  async (code) => {
    let isHeld = true;
    const witness: Witness = {
      doubt: undefined,
      onDoubt: () => {},
      note: () => {
        if (isHeld) throw new AppError(code, { path: '/witness.json' });
      },
    };
    const store = new QueueStore(temporaryFolder());
    approved(store);
    const { world, clock, queue } = startQueue(store, { uploads: 1, witness });
    await settle();
    expect(queue.situation().stopped?.error.code).toBe(code);
    await clock.advance(MINUTE);
    expect(world.pending).toBe(0);

    isHeld = false;
    await clock.advance(MINUTE);
    expect(queue.situation().stopped).toBeUndefined();
    expect(world.pending).toBe(1);
  },
);
