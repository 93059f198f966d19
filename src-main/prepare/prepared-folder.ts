/** @file A finished preparation as it is taken to be sent, perhaps on another machine: verified before anything is sent. */

import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { AppError } from '../../src-shared/errors.ts';
import { type Fact, fact, type Said } from '../../src-shared/languages/fact.ts';
import { type HandWritten, parseHandWritten } from '../check/rules/hand-written.ts';
import { FINDINGS, MANIFEST, REFUSED, STATE } from '../exports/output-folder.ts';
import { runsIn } from '../exports/row-map.ts';
import { toFileError } from '../ground/files/file-errors.ts';
import { largest, readSmall } from '../ground/files/small-file.ts';
import { untilAborted } from '../ground/until-aborted.ts';
import { filesThatDoNotAddUp } from './manifest-figures.ts';
import type { Manifest } from './manifest-shape.ts';
import { manifestSchema } from './manifest-shape.ts';
import { digestOf } from './unfinished.ts';

export interface PreparedFolder {
  /** The absolute path of the manifest. */
  path: string;
  sha256: string;
  manifest: Manifest;
  /** When the oldest of its exports was last changed, as the time of the manifest says. */
  exportsChangedAt: number;
}

const MOST_NAMED = 3;
/** Some milliseconds of work, after which others have their turn. */
const RUNS_AT_ONCE = 50_000;
const handWritten: HandWritten<Manifest> = {
  schema: manifestSchema,
  name: fact('manifest'),
  version: {
    read: 1,
    later: (versions) =>
      fact(
        'this manifest was made for a newer version of Tranship (manifest version {own}; this one reads version {read}). Update Tranship to use it.',
        versions,
      ),
  },
  unreadable: 'manifest.unreadable',
};

/** The manifest that a path means: itself, or that of the folder; undefined for any other path. */
export async function manifestAt(path: string, signal: AbortSignal): Promise<string | undefined> {
  const absolute = resolve(path);
  const within = join(absolute, MANIFEST);
  const isFile = async (candidate: string) =>
    await stat(candidate).then(
      (found) => found.isFile(),
      () => false,
    );
  if (await isFile(within)) return within;
  const isManifest = basename(absolute).toLowerCase().endsWith('.json') && (await isFile(absolute));
  return isManifest && (await saysWhatIsPrepared(absolute, signal)) ? absolute : undefined;
}

/**
 * Reads a manifest, and verifies every file that it names. Rejects with AppError `manifest.unreadable`,
 * `manifest.not-as-prepared`, `file.*`.
 */
export async function openPrepared(path: string, signal: AbortSignal): Promise<PreparedFolder> {
  const folder = await readPrepared(path, signal);
  await assertAsPrepared(folder, besideIn(dirname(path), signal), signal);
  return folder;
}

/** What stands beside a manifest: in its folder, or in the zip of that. */
export interface BesideManifest {
  /** Of the files in the folder itself. */
  names: () => Promise<readonly string[]>;
  /** Undefined where it is not there. */
  find: (name: string) => Promise<{ bytes: number; sha256: string } | undefined>;
}

/** Rejects with AppError `manifest.not-as-prepared`, and what looking beside it does. */
export async function assertAsPrepared(
  { path, manifest }: Pick<PreparedFolder, 'path' | 'manifest'>,
  beside: BesideManifest,
  signal: AbortSignal,
): Promise<void> {
  const problems = [...wrongFigures(manifest), ...(await problemsIn(beside, manifest, signal))];
  if (problems.length > 0) throw new AppError('manifest.not-as-prepared', { path, problems });
}

function besideIn(folder: string, signal: AbortSignal): BesideManifest {
  return {
    names: async () =>
      await readdir(folder).catch((thrown: unknown) => {
        throw toFileError(thrown, folder);
      }),
    find: async (name) => {
      const sha256 = await untilAborted(digestOf(join(folder, name), signal), signal);
      return sha256 === undefined ? undefined : { sha256, bytes: (await stat(join(folder, name))).size };
    },
  };
}

/** @throws AppError manifest.unreadable */
export function parseManifest(text: string, path: string): Manifest {
  return parseHandWritten(text, path, handWritten);
}

/** Reads the manifest of files that were prepared just now. Rejects with AppError `manifest.unreadable`, `file.*`. */
export async function readPrepared(path: string, signal?: AbortSignal): Promise<PreparedFolder> {
  const bytes = await readSmall(path, largest.record, signal);
  const manifest = parseManifest(bytes.toString(), path);
  const { mtimeMs } = await stat(path).catch((thrown: unknown) => Promise.reject(toFileError(thrown, path)));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { path, sha256, manifest, exportsChangedAt: Math.floor(mtimeMs) };
}

/** The SHA-256 of the manifest of the preparation that wrote these refused rows; undefined for any other file. */
export async function refusingManifest(path: string): Promise<string | undefined> {
  const name = basename(path);
  if (!name.startsWith(REFUSED)) return undefined;
  const folder = await readPrepared(join(dirname(path), MANIFEST)).catch(() => undefined);
  return folder?.manifest.tables.some(({ refusedRows }) => refusedRows === name) ? folder.sha256 : undefined;
}

/**
 * The map of the rows of a file, and how many lines are of each table. It is walked through in short turns, without being kept:
 * one from elsewhere may have millions of runs. Rejects with AppError `manifest.unreadable`, `file.*`, or the signal's reason.
 */
export async function rowMapOf(
  { path }: PreparedFolder,
  file: Manifest['files'][number],
  signal?: AbortSignal,
): Promise<{ text: string; lines: ReadonlyMap<number, number> }> {
  const place = join(dirname(path), file.rows);
  const text = (await readSmall(place, largest.rowMap, signal)).toString('latin1');
  const lines = new Map<number, number>();
  let walked = 0;
  for (const run of runsIn(text)) {
    if (run === undefined)
      throw new AppError('manifest.unreadable', { path: place, problem: fact('this is no map of rows.') });
    lines.set(run.table, (lines.get(run.table) ?? 0) + run.count);
    walked += 1;
    if (walked % RUNS_AT_ONCE > 0) continue;
    await setImmediate();
    signal?.throwIfAborted();
  }
  return { text, lines };
}

function wrongFigures(manifest: Manifest): Fact[] {
  const wrong = filesThatDoNotAddUp(manifest);
  if (wrong.length === 0) return [];
  const names = wrong.filter((name) => name !== '');
  return names.length === 0
    ? [fact('The figures of the manifest are not those of its files.')]
    : about(names, (given) =>
        fact(
          '{count, plural, one {{names} has figures in the manifest that do not add up.} other {{names} have figures in the manifest that do not add up.}}',
          given,
        ),
      );
}

async function problemsIn(beside: BesideManifest, { files }: Manifest, signal: AbortSignal): Promise<Fact[]> {
  const [missing, changed]: [string[], string[]] = [[], []];
  const expected = files.flatMap(({ name, bytes, sha256, rows, rowsSha256 }) => [
    { name, bytes, sha256 },
    { name: rows, bytes: undefined, sha256: rowsSha256 },
  ]);
  for (const { name, bytes, sha256 } of expected) {
    signal.throwIfAborted();
    const found = await beside.find(name);
    if (found === undefined) missing.push(name);
    else if (found.sha256 !== sha256 || (bytes !== undefined && bytes !== found.bytes)) changed.push(name);
  }
  const known = new Set(files.map(({ name }) => name));
  const names = await beside.names();
  const extra = names.filter((name) => /\.(jsonl|ndjson|jsonlines)$/i.test(name) && !known.has(name) && !isOurs(name));
  return [
    ...about(missing, (given) =>
      fact('{count, plural, one {{names} is missing.} other {{names} are missing.}}', given),
    ),
    ...about(changed, (given) =>
      fact('{count, plural, one {{names} has changed.} other {{names} have changed.}}', given),
    ),
    ...about(extra, (given) =>
      fact('{count, plural, one {{names} was not prepared.} other {{names} were not prepared.}}', given),
    ),
    ...(names.includes(STATE) ? [fact('The preparation is not finished.')] : []),
  ];
}

function isOurs(name: string): boolean {
  return name === FINDINGS || name.startsWith(REFUSED);
}

/** A sentence about files, if there are any. */
function about(files: readonly string[], says: (given: { count: number; names: Said }) => Fact): Fact[] {
  if (files.length === 0) return [];
  const names = files.slice(0, MOST_NAMED).join(', ');
  const more = files.length - MOST_NAMED;
  return [says({ count: files.length, names: more > 0 ? fact('{names} and {more} more', { names, more }) : names })];
}

/** Whether a JSON file is a manifest of ours: its faults are then told. */
async function saysWhatIsPrepared(path: string, signal: AbortSignal): Promise<boolean> {
  try {
    const text = (await readSmall(path, largest.record, signal)).toString();
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 'tool' in value && 'template' in value && 'files' in value;
  } catch {
    signal.throwIfAborted();
    return basename(path) === MANIFEST;
  }
}
