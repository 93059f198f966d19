/** @file Prepares an awkward export, and reads what came of it without the product's code. */

import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { PreparationRequest, PreparationSummary } from '../../../src-main/prepare/preparation.ts';
import { findSources } from '../../../src-main/prepare/sources.ts';
import { AppError, describeError } from '../../../src-shared/errors.ts';
import type { Template } from '../../../src-shared/template-shapes.ts';
import { anyLine } from './any-line.ts';
import type { AwkwardExport, Refusal } from './awkward-export.ts';
import { prepareHere } from './prepare-here.ts';

export type Prepared =
  | { kind: 'prepared'; lines: string[]; refused: Refusal[]; messages: string[]; summary: PreparationSummary }
  | { kind: 'error'; code: string; words: string };

const findingSchema = z.looseObject({
  row: z.int().optional(),
  column: z.string().optional(),
  rule: z.string(),
  message: z.string(),
  file: z.string().optional(),
});
const manifestSchema = z.looseObject({
  files: z.array(z.looseObject({ name: z.string(), sha256: z.string(), lines: z.int(), bytes: z.int() })),
});

/** Calls back with a folder of its own, which is gone afterwards. */
export async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'tranship-awkward-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export const requestOf = (
  template: Template,
  sources: readonly string[],
  folder: string,
  changes: Partial<PreparationRequest> = {},
): PreparationRequest => ({
  sources: sources.map((name) => ({ path: join(folder, 'given', name), name })),
  template,
  out: join(folder, 'out'),
  name: 'prepared',
  limits: { bytes: 2_000_000_000, lines: Number.POSITIVE_INFINITY },
  grouping: 'none',
  keepPayments: false,
  threads: 2,
  ruleSet: anyLine,
  toolVersion: '0.0.0',
  workFolder: join(folder, 'work'),
  ...changes,
});

export async function layOut(files: AwkwardExport['files'], folder: string): Promise<void> {
  await mkdir(join(folder, 'work'), { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, 'given', name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
}

/** @param prepare in this thread, if not said otherwise */
export async function prepareExport(
  { files, given, template }: Pick<AwkwardExport, 'files' | 'given' | 'template'>,
  prepare: (request: PreparationRequest) => Promise<PreparationSummary> = prepareHere,
): Promise<Prepared> {
  return await inFolder(async (folder) => {
    await layOut(files, folder);
    const paths = (given ?? Object.keys(files)).map((name) => join(folder, 'given', name));
    let summary: PreparationSummary;
    try {
      const { sources } = await findSources(paths);
      summary = await prepare(requestOf(template, [], folder, { sources }));
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown;
      const { title, detail, remedy } = describeError(thrown.toRecord());
      return { kind: 'error', code: thrown.code, words: `${title}: ${detail} ${remedy}` };
    }
    return { kind: 'prepared', summary, ...(await readPrepared(join(folder, 'out'))) };
  });
}

/** The lines of the prepared files in the order of the manifest, and the rows that the mapping or the reading refused. */
export async function readPrepared(out: string): Promise<{ lines: string[]; refused: Refusal[]; messages: string[] }> {
  const manifest = manifestSchema.parse(JSON.parse(await readFile(join(out, 'manifest.json'), 'utf8')));
  const lines: string[] = [];
  for (const { name } of manifest.files) {
    const text = await readFile(join(out, name), 'utf8');
    if (text !== '') for (const line of text.replace(/\n$/, '').split('\n')) lines.push(line);
  }
  const found = (await readdir(out)).find((name) => name.startsWith('findings'));
  const findings =
    found === undefined
      ? []
      : (await readFile(join(out, found), 'utf8'))
          .trimEnd()
          .split('\n')
          .map((line) => findingSchema.parse(JSON.parse(line)));
  // Findings of the check name the file; they are no refusals.
  const ofRows = findings.filter(({ file, row }) => file === undefined && row !== undefined);
  const refused = ofRows.map(({ row = 0, column }) => ({ row, ...(column !== undefined && { column }) }));
  return { lines, refused, messages: ofRows.map(({ message }) => message) };
}
