/** @file The keys for modification ids: each derived from the key of a SecretBox, and only from one that lasts. */

import { createHmac } from 'node:crypto';
import type { IdKey } from '../../check/id-index/keyed-ids.ts';
import type { SecretBox } from '../../wire/credentials/secret-box.ts';

/** Hexadecimal digits by which an index names its key. */
const NAME_LENGTH = 16;

/** The key of this box; undefined for one in memory: the next run could not read what this one wrote. @throws as SecretBox.key */
export async function idKeyOf(box: SecretBox): Promise<IdKey | undefined> {
  if (!box.survivesRestart) return undefined;
  const key = await box.key('modification-ids');
  return { id: createHmac('sha256', key).update('id').digest('hex').slice(0, NAME_LENGTH), key };
}

/** The keys of these boxes, without those that cannot be had now. The first is for new indexes. */
export async function idKeysOf(boxes: readonly (SecretBox | undefined)[]): Promise<IdKey[]> {
  const keys = new Map<string, IdKey>();
  for (const box of boxes) {
    // A key store that is closed keeps no file from being checked.
    const key = box && (await idKeyOf(box).catch(() => undefined));
    if (key !== undefined) keys.set(key.id, key);
  }
  return [...keys.values()];
}
