/**
 * @file One watched folder: looks at it again and again, and takes each file that stands still, one after the other. It
 * says once what does not continue, and tries again with growing pauses; so it does with a folder that is gone for a while.
 */

import { isDeepStrictEqual } from 'node:util';
import { AppError, type ErrorRecord, toAppError } from '../../../src-shared/errors.ts';
import { DAY, MINUTE } from '../../ground/clock.ts';
import { type Entry, isOver } from './journal-entry.ts';
import { IN_WORK, type Listed, type Look, look, markerOf, nothingSeen, pauseBetweenLooks } from './landing.ts';
import { folderAway, listFolder } from './listing.ts';
import { leftInWork } from './places.ts';
import type { WatchEvent, WatchedFolderSettings } from './ports.ts';
import { StillChanging, Taking, type TakingPorts } from './taking.ts';

/** The longest time until something that failed is tried again. */
const LONGEST_PAUSE = 5 * MINUTE;

export interface WatchedFolderState extends WatchedFolderSettings {
  /** What keeps the folder, or a file in it, from continuing. */
  trouble: ErrorRecord | undefined;
  /** Files that are there and not ready, and those being worked on. */
  settling: number;
  inWork: number;
  /** Files that Tranship has dealt with, and of which something waits in the queue for a person. */
  waiting: number;
  /** checked: in `done`, and what was made of it waits for a person. */
  last: { name: string; at: number; outcome: 'done' | 'checked' | 'refused' } | undefined;
}

/** Of something that did not continue: when it is tried again, and after which pause. */
interface Later {
  due: number;
  pause: number;
}

export class WatchedFolder {
  readonly settings: WatchedFolderSettings;
  readonly #ports: TakingPorts;
  readonly #taking: Taking;
  #landing = nothingSeen;
  readonly #later = new Map<string, Later>();
  /** By file, or '' for the folder. */
  readonly #troubles = new Map<string, AppError>();
  #last: WatchedFolderState['last'];

  constructor(settings: WatchedFolderSettings, ports: TakingPorts) {
    this.settings = settings;
    this.#ports = { ...ports, tell: (event) => this.#tell(event) };
    this.#taking = new Taking(settings, this.#ports);
    this.#tellOutside = ports.tell;
  }

  readonly #tellOutside: (event: WatchEvent) => void;

  get state(): WatchedFolderState {
    const [trouble] = this.#troubles.values();
    return {
      ...this.settings,
      trouble: trouble?.toRecord(),
      settling: this.#landing.files.size,
      inWork: this.#ports.journal.openIn(this.settings.folder).length,
      waiting: this.#waiting(),
      last: this.#last,
    };
  }

  /** Watches until the signal aborts; what is under way then continues with the next start. Never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock } = this.#ports;
    try {
      await this.#tellLeft();
      for (;;) {
        await this.#pass(signal);
        await clock.sleep(pauseBetweenLooks(this.settings.settleMs), signal);
      }
    } catch (thrown) {
      if (!signal.aborted) this.#noteTrouble('', toAppError(thrown));
    }
  }

  /**
   * One pass: what was begun continues, and what is there now is taken once it stands still. What changes meanwhile is left for
   * another pass. Returns whether everything continued. Rejects with the signal's reason.
   */
  async once(signal: AbortSignal): Promise<boolean> {
    const { clock } = this.#ports;
    await this.#tellLeft();
    const first = await this.#pass(signal);
    let waited = new Map((first?.landing.files ?? nothingSeen.files).entries().map(([name, { file }]) => [name, file]));
    while (this.settings.marker === undefined && waited.size > 0) {
      await clock.sleep(pauseBetweenLooks(this.settings.settleMs), signal);
      const after = await this.#pass(signal);
      const there = after?.landing.files ?? nothingSeen.files;
      waited = new Map(
        waited.entries().filter(([name, file]) => {
          const seen = there.get(name);
          return seen !== undefined && !seen.isReady && file.bytes > 0 && isDeepStrictEqual(seen.file, file);
        }),
      );
    }
    return this.#troubles.size === 0 && this.#ports.journal.openIn(this.settings.folder).length === 0;
  }

  async #pass(signal: AbortSignal): Promise<Look | undefined> {
    const { journal, clock } = this.#ports;
    for (const entry of journal.openIn(this.settings.folder)) {
      if ((this.#later.get(entry.claim)?.due ?? 0) <= clock.now()) await this.#proceed(entry, signal);
    }
    signal.throwIfAborted();
    const seen = await this.#look();
    for (const { name, ...facts } of seen?.look.ready ?? []) {
      signal.throwIfAborted();
      if ((this.#later.get(name)?.due ?? 0) > clock.now()) continue;
      const { marker } = this.settings;
      const markerName = marker === undefined ? undefined : markerOf(name, seen?.names ?? [], marker);
      await this.#take({ name, ...facts }, markerName, signal);
    }
    return seen?.look;
  }

  async #look(): Promise<{ look: Look; names: readonly string[] } | undefined> {
    const { folder, marker, settleMs } = this.settings;
    let listing: Awaited<ReturnType<typeof listFolder>>;
    try {
      await this.#ports.requireUsable();
      listing = await listFolder(this.settings);
    } catch (thrown) {
      // What is seen when it is back is new: it may be another folder by then.
      this.#landing = nothingSeen;
      this.#noteTrouble('', folderAway(folder, thrown));
      return undefined;
    }
    this.#goesOn('');
    for (const name of listing.unreachable)
      this.#noteTrouble(name, new AppError('watch.name-unreadable', { name, folder }));
    const { clock } = this.#ports;
    const looked = look(this.#landing, listing.files, clock.now(), { settleMs, marker });
    this.#landing = looked.landing;
    for (const event of looked.news) {
      if (event.kind === 'gone') {
        this.#troubles.delete(event.name);
        this.#later.delete(event.name);
      }
      if (event.kind !== 'new' || !this.#isToldBefore(looked.landing.files.get(event.name)?.file))
        this.#tellOutside(event);
    }
    return { look: looked, names: listing.files.map(({ name }) => name) };
  }

  /** A file without a byte may stay for good, and each pass of a program that is started again and again would tell it as new. */
  #isToldBefore(file: Listed | undefined): boolean {
    if (file === undefined || file.bytes > 0) return false;
    try {
      return !this.#taking.noteEmpty(file);
    } catch (thrown) {
      this.#noteTrouble(file.name, toAppError(thrown));
      return false;
    }
  }

  async #take(file: Listed, marker: string | undefined, signal: AbortSignal): Promise<void> {
    let entry: Entry;
    try {
      entry = await this.#taking.claim(file, marker);
    } catch (thrown) {
      this.#noteTrouble(file.name, toAppError(thrown));
      this.#putOff(file.name);
      return;
    }
    this.#later.delete(file.name);
    this.#forget(file);
    await this.#proceed(entry, signal);
  }

  async #proceed(entry: Entry, signal: AbortSignal): Promise<void> {
    const { claim, name } = entry;
    try {
      await this.#taking.proceed(entry, signal);
      this.#later.delete(claim);
      this.#goesOn(name);
    } catch (thrown) {
      signal.throwIfAborted();
      if (thrown instanceof StillChanging) {
        this.#later.set(claim, { due: this.#ports.clock.now() + this.settings.settleMs, pause: 0 });
        return;
      }
      this.#noteTrouble(name, toAppError(thrown));
      this.#putOff(claim);
    }
  }

  /** A claimed file is not in the folder any more, which is no news. */
  #forget({ name }: Pick<Listed, 'name'>): void {
    const files = new Map(this.#landing.files);
    files.delete(name);
    this.#landing = { ...this.#landing, files };
  }

  #putOff(key: string): void {
    const first = pauseBetweenLooks(this.settings.settleMs);
    const pause = Math.min(LONGEST_PAUSE, Math.max(first, 2 * (this.#later.get(key)?.pause ?? 0)));
    this.#later.set(key, { due: this.#ports.clock.now() + pause, pause });
  }

  #noteTrouble(whose: string, error: AppError): void {
    const before = this.#troubles.get(whose);
    this.#troubles.set(whose, error);
    if (before !== undefined && isDeepStrictEqual(before.toRecord(), error.toRecord())) return;
    this.#tellOutside({ kind: 'trouble', ...(whose !== '' && { name: whose }), error });
  }

  #goesOn(whose: string): void {
    if (!this.#troubles.delete(whose)) return;
    this.#tellOutside({ kind: 'goes-on', ...(whose !== '' && { name: whose }) });
  }

  #tell(event: WatchEvent): void {
    if (event.kind === 'done' || event.kind === 'refused') {
      const outcome = event.kind === 'done' && event.awaitsRelease ? 'checked' : event.kind;
      this.#last = { name: event.name, at: this.#ports.clock.now(), outcome };
    }
    this.#tellOutside(event);
  }

  #waiting(): number {
    const held = this.#ports.queue.held();
    if (held.size === 0) return 0;
    let waiting = 0;
    for (const entry of this.#ports.journal.all()) {
      const isOwn = entry.folder === this.settings.folder && isOver(entry);
      if (isOwn && entry.submissions.some((id) => held.has(id))) waiting += 1;
    }
    return waiting;
  }

  /** Files that another Tranship, or one whose data folder is lost, has claimed long ago: only a person can say what they are. */
  async #tellLeft(): Promise<void> {
    const { folder } = this.settings;
    const own = new Set(this.#ports.journal.openIn(folder).map(({ claim }) => claim));
    const files = await leftInWork(folder, own, this.#ports.clock.now() - DAY).catch(() => 0);
    if (files > 0) this.#noteTrouble(`${IN_WORK}/`, new AppError('watch.left-in-work', { folder, files }));
  }
}
