/** @file Where the reading and the mapping of exports meet the run: the only file of the run that knows their rooms. */

import { createReadStream } from 'node:fs';
import type { Reading, Template } from '../../src-shared/template-shapes.ts';
import { templateSchema } from '../../src-shared/template-shapes.ts';
import { type HandWritten, parseHandWritten, readHandWritten } from '../checking/rules/hand-written.ts';
import { toFileError } from '../files/file-errors.ts';
import { delimitedTable } from './reading/delimited/delimited-table.ts';
import { unreadable } from './reading/structured-source.ts';
import type { ReadingProgress, Table } from './rows.ts';

export interface OpenTables {
  tables: readonly Table[];
  /** Full sentences for a clerk. */
  notes: readonly string[];
  progress(): ReadingProgress;
  close(): Promise<void>;
}

/** Opens an export. Rejects with AppError `file.*`. */
export async function openTables(
  path: string,
  reading: Reading,
  _workFolder: string,
  signal: AbortSignal,
): Promise<OpenTables> {
  const progress = { bytes: 0, totalBytes: 0 };
  async function* openBytes(): AsyncGenerator<Uint8Array> {
    try {
      for await (const part of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
        progress.bytes += part.length;
        yield part;
      }
    } catch (thrown) {
      throw toFileError(thrown, path);
    }
  }
  if (reading.format !== 'delimited') throw unreadable(path, 'Only delimited text can be read yet.');
  const { table } = await delimitedTable({ shownPath: path, openBytes }, reading, signal);
  return { tables: [table], notes: [], progress: () => progress, close: async () => {} };
}

/** The column that a field of the template comes from, where it comes from one. */
export function columnOfField({ fields }: Template, field: string): string | undefined {
  const value = fields[field];
  if (value === undefined || 'alternatives' in value) return undefined;
  return value.source.from === 'column' ? value.source.column : undefined;
}

const handWritten: HandWritten<Template> = {
  schema: templateSchema,
  name: 'template',
  unreadable: 'template.unreadable',
};

/** Reads a template. Rejects with AppError `template.unreadable`, or `file.*`. */
export async function loadTemplate(path: string): Promise<Template> {
  return parseHandWritten(await readHandWritten(path, handWritten), path, handWritten);
}
