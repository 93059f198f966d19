/** @file Whether the tables of an export have the columns that the template speaks of, before anything is written. */

import { AppError } from '../../src-shared/errors.ts';
import { hasAllColumnsAtStart } from '../../src-shared/formats.ts';
import { type Fact, fact } from '../../src-shared/languages/fact.ts';
import { firstQuoted } from '../../src-shared/languages/quoted.ts';
import type { Template } from '../../src-shared/template-shapes.ts';
import { namesakesOf } from '../exports/column-names.ts';
import { openSource } from '../exports/open-export.ts';
import type { Table } from '../exports/rows.ts';
import { WorkArea } from '../exports/work-area.ts';
import { namedColumns } from '../templates/used-columns.ts';
import type { PreparationRequest, PreparationSource } from './preparation.ts';

/** As many missing columns as a sentence names. */
const MOST_NAMED = 10;

/**
 * Rejects with AppError template.other-columns, with that of opening the exports, and with the signal's reason.
 * @returns notes about tables in which a column may come late, and none of the template's is there so far, and on names of several columns
 */
export async function assertColumns(request: PreparationRequest, signal: AbortSignal): Promise<Fact[]> {
  const { sources, template, reading, workFolder } = request;
  const needed = [...namedColumns(template)];
  if (needed.length === 0) return [];
  const notes: Fact[] = [];
  for (const source of sources) {
    const workArea = new WorkArea({ parent: workFolder });
    try {
      const opened = await openSource(source, { hints: reading ?? template.reading, workArea, signal });
      try {
        for (const table of opened.tables) {
          notes.push(...notesOf(source, table, needed));
          notes.push(...notesOnNamesakes(source, table, needed, template));
        }
      } finally {
        opened.close();
      }
    } finally {
      workArea.remove();
    }
  }
  return notes;
}

/** @throws AppError template.other-columns */
function notesOf({ name: source }: PreparationSource, { name, columns, reading }: Table, needed: readonly string[]) {
  const known = new Set(columns);
  const missing = needed.filter((column) => !known.has(column));
  if (missing.length === 0) return [];
  const table = tableName(source, name);
  if (hasAllColumnsAtStart(reading.format))
    throw new AppError('template.other-columns', { table, columns: firstQuoted(missing, MOST_NAMED) });
  if (missing.length < needed.length) return [];
  return [
    fact(
      "{table}: none of the template's columns is at its start: {columns}. Perhaps the template is for another export.",
      { table, columns: firstQuoted(missing, MOST_NAMED) },
    ),
  ];
}

/** Where the template was made for an export in which a name stands for one column, and here it stands for several. */
function notesOnNamesakes(
  { name: source }: PreparationSource,
  { name, columns }: Table,
  needed: readonly string[],
  template: Template,
): Fact[] {
  const namesakes = namesakesOf(columns);
  const known = new Set(template.columns);
  return needed.flatMap((column) => {
    const others = namesakes.get(column)?.filter((other) => other !== column && !known.has(other)) ?? [];
    if (others.length === 0) return [];
    return [
      fact(
        '{table}: several columns are called “{column}”. The template takes the first of them; the others are {others} here. Look which one is meant.',
        { table: tableName(source, name), column, others: firstQuoted(others, MOST_NAMED) },
      ),
    ];
  });
}

function tableName(source: string, name: string): string {
  return name === '' ? source : `${source}, ${name}`;
}
