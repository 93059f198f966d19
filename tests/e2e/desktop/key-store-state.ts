/** @file The key store of a desktop story in one of its states. */

import type { KeyStoreState } from '../../electron-double/control.ts';
import { keyStoreIn } from '../../electron-double/double.ts';

export function keyStore(folder: string, state: KeyStoreState) {
  return { keyStore: keyStoreIn(folder, { state }) };
}
