/** @file Text of which each column has a width as a table. */

import type { Reading } from '../../../src-shared/template-shapes.ts';
import { distinctColumnNames } from '../column-names.ts';
import { piecesOf } from '../delimited/delimited-table.ts';
import { RecordSplitter } from '../delimited/record-splitter.ts';
import type { Table } from '../rows.ts';
import type { SourceInOrder } from '../structured-source.ts';

export type FixedWidthReading = Extract<Reading, { format: 'fixed-width' }>;

/** The names of the columns are those of the ruler; rows up to the header row are left out. */
export function fixedWidthTable(source: SourceInOrder, reading: FixedWidthReading): Table {
  const { headerRow = 0 } = reading;
  return {
    name: '',
    columns: distinctColumnNames(reading.columns.map(({ name }) => name)),
    reading: { ...reading, headerRow },
    pieces: (signal) =>
      piecesOf(source, new RecordSplitter({ delimiter: undefined, skippedRows: headerRow }), 0, signal),
  };
}
