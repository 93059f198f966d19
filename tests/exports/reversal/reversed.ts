/** @file What came of an export whose values are known, beside these values: cell by cell, and the sum of the amounts. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { openExport } from '../../../src-main/exports/open-export.ts';
import { rowsOfPiece } from '../../../src-main/exports/rows-of-piece.ts';
import { WorkArea } from '../../../src-main/exports/work-area.ts';
import { factsOf } from '../../../src-main/prepare/line-facts.ts';
import { Sums } from '../../../src-main/prepare/sums.ts';
import { rowMapper } from '../../../src-main/templates/row-mapper.ts';
import { inEnglish } from '../../../src-shared/languages/message.ts';
import { readingSchema, type Template, templateSchema } from '../../../src-shared/template-shapes.ts';
import { quiet } from '../reading-all.ts';

const drawnSchema = z.object({
  file: z.string(),
  how: z.string(),
  reading: readingSchema,
  numbers: templateSchema.shape.numbers,
  dates: templateSchema.shape.dates,
  /** That of the amount, that of the day, and those of texts. */
  columns: z.tuple([z.string(), z.string()]).rest(z.string()),
  rows: z.array(z.tuple([z.string(), z.string()]).rest(z.string())),
  sum: z.string(),
});
export type Drawn = z.infer<typeof drawnSchema>;

export function drawnIn(folder: string): Drawn[] {
  const lines = readFileSync(join(folder, 'drawn.jsonl'), 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => drawnSchema.parse(JSON.parse(line)));
}

export interface Reversed {
  differences: string[];
  /** Rows that were refused because quotes could not be told from text: in words, so no difference. */
  doubted: number;
  /** What was detected is said to be only the likeliest, so a person looks at it. */
  isUnsure: boolean;
}

/** Prepares the export, and compares. Nothing is hinted at where `isDetected`. */
export async function reversed(folder: string, drawn: Drawn, isDetected: boolean): Promise<Reversed> {
  const template = templateOf(drawn);
  const workArea = new WorkArea();
  const found: Reversed = { differences: [], doubted: 0, isUnsure: false };
  const differs = (what: string) => found.differences.push(`${drawn.file} (${drawn.how}): ${what}`);
  try {
    const opened = await openExport([join(folder, drawn.file)], {
      workArea,
      signal: quiet,
      ...(!isDetected && { hints: drawn.reading }),
    });
    const [facts] = opened.facts.files;
    found.isUnsure = [facts?.encoding, facts?.delimiter].some((known) => known?.how === 'guessed');
    const lines: string[] = [];
    const sums = new Sums();
    for (const table of opened.tables) {
      const map = rowMapper(template, table.columns);
      for await (const piece of table.pieces(quiet)) {
        const { rows, faults } = rowsOfPiece(piece, table);
        for (const { message } of faults) {
          if (/swallowed rows|stands between a quote/.test(inEnglish(message))) found.doubted += 1;
          else differs(`refused: ${message}`);
        }
        for (const row of rows) {
          const mapped = map(row);
          if (mapped.kind === 'line') {
            lines.push(mapped.line);
            sums.addLine(factsOf(mapped.fields));
          } else differs(`row ${row.number} ${mapped.kind}: ${JSON.stringify(mapped)}`);
        }
      }
    }
    opened.close();
    if (found.doubted === 0) compare(drawn, lines, differs);
    const [control] = sums.byCurrency();
    if (found.doubted === 0 && scaled(control?.sum ?? '0') !== scaled(drawn.sum))
      differs(`the control figures say ${control?.sum} of ${drawn.sum}`);
  } catch (thrown) {
    differs(String(thrown));
  } finally {
    workArea.remove();
  }
  return found;
}

function compare(
  { rows, columns: [, , ...names], sum }: Drawn,
  lines: readonly string[],
  differs: (what: string) => void,
): void {
  if (lines.length !== rows.length) differs(`${lines.length} lines of ${rows.length} rows`);
  let total = 0n;
  for (const [at, [amount, day, ...texts]] of rows.entries()) {
    const line = lines[at];
    if (line === undefined) break;
    const { modification, additional_fields: fields = {} } = lineSchema.parse(JSON.parse(line));
    const written = /"amount":([^,}]+)/.exec(line)?.[1] ?? '';
    total += scaled(written);
    if (scaled(written) !== scaled(amount)) differs(`row ${at}: amount ${written} of ${amount}`);
    // Zeros at the end of a fraction are kept, and say nothing.
    if (modification.created_at.replace(/\.0+$/, '') !== day)
      differs(`row ${at}: ${modification.created_at} of ${day}`);
    const wanted = Object.fromEntries(
      names.flatMap((name, place) => (texts[place]?.trim() ? [[name, texts[place]]] : [])),
    );
    if (JSON.stringify(sorted(fields)) !== JSON.stringify(sorted(wanted)))
      differs(`row ${at}: ${JSON.stringify(fields)} of ${JSON.stringify(wanted)}`);
  }
  if (total !== scaled(sum)) differs(`the lines add up to ${total} of ${scaled(sum)}`);
}

const lineSchema = z.object({
  modification: z.object({ created_at: z.string() }),
  additional_fields: z.record(z.string(), z.string()).optional(),
});

const sorted = (fields: Readonly<Record<string, unknown>>) =>
  Object.entries(fields).toSorted(([one], [other]) => (one < other ? -1 : 1));

const SCALE = 40;

/** A decimal number, with or without an exponent, as whole steps of 10^-40. */
function scaled(written: string): bigint {
  const [, sign = '', whole = '', decimals = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/.exec(written) ?? [];
  if (whole === '') throw new Error(`${written} is no number.`);
  const places = SCALE + Number(exponent) - decimals.length;
  const digits = BigInt(whole + decimals) * 10n ** BigInt(places);
  return sign === '-' ? -digits : digits;
}

function templateOf({ reading, numbers, dates, columns }: Drawn): Template {
  const column = (name: string) => ({ source: { from: 'column' as const, column: name } });
  const [amount, day, ...names] = columns;
  return {
    version: 1,
    name: 'Reversed',
    reading,
    columns,
    numbers,
    dates,
    entities: {},
    fields: {
      'modification.amount': column(amount),
      'modification.created_at': column(day),
      'modification.currency': { source: { from: 'constant', text: 'EUR' } },
    },
    additionalFields: Object.fromEntries(names.map((name) => [name, column(name)])),
    otherColumns: 'leave-out',
    leaveOutRows: [],
  };
}
