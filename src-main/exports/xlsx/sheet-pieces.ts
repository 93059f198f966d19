/** @file The rows of a sheet in pieces, each as soon as it is full. */

import { fact } from '../../../src-shared/languages/fact.ts';
import { RowCollector } from '../row-collector.ts';
import type { Piece } from '../rows.ts';
import { XmlText } from '../xml/xml-text.ts';
import { type SheetRow, SheetRows } from './sheet-rows.ts';
import type { Sheet, Workbook } from './workbook.ts';
import type { WorkbookZip } from './workbook-zip.ts';

/** The rows behind the header, from the first on. Rejects with AppError `file.*` and the signal's reason. */
export async function* sheetPieces(
  zip: WorkbookZip,
  { texts, styles, dates }: Workbook,
  { part }: Sheet,
  { columns, headerRow }: { columns: number; headerRow: number },
  signal: AbortSignal,
): AsyncGenerator<Piece> {
  const reader = texts.reader();
  const collector = new RowCollector();
  const context = { textOf: (number: number) => reader.text(number), styles, dates };
  const rows = new SheetRows(context, (row) => {
    if (row.number > headerRow) collect(collector, row, columns);
  });
  const xml = new XmlText(rows);
  try {
    for await (const text of zip.texts(part, signal)) {
      zip.parse(part, () => xml.push(text));
      yield* collector.takeReady();
    }
    zip.parse(part, () => xml.end());
    yield* collector.takeRest();
  } finally {
    reader.close();
  }
}

function collect(collector: RowCollector, { number, cells: found, stored, problems }: SheetRow, columns: number): void {
  const [problem] = problems;
  if (problem !== undefined) {
    collector.addFault(number, problems.length === 1 ? problem : fact('{problems}', { problems }));
    return;
  }
  const cells = new Array<string | undefined>(columns).fill(undefined);
  const others: [string, string][] = [];
  let characters = 0;
  for (const [column, cell] of found.entries()) {
    if (cell === undefined) continue;
    characters += cell.length;
    if (column < columns) cells[column] = cell;
    else others.push([nameOfOther(column), cell]);
  }
  const row = {
    number,
    cells,
    ...(stored.length > 0 && { stored: stored.map((column) => (column < columns ? column : nameOfOther(column))) }),
    ...(others.length > 0 && { others }),
  };
  collector.add(row, characters);
}

/** A column to the right of the header. */
const nameOfOther = (column: number): string => `Column ${column + 1}`;
