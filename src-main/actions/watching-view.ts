/** @file The stored watched folders behind a window: watched while it is open, listed, added and removed. */

import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { basename, isAbsolute } from 'node:path';
import type { WatchedFolderRow } from '../../src-shared/contract.ts';
import { AppError, toAppError } from '../../src-shared/errors.ts';
import { fact } from '../../src-shared/languages/fact.ts';
import type { App } from '../app.ts';
import type { RuleSet } from '../check/rules/rule-set.ts';
import { type Clock, SECOND } from '../ground/clock.ts';
import type { WatchedFolderState } from '../prepare/watching/watched-folder.ts';
import {
  removeFolder,
  type StoredWatchedFolder,
  storedFolders,
  storeFolder,
} from '../prepare/watching/watched-settings.ts';
import { asWatched, fitting, type WantedFolder, WatchedFolders } from './watched-folders.ts';

/** Thousands of files may land at once; the window needs to know twice a second. */
const NEWS_GAP = SECOND / 2;

export interface WatchingPorts {
  app: App;
  ruleSet: () => RuleSet;
  clock: Clock;
  /** Something has changed about the folders. */
  tell: (rows: WatchedFolderRow[]) => void;
  signal: AbortSignal;
}

export class WindowWatching {
  readonly #ports: WatchingPorts;
  /** A command that only changes what is stored watches nothing. */
  #isStarted = false;
  #folders: WatchedFolders | undefined;
  /** Why no folder is watched. */
  #failure: AppError | undefined;
  #isNewsDue = false;
  #endQueueNews = () => {};

  constructor(ports: WatchingPorts) {
    this.#ports = ports;
  }

  /** Watches what is stored. Does not throw: why it cannot is shown with each folder. */
  async start(): Promise<void> {
    this.#isStarted = true;
    this.#endQueueNews = this.#ports.app.queue.subscribe(({ kind }) => {
      // A person may have decided about what waits.
      if (this.#folders !== undefined && (kind === 'submission' || kind === 'removed')) this.#tellSoon();
    });
    for (const stored of storedFolders(this.#ports.app.settings)) await this.#watch(stored);
  }

  rows(): WatchedFolderRow[] {
    const states = new Map(this.#folders?.states().map((state) => [state.folder, state]));
    return storedRows(this.#ports.app).map((row) => ({ ...row, ...this.#standing(states.get(row.folder)) }));
  }

  /** @throws AppError as `fitting`; folder.unusable, disk.full */
  async add(wanted: WantedFolder): Promise<void> {
    const { app } = this.#ports;
    const stored = await fitting(app, wanted);
    const { folder } = stored;
    const found = await stat(folder).catch(() => undefined);
    if (found?.isDirectory() !== true)
      throw new AppError('watch.folder-unfit', { folder, problem: fact('is not there, or is no folder') });
    storeFolder(app.settings, stored);
    await this.#watch(stored);
  }

  /** Stops watching it; what is in it stays. @throws AppError watch.not-stored, folder.unusable, disk.full */
  async remove(id: string): Promise<void> {
    const { app } = this.#ports;
    const stored = storedFolders(app.settings).find(({ folder }) => idOf(folder) === id);
    if (stored === undefined) throw new AppError('watch.not-stored', { folder: '' });
    removeFolder(app.settings, stored.folder);
    await this.#folders?.leave(stored.folder);
  }

  /** Ends all watching; what is under way continues with the next start. */
  async close(): Promise<void> {
    this.#endQueueNews();
    await this.#folders?.close();
    this.#folders = undefined;
  }

  async #watch(stored: StoredWatchedFolder): Promise<void> {
    const { app, ruleSet, clock, signal } = this.#ports;
    if (!this.#isStarted || signal.aborted) return;
    try {
      this.#folders ??= new WatchedFolders({ app, ruleSet, clock, onEvent: () => this.#tellSoon() });
      this.#failure = undefined;
    } catch (thrown) {
      this.#failure = toAppError(thrown);
      app.logs.event('error', 'watch.not-begun', { code: this.#failure.code, detail: this.#failure.detail });
      return;
    }
    await this.#folders.watch(asWatched(stored, app));
  }

  /** What is known of it now. */
  #standing(state: WatchedFolderState | undefined): Partial<WatchedFolderRow> {
    const trouble = state?.trouble ?? this.#failure?.toRecord();
    return {
      ...(trouble !== undefined && { trouble }),
      ...(state !== undefined && { settling: state.settling, inWork: state.inWork, waiting: state.waiting }),
      ...(state?.last !== undefined && {
        last: { fileName: state.last.name, at: state.last.at, outcome: state.last.outcome },
      }),
    };
  }

  #tellSoon(): void {
    if (this.#isNewsDue) return;
    this.#isNewsDue = true;
    const { clock, signal, tell } = this.#ports;
    void clock.sleep(NEWS_GAP, signal).then(
      () => {
        this.#isNewsDue = false;
        tell(this.rows());
      },
      () => {},
    );
  }
}

export function storedRows(app: Pick<App, 'settings' | 'policy'>): WatchedFolderRow[] {
  return storedFolders(app.settings).map((stored) => rowOf(stored, app));
}

/** What is stored, and whether the policy of this computer lets it be so. */
export function rowOf(stored: StoredWatchedFolder, app: Pick<App, 'policy'>): WatchedFolderRow {
  const { folder, template, connection, shared, settleSeconds, marker } = stored;
  const { release } = asWatched(stored, app);
  const isInFile = template !== undefined && isAbsolute(template);
  return {
    id: idOf(folder),
    folder,
    connection,
    settleSeconds,
    release,
    shared,
    settling: 0,
    inWork: 0,
    waiting: 0,
    ...(template !== undefined && { template: isInFile ? basename(template) : template }),
    ...(isInFile && { templateFile: template }),
    ...(stored.release && !release && { isHeldByPolicy: true }),
    ...(marker !== undefined && { marker }),
  };
}

/** So that no path comes from the window. */
function idOf(folder: string): string {
  return createHash('sha256').update(folder).digest('hex').slice(0, 16);
}
