/** @file JSON of any arrangement as a table. */

import type { Reading } from '../../../../src-shared/template-shapes.ts';
import type { Table } from '../../rows.ts';
import { type SourceInOrder, unreadable } from '../structured-source.ts';

export type JsonReading = Extract<Reading, { format: 'json' }>;

/**
 * Opens JSON Lines, a list, an object with a list inside, or objects one after the other. JSON Lines come in pieces of
 * bytes (see `jsonRowsOfPiece`), the others too: each object as one line. Rejects with AppError `file.*`, among them
 * `file.export-unreadable`, and with the signal's reason.
 */
export async function jsonTable(source: SourceInOrder, _reading: JsonReading, signal: AbortSignal): Promise<Table> {
  signal.throwIfAborted();
  throw unreadable(source.shownPath, 'JSON cannot be read yet.');
}
