/** @file By which keys modification ids are kept: by those that last, and by one in memory only where no other is there. */

import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { idKeysOf } from '../../src-main/send/sent-before/id-keys.ts';
import { createKeyBox } from '../../src-main/wire/credentials/keyring.ts';

const lasting = createKeyBox('passphrase', async () => Buffer.alloc(32, 1));
const former = createKeyBox('client-secret', async () => Buffer.alloc(32, 2));
const inMemory = createKeyBox('memory', async () => randomBytes(32));
const closed = createKeyBox('keychain', async () => {
  throw new Error('The key store is closed.');
});

it('Those that last are used in their order, without one that cannot be had now', async () => {
  const keys = await idKeysOf([closed, inMemory, lasting, undefined, former]);
  expect(keys.map(({ key }) => key)).toEqual([
    await lasting.key('modification-ids'),
    await former.key('modification-ids'),
  ]);
});

it('One in memory is used where no other is there, so that this run compares what it sends', async () => {
  expect(await idKeysOf([inMemory])).toHaveLength(1);
});
