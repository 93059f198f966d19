/** @file The upload limits that a person may change at any time, and their defaults. */

import { z } from 'zod';
import { SECOND } from '../../ground/clock.ts';
import { keptObject, type SettingsFile } from '../../ground/settings/settings-file.ts';

const transferSettingsSchema = z.object({
  /** Uploads at the same time over one connection. */
  uploadsPerConnection: z.int().min(1).max(16).catch(2),
  /** The bandwidth of all uploads together; no limit by default. */
  bytesPerSecond: z.int().min(1000).optional().catch(undefined),
  /** An upload in which no byte moves for so long is tried again. */
  stallSeconds: z.int().min(1).max(3600).catch(60),
  /** Without proof that a batch arrived, the service is asked for so long before a person decides. */
  askSeconds: z.int().min(1).max(86_400).catch(120),
  /** A service or storage that answers with failures is tried again for so long. */
  retryHours: z.number().min(0).max(168).catch(12),
});
export type TransferSettings = z.infer<typeof transferSettingsSchema>;

const KEY = 'transfer';

/** The stored settings. People edit the file, so an invalid value counts as missing. */
export function readTransferSettings(file: SettingsFile): TransferSettings {
  return transferSettingsSchema.parse(keptObject(file, KEY));
}

/** Stores the settings. @throws AppError folder.unusable, disk.full */
export function keepTransferSettings(file: SettingsFile, settings: TransferSettings): void {
  file.set(KEY, settings);
}

/**
 * How long the service may take for a short reply (ms): half the time after which an upload counts as stalled, 30 s by
 * default.
 */
export function requestTimeout({ stallSeconds }: TransferSettings): number {
  return Math.max(2 * SECOND, (stallSeconds * SECOND) / 2);
}
