/** @file The watched folders that are stored in the settings, and which folders can be watched at all. */

import { basename, isAbsolute, relative, sep } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../../src-shared/errors.ts';
import { fact, type Said } from '../../../src-shared/languages/fact.ts';
import { MOST_SETTLE_SECONDS } from '../../../src-shared/watching-limits.ts';
import { isSamePlace, realPath } from '../../ground/files/real-path.ts';
import type { SettingsFile } from '../../ground/settings/settings-file.ts';
import { DONE, IN_WORK, REFUSED } from './landing.ts';

const KEY = 'watchedFolders';

const storedSchema = z.object({
  folder: z.string(),
  template: z.string().optional(),
  connection: z.string(),
  release: z.boolean(),
  /** Absent in those that an earlier version stored: it did not ask. */
  shared: z.boolean().default(false),
  settleSeconds: z.number().min(0).max(MOST_SETTLE_SECONDS),
  marker: z.string().min(2).optional(),
});
/** A watched folder as it is stored; the settle time is in seconds. */
export type StoredWatchedFolder = z.infer<typeof storedSchema>;

/** People edit the file: what is no watched folder is left out. */
export function storedFolders(file: SettingsFile): StoredWatchedFolder[] {
  const kept = z.array(z.unknown()).catch([]).parse(file.get(KEY));
  return kept.map((one) => storedSchema.safeParse(one).data).filter((one) => one !== undefined);
}

/** Stores a folder in place of what was stored for it. @throws AppError folder.unusable, disk.full */
export function storeFolder(file: SettingsFile, folder: StoredWatchedFolder): void {
  file.set(KEY, [...storedFolders(file).filter((one) => !isSamePlace(one.folder, folder.folder)), folder]);
}

/** Removes a folder; what is in it stays. @throws AppError watch.not-stored, folder.unusable, disk.full */
export function removeFolder(file: SettingsFile, folder: string): void {
  const all = storedFolders(file);
  const left = all.filter((one) => !isSamePlace(one.folder, folder));
  if (left.length === all.length) throw new AppError('watch.not-stored', { folder });
  file.set(KEY, left);
}

/**
 * The absolute path of a folder that can be watched; it need not be there now.
 * @throws AppError watch.folder-unfit where files of Tranship land in it, or it is one of those that Tranship makes
 */
export function fitFolder(folder: string, dataFolder: string): string {
  const path = realPath(folder);
  const data = realPath(dataFolder);
  const unfit = (problem: Said) => new AppError('watch.folder-unfit', { folder: path, problem });
  if (isWithin(path, data) || isWithin(data, path))
    throw unfit(fact('is the data folder of Tranship, is in it, or contains it'));
  if ([IN_WORK, DONE, REFUSED].includes(basename(path).toLowerCase()))
    throw unfit(fact('has a name that Tranship gives to folders in watched ones, whose files were dealt with'));
  return path;
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}
