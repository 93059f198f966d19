/** @file A template for tests, and the shortest way from one row to its line. */

import type { CellFault } from '../../src-main/templates/cell-fault.ts';
import { type MappedRow, rowMapper } from '../../src-main/templates/row-mapper.ts';
import { inEnglish } from '../../src-shared/languages/message.ts';
import { type Template, templateSchema } from '../../src-shared/template-shapes.ts';

/** A template with only what a test is about. */
export function templateOf(parts: Partial<Template>): Template {
  return templateSchema.parse({
    version: 1,
    name: 'Test',
    reading: { format: 'delimited' },
    columns: [],
    numbers: { decimal: '.', thousands: 'none' },
    dates: { formats: ['iso'], zone: 'as-written' },
    fields: {},
    entities: {},
    additionalFields: {},
    otherColumns: 'leave-out',
    leaveOutRows: [],
    ...parts,
  });
}

/** Maps one row, given by its columns. */
export function mapped(parts: Partial<Template>, cells: Readonly<Record<string, string>>): MappedRow {
  const columns = Object.keys(cells);
  return rowMapper(templateOf({ columns, ...parts }), columns)({ number: 7, cells: Object.values(cells) });
}

/** The line of one row; throws if there is none. */
export function lineOf(parts: Partial<Template>, cells: Readonly<Record<string, string>>): string {
  const row = mapped(parts, cells);
  if (row.kind === 'line') return row.line;
  throw new Error(
    row.kind === 'refused' ? row.faults.map(({ message }) => inEnglish(message)).join(' ') : 'The row is left out.',
  );
}

/** The faults of one row; none if it is not refused. */
export function faultsOf(parts: Partial<Template>, cells: Readonly<Record<string, string>>): CellFault[] {
  const row = mapped(parts, cells);
  return row.kind === 'refused' ? row.faults : [];
}

/** A source that is a whole column. */
export const column = (name: string) => ({ source: { from: 'column' as const, column: name } });
/** A source that is the same for every row. */
export const constant = (text: string) => ({ source: { from: 'constant' as const, text } });
