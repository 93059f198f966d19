/** @file Rows that hold a document as JSON: they are parsed, never trusted. */

import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { AppError } from '../../../src-shared/errors.ts';
import { Statements } from '../../ground/prepared-statements.ts';
import { toStorageError } from './database.ts';

export const documentRow = z.object({ document: z.string() });

/** Where documents are read: `path` is that of the database, for the errors. */
export interface DocumentSource {
  database: DatabaseSync;
  path: string;
}

/** What a query that selects `document` finds. @throws AppError queue.damaged where one has another shape */
export function readDocuments<Shape extends z.ZodType>(
  { database, path }: DocumentSource,
  shape: Shape,
  sql: string,
  ...values: (number | string)[]
): z.infer<Shape>[] {
  return [
    ...parsed(path, shape, () =>
      Statements.of(database)
        .get(sql)
        .iterate(...values),
    ),
  ];
}

/** As `readDocuments`, one after the other: none is held that is no longer needed. */
export function documentsIn<Shape extends z.ZodType>(
  { database, path }: DocumentSource,
  shape: Shape,
  sql: string,
  ...values: (number | string)[]
): Generator<z.infer<Shape>> {
  // Others may read the same way before the last one was taken.
  return parsed(path, shape, () => database.prepare(sql).iterate(...values));
}

function* parsed<Shape extends z.ZodType>(
  path: string,
  shape: Shape,
  read: () => Iterable<unknown>,
): Generator<z.infer<Shape>> {
  try {
    for (const row of read()) {
      const parsed = shape.safeParse(toJson(documentRow.parse(row).document, path));
      if (!parsed.success) throw damaged(path, z.prettifyError(parsed.error));
      yield parsed.data;
    }
  } catch (thrown) {
    throw toStorageError(path, thrown);
  }
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
