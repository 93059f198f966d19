/** @file The keys for modification ids: each derived from the key of a SecretBox, one that lasts if there is any. */

import { createHmac } from 'node:crypto';
import type { IdKey } from '../../check/id-index/keyed-ids.ts';
import type { SecretBox } from '../../wire/credentials/secret-box.ts';

/** Hexadecimal digits by which an index names its key. */
const NAME_LENGTH = 16;

/** Each file that is checked asks for them several times. */
const names = new WeakMap<Uint8Array, string>();

/** The key of this box. @throws as SecretBox.key */
async function idKeyOf(box: SecretBox): Promise<IdKey> {
  const key = await box.key('modification-ids');
  const id = names.get(key) ?? createHmac('sha256', key).update('id').digest('hex').slice(0, NAME_LENGTH);
  names.set(key, id);
  return { id, key };
}

/**
 * The keys of these boxes, without those that cannot be had now. The first is for new indexes. One in memory only where no other is
 * there: this run compares by it, and the next one says that it cannot read what this one wrote.
 */
export async function idKeysOf(boxes: readonly (SecretBox | undefined)[]): Promise<IdKey[]> {
  const present = boxes.filter((box) => box !== undefined);
  const lasting = present.filter(({ survivesRestart }) => survivesRestart);
  const keys = new Map<string, IdKey>();
  for (const box of lasting.length > 0 ? lasting : present) {
    // A key store that is closed keeps no file from being checked.
    const key = await idKeyOf(box).catch(() => undefined);
    if (key !== undefined) keys.set(key.id, key);
  }
  return [...keys.values()];
}
