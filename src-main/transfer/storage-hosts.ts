/** @file Where the uploads of each connection went last: a diagnosis can then try the way there without a new address. */

import { z } from 'zod';
import type { SettingsFile } from '../settings/settings-file.ts';

const KEY = 'storageHosts';
const keptSchema = z.record(z.string(), z.unknown()).catch({});

/** Keeps scheme, host and port of a signed address, nothing else of it. What cannot be kept stops no upload. */
export function keepStorageHost(file: SettingsFile, connection: string, signedAddress: string): void {
  const { origin } = new URL(signedAddress);
  if (storageHostOf(file, connection) === origin) return;
  try {
    file.set(KEY, { ...keptSchema.parse(file.get(KEY)), [connection]: origin });
  } catch {
    // The next upload tries again.
  }
}

/** `https://host:port`, or undefined when nothing was uploaded over this connection yet. */
export function storageHostOf(file: SettingsFile, connection: string): string | undefined {
  const kept = new Map(Object.entries(keptSchema.parse(file.get(KEY)))).get(connection);
  return typeof kept === 'string' && URL.canParse(kept) ? kept : undefined;
}
