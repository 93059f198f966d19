/** @file The watched folders of the running app: which are watched, what they tell, and how they stand. */

import { DEFAULT_SETTLE_SECONDS } from '../../src-shared/watching-limits.ts';
import type { App } from '../app.ts';
import type { RuleSet } from '../check/rules/rule-set.ts';
import { type Clock, SECOND, systemClock } from '../ground/clock.ts';
import type { Logs } from '../ground/logs/logs.ts';
import { mayReleaseItself, requireRelease } from '../policy/rules.ts';
import { byTemplate, findTemplate } from '../prepare/prepare-watched.ts';
import { asItIs } from '../prepare/watching/as-it-is.ts';
import { WatchJournal } from '../prepare/watching/journal.ts';
import { requireAnswered } from '../prepare/watching/listing.ts';
import type { WatchEvent, WatchedFolderSettings } from '../prepare/watching/ports.ts';
import { WatchedFolder, type WatchedFolderState } from '../prepare/watching/watched-folder.ts';
import { fitFolder, type StoredWatchedFolder } from '../prepare/watching/watched-settings.ts';
import { watchQueue } from './watch-queue.ts';

export type { WatchEvent };

export interface WatchedFoldersPorts {
  app: Pick<App, 'folder' | 'queue' | 'store' | 'services' | 'logs' | 'policy' | 'settings' | 'templates'>;
  /** The rules that files are checked by; asked for each file. */
  ruleSet: () => RuleSet;
  onEvent: (folder: string, event: WatchEvent) => void;
  clock?: Clock;
}

interface Watched {
  folder: WatchedFolder;
  stop: AbortController;
  running: Promise<void>;
}

export class WatchedFolders {
  readonly #ports: WatchedFoldersPorts;
  readonly #journal: WatchJournal;
  readonly #watched = new Map<string, Watched>();

  /** @throws AppError watch.journal-damaged, folder.*, disk.full */
  constructor(ports: WatchedFoldersPorts) {
    this.#ports = ports;
    this.#journal = new WatchJournal(ports.app.folder);
  }

  /** Begins to watch; a folder that is watched already is watched as these settings say. */
  async watch(settings: WatchedFolderSettings): Promise<void> {
    await this.leave(settings.folder);
    const stop = new AbortController();
    const folder = this.#folder(settings);
    this.#watched.set(settings.folder, { folder, stop, running: folder.run(stop.signal) });
  }

  /** Stops watching this folder; what is under way continues with the next time. */
  async leave(folder: string): Promise<void> {
    const watched = this.#watched.get(folder);
    this.#watched.delete(folder);
    watched?.stop.abort(new Error('The folder is no longer watched.'));
    await watched?.running;
  }

  /** One pass over a folder. Returns its state afterwards, and whether all of it continued. Rejects with the signal's reason. */
  async once(settings: WatchedFolderSettings, signal: AbortSignal): Promise<WatchedFolderState & { isWell: boolean }> {
    const folder = this.#folder(settings);
    const isWell = await folder.once(signal);
    return { ...folder.state, isWell };
  }

  states(): WatchedFolderState[] {
    return [...this.#watched.values()].map(({ folder }) => folder.state);
  }

  /** Ends all watching; nothing is under way when it resolves. */
  async close(): Promise<void> {
    await Promise.all([...this.#watched.keys()].map((folder) => this.leave(folder)));
    this.#journal.close();
  }

  #folder(settings: WatchedFolderSettings): WatchedFolder {
    const { app, ruleSet, clock = systemClock, onEvent } = this.#ports;
    const { template } = settings;
    const { templates } = app;
    return new WatchedFolder(settings, {
      dataFolder: app.folder,
      journal: this.#journal,
      clock,
      prepare:
        template === undefined ? asItIs(app.folder) : byTemplate({ folder: app.folder, templates, template, ruleSet }),
      queue: watchQueue(app, ruleSet),
      requireUsable: async () => {
        app.services.client(app.services.connection(settings.connection));
        if (template !== undefined) await findTemplate(templates, template);
      },
      tell: (event) => {
        logEvent(app.logs, settings.folder, event);
        onEvent(settings.folder, event);
      },
    });
  }
}

/** A folder, and what a person wants done with what lands in it. */
export interface WantedFolder {
  folder: string;
  /** The name of a kept template, or the absolute path of one in a file. */
  template?: string | undefined;
  connection: string;
  release: boolean;
  /** Whether other users put files there, too. */
  shared?: boolean | undefined;
  settleSeconds?: number | undefined;
  marker?: string | undefined;
}

/** The same, if it can be watched so. @throws AppError watch.folder-unfit, watch.open-to-others, watch.folder-away, policy.no-release, connection.*, template.*, file.* */
export async function fitting(
  { policy, templates, services, folder: dataFolder }: Pick<App, 'policy' | 'templates' | 'services' | 'folder'>,
  {
    folder,
    template,
    connection,
    release,
    shared = false,
    settleSeconds = DEFAULT_SETTLE_SECONDS,
    marker,
  }: WantedFolder,
): Promise<StoredWatchedFolder> {
  if (release) requireRelease(policy.values);
  if (template !== undefined) await findTemplate(templates, template);
  const fit = {
    folder: fitFolder(folder, dataFolder),
    ...(template !== undefined && { template }),
    connection: services.connection(connection).name,
    release,
    shared,
    settleSeconds,
    ...(marker !== undefined && { marker }),
  };
  await requireAnswered(fit);
  return fit;
}

/** A stored folder as it is watched now. The policy may have changed since it was stored: then a person releases. */
export function asWatched(stored: StoredWatchedFolder, { policy }: Pick<App, 'policy'>): WatchedFolderSettings {
  const { settleSeconds, release, ...others } = stored;
  return { ...others, release: release && mayReleaseItself(policy.values), settleMs: settleSeconds * SECOND };
}

function logEvent(logs: Pick<Logs, 'event'>, folder: string, event: WatchEvent): void {
  switch (event.kind) {
    case 'trouble':
      logs.event('warn', 'watch.trouble', {
        folder,
        name: event.name,
        code: event.error.code,
        detail: event.error.detail,
      });
      break;
    case 'refused':
      logs.event('warn', 'watch.refused', { folder, name: event.name, to: event.to, code: event.error.code });
      break;
    case 'taken-away':
      logs.event('warn', 'watch.taken-away', { folder, name: event.name, submissions: event.submissions.join(' ') });
      break;
    case 'done':
    case 'added': {
      const { name, submissions } = event;
      logs.event('info', `watch.${event.kind}`, { folder, name, submissions: submissions.join(' ') });
      break;
    }
    case 'claimed':
    case 'goes-on':
      logs.event('info', `watch.${event.kind}`, { folder, name: event.name });
      break;
    default:
      // Thousands of files may come and grow; only what becomes of them is news.
      break;
  }
}
