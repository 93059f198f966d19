/** @file An XML document as a table: a row for each of the elements that repeat. */

import { fact } from '../../../src-shared/languages/fact.ts';
import type { Reading } from '../../../src-shared/template-shapes.ts';
import { aroundColumn, aroundNotes, type NotedTable } from '../around-rows.ts';
import { assertColumns } from '../bounds.ts';
import { RowCollector } from '../row-collector.ts';
import type { Piece } from '../rows.ts';
import { type SourceInOrder, unreadable } from '../structured-source.ts';
import { ElementRows } from './element-rows.ts';
import { RepeatingElement } from './repeating-element.ts';
import { readXmlText } from './xml-source.ts';
import type { XmlHandlers } from './xml-text.ts';

export type XmlReading = Extract<Reading, { format: 'xml' }>;

/** How much is looked at to find the element that repeats, and for the columns. */
const START_BYTES = 4 * 1024 * 1024;
const START_ROWS = 1000;

/**
 * Opens an XML document, whose bytes come in UTF-8 whatever its prolog declares (see `declaredEncoding`). Rejects with
 * AppError `file.*`, among them `file.export-unreadable`, and with the signal's reason.
 */
export async function xmlTable(source: SourceInOrder, reading: XmlReading, signal: AbortSignal): Promise<NotedTable> {
  const element = reading.element ?? (await repeatingElement(source, signal));
  const own = new Set<string>();
  const paths = new Set<string>();
  let rows = 0;
  const look = new ElementRows(element, [], undefined, ({ others = [] }) => {
    rows += 1;
    if (rows > START_ROWS) return;
    for (const [column] of others) own.add(column);
    assertColumns(own.size, source.shownPath);
    for (const [path] of look.around.cells) paths.add(path);
  });
  await readXml(source, look, signal, () => rows >= START_ROWS);
  if (rows === 0)
    throw unreadable(source.shownPath, fact('There is no element {element} in it.', { element }), {
      remedy: fact('Name the path of the element that repeats, such as /Document/Entry, without prefixes.'),
    });
  const columns = [...own, ...[...paths].map((path) => aroundColumn(path, own))];
  return {
    table: {
      name: '',
      columns,
      reading: { ...reading, element },
      pieces: (ofReading) => xmlPieces(source, element, columns, own, ofReading),
    },
    notes: aroundNotes(look.around.facts),
  };
}

async function repeatingElement(source: SourceInOrder, signal: AbortSignal): Promise<string> {
  const repeating = new RepeatingElement();
  let bytes = 0;
  await readXml(source, repeating, signal, (read) => {
    bytes += read;
    return bytes >= START_BYTES;
  });
  const found = repeating.found();
  if (found === undefined)
    throw unreadable(source.shownPath, fact('The XML has no element in which rows could be.'), {
      remedy: fact('Check that it is the right file.'),
    });
  return found;
}

/** Reads until the end, or until `isEnough` says so. */
async function readXml(
  source: SourceInOrder,
  handlers: XmlHandlers,
  signal: AbortSignal,
  isEnough: (bytes: number) => boolean,
): Promise<void> {
  for await (const bytes of readXmlText(source, handlers, signal)) if (isEnough(bytes)) return;
}

async function* xmlPieces(
  source: SourceInOrder,
  element: string,
  columns: readonly string[],
  own: ReadonlySet<string>,
  signal: AbortSignal,
): AsyncGenerator<Piece> {
  const collector = new RowCollector();
  const rows = new ElementRows(element, columns, own, ({ characters, problem, ...row }) => {
    if (problem === undefined) collector.add(row, characters);
    else collector.addFault(row.number, problem);
  });
  for await (const _ of readXmlText(source, rows, signal)) yield* collector.takeReady();
  yield* collector.takeRest();
}
