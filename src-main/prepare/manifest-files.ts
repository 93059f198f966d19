/** @file From a finished preparation to submissions: each file with what is stored of where it comes from. */

import { dirname, join } from 'node:path';
import { canonicalJson } from '../audit/canonical-json.ts';
import { MANIFEST } from '../exports/output-folder.ts';
import type { NewSubmission } from '../send/additions.ts';
import type { PreparedFacts } from '../send/submission.ts';
import type { Manifest } from './manifest-shape.ts';
import { type PreparedFolder, readPrepared, rowMapOf } from './prepared-folder.ts';
import { digestOf } from './unfinished.ts';

/** More than a receipt names; the rest is counted, and stands in the manifest. */
const MOST_DIFFERENCES = 500;

type PreparedSubmission = Pick<NewSubmission, 'path'> & Required<Pick<NewSubmission, 'prepared'>>;

/** As `filesOfManifest`, of one file that was prepared just now; undefined for one that its manifest does not name. */
export async function originsOfPrepared(out: string, name: string): Promise<NewSubmission['prepared']> {
  const folder = await readPrepared(join(out, MANIFEST));
  const files = folder.manifest.files.filter((one) => one.name === name);
  const [file] = await filesOfManifest({ ...folder, manifest: { ...folder.manifest, files } });
  return file?.prepared;
}

/** What is to be added for each file of the preparation. Rejects with AppError `manifest.unreadable`, `file.*`. */
export async function filesOfManifest(folder: PreparedFolder, signal?: AbortSignal): Promise<PreparedSubmission[]> {
  const { manifest } = folder;
  const notPrepared = await notPreparedOf(folder, signal);
  return await Promise.all(manifest.files.map((file) => fileOfManifest(folder, file, notPrepared, signal)));
}

async function fileOfManifest(
  folder: PreparedFolder,
  file: Manifest['files'][number],
  notPrepared: PreparedFacts['notPrepared'],
  signal?: AbortSignal,
): Promise<PreparedSubmission> {
  const { manifest, sha256: manifestSha256, exportsChangedAt } = folder;
  const { template, tool, control, tables, sources, incoming } = manifest;
  const rows = await rowMapOf(folder, file, signal);
  const lines = new Map<number, number>();
  for (const [table, count] of rows.lines) {
    const source = tables[table]?.source ?? 0;
    lines.set(source, (lines.get(source) ?? 0) + count);
  }
  const { name, version, sha256 } = template;
  // Of several files it is not known what comes in with which.
  const hasAll = canonicalJson(file.byCurrency) === canonicalJson(manifest.byCurrency);
  return {
    path: join(dirname(folder.path), file.name),
    prepared: {
      facts: {
        manifestSha256,
        sha256: file.sha256,
        toolVersion: tool.version,
        template: { name, version, sha256 },
        exportsChangedAt,
        sources: sources.flatMap((source, at) => {
          const count = lines.get(at);
          return count === undefined ? [] : [{ ...source, lines: count }];
        }),
        notPrepared,
        ...(incoming !== undefined && hasAll && { flow: { all: file.byCurrency, incoming } }),
        ...(control !== undefined && {
          control: {
            figures: control.figures,
            ...(control.isPartial && { isPartial: true }),
            differences: control.differences.length,
            differing: control.differences.slice(0, MOST_DIFFERENCES),
          },
        }),
      },
      origins: {
        tables: tables.map((table) => ({ source: sources[table.source]?.name ?? '', table: table.name })),
        template: template.content,
        rows: rows.text,
      },
    },
  };
}

async function notPreparedOf(
  { path, manifest: { leftOut, tables, sources } }: PreparedFolder,
  signal?: AbortSignal,
): Promise<PreparedFacts['notPrepared']> {
  const refused = tables
    .filter((table) => table.refused > 0)
    .map(async ({ source: at, name: table, refused: rows, refusedRows: name }) => {
      const { name: source = '', sha256 = '' } = sources[at] ?? {};
      const own = name === undefined ? undefined : await digestOf(join(dirname(path), name), signal);
      return {
        source,
        sha256,
        table,
        rows,
        ...(name !== undefined && { file: { name, ...(own !== undefined && { sha256: own }) } }),
      };
    });
  return { leftOut, refused: await Promise.all(refused) };
}
