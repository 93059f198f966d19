/** @file Opens what a migration exported, whatever it is, as tables: the entry for all who read exports. */

import { basename, resolve } from 'node:path';
import { AppError } from '../../../src-shared/errors.ts';
import { number } from '../../../src-shared/quantities.ts';
import type { Piece, ReadingProgress, Table } from '../rows.ts';
import type { WorkArea } from '../work-area.ts';
import { fileContent } from './content.ts';
import type { ExportFacts, FileFacts } from './export-facts.ts';
import { type ExportFile, filesInContent, filesOf, type Opening } from './export-files.ts';
import type { ReadingHints } from './reading-hints.ts';
import { unreadable } from './structured-source.ts';
import { type FileTable, tablesOfFile } from './tables-of-file.ts';
import { type Bounds, usualBounds } from './unpacking/bounds.ts';

/** A table, and the file that it is in. */
export interface OpenTable extends Table {
  facts: FileFacts;
  /** Of what was last begun to be read of it. */
  progress(): ReadingProgress;
}

export interface OpenedExport {
  /** In the order in which they are prepared. At least one. */
  tables: readonly OpenTable[];
  facts: ExportFacts;
  /** What is open is closed. The work area is removed by its owner. */
  close(): void;
}

export interface OpenOptions {
  /** What is known already; detected is what is left out. */
  hints?: ReadingHints;
  workArea: WorkArea;
  signal: AbortSignal;
  /** For tests. */
  bounds?: Bounds;
}

/** Files and folders, in the order in which they are read; or standard input. */
export type ExportSource = readonly string[] | AsyncIterable<Uint8Array>;

const STANDARD_INPUT = 'Standard input';

/**
 * Opens an export by its content. Its files must not change until it is closed. Rejects with AppError `file.*`, among them
 * `file.export-unreadable` and `file.export-damaged`; `disk.full`; and with the signal's reason.
 */
export async function openExport(source: ExportSource, options: OpenOptions): Promise<OpenedExport> {
  const { workArea, signal, hints = {}, bounds = usualBounds } = options;
  const opening: Opening = { workArea, bounds, leftOut: [], open: [], bytes: 0 };
  const close = () => {
    for (const one of opening.open.splice(0)) one.close();
  };
  try {
    const files =
      'length' in source ? await filesOfPaths(source, opening, signal) : await filesOfInput(source, opening, signal);
    const tables: FileTable[] = [];
    for (const file of files) tables.push(...(await tablesOfFile(file, hints, workArea, signal)));
    return {
      tables: tables.map(openTable),
      facts: { bytes: opening.bytes, files: [...new Set(tables.map(({ facts }) => facts))], leftOut: opening.leftOut },
      close,
    };
  } catch (thrown) {
    close();
    throw thrown;
  }
}

async function filesOfPaths(paths: readonly string[], opening: Opening, signal: AbortSignal): Promise<ExportFile[]> {
  const distinct = [...new Map(paths.map((path) => [resolve(path), path])).values()];
  const names = distinct.map((path) => basename(resolve(path)));
  const files: ExportFile[] = [];
  for (const [at, path] of distinct.entries()) {
    const name = names[at] ?? path;
    // Files of the same name from two folders are told apart by their paths.
    const isAlone = names.indexOf(name) === names.lastIndexOf(name);
    files.push(...(await filesOf(path, distinct.length === 1 ? '' : isAlone ? name : path, opening, signal)));
  }
  const [first] = distinct;
  if (files.length === 0) throw unreadable(first ?? '', 'There is no export in what was chosen.');
  return files;
}

/** Laid on the disk, because it is read more than once: to look at it, to plan, and to prepare. */
async function filesOfInput(
  input: AsyncIterable<Uint8Array>,
  opening: Opening,
  signal: AbortSignal,
): Promise<ExportFile[]> {
  const path = await opening.workArea.add(untilAborted(input, signal));
  return await filesInContent(await fileContent(path, { shownPath: STANDARD_INPUT }), opening, signal);
}

/** Also where nothing comes: a pipe may be silent for hours. */
async function* untilAborted(input: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const chunks = input[Symbol.asyncIterator]();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  // Without a reader in the meantime, it must not count as unhandled.
  aborted.catch(() => undefined);
  try {
    for (;;) {
      signal.throwIfAborted();
      const { value, done } = await Promise.race([chunks.next(), aborted]);
      if (done === true) return;
      yield value;
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    // Not awaited: what is silent does not end either.
    void chunks.return?.();
  }
}

function openTable({ table, facts, progress }: FileTable): OpenTable {
  return { ...table, facts, progress, pieces: (signal) => namingRows(table.pieces(signal)) };
}

/** The error of a file that breaks off also names the rows that could be read. */
async function* namingRows(pieces: AsyncIterable<Piece>): AsyncGenerator<Piece> {
  let lastRow = 0;
  try {
    for await (const piece of pieces) {
      lastRow = piece.kind === 'bytes' ? piece.firstRow + piece.rows - 1 : (piece.rows.at(-1)?.number ?? lastRow);
      yield piece;
    }
  } catch (thrown) {
    if (!(thrown instanceof AppError) || thrown.code !== 'file.export-damaged' || lastRow === 0) throw thrown;
    const { path, packing, readable } = thrown.toRecord().params;
    throw new AppError(
      'file.export-damaged',
      { path: String(path), packing: String(packing), readable: `${readable}, up to row ${number(lastRow)}` },
      { cause: thrown },
    );
  }
}
