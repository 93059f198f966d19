/** @file `tranship history`: what happened, found by what a person remembers of it; also while another process works. */

import { resolve } from 'node:path';
import type { HistoryEntry, HistoryFilter } from '../../../../src-shared/contract.ts';
import { happeningInWords } from '../../../../src-shared/history-words.ts';
import { message } from '../../../../src-shared/languages/message.ts';
import { storedStateInWords } from '../../../../src-shared/state-words.ts';
import type { SubmissionState } from '../../../../src-shared/states.ts';
import type { ReadingActions } from '../../../actions/reading.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { withReading } from '../reading.ts';
import type { Session } from '../session.ts';
import { assertWritable } from '../written-file.ts';

const MOST_AT_ONCE = 5000;

export interface HistoryOptions {
  file?: string;
  batch?: string;
  day?: { from: number; before: number };
  state?: SubmissionState;
  person?: string;
  removed: boolean;
  /** How many are shown; a file gets all. */
  limit: number;
  csv?: string;
  /** Replaces a file that is there. */
  force: boolean;
}

export async function showHistory(session: Session, options: HistoryOptions): Promise<ExitCode> {
  const { output } = session;
  const filter = filterOf(options);
  if (options.csv !== undefined) return await writeCsv(session, filter, resolve(options.csv), options.force);
  const { entries, hasMore } = await withReading(session, ({ call }) => latest(call, filter, options.limit));
  output.table(
    [message('time'), message('file'), message('batch'), message('what happened'), message('state'), message('by')],
    entries.map(rowOf),
  );
  for (const entry of entries) output.emit('entry', forPrograms(entry));
  if (hasMore) output.say(message('There are earlier ones: see --limit, or --csv for all of them.'));
  output.emit('summary', { entries: entries.length, hasMore });
  return exitCodes.done;
}

/** The latest entries, the latest one last. */
async function latest(call: ReadingActions['call'], filter: HistoryFilter, limit: number) {
  const entries: HistoryEntry[] = [];
  let olderThan: number | undefined;
  do {
    const page = await call('history.find', {
      filter,
      olderThan,
      limit: Math.min(limit - entries.length, MOST_AT_ONCE),
    });
    entries.push(...page.entries);
    ({ olderThan } = page);
  } while (olderThan !== undefined && entries.length < limit);
  return { entries: entries.reverse(), hasMore: olderThan !== undefined };
}

function forPrograms({ at, user, isRemoved: _, restorableUntil: __, ...entry }: HistoryEntry): object {
  return { time: new Date(at).toISOString(), ...entry, person: user, what: happeningInWords(entry) };
}

async function writeCsv(session: Session, filter: HistoryFilter, path: string, force: boolean): Promise<ExitCode> {
  const { output } = session;
  await assertWritable(path, { force });
  const saved = await withReading(session, ({ save }) =>
    save({ kind: 'history-entries', filter, format: 'csv' }, path),
  );
  const { entries = 0 } = saved.kind === 'saved' ? saved : {};
  output.say(message('{entries, number} written to {path}', { entries, path }));
  output.emit('summary', { entries, file: path });
  return exitCodes.done;
}

function filterOf({ file, batch, day, state, person, removed }: HistoryOptions): HistoryFilter {
  return {
    ...(file !== undefined && { named: file }),
    ...(batch !== undefined && { batchId: batch }),
    ...day,
    ...(state !== undefined && { state }),
    ...(person !== undefined && { person }),
    ...(removed && { isRemoved: true }),
  };
}

function rowOf(entry: HistoryEntry): string[] {
  const { at, fileName = '', batchId = '', user, machine, reason } = entry;
  const what = happeningInWords(entry);
  return [
    ...[new Date(at).toISOString(), fileName, batchId, reason === undefined ? what : `${what} (${reason})`],
    ...[entry.remoteState ?? storedStateInWords(entry.state ?? ''), user === undefined ? '' : `${user}@${machine}`],
  ];
}
