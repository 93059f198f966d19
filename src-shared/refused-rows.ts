/** @file Rows of exports that a preparation refused, so that they are in none of its files: how many, and where they are. */

import { z } from 'zod';
import { message } from './languages/message.ts';

export const refusedRowsSchema = z.object({
  /** The SHA-256 of the manifest: the files of one preparation have the same rows. */
  manifest: z.string(),
  /** The first of these files that is still listed: it asks for a person, for all of them. */
  first: z.int().positive(),
  exports: z.array(
    z.object({
      /** Its name, with that of the sheet or of the file in it. */
      export: z.string(),
      rows: z.int().positive(),
      /** Where the rows were written. */
      file: z.string().optional(),
    }),
  ),
  /** What a person has said of them, where they are settled elsewhere. */
  settled: z.object({ reason: z.string(), at: z.iso.datetime(), user: z.string().optional() }).optional(),
});
export type RefusedRows = z.infer<typeof refusedRowsSchema>;

/** As a preparation notes them, table by table of its exports. */
export interface RefusedPart {
  source: string;
  table: string;
  rows: number;
}

export const exportOf = ({ source, table }: RefusedPart): string => (table === '' ? source : `${source}, ${table}`);

/** What a preparation had refused, whatever became of it since. */
export function refusedAtFirstInWords(parts: readonly RefusedPart[] = []): string | undefined {
  if (parts.length === 0) return undefined;
  return refusedRowsInWords({ exports: parts.map((part) => ({ export: exportOf(part), rows: part.rows })) });
}

export const countOfRefused = ({ exports }: Pick<RefusedRows, 'exports'>): number =>
  exports.reduce((sum, { rows }) => sum + rows, 0);

const named = (refused: Pick<RefusedRows, 'exports'>) => ({
  count: countOfRefused(refused),
  exports: [...new Set(refused.exports.map((one) => one.export))].join(', '),
});

/** “388 rows of Umsaetze.csv were refused by the preparation, and are not in these files.” */
export function refusedRowsInWords(refused: Pick<RefusedRows, 'exports'>): string {
  return message(
    '{count, plural, one {# row of {exports} was} other {# rows of {exports} were}} refused by the preparation, and {count, plural, one {is} other {are}} not in these files.',
    named(refused),
  );
}

/** The same beside other notes. */
export function refusedRowsInShort(refused: Pick<RefusedRows, 'exports'>): string {
  return message(
    '{count, plural, one {# row refused by the preparation} other {# rows refused by the preparation}}',
    named(refused),
  );
}

/** Where they are, and what to do with them; nothing where no file has them. */
export function wayToRefusedInWords({ exports }: Pick<RefusedRows, 'exports'>): string[] {
  const places = exports.flatMap(({ file }) => file ?? []).join(', ');
  if (places === '') return [];
  return [message('They are in {places}: correct them there, and prepare that file by the same template.', { places })];
}

/** As a statement says it, which no figure of it has. */
export function refusedNotCountedInWords({ settled, ...refused }: RefusedRows): string {
  const words = message(
    '{count, plural, one {# row of {exports} was refused by the preparation: it is} other {# rows of {exports} were refused by the preparation: they are}} in no file, and NOT COUNTED HERE.',
    named(refused),
  );
  if (settled === undefined) return words;
  return message('{words} Dealt with elsewhere, as a person has said: “{reason}”.', { words, reason: settled.reason });
}
