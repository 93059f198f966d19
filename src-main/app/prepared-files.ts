/**
 * @file The files of preparations in the data folder: whose they are, and which row of which export a line of one was. Asked
 * for a line at a time, so the map of the file that was asked for last is kept.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PreparedFrom } from '../../src-shared/contract.ts';
import { type Manifest, manifestSchema } from '../preparing/manifest-shape.ts';
import { originOfField } from '../preparing/mapping/origin-of-field.ts';
import { MANIFEST, placeIn } from '../preparing/output-folder.ts';
import { RowMap } from '../preparing/row-map.ts';

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
    try {
      const read = manifestSchema.safeParse(JSON.parse(readFileSync(join(file.out, MANIFEST), 'utf8')));
      const rows = RowMap.parse(readFileSync(placeIn(file.out, file.name).rowsPath, 'utf8'));
      if (!read.success || rows === undefined) return undefined;
      this.#known = { content, manifest: read.data, rows };
      return this.#known;
    } catch {
      return undefined;
    }
  }
}
