/** @file What stands behind each carrier, a window or the command line: the actions, the news, the files that were picked. */

import type { NamedRules, PickedFiles } from '../../src-shared/contract.ts';
import type { App } from '../app.ts';
import { type Clock, SECOND, systemClock } from '../ground/clock.ts';
import type { SettingsFile } from '../ground/settings/settings-file.ts';
import { requirePractice } from '../policy/rules.ts';
import { PracticeGround } from '../practice/practice-ground.ts';
import { keptCorrections } from '../records/kept-corrections.ts';
import { RefusedRowsOfQueue } from '../records/refused-rows.ts';
import { Stories } from '../records/stories.ts';
import { requireSharing } from '../team/team-sharing.ts';
import { destinationOf } from '../wire/credentials/connection.ts';
import { connectionRows } from './connections.ts';
import { rulesFor } from './files.ts';
import { commandHandlers } from './handlers.ts';
import { type KnownFiles, knownFilesIn } from './known-files.ts';
import { savingTo } from './named-file.ts';
import { type Estimate, OfferedFiles, type ReceivedFile } from './offered-files.ts';
import { type OwnWatch, ownWatch } from './own-watch.ts';
import type { Carrier, ChosenPlace, CommandHandlers, CommandPorts, Shell, Tell } from './ports.ts';
import { QueueProjection } from './queue-projection.ts';
import { ruleRunRow } from './rules.ts';
import { TeamOffers } from './team-offers.ts';
import type { WantedFolder, WatchedFoldersPorts } from './watched-folders.ts';
import { WindowWatching } from './watching-view.ts';
import { WindowSettings } from './window-settings.ts';

export interface BackendPorts {
  app: App;
  /** The settings that the app was made with. */
  settings: SettingsFile;
  shell: Shell;
  /** Tells the window of what happens; of changes in the queue at most ten times a second. */
  tell: Tell;
  /** Aborts when the person no longer waits for what they asked. */
  signal?: AbortSignal;
  clock?: Clock;
  /** Milliseconds between two states of a batch of the practice tenant. */
  practicePace?: number;
}

/** What is carried for a team. */
export interface TeamCarrying {
  /** Unless it is given, that of the environment. */
  connection?: string | undefined;
  /** Where files of the team may be. */
  folders: readonly string[];
  leaseMs: number;
  /** Whether it is enough once the team has no part left to send. */
  untilDone: boolean;
}

/** Until this computer has checked a large file. */
const CHECKED_BYTES_PER_SECOND = 400_000_000;
/** With a smaller file, the time goes into starting the check. */
const TELLING_BYTES = 50_000_000;

export class Backend {
  /** The actions as the window asks for them. */
  readonly handlers: CommandHandlers;
  readonly settings: WindowSettings;
  readonly #app: App;
  readonly #ports: Omit<CommandPorts, 'carrier'>;
  readonly #offered: OfferedFiles;
  readonly #projection: QueueProjection;
  readonly #practice: PracticeGround;
  readonly #watching: WindowWatching;
  readonly #team: TeamOffers;
  readonly #closing = new AbortController();
  readonly #endRuleNews: () => void;
  readonly #endTeamNews: () => void;
  readonly #endQueueNews: () => void;
  readonly #endSignInNews: () => void;
  /** Kept until the queue changes: a browser offers thousands of files one by one. */
  #known: KnownFiles | undefined;
  readonly #endPreparationNews: () => void;

  constructor({ app, settings, shell, tell, signal, clock = systemClock, practicePace }: BackendPorts) {
    this.#app = app;
    this.settings = new WindowSettings(app.settings, app);
    this.#offered = new OfferedFiles({
      clock,
      signal,
      estimate: (bytes) => this.#estimate(bytes),
      known: () => (this.#known ??= this.#knownFiles()),
      onReading: (reading) => tell('files.reading', { ...(reading && { reading }) }),
    });
    this.#endQueueNews = app.queue.subscribe(() => {
      this.#known = undefined;
    });
    const stories = new Stories(app.store);
    this.#projection = new QueueProjection({
      queue: app.queue,
      clock,
      stories,
      refusedRows: new RefusedRowsOfQueue(app.store),
      keptCorrections: (id) => keptCorrections(app.store, id),
      tell: (change) => tell('queue.changed', change),
    });
    this.#endTeamNews = app.sharing.onProblem((error) =>
      this.#projection.note({ kind: 'warning', error: error.toRecord() }),
    );
    this.#endPreparationNews = app.preparations.works.subscribe((id, work) =>
      tell('preparation.changed', { id, ...(work !== undefined && { work }) }),
    );
    this.#endRuleNews = app.ruleRuns.subscribe((runs) => tell('rules.changed', runs.map(ruleRunRow)));
    this.#practice = new PracticeGround({
      connections: app.connections,
      settings,
      folder: app.folder,
      clock,
      requireAllowed: () => requirePractice(app.policy.values),
      onStorageMoved: (name) => app.storageHosts.forget(name),
      isInUse: (name) => app.queue.standings().some((one) => one.isMoving && one.submission.connection === name),
      isInQueue: (path) => app.queue.standings().some(({ submission }) => submission.content === path),
      ...(practicePace !== undefined && { pace: practicePace }),
    });
    this.#watching = new WindowWatching({
      app,
      clock,
      signal: this.#closing.signal,
      ruleSet: () => this.settings.ruleSet,
      tell: (rows) => tell('watching.changed', rows),
    });
    this.#team = new TeamOffers({
      app,
      signal: this.#closing.signal,
      onChange: () => tell('team.changed', this.#team.ledgers()),
    });
    this.#ports = {
      app,
      shell,
      settings: this.settings,
      tell,
      tellCaller: tell,
      clock,
      stories,
      projection: this.#projection,
      offered: this.#offered,
      practice: this.#practice,
      watching: this.#watching,
      team: this.#team,
      signal: AbortSignal.any([this.#closing.signal, ...(signal === undefined ? [] : [signal])]),
    };
    this.handlers = this.handlersFor('window');
    this.#endSignInNews = app.services.onSignInChange(() =>
      tell('connections.changed', connectionRows({ app, practice: this.#practice })),
    );
  }

  /**
   * The actions as one who comes by this way asks for them.
   * @param own what is not that of the window: its shell, the signal that ends its waits, the file to which everything is saved
   * without asking, the place that is chosen without asking, and who hears what happens during a call
   */
  handlersFor(
    carrier: Carrier,
    {
      shell = this.#ports.shell,
      signal,
      place,
      tellCaller = this.#ports.tellCaller,
    }: Partial<Pick<CommandPorts, 'shell' | 'signal' | 'tellCaller'>> & { place?: ChosenPlace } = {},
  ): CommandHandlers {
    return commandHandlers({
      ...this.#ports,
      carrier,
      tellCaller,
      shell: place === undefined ? shell : { ...shell, chooseFolder: async () => place.path, ...savingTo(place) },
      ...(signal && { signal: AbortSignal.any([this.#ports.signal, signal]) }),
    });
  }

  /** Offers files that came from outside the page: dropped on the window or the dock icon, opened with Tranship. */
  async offer(paths: readonly string[]): Promise<PickedFiles> {
    return await this.#offered.offer(paths);
  }

  /** Offers a file that a browser streamed to the app. */
  async offerReceived(file: ReceivedFile): Promise<PickedFiles> {
    return await this.#offered.offerReceived(file);
  }

  /** Continues with everything that is stored; the practice tenant is there before anything is sent to it. */
  async start(): Promise<void> {
    await (await import('../prepare/prepared-zip.ts')).removeHalfUnpacked(this.#app.folder);
    await this.#practice.resume();
    if (this.#closing.signal.aborted) return;
    this.#app.queue.start();
    this.#app.ruleRuns.goOn();
    await this.#watching.start();
  }

  /**
   * Carries parts of the team's files from the start of the queue on. @returns whether more may come
   * @throws AppError connection.*, team.* where the ledger does not let this person send
   */
  async carryForTeam({ connection: name, folders, leaseMs, untilDone }: TeamCarrying): Promise<() => boolean> {
    const { services, team, sharing, queue } = this.#app;
    const connection = services.connection(name);
    services.client(connection);
    await requireSharing(team, connection.name);
    const bound = { connection: connection.name, destination: destinationOf(connection) };
    const carrier = sharing.work({ bound, folders, leaseMs });
    const isDone = () => untilDone && carrier.openParts === 0 && carrier.held === 0;
    return () => !isDone() && queue.waits.holdOf(bound) === undefined;
  }

  /** Watches in this process alone what it is asked to, or what is stored. @throws as ownWatch; rules.unreadable, policy.managed */
  async watch(
    onEvent: WatchedFoldersPorts['onEvent'],
    { wanted, rules }: { wanted?: WantedFolder | undefined; rules?: NamedRules | undefined },
  ): Promise<OwnWatch> {
    const ruleSet = rulesFor({ app: this.#app, carrier: 'command-line', settings: this.settings }, rules);
    return await ownWatch({ app: this.#app, clock: this.#ports.clock, ruleSet: () => ruleSet, onEvent }, wanted);
  }

  /** Tells at once of what has happened in the queue. */
  tellNow(): void {
    this.#projection.tellNow();
  }

  /** Ends all work, the practice tenant and the app. */
  async close(): Promise<void> {
    await this.leave();
    await this.#app.close();
    await this.#practice.close();
  }

  /** Ends what it does for its carrier; the app goes on. */
  async leave(): Promise<void> {
    this.#closing.abort(new Error('The window closes.'));
    this.#projection.close();
    this.#endQueueNews();
    this.#endSignInNews();
    this.#endRuleNews();
    this.#endTeamNews();
    this.#endPreparationNews();
    this.#team.close();
    await this.#watching.close();
  }

  #estimate(bytes: number): Estimate {
    const { sending } = this.settings.all;
    const speed = this.#sendingSpeed(sending.connection);
    return {
      estimatedBatches: Math.ceil(bytes / sending.maxBatchBytes),
      estimatedCheckMs: Math.round((SECOND * bytes) / this.#checkingSpeed()),
      ...(speed !== undefined && { estimatedSendMs: Math.round((SECOND * bytes) / speed) }),
    };
  }

  #knownFiles(): KnownFiles {
    const { queue, store } = this.#app;
    return knownFilesIn(
      queue.standings().map(({ submission }) => submission),
      (id) => store.submission(id),
    );
  }

  /** Bytes a second, as the latest check of a large file has shown. */
  #checkingSpeed(): number {
    const telling = this.#app.queue
      .standings()
      .map(({ submission }) => submission.check)
      .findLast((check) => check !== undefined && check.bytes >= TELLING_BYTES && check.durationMs > 0);
    return telling === undefined ? CHECKED_BYTES_PER_SECOND : (SECOND * telling.bytes) / telling.durationMs;
  }

  /** Recent speed of one upload in bytes a second; undefined when it is not known. */
  #sendingSpeed(connection: string): number | undefined {
    if (connection === '') return undefined;
    const speed = this.#app.queue.bytesPerSecond(destinationOf(this.#app.services.connection(connection)));
    return speed === 0 ? undefined : speed;
  }
}
