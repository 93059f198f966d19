/** @file Folders that a command watches in its own process: one that it names, or all that are stored. */

import { resolve } from 'node:path';
import type { WatchedFolderRow } from '../../src-shared/contract.ts';
import { AppError } from '../../src-shared/errors.ts';
import { storedFolders } from '../prepare/watching/watched-settings.ts';
import { asWatched, fitting, type WantedFolder, WatchedFolders, type WatchedFoldersPorts } from './watched-folders.ts';
import { rowOf } from './watching-view.ts';

export interface OwnWatch {
  rows: readonly WatchedFolderRow[];
  /** Watches from now on. */
  begin(): Promise<void>;
  /** One pass over all of them; whether everything continued. Rejects with the signal's reason. */
  once(signal: AbortSignal): Promise<boolean>;
  /** Nothing is under way when it resolves. */
  close(): Promise<void>;
}

/**
 * @param wanted the one folder; its template may be a file, too
 * @throws AppError watch.*, policy.no-release, connection.*, template.*, file.*, folder.*, disk.full
 */
export async function ownWatch(ports: WatchedFoldersPorts, wanted?: WantedFolder): Promise<OwnWatch> {
  const { app } = ports;
  const stored = wanted === undefined ? storedFolders(app.settings) : [await fitting(app, withTemplate(ports, wanted))];
  if (stored.length === 0) throw new AppError('watch.none-stored', {});
  for (const { connection } of stored) app.services.client(app.services.connection(connection));
  const folders = new WatchedFolders(ports);
  const watched = stored.map((one) => asWatched(one, app));
  return {
    rows: stored.map((one) => rowOf(one, app)),
    begin: async () => {
      for (const one of watched) await folders.watch(one);
    },
    once: async (signal) => {
      const passes = await Promise.all(watched.map((one) => folders.once(one, signal)));
      return passes.every(({ isWell }) => isWell);
    },
    close: () => folders.close(),
  };
}

/** A name that no kept template has is that of a file. */
function withTemplate({ app }: WatchedFoldersPorts, wanted: WantedFolder): WantedFolder {
  const { template } = wanted;
  const isKept = app.templates.all().some((kept) => kept.template.name === template);
  return template === undefined || isKept ? wanted : { ...wanted, template: resolve(template) };
}
