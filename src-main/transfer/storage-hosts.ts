/**
 * @file The storage of each connection's last upload: a diagnosis can then test the network to it without a new
 * address.
 */

import { z } from 'zod';
import type { SettingsFile } from '../settings/settings-file.ts';

const KEY = 'storageHosts';
const keptSchema = z.record(z.string(), z.unknown()).catch({});

/** Stores scheme, host and port of a signed address, nothing else of it. A failure to store them stops no upload. */
export function keepStorageHost(file: SettingsFile, connection: string, signedAddress: string): void {
  const { origin } = new URL(signedAddress);
  if (storageHostOf(file, connection) === origin) return;
  try {
    file.set(KEY, { ...keptSchema.parse(file.get(KEY)), [connection]: origin });
  } catch {
    // The next upload tries again.
  }
}

/** `https://host:port`; undefined when nothing was uploaded over this connection yet. */
export function storageHostOf(file: SettingsFile, connection: string): string | undefined {
  const kept = new Map(Object.entries(keptSchema.parse(file.get(KEY)))).get(connection);
  return typeof kept === 'string' && URL.canParse(kept) ? kept : undefined;
}
