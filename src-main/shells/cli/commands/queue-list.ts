/** @file `tranship queue list`: what is in the queue, all of it or what is looked for, to read or as a file. */

import { extname, resolve } from 'node:path';
import { judgeOf, type QueueFilter } from '../../../../src-shared/queue-filter.ts';
import { shownAs, submissionForPrograms } from '../../../actions/submission-row.ts';
import type { Clock } from '../../../ground/clock.ts';
import type { QueueStore } from '../../../send/storage/store.ts';
import { submissionViews, viewInQueue } from '../../../send/submission-view.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { usageError } from '../output.ts';
import { withReading } from '../reading.ts';
import type { Session } from '../session.ts';
import { counted, size, stateInWords } from '../wording.ts';
import { assertWritable } from '../written-file.ts';

export interface ListOptions {
  search: string;
  state: QueueFilter['states'];
  connection: readonly string[];
  added?: QueueFilter['added'];
  /** Of the file to write. */
  export?: string;
}

/**
 * Lists the queue, or the given submissions; also while another process works on it.
 * @throws AppError queue.unknown-id, and as a file is written
 */
export async function listQueue(session: Session, ids: readonly string[], options: ListOptions): Promise<ExitCode> {
  if (options.export !== undefined) return await exportQueue(session, ids, options, resolve(options.export));
  const { output } = session;
  const { all, views } = session.readStore((store) => wantedOf(store, ids, options, session.clock));
  if (all === 0) output.say('The queue is empty. “tranship send FILE” adds a file.');
  else if (views.length === 0) output.say(`None of ${counted(all, 'submission')} fits.`);
  else {
    output.table(
      ['id', 'file', 'connection', 'size', 'batches', 'state'],
      views.map(({ submission, state, batches }) => [
        submission.id,
        submission.name,
        submission.connection,
        submission.check === undefined ? '' : size(submission.check.bytes),
        batches.length,
        stateInWords(state),
      ]),
    );
  }
  output.emit('summary', { submissions: views.map(submissionForPrograms) });
  return exitCodes.done;
}

async function exportQueue(
  session: Session,
  ids: readonly string[],
  options: ListOptions,
  path: string,
): Promise<ExitCode> {
  const { output } = session;
  const ending = extname(path).toLowerCase();
  if (ending !== '.csv' && ending !== '.jsonl')
    throw usageError(`${path} must end with .csv for a table, or with .jsonl for JSON Lines.`);
  await assertWritable(path, []);
  const found = session.readStore((store) => wantedOf(store, ids, options, session.clock));
  const listed = found.views.map(({ submission }) => submission.id);
  const format = ending === '.csv' ? 'csv' : 'jsonl';
  await withReading(session, ({ save }) => save({ kind: 'queue-list', ids: listed, format }, path));
  const count = listed.length;
  output.say(`${counted(count, 'submission')} written to ${path}`);
  output.emit('summary', { submissions: count, file: path });
  return exitCodes.done;
}

/** What is listed, in the order in which it was added, and how many there are in all. */
function wantedOf(store: QueueStore, ids: readonly string[], options: ListOptions, clock: Clock) {
  const { search, state: states, connection: connections, added } = options;
  const all = submissionViews(store);
  const named = ids.length === 0 ? all : ids.map((id) => viewInQueue(store, id));
  const judge = judgeOf({ search, states, connections, added }, clock.now());
  const views = named.filter(
    ({ submission: { id, name, connection, addedAt }, state }) =>
      judge({ id, ...shownAs(name), connection, addedAt, state }) === 0,
  );
  return { all: all.length, views };
}
