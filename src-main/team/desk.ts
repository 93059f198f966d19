/** @file The desk: this data folder on this computer, as the team ledger knows it. */

import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { SettingsFile } from '../ground/settings/settings-file.ts';

const KEY = 'desk';

export interface Desk {
  /** A UUID. */
  id: string;
  /** Of the computer. */
  name: string;
}

const keptSchema = z.object({ id: z.uuid(), folder: z.string(), machine: z.string() });

/**
 * The desk of a data folder; a copy of the folder at another place is another desk, since both may be used at the same time.
 * @throws AppError folder.unusable, disk.full
 */
export function deskOf(file: SettingsFile, { folder, machine }: { folder: string; machine: string }): Desk {
  const kept = keptSchema.safeParse(file.get(KEY)).data;
  if (kept?.folder === folder && kept.machine === machine) return { id: kept.id, name: machine };
  const made = { id: randomUUID(), folder, machine };
  file.set(KEY, made);
  return { id: made.id, name: machine };
}

/** From now on it is another desk: what it was known by until now has sent what this folder does not know of. @throws as deskOf */
export function forgetDesk(file: SettingsFile): void {
  file.set(KEY, {});
}

/** The desk that a data folder was last, also where it is a copy; undefined where it was never one. Makes none. */
export function keptDeskId(file: SettingsFile): string | undefined {
  return keptSchema.safeParse(file.get(KEY)).data?.id;
}
