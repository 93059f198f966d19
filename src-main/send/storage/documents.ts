/** @file Rows that hold a document as JSON: they are parsed, never trusted. */

import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { z } from 'zod';
import { AppError } from '../../../src-shared/errors.ts';
import { toStorageError } from './database.ts';

export const documentRow = z.object({ document: z.string() });

/** Where documents are read: `path` is that of the database, for the errors. */
export interface DocumentSource {
  database: DatabaseSync;
  path: string;
}

/** What a query that selects `document` finds. @throws AppError queue.damaged where one has another shape */
export function readDocuments<Shape extends z.ZodType>(
  ...asked: Parameters<typeof documentsIn<Shape>>
): z.infer<Shape>[] {
  return [...documentsIn(...asked)];
}

/** As `readDocuments`, one after the other: none is held that is no longer needed. */
export function* documentsIn<Shape extends z.ZodType>(
  { database, path }: DocumentSource,
  shape: Shape,
  sql: string,
  ...values: (number | string)[]
): Generator<z.infer<Shape>> {
  try {
    const idle = idleOf(database);
    const statement = idle.get(sql) ?? database.prepare(sql);
    idle.delete(sql);
    for (const row of statement.iterate(...values)) {
      const parsed = shape.safeParse(toJson(documentRow.parse(row).document, path));
      if (!parsed.success) throw damaged(path, z.prettifyError(parsed.error));
      yield parsed.data;
    }
    idle.set(sql, statement);
  } catch (thrown) {
    throw toStorageError(path, thrown);
  }
}

/** Statements that no one is reading by: preparing takes as long as reading a submission. */
const idleStatements = new WeakMap<DatabaseSync, Map<string, StatementSync>>();

function idleOf(database: DatabaseSync): Map<string, StatementSync> {
  const idle = idleStatements.get(database) ?? new Map<string, StatementSync>();
  idleStatements.set(database, idle);
  return idle;
}

function toJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (thrown) {
    throw damaged(path, String(thrown));
  }
}

function damaged(path: string, reason: string): AppError {
  return new AppError('queue.damaged', { path, reason });
}
