/** @file From what a person chose to the files in it: folders are walked, archives unpacked, other packings taken off. */

import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { AppError, assertNever, type ErrorRecord } from '../../src-shared/errors.ts';
import type { Packing } from '../../src-shared/formats.ts';
import { type Fact, fact, type Said } from '../../src-shared/languages/fact.ts';
import { explainFileError, isFileSystemError, toFileError } from '../ground/files/file-errors.ts';
import { assertDepth, assertEntries, type Bounds, bounded } from './bounds.ts';
import { type Content, fileContent } from './content.ts';
import type { LeftOut } from './export-facts.ts';
import { type FileChoice, isChosen } from './file-choice.ts';
import { type Recognition, recognise, START_BYTES } from './recognise.ts';
import { unreadable } from './structured-source.ts';
import { readStart, type StartOfBytes } from './text-sample.ts';
import { unpackBzip2 } from './unpacking/bzip2.ts';
import { explainingDamage } from './unpacking/damage.ts';
import { reasonToSkip } from './unpacking/entry-name.ts';
import { assertSame, REPEATED } from './unpacking/repeated-entries.ts';
import { through } from './unpacking/streams.ts';
import { unpackTar } from './unpacking/tar.ts';
import { openZip } from './unpacking/zip.ts';
import { unpackZstd } from './unpacking/zstd.ts';
import type { WorkArea } from './work-area.ts';

const UNPACKED_CHUNK_BYTES = 256 * 1024;

/** A file with nothing around it any more, and what it is. */
export interface ExportFile {
  content: Content;
  recognition: Recognition;
  start: StartOfBytes;
}

/** What the parts of one opening share. */
export interface Opening {
  workArea: WorkArea;
  bounds: Bounds;
  leftOut: LeftOut[];
  /** Which files are taken; all without it. */
  choice: FileChoice | undefined;
  /** How many were not. */
  notChosen: number;
  /** Also what is not chosen is looked at, and one that cannot be read does not keep the others out: it is told here. */
  unreadable: { name: string; bytes: number; problem: ErrorRecord }[] | undefined;
  /** Closed at the end. */
  open: { close(): void }[];
  /** Of all that was chosen and not left out, as it lies on the disk. */
  bytes: number;
}

/** The files in a file or a folder, in name order. Rejects with AppError `file.*`, and the signal's reason. */
export async function filesOf(path: string, opening: Opening, signal: AbortSignal): Promise<ExportFile[]> {
  const found = await stat(path).catch(async (thrown: unknown) => {
    throw await explainFileError(thrown, path);
  });
  if (!found.isDirectory()) return await filesInContent(await fileContent(path), opening, signal);
  const names: string[] = [];
  await walk(path, '', names, opening, signal);
  if (names.length === 0) throw unreadable(path, fact('There is no file in this folder that could be an export.'));
  const files: ExportFile[] = [];
  for (const name of inOrder(names)) {
    signal.throwIfAborted();
    if (isPassedOver(name, opening)) continue;
    const content = await fileContent(join(path, name), { name });
    opening.bytes += content.diskBytes;
    files.push(...(await withoutForeign(content, names.length, 0, opening, signal)));
  }
  return files;
}

/** The files in one, which may be packed. Rejects as `filesOf` does. */
export async function filesInContent(content: Content, opening: Opening, signal: AbortSignal): Promise<ExportFile[]> {
  opening.bytes += content.diskBytes;
  return await unpackedFiles(content, 0, opening, signal);
}

/** By the numbers of their characters, so that the order is the same on every system and in every language. */
function inOrder(names: readonly string[]): string[] {
  return names.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0));
}

async function walk(root: string, within: string, names: string[], opening: Opening, signal: AbortSignal) {
  const path = join(root, within);
  try {
    for await (const entry of await opendir(path)) {
      signal.throwIfAborted();
      const name = within === '' ? entry.name : `${within}/${entry.name}`;
      const reason =
        reasonToSkip(name) ?? (entry.isFile() || entry.isDirectory() ? undefined : fact('It is a link or a device.'));
      if (reason !== undefined) opening.leftOut.push({ name, reason });
      else if (entry.isDirectory()) await walk(root, name, names, opening, signal);
      else names.push(name);
      assertEntries(names.length, opening.bounds, root);
    }
  } catch (thrown) {
    throw isFileSystemError(thrown) ? toFileError(thrown, path) : thrown;
  }
}

/** Of several, one that is no export is left out, with its reason. */
async function withoutForeign(
  content: Content,
  among: number,
  depth: number,
  opening: Opening,
  signal: AbortSignal,
): Promise<ExportFile[]> {
  if (among === 1) return await unpackedFiles(content, depth, opening, signal);
  const files = await readableFiles(content, depth, opening, signal);
  return files.filter(({ recognition }) => {
    const reason = reasonOf(recognition);
    if (reason !== undefined) opening.leftOut.push({ name: content.name, reason });
    return reason === undefined;
  });
}

/** The files in one among several; none where it cannot be read and a person can still choose. */
async function readableFiles(
  content: Content,
  depth: number,
  opening: Opening,
  signal: AbortSignal,
): Promise<ExportFile[]> {
  try {
    return await unpackedFiles(content, depth, opening, signal);
  } catch (thrown) {
    signal.throwIfAborted();
    const problem = opening.unreadable === undefined ? undefined : problemOfFile(thrown);
    if (problem === undefined) throw thrown;
    const { name, unpackedBytes, diskBytes } = content;
    opening.unreadable?.push({ name, bytes: unpackedBytes ?? diskBytes, problem });
    return [];
  }
}

/** Why a file cannot be read; undefined where it is not because of the file. */
export function problemOfFile(thrown: unknown): ErrorRecord | undefined {
  return thrown instanceof AppError && thrown.code.startsWith('file.export-') ? thrown.toRecord() : undefined;
}

/** Whether it is not even looked at, because it was not chosen. */
function isPassedOver(name: string, opening: Opening): boolean {
  if (opening.unreadable !== undefined || isChosen(opening.choice, name)) return false;
  opening.notChosen += 1;
  return true;
}

function reasonOf(recognition: Recognition): Fact | undefined {
  switch (recognition.kind) {
    case 'foreign':
      return recognition.is;
    case 'empty':
      return fact('It is empty.');
    case 'packed':
    case 'format':
      return undefined;
    default:
      return assertNever(recognition);
  }
}

async function unpackedFiles(
  content: Content,
  depth: number,
  opening: Opening,
  signal: AbortSignal,
): Promise<ExportFile[]> {
  assertDepth(depth, opening.bounds, content.shownPath);
  const start = await readStart((signalOfStart) => content.open(signalOfStart), START_BYTES, signal);
  const recognition = recognise(start.bytes);
  if (recognition.kind !== 'packed') return [{ content, recognition, start }];
  switch (recognition.packing) {
    case 'gzip':
    case 'zstd':
    case 'bzip2':
      return await unpackedFiles(unpacked(content, recognition.packing, opening.bounds), depth + 1, opening, signal);
    case 'zip':
      return await filesInZip(content, start, depth, opening, signal);
    case 'tar': {
      const options = {
        ...opening,
        isLeftOut: (name: string) =>
          isLeftOut(name, opening) || isPassedOver(content.name === '' ? name : `${content.name}/${name}`, opening),
      };
      return await filesIn(await unpackTar(content, options, signal), content, depth, opening, signal);
    }
    default:
      return assertNever(recognition.packing);
  }
}

async function filesInZip(
  content: Content,
  start: StartOfBytes,
  depth: number,
  opening: Opening,
  signal: AbortSignal,
): Promise<ExportFile[]> {
  const onDisk = await contentOnDisk(content, opening.workArea, signal);
  const archive = await openZip(onDisk.diskPath, onDisk, opening.bounds);
  opening.open.push(archive);
  const document = documentOf(archive.names);
  if (document !== undefined) {
    archive.close();
    return [{ content: onDisk, recognition: document, start }];
  }
  const files = archive.files.filter(({ name }) => !isLeftOut(name, opening) && !isPassedOver(name, opening));
  return await filesIn(files, onDisk, depth, opening, signal);
}

async function filesIn(
  contents: readonly Content[],
  archive: Content,
  depth: number,
  opening: Opening,
  signal: AbortSignal,
): Promise<ExportFile[]> {
  if (contents.length === 0) throw nothingIn(archive.shownPath, opening);
  const byName = new Map<string, Content>();
  for (const content of contents) {
    const same = byName.get(content.name);
    if (same === undefined) byName.set(content.name, content);
    else {
      await assertSame(same, content, archive.shownPath, signal);
      opening.leftOut.push({ name: content.name, reason: REPEATED });
    }
  }
  const files: ExportFile[] = [];
  for (const name of inOrder([...byName.keys()])) {
    const content = byName.get(name);
    if (content === undefined) continue;
    files.push(...(await withoutForeign(content, byName.size, depth + 1, opening, signal)));
    assertEntries(files.length, opening.bounds, archive.shownPath);
  }
  return files;
}

function nothingIn(shownPath: Said, { notChosen }: Opening): AppError {
  if (notChosen === 0) return unreadable(shownPath, fact('There is no file in this archive that could be an export.'));
  return unreadable(shownPath, fact('No file in it is among those that were chosen.'), {
    remedy: fact('Choose at least one of them.'),
  });
}

function isLeftOut(name: string, { leftOut }: Opening): boolean {
  const reason = reasonToSkip(name);
  if (reason !== undefined) leftOut.push({ name, reason });
  return reason !== undefined;
}

/** Office documents are zip archives with certain names in them. */
function documentOf(names: readonly string[]): Recognition | undefined {
  const has = (start: string) => names.some((name) => name.replaceAll('\\', '/').startsWith(start));
  if (has('xl/workbook.xml') || (has('[Content_Types].xml') && has('xl/'))) return documentInExcel(names);
  const remedy = fact('Save or export the transactions as XLSX or CSV.');
  if (has('word/')) return { kind: 'foreign', is: fact('It is a Word document.'), remedy };
  if (has('ppt/')) return { kind: 'foreign', is: fact('It is a PowerPoint document.'), remedy };
  if (has('META-INF/manifest.xml') && has('content.xml')) {
    return { kind: 'foreign', is: fact('It is an OpenDocument file.'), remedy };
  }
  return undefined;
}

function documentInExcel(names: readonly string[]): Recognition {
  if (!names.includes('xl/workbook.bin')) return { kind: 'format', format: 'xlsx' };
  return {
    kind: 'foreign',
    is: fact('It is a binary workbook (XLSB).'),
    remedy: fact('Open it in Excel and save it as XLSX.'),
  };
}

export type ContentOnDisk = Content & { diskPath: string };

/** Unpacked to the work area where it does not lie on the disk as it is. */
export async function contentOnDisk(content: Content, workArea: WorkArea, signal: AbortSignal): Promise<ContentOnDisk> {
  if (content.diskPath !== undefined) return { ...content, diskPath: content.diskPath };
  const diskPath = await workArea.add(content.open(signal));
  const onDisk = await fileContent(diskPath, content);
  return { ...onDisk, packing: content.packing, diskPath };
}

type Compression = Extract<Packing, 'gzip' | 'zstd' | 'bzip2'>;

function unpacked(packed: Content, packing: Compression, bounds: Bounds): Content {
  const { diskBytes, shownPath } = packed;
  return {
    name: packed.name,
    shownPath,
    packing: [...packed.packing, packing],
    diskBytes,
    open: (signal, count) => {
      const bytes = unpackedBytes(packed.open(signal, count), packing, signal);
      return bounded(explainingDamage(bytes, packing, shownPath, signal), diskBytes, bounds, shownPath);
    },
  };
}

function unpackedBytes(source: AsyncIterable<Uint8Array>, packing: Compression, signal: AbortSignal) {
  switch (packing) {
    case 'gzip':
      return through(source, createGunzip({ chunkSize: UNPACKED_CHUNK_BYTES }));
    case 'zstd':
      return unpackZstd(source);
    case 'bzip2':
      return unpackBzip2(source, signal);
    default:
      return assertNever(packing);
  }
}

/** @throws AppError file.export-unreadable where it is no export */
export function assertExport({ content, recognition }: ExportFile): void {
  if (recognition.kind === 'empty') throw unreadable(content.shownPath, fact('It is empty.'));
  if (recognition.kind === 'foreign') {
    throw unreadable(content.shownPath, recognition.is, { remedy: recognition.remedy });
  }
}
