/**
 * @file The witness of a data folder: a note at a second place of the same person, outside of the folder, of how far its history
 * has come. It is written before anything leaves, so a folder whose history has the noted entry knows of all that has left.
 * [Note: Who was witnessed once] stays so: where the note cannot be written, nothing is sent. A folder that never had one
 * works without, and says so.
 */

import { randomUUID } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../src-shared/errors.ts';
import type { Clock } from '../ground/clock.ts';
import { codeOf } from '../ground/files/error-codes.ts';
import { isInUse, toWriteError } from '../ground/files/file-errors.ts';
import { type BlockOptions, blockWhileLocked } from '../ground/files/file-locks.ts';
import { makeFolder } from '../ground/files/folders.ts';
import { writeWhole } from '../ground/files/whole-file.ts';
import type { SettingsFile } from '../ground/settings/settings-file.ts';
import type { Head } from './chain.ts';
import { type CopyDoubt, copyDoubt, type WhereUsed } from './copy-doubt.ts';

const KEY = 'witnessed';
/** The team ledger that knows better; an empty text where none does. */
const TOLD = 'doubtedBy';

const whereSchema = z.object({ machine: z.string(), folder: z.string(), place: z.string() });
const keptSchema = whereSchema.extend({ id: z.uuid() });
const noteSchema = whereSchema.extend({ position: z.int().nonnegative(), hash: z.string(), at: z.number() });
type Kept = z.infer<typeof keptSchema>;
type Note = z.infer<typeof noteSchema>;

/** What of the history the witness compares. */
interface WitnessedHistory {
  lastEntry(): Pick<Head, 'position' | 'hash'> | undefined;
  historyHashAt(position: number): string | undefined;
}

export interface WitnessPorts {
  /** The data folder. */
  folder: string;
  /** Outside of it. */
  witnesses: string;
  machine: string;
  settings: SettingsFile;
  clock: Pick<Clock, 'now'>;
  history: WitnessedHistory;
}

/** What every sending asks: whether the folder may be a copy, and that it is noted how far it has come. */
export interface Witness {
  /** Why nothing is sent, if so. */
  readonly doubt: AppError<'folder.may-be-copy'> | undefined;
  /** Hears of a doubt that arises from now on. It must not throw. */
  onDoubt(listener: (doubt: AppError<'folder.may-be-copy'>) => void): void;
  /** The note is on the disk when this returns, or there is a doubt. @throws AppError file.cannot-write, folder.in-use, disk.full */
  note(lock?: BlockOptions): void;
}

export const noWitness: Witness = { doubt: undefined, onDoubt: () => {}, note: () => {} };

/** Compares, and writes nothing: also for who only reads. @throws AppError folder.unusable, folder.in-use */
export function doubtAbout(ports: Omit<WitnessPorts, 'clock'>): AppError<'folder.may-be-copy'> | undefined {
  const { settings, witnesses, folder, history } = ports;
  const kept = keptSchema.safeParse(settings.get(KEY)).data;
  if (kept === undefined) return undefined;
  const noted = readNote(witnesses, kept.id);
  const ledger = z.string().min(1).safeParse(settings.get(TOLD)).data;
  if (ledger !== undefined) return errorOf(folder, { why: 'told', elsewhere: ledger });
  const doubt = copyDoubt({
    kept,
    noted,
    here: hereOf(ports),
    isUpToDate: noted === undefined || hasEntry(history, noted),
    isStillThere: noted !== undefined && noted.folder !== folder && idIn(noted.folder) === kept.id,
  });
  return doubt && errorOf(folder, doubt);
}

export class FolderWitness implements Witness {
  readonly #ports: WitnessPorts;
  #doubt: AppError<'folder.may-be-copy'> | undefined;
  #id: string | undefined;
  /** What this process has written last: what else stands there is another's. */
  #last: Pick<Note, 'position' | 'hash'> | undefined;
  #problem: AppError | undefined;
  #onDoubt: (doubt: AppError<'folder.may-be-copy'>) => void = () => {};

  /** @throws AppError folder.unusable, folder.in-use, disk.full */
  constructor(ports: WitnessPorts) {
    this.#ports = ports;
    this.#doubt = doubtAbout(ports);
    const kept = keptSchema.safeParse(ports.settings.get(KEY)).data;
    this.#id = kept?.id;
    if (this.#doubt === undefined) this.#begin(kept);
  }

  get doubt(): AppError<'folder.may-be-copy'> | undefined {
    return this.#doubt;
  }

  /** Why this folder has no witness, if so. */
  get problem(): AppError | undefined {
    return this.#problem;
  }

  onDoubt(listener: (doubt: AppError<'folder.may-be-copy'>) => void): void {
    this.#onDoubt = listener;
  }

  /** A team ledger has noted what this history does not have: also its witness may have been put back. @throws AppError folder.unusable, disk.full */
  doubtBy(ledger: string): void {
    if (this.#doubt !== undefined) return;
    this.#beginDoubt({ why: 'told', elsewhere: ledger });
    this.#ports.settings.set(TOLD, ledger);
  }

  #beginDoubt(why: CopyDoubt): void {
    this.#doubt = errorOf(this.#ports.folder, why);
    this.#onDoubt(this.#doubt);
  }

  note(lock?: BlockOptions): void {
    if (this.#doubt !== undefined || this.#id === undefined) return;
    const { history, witnesses } = this.#ports;
    const { position, hash } = history.lastEntry() ?? { position: 0, hash: '' };
    if (this.#last?.position === position && this.#last.hash === hash) return;
    const found = readNote(witnesses, this.#id, lock);
    const isAnothers = found !== undefined && found.hash !== this.#last?.hash && !hasEntry(history, found);
    // Another folder with this identity has been used meanwhile.
    if (isAnothers) this.#beginDoubt({ why: 'behind' });
    else this.#write(this.#id, { position, hash }, lock);
  }

  /** A person has decided that this folder is the one to continue with. @throws AppError file.cannot-write, disk.full */
  settle(): void {
    const { settings } = this.#ports;
    const isBeside = this.#doubt?.params.why === 'beside';
    // Both are used from now on, each with a witness of its own. One that was put back takes the place of the other.
    const id = this.#id === undefined || isBeside ? randomUUID() : this.#id;
    const { position, hash } = this.#ports.history.lastEntry() ?? { position: 0, hash: '' };
    this.#write(id, { position, hash });
    settings.set(KEY, { id, ...hereOf(this.#ports) } satisfies Kept);
    if (this.#doubt?.params.why === 'told') settings.set(TOLD, '');
    this.#id = id;
    this.#doubt = undefined;
  }

  #begin(kept: Kept | undefined): void {
    const here = hereOf(this.#ports);
    try {
      if (kept === undefined) this.settle();
      else {
        this.note();
        if (kept.place !== here.place || kept.machine !== here.machine || kept.folder !== here.folder)
          this.#ports.settings.set(KEY, { id: kept.id, ...here } satisfies Kept);
      }
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown;
      // See [Note: Who was witnessed once]: `note` says it again where something is to leave.
      this.#problem = thrown;
    }
  }

  #write(id: string, { position, hash }: Pick<Note, 'position' | 'hash'>, lock?: BlockOptions): void {
    const { witnesses, clock } = this.#ports;
    const note: Note = { ...hereOf(this.#ports), position, hash, at: clock.now() };
    try {
      makeFolder(witnesses);
    } catch (thrown) {
      throw toWriteError(thrown, witnesses);
    }
    writeWhole(pathOf(witnesses, id), `${JSON.stringify(note)}\n`, lock);
    this.#last = { position, hash };
  }
}

function errorOf(folder: string, doubt: CopyDoubt): AppError<'folder.may-be-copy'> {
  const elsewhere = 'elsewhere' in doubt ? doubt.elsewhere : '';
  return new AppError('folder.may-be-copy', { folder, why: doubt.why, elsewhere });
}

function hasEntry(history: WitnessedHistory, { position, hash }: Pick<Note, 'position' | 'hash'>): boolean {
  return position === 0 || history.historyHashAt(position) === hash;
}

function hereOf({ folder, machine }: Pick<WitnessPorts, 'folder' | 'machine'>): WhereUsed {
  const { ino, birthtimeNs } = statSync(folder, { bigint: true });
  return { folder, machine, place: `${ino}-${birthtimeNs}` };
}

function pathOf(witnesses: string, id: string): string {
  return join(witnesses, `${id}.json`);
}

/** One that cannot be read tells nothing, as one that is not there; one that another program has open may tell of a copy. */
function readNote(witnesses: string, id: string, lock?: BlockOptions): Note | undefined {
  return noteSchema.safeParse(parsedFile(pathOf(witnesses, id), lock)).data;
}

/** The identity of the data folder at a path, if there is one. */
function idIn(folder: string): string | undefined {
  const settings = parsedFile(join(folder, 'settings.json'));
  return z.object({ [KEY]: keptSchema }).safeParse(settings).data?.[KEY]?.id;
}

/** @throws AppError folder.in-use */
function parsedFile(path: string, lock?: BlockOptions): unknown {
  try {
    return JSON.parse(blockWhileLocked(() => readFileSync(path, 'utf8'), lock));
  } catch (thrown) {
    if (isInUse(thrown)) throw new AppError('folder.in-use', { path }, { cause: thrown });
    if (thrown instanceof SyntaxError || codeOf(thrown) !== undefined) return undefined;
    throw thrown;
  }
}
