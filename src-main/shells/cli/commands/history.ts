/** @file `tranship history`: what happened, found by what a person remembers of it; also while another process works. */

import { resolve } from 'node:path';
import { happeningInWords } from '../../../../src-shared/history-words.ts';
import { exported, historyCsv } from '../../../send/history-export.ts';
import type { FoundEntry, HistoryFilter } from '../../../send/storage/history-search.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import type { Session } from '../session.ts';
import { grouped } from '../wording.ts';
import { assertWritable, writePieces } from '../written-file.ts';

export interface HistoryOptions {
  file?: string;
  batch?: string;
  day?: { from: number; before: number };
  state?: string;
  person?: string;
  removed: boolean;
  /** How many are shown; a file gets all. */
  limit: number;
  csv?: string;
}

export async function showHistory(session: Session, options: HistoryOptions): Promise<ExitCode> {
  const { output } = session;
  const filter = filterOf(options);
  if (options.csv !== undefined) return await writeCsv(session, filter, resolve(options.csv));
  const found = session.readStore((store) => store.findHistory(filter, { limit: options.limit + 1 }));
  const entries = found.slice(0, options.limit).reverse();
  output.table(['time', 'file', 'batch', 'what happened', 'state', 'by'], entries.map(rowOf));
  for (const entry of entries) output.emit('entry', exported(entry));
  const hasMore = found.length > options.limit;
  if (hasMore) output.say(`There are earlier ones: see --limit, or --csv for all of them.`);
  output.emit('summary', { entries: entries.length, hasMore });
  return exitCodes.done;
}

async function writeCsv(session: Session, filter: HistoryFilter, path: string): Promise<ExitCode> {
  const { output } = session;
  await assertWritable(path, []);
  let entries = 0;
  await session.readStoreDuring(async (store) => {
    const counted = (function* () {
      for (const entry of store.iterateHistory(filter)) {
        entries++;
        yield entry;
      }
    })();
    await writePieces(path, historyCsv(counted), 'w');
  });
  await session.recordSecurity({ kind: 'exported', what: 'history', path });
  output.say(`${grouped(entries)} written to ${path}`);
  output.emit('summary', { entries, file: path });
  return exitCodes.done;
}

function filterOf({ file, batch, day, state, person, removed }: HistoryOptions): HistoryFilter {
  return { fileName: file, batchId: batch, ...day, state, person, isRemoved: removed };
}

function rowOf(entry: FoundEntry): string[] {
  const { at, fileName = '', batchId = '', user, machine, reason } = entry;
  const what = happeningInWords(entry);
  return [
    ...[new Date(at).toISOString(), fileName, batchId, reason === undefined ? what : `${what} (${reason})`],
    ...[entry.remoteState ?? entry.state ?? '', user === undefined ? '' : `${user}@${machine}`],
  ];
}
