/** @file An XML document as a table: a row for each of the elements that repeat. */

import type { Reading } from '../../../../src-shared/template-shapes.ts';
import type { Table } from '../../rows.ts';
import { type SourceInOrder, unreadable } from '../structured-source.ts';

export type XmlReading = Extract<Reading, { format: 'xml' }>;

/**
 * Opens an XML document, whose bytes come in UTF-8 whatever its prolog declares (see `declaredEncoding`). Rejects with
 * AppError `file.*`, among them `file.export-unreadable`, and with the signal's reason.
 */
export async function xmlTable(source: SourceInOrder, _reading: XmlReading, signal: AbortSignal): Promise<Table> {
  signal.throwIfAborted();
  throw unreadable(source.shownPath, 'XML cannot be read yet.');
}
