/** @file A Parquet file as a table. */

import type { Table } from '../../rows.ts';
import { type SourceOnDisk, unreadable } from '../structured-source.ts';

/**
 * Opens a Parquet file. Rejects with AppError `file.*`, among them `file.export-unreadable`, and with the signal's
 * reason.
 */
export async function parquetTable(source: SourceOnDisk, signal: AbortSignal): Promise<Table> {
  signal.throwIfAborted();
  throw unreadable(source.shownPath, 'Parquet files cannot be read yet.');
}
