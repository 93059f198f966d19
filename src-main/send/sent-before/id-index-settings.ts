/** @file Whether Tranship keeps an index of the modification ids of checked files, as a person or an administrator has set it. */

import { z } from 'zod';
import { keptObject, type SettingsFile } from '../../ground/settings/settings-file.ts';

const KEY = 'idIndex';
/** People edit the file, so an invalid value counts as missing. */
const idIndexSchema = z.object({ kept: z.boolean().catch(true) });

export function keepsIdIndexes(file: SettingsFile): boolean {
  return idIndexSchema.parse(keptObject(file, KEY)).kept;
}

/** Stores the setting. @throws AppError folder.unusable, disk.full, policy.managed */
export function setIdIndexes(file: SettingsFile, kept: boolean): void {
  file.set(KEY, { kept });
}
