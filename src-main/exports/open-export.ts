/** @file Opens what a migration exported, whatever it is, as tables: the entry for all who read exports. */

import { basename, resolve } from 'node:path';
import { AppError, fromRecord } from '../../src-shared/errors.ts';
import { fact } from '../../src-shared/languages/fact.ts';
import { type Bounds, usualBounds } from './bounds.ts';
import { fileContent } from './content.ts';
import type { ExportFacts, FileFacts, ListedFile } from './export-facts.ts';
import { filesInContent, filesOf, type Opening, problemOfFile } from './export-files.ts';
import { type FileChoice, isChosen } from './file-choice.ts';
import type { ReadingHints } from './reading-hints.ts';
import type { Piece, ReadingProgress, Table } from './rows.ts';
import { unreadable } from './structured-source.ts';
import { type FileTable, tablesOfFile } from './tables-of-file.ts';
import type { WorkArea } from './work-area.ts';

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
  /** Which of the files in it are taken, by the path that was given; all of them without it. */
  choices?: ReadonlyMap<string, FileChoice> | undefined;
  /** Lists all files that can be chosen. One that cannot be read is listed with the reason, unless it is the only one. */
  lists?: boolean;
  /** For tests. */
  bounds?: Bounds;
}

/** Files and folders, in the order in which they are read; or standard input. */
export type ExportSource = readonly string[] | AsyncIterable<Uint8Array>;

const STANDARD_INPUT = fact('Standard input');

/**
 * Opens an export by its content. Its files must not change until it is closed. Rejects with AppError `file.*`, among them
 * `file.export-unreadable` and `file.export-damaged`; `disk.full`; and with the signal's reason.
 */
export async function openExport(source: ExportSource, options: OpenOptions): Promise<OpenedExport> {
  const { workArea, bounds = usualBounds } = options;
  const opening: Opening = {
    workArea,
    bounds,
    leftOut: [],
    open: [],
    bytes: 0,
    choice: undefined,
    notChosen: 0,
    unreadable: undefined,
  };
  const close = () => {
    for (const one of opening.open.splice(0)) one.close();
  };
  try {
    const { tables, listed } =
      'length' in source
        ? await tablesOfPaths(source, opening, options)
        : await tablesOfInput(source, opening, options);
    const { bytes, leftOut, notChosen } = opening;
    return {
      tables: tables.map(openTable),
      facts: { bytes, files: [...new Set(tables.map(({ facts }) => facts))], leftOut, notChosen, listed },
      close,
    };
  } catch (thrown) {
    close();
    throw thrown;
  }
}

/** Opens one of the exports of a preparation, with the files in it that were chosen. Rejects as `openExport` does. */
export async function openSource(
  { path, choice }: { path: string; choice?: FileChoice | undefined },
  options: OpenOptions,
): Promise<OpenedExport> {
  return await openExport([path], { ...options, ...(choice !== undefined && { choices: new Map([[path, choice]]) }) });
}

interface Found {
  tables: FileTable[];
  listed: ListedFile[];
}

async function tablesOfPaths(
  paths: readonly string[],
  opening: Opening,
  { hints = {}, workArea, signal, choices, lists = false }: OpenOptions,
): Promise<Found> {
  const distinct = [...new Map(paths.map((path) => [resolve(path), path])).values()];
  const names = distinct.map((path) => basename(resolve(path)));
  const [tables, listed, failures]: [FileTable[], ListedFile[], unknown[]] = [[], [], []];
  let taken = 0;
  for (const [at, path] of distinct.entries()) {
    const name = names[at] ?? path;
    // Files of the same name from two folders are told apart by their paths.
    const isAlone = names.indexOf(name) === names.lastIndexOf(name);
    const among = distinct.length === 1 ? '' : isAlone ? name : path;
    const choice = choices?.get(path);
    const own: Opening = {
      ...opening,
      choice,
      leftOut: [],
      bytes: 0,
      notChosen: 0,
      unreadable: lists ? [] : undefined,
    };
    const found = await filesOf(path, own, signal);
    const ofPath: ListedFile[] = (own.unreadable ?? []).map((file) => ({
      path,
      ...file,
      isChosen: isChosen(choice, file.name),
    }));
    for (const file of found) {
      const { content, recognition } = file;
      const one: ListedFile = {
        path,
        name: content.name,
        bytes: content.unpackedBytes ?? content.diskBytes,
        ...(recognition.kind === 'format' && { format: recognition.format }),
        isChosen: isChosen(choice, content.name),
      };
      ofPath.push(one);
      if (!one.isChosen) {
        own.notChosen += 1;
        continue;
      }
      taken += 1;
      const named = { ...file, content: { ...content, name: nameAmong(among, content.name) } };
      try {
        tables.push(...(await tablesOfFile(named, hints, workArea, signal)));
      } catch (thrown) {
        signal.throwIfAborted();
        const problem = lists ? problemOfFile(thrown) : undefined;
        if (problem === undefined) throw thrown;
        one.problem = problem;
        failures.push(thrown);
      }
    }
    if (lists) listed.push(...ofPath.sort((a, b) => (a.name < b.name ? -1 : 1)));
    opening.leftOut.push(...own.leftOut.map((one) => ({ ...one, name: nameAmong(among, one.name) })));
    opening.bytes += own.bytes;
    opening.notChosen += own.notChosen;
  }
  // Where nothing else can be read, the reason is the answer.
  if (tables.length === 0 && failures.length > 0) throw failures[0];
  if (taken === 0) throw nothingTaken(distinct[0] ?? '', opening.notChosen);
  return { tables, listed };
}

function nameAmong(among: string, name: string): string {
  return [among, name].filter((part) => part !== '').join('/');
}

function nothingTaken(path: string, notChosen: number): AppError {
  if (notChosen === 0) return unreadable(path, fact('There is no export in what was chosen.'));
  return unreadable(path, fact('No file in it is among those that were chosen.'), {
    remedy: fact('Choose at least one of them.'),
  });
}

/** Laid on the disk, because it is read more than once: to look at it, to plan, and to prepare. */
async function tablesOfInput(
  input: AsyncIterable<Uint8Array>,
  opening: Opening,
  { hints = {}, workArea, signal }: OpenOptions,
): Promise<Found> {
  const path = await workArea.add(untilAborted(input, signal));
  const files = await filesInContent(await fileContent(path, { shownPath: STANDARD_INPUT }), opening, signal);
  const tables: FileTable[] = [];
  for (const file of files) tables.push(...(await tablesOfFile(file, hints, workArea, signal)));
  return { tables, listed: [] };
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
    const { readable = '', ...params } = thrown.toRecord().params;
    throw fromRecord({
      ...thrown.toRecord(),
      params: { ...params, readable: fact('{readable}, up to row {row, number}', { readable, row: lastRow }) },
    });
  }
}
