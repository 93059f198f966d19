/**
 * @file The files of preparations in the data folder: whose they are, and which row of which export a line of one was. Asked
 * for a line at a time, so the map of the file that was asked for last is kept.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PreparedFrom } from '../../src-shared/contract.ts';
import { MANIFEST, placeIn } from '../exports/output-folder.ts';
import { RowMap } from '../exports/row-map.ts';
import { readJson } from '../ground/files/json-file.ts';
import { originOfField } from '../templates/origin-of-field.ts';
import { type Manifest, manifestSchema } from './manifest-shape.ts';

/** `prepared/ID/files/NAME` of the data folder, however the folder was called then. */
const PREPARED = /[\\/]prepared[\\/]([0-9a-f-]{36})[\\/]files[\\/]([^\\/]+)$/;

/** The path of a file of a preparation. */
export const placeOfFile = (out: string, name: string): string => join(out, name);

/** The preparation of a file, and the name in it; undefined for a file that was not prepared here. */
export function preparedFile(content: string): { preparation: string; name: string; out: string } | undefined {
  const [, preparation, name] = PREPARED.exec(content) ?? [];
  if (preparation === undefined || name === undefined) return undefined;
  return { preparation, name, out: content.slice(0, -name.length - 1) };
}

/** The files of a preparation that is written as a whole: its manifest comes last. Undefined where there is none. */
export function writtenFiles(out: string): readonly { name: string; bytes: number }[] | undefined {
  return readManifest(out)?.files;
}

/** How many figures of the source system differ from what was prepared. */
export function differencesIn(out: string): number {
  return readManifest(out)?.control?.differences.length ?? 0;
}

const readManifest = (out: string): Manifest | undefined => readJson(join(out, MANIFEST), manifestSchema);

interface Known {
  content: string;
  manifest: Manifest;
  rows: RowMap;
}

export class PreparedOrigins {
  #known: Known | undefined;

  /**
   * Where a line of a prepared file comes from, with the column that makes the field; undefined where that is not known.
   * @param content where the bytes of the file are
   * @param path dotted path of a field; empty for the line as a whole
   */
  originOf(content: string, line: number, path: string): PreparedFrom | undefined {
    const known = this.#read(content);
    const origin = known?.rows.originOf(line);
    const table = known?.manifest.tables[origin?.table ?? -1];
    if (known === undefined || origin === undefined || table === undefined) return undefined;
    const { name: file = '' } = known.manifest.sources[table.source] ?? {};
    const [column] = originOfField(known.manifest.template.content, path);
    return {
      source: table.name === '' ? file : `${file}, ${table.name}`,
      row: origin.row,
      ...(column !== undefined && { column }),
    };
  }

  #read(content: string): Known | undefined {
    if (this.#known?.content === content) return this.#known;
    const file = preparedFile(content);
    if (file === undefined) return undefined;
    const manifest = readManifest(file.out);
    const rows = readRows(placeIn(file.out, file.name).rowsPath);
    if (manifest === undefined || rows === undefined) return undefined;
    this.#known = { content, manifest, rows };
    return this.#known;
  }
}

function readRows(path: string): RowMap | undefined {
  try {
    return RowMap.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
