/**
 * @file The files that a person has picked: the window knows each by a random word, and only the app knows where it is.
 * So a script in the page can only name files that a person has picked.
 */

import { randomUUID } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { FileOffer, FilesReading, PickedFiles } from '../../src-shared/contract.ts';
import { AppError, fromRecord, toAppError } from '../../src-shared/errors.ts';
import { MOST_FILES, takeFromFolder } from '../../src-shared/folder-contents.ts';
import { HEAD_BYTES, kindOf } from '../check/file-kind.ts';
import { type Clock, SECOND, systemClock } from '../ground/clock.ts';
import { isInUse, toFileError } from '../ground/files/file-errors.ts';
import { BRIEF_PATIENCE_MS, whileLocked } from '../ground/files/file-locks.ts';
import { untilAborted } from '../ground/until-aborted.ts';
import { beginsAsManifest, type Manifest } from '../prepare/manifest-shape.ts';
import { underOwnName } from '../send/own-name.ts';
import { findSourceFile } from '../send/source-file.ts';
import { folderAt, isFolder } from './folder-on-disk.ts';
import type { KnownFiles } from './known-files.ts';
import { shownAs } from './submission-row.ts';

/** What is known of the way a file will take. */
export interface Estimate {
  estimatedBatches: number;
  estimatedCheckMs: number;
  estimatedSendMs?: number;
}

/** A file without a place that people know: the app has its bytes at `path`, the person has it as `name`. */
export interface ReceivedFile {
  path: string;
  name: string;
}

/** A file that can be added. Its name where that is not its path. */
interface KnownFile {
  path: string;
  name?: string;
}

/** Those of several large drops; older offers are dropped. */
const MOST_OFFERS = 3 * MOST_FILES;
/** Each look at a file of a network drive is a wait. */
const LOOKED_AT_ONCE = 16;
/** What takes less than this is not worth a word. */
const WORDLESS = SECOND / 4;
/** First bytes, in Latin-1. */
const ZIP = 'PK\x03\x04';
const OPEN_OBJECT = '{'.charCodeAt(0);

export interface OfferPorts {
  estimate: (bytes: number) => Estimate;
  /** What the queue has already; asked once for each pick. */
  known?: () => KnownFiles;
  /** Hears how far the reading of many files is, a few times a second; undefined once it is over. */
  onReading?: (reading: FilesReading | undefined) => void;
  clock?: Clock;
  /** Ends all reading; undefined where only `stopReading` does. */
  signal?: AbortSignal | undefined;
}

export class OfferedFiles {
  readonly #ports: OfferPorts;
  readonly #clock: Clock;
  readonly #files = new Map<string, KnownFile>();
  readonly #readings = new Set<AbortController>();

  constructor(ports: OfferPorts) {
    this.#ports = ports;
    this.#clock = ports.clock ?? systemClock;
  }

  /**
   * Offers the files at these paths, and those in folders, each by itself and once: one that cannot be read does not keep
   * the others out. Nothing once it is stopped. Rejects with the signal's reason.
   */
  async offer(paths: readonly string[]): Promise<PickedFiles> {
    const reading = new AbortController();
    this.#readings.add(reading);
    const report = this.#reporting();
    const { signal: ended } = this.#ports;
    const signal = ended === undefined ? reading.signal : AbortSignal.any([reading.signal, ended]);
    try {
      // A look that waits for a share may end long after.
      const reportUntilOver: Report = (found) => {
        if (!signal.aborted) report(found);
      };
      return await untilAborted(this.#read(paths, signal, reportUntilOver), signal);
    } catch (thrown) {
      ended?.throwIfAborted();
      if (reading.signal.aborted) return { offers: [], refused: [] };
      throw thrown;
    } finally {
      this.#readings.delete(reading);
      report(undefined);
    }
  }

  /** Ends all reading of folders; nothing of them is offered. */
  stopReading(): void {
    for (const reading of this.#readings) reading.abort();
  }

  async #read(paths: readonly string[], signal: AbortSignal, report: Report): Promise<PickedFiles> {
    const found = new Set<string>();
    const refused: PickedFiles['refused'] = [];
    let entries = 0;
    const onFound = (more: number) => {
      entries += more;
      report({ found: entries });
    };
    for (const path of paths) {
      signal.throwIfAborted();
      if (!(await isFolder(path))) {
        found.add(path);
        onFound(1);
        continue;
      }
      const contents = await takeFromFolder(folderAt(path), { room: MOST_FILES - found.size, onFound, signal });
      for (const file of contents.taken) found.add(file);
      refused.push(...contents.refused);
    }
    if (found.size > MOST_FILES) throw new AppError('file.too-many', { count: found.size, limit: MOST_FILES });
    const files = [...found].map((path) => ({ path }));
    const picked = await this.#offerEach(files, signal, (looked) => report({ found: files.length, looked }));
    return { ...picked, refused: [...picked.refused, ...refused] };
  }

  /** Tells how far the reading is, once it takes so long that people wait, and then a few times a second. */
  #reporting(): Report {
    let last = this.#clock.now();
    let hasBegun = false;
    return (reading) => {
      const now = this.#clock.now();
      if (reading === undefined ? !hasBegun : now - last < WORDLESS) return;
      last = now;
      hasBegun = true;
      this.#ports.onReading?.(reading);
    };
  }

  /** Offers a file that was streamed to the app, under the name that it has where it came from. */
  async offerReceived(file: ReceivedFile): Promise<PickedFiles> {
    return await this.#offerEach([file], this.#ports.signal ?? new AbortController().signal);
  }

  async #offerEach(
    files: readonly KnownFile[],
    signal: AbortSignal,
    onLooked: (files: number) => void = () => {},
  ): Promise<PickedFiles> {
    const known = this.#ports.known?.() ?? (() => undefined);
    const picked: PickedFiles = { offers: [], refused: [] };
    for (let first = 0; first < files.length; first += LOOKED_AT_ONCE) {
      signal.throwIfAborted();
      const some = files.slice(first, first + LOOKED_AT_ONCE);
      const looks = await Promise.allSettled(some.map(async (file) => await this.#offerOne(file, known, signal)));
      for (const [index, look] of looks.entries()) {
        const file = some[index];
        if (look.status === 'fulfilled') picked.offers.push(look.value);
        else if (file !== undefined) {
          const { name, path } = file;
          picked.refused.push({
            fileName: name ?? basename(path),
            error: named(toAppError(look.reason), file).toRecord(),
          });
        }
      }
      onLooked(first + some.length);
    }
    return picked;
  }

  /**
   * Uses up an offer for `work` on its file; when that fails, the offer stands again.
   * @throws AppError file.not-offered, and what `work` throws
   */
  async use<Result>(offer: string, work: (file: KnownFile) => Promise<Result>): Promise<Result> {
    const file = this.peek(offer);
    this.#files.delete(offer);
    try {
      return await underItsName(file, work);
    } catch (thrown) {
      this.#files.set(offer, file);
      throw thrown;
    }
  }

  /** As `use`, and the offer stands. */
  async look<Result>(offer: string, work: (file: KnownFile) => Promise<Result>): Promise<Result> {
    return await underItsName(this.peek(offer), work);
  }

  /** The file of an offer, which stands. @throws AppError file.not-offered */
  peek(offer: string): KnownFile {
    const file = this.#files.get(offer);
    if (file === undefined) throw new AppError('file.not-offered', {});
    return file;
  }

  /** The name of an offered file; undefined when it is not offered. */
  nameOf(offer: string): string | undefined {
    const file = this.#files.get(offer);
    return file === undefined ? undefined : shownAs(file.name ?? file.path).fileName;
  }

  /** The file of an offer as an export; the offer stands. @throws AppError file.not-offered */
  sourceOf(offer: string): ReceivedFile {
    const { path } = this.peek(offer);
    return { path, name: this.nameOf(offer) ?? path };
  }

  async #offerOne({ path, ...given }: KnownFile, knownFiles: KnownFiles, signal: AbortSignal): Promise<FileOffer> {
    const absolute = await findSourceFile(path);
    const looked = await look(absolute);
    const manifest = await preparedIn(absolute, looked.head, signal);
    const { bytes, kind } = manifest === undefined ? looked : offeredAs(manifest);
    const offer = randomUUID();
    this.#files.set(offer, { path: absolute, ...given });
    const [oldest] = this.#files.keys();
    if (this.#files.size > MOST_OFFERS && oldest !== undefined) this.#files.delete(oldest);
    const name = given.name ?? absolute;
    const parts =
      manifest === undefined
        ? [knownFiles(name, bytes)]
        : manifest.files.map((file) => knownFiles(join(dirname(absolute), file.name), file.bytes));
    const known = parts.every((part) => part !== undefined) ? parts.at(-1) : undefined;
    return {
      offer,
      ...shownAs(name),
      bytes,
      kind,
      ...this.#ports.estimate(bytes),
      ...(known !== undefined && { known }),
      ...(manifest !== undefined && { prepared: factsOf(manifest) }),
    };
  }
}

/** The manifest of what was prepared, verified with all that it names; undefined for another file. */
async function preparedIn(path: string, head: Buffer, signal: AbortSignal): Promise<Manifest | undefined> {
  if (head.toString('latin1', 0, ZIP.length) === ZIP)
    return await (await import('../prepare/prepared-zip.ts')).readPreparedZip(path, signal);
  if (head[0] !== OPEN_OBJECT || !beginsAsManifest(head.toString('latin1'))) return undefined;
  return (await (await import('../prepare/prepared-folder.ts')).openPrepared(path, signal)).manifest;
}

const offeredAs = ({ files }: Manifest): Pick<FileOffer, 'bytes' | 'kind'> => ({
  kind: 'prepared',
  bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
});

const factsOf = ({ files, transactions, refused, template }: Manifest): FileOffer['prepared'] => ({
  files: files.length,
  transactions,
  refused,
  template: template.name,
});

/** The error with the file's own name in place of where it lies. */
function named(error: AppError, { path, name = path }: KnownFile): AppError {
  return name === path ? error : fromRecord(underOwnName(error.toRecord(), { name, content: path }));
}

async function underItsName<Result>(file: KnownFile, work: (file: KnownFile) => Promise<Result>): Promise<Result> {
  return await work(file).catch((thrown: unknown) => {
    throw thrown instanceof AppError ? named(thrown, file) : thrown;
  });
}

type Report = (reading: FilesReading | undefined) => void;

/** What the first bytes tell of a file. */
interface Looked extends Pick<FileOffer, 'bytes' | 'kind'> {
  head: Buffer;
}

/** A file that another program has open is taken for what is wanted: its check waits for it, and finds out. */
async function look(path: string): Promise<Looked> {
  try {
    return await whileLocked(() => headOf(path), { patience: BRIEF_PATIENCE_MS });
  } catch (thrown) {
    const found = isInUse(thrown) ? await stat(path).catch(() => undefined) : undefined;
    if (found === undefined) throw toFileError(thrown, path);
    return { bytes: found.size, kind: 'json-lines', head: Buffer.alloc(0) };
  }
}

async function headOf(path: string): Promise<Looked> {
  await using file = await open(path, 'r');
  const { size } = await file.stat();
  const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, HEAD_BYTES)), 0);
  const head = buffer.subarray(0, bytesRead);
  return { bytes: size, kind: kindOf(head), head };
}
