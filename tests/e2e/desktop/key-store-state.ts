/** @file The key store of a desktop story in one of its states. */

import { join } from 'node:path';
import type { KeyStoreState } from '../../electron-double/control.ts';

export function keyStore(folder: string, state: KeyStoreState) {
  return { keyStore: { state, file: join(folder, 'key-store.json'), backend: 'gnome_libsecret' as const } };
}
