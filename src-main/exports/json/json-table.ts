/** @file JSON of any arrangement as a table. */

import { Buffer } from 'node:buffer';
import { fact, type Said } from '../../../src-shared/languages/fact.ts';
import type { Reading } from '../../../src-shared/template-shapes.ts';
import { aroundColumn, aroundNotes, type NotedTable } from '../around-rows.ts';
import { assertColumns } from '../bounds.ts';
import type { Piece } from '../rows.ts';
import { type SourceInOrder, unreadable } from '../structured-source.ts';
import { arrangementOf } from './arrangement.ts';
import { BrokenJson, JsonElements } from './json-elements.ts';
import { JsonLines } from './json-lines.ts';
import { jsonRowsOfPiece } from './json-rows.ts';

export type JsonReading = Extract<Reading, { format: 'json' }>;

/** How much is looked at to recognise the arrangement, and for the columns. */
const START_BYTES = 4 * 1024 * 1024;
const START_ROWS = 1000;

/**
 * Opens JSON Lines, a list, an object with a list inside, or objects one after the other. All come in pieces of bytes,
 * each row on a line (see `jsonRowsOfPiece`), and rows are counted from 1, without blank lines. Rejects with AppError
 * `file.*`, among them `file.export-unreadable`, and with the signal's reason.
 */
export async function jsonTable(source: SourceInOrder, reading: JsonReading, signal: AbortSignal): Promise<NotedTable> {
  const arranged = await arrangedAs(source, reading, signal);
  const cutter = cutterOf(arranged, new Set());
  const found = await columnsOf(jsonPieces(source, cutter, signal), source.shownPath);
  if (found === undefined)
    throw unreadable(source.shownPath, fact('There are no rows in it.'), {
      remedy: fact('Check that it is the right file. If the rows are in a list, name its path.'),
    });
  const { own, around } = found;
  return {
    table: {
      name: '',
      columns: [...own, ...[...around].map((path) => aroundColumn(path, own))],
      reading: arranged.isInLines ? reading : { ...reading, list: arranged.list },
      pieces: (ofReading) => jsonPieces(source, cutterOf(arranged, own), ofReading),
    },
    notes: cutter instanceof JsonElements ? aroundNotes(cutter.facts) : [],
  };
}

type Arranged = { isInLines: true } | { isInLines: false; list: string };

async function arrangedAs(source: SourceInOrder, { list }: JsonReading, signal: AbortSignal): Promise<Arranged> {
  if (list !== undefined && list !== '' && list !== '/') return { isInLines: false, list };
  const { start, isWhole } = await startOf(source, signal);
  const found = arrangementOf(start, isWhole);
  switch (found.kind) {
    case 'lines':
      return { isInLines: true };
    case 'elements':
      return { isInLines: false, list: list === undefined ? found.path : '' };
    case 'no-list':
      if (list !== undefined) return { isInLines: false, list: '' };
      throw unreadable(
        source.shownPath,
        fact('It begins with an object in which no list of objects stands among the first {megabytes} MB.', {
          megabytes: START_BYTES / 1024 / 1024,
        }),
        { remedy: fact('Name the path of the list, such as /export/transactions.') },
      );
  }
}

async function startOf(source: SourceInOrder, signal: AbortSignal): Promise<{ start: Uint8Array; isWhole: boolean }> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of source.openBytes(signal)) {
    signal.throwIfAborted();
    // The source may use its memory again.
    parts.push(part.slice());
    bytes += part.length;
    if (bytes >= START_BYTES) return { start: Buffer.concat(parts), isWhole: false };
  }
  return { start: Buffer.concat(parts), isWhole: true };
}

interface FoundColumns {
  /** Of the rows themselves. */
  own: Set<string>;
  /** The paths of what stands around their list. */
  around: Set<string>;
}

/** The columns of the first rows, in the order in which they appear; undefined where there are no rows. */
async function columnsOf(pieces: AsyncIterable<Piece>, shownPath: Said): Promise<FoundColumns | undefined> {
  const found: FoundColumns = { own: new Set(), around: new Set() };
  let rows = 0;
  for await (const piece of pieces) {
    const read = piece.kind === 'bytes' ? jsonRowsOfPiece({ ...piece, around: [] }, []) : piece;
    for (const { others = [] } of read.rows.slice(0, START_ROWS)) {
      for (const [column] of others) found.own.add(column);
      assertColumns(found.own.size, shownPath);
    }
    if (piece.kind === 'bytes') for (const [path] of piece.around ?? []) found.around.add(path);
    rows += read.rows.length + read.faults.length;
    if (rows >= START_ROWS) break;
  }
  return rows === 0 ? undefined : found;
}

type Cutter = JsonLines | JsonElements;

function cutterOf(arranged: Arranged, ownColumns: ReadonlySet<string>): Cutter {
  return arranged.isInLines ? new JsonLines() : new JsonElements(arranged.list, ownColumns);
}

async function* jsonPieces(source: SourceInOrder, cutter: Cutter, signal: AbortSignal): AsyncGenerator<Piece> {
  try {
    for await (const bytes of source.openBytes(signal)) {
      signal.throwIfAborted();
      yield* cutter.push(bytes);
    }
    yield* cutter.end();
    if (cutter instanceof JsonElements) cutter.assertWhole();
  } catch (thrown) {
    if (thrown instanceof BrokenJson) throw unreadable(source.shownPath, thrown.said, { cause: thrown });
    throw thrown;
  }
}
