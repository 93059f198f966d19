/** @file `tranship queue list`: what is in the queue, all of it or what is looked for, to read or as a file. */

import { extname, resolve } from 'node:path';
import { noLines, sumOf } from '../../../../src-shared/account.ts';
import { partsInWords } from '../../../../src-shared/account-words.ts';
import type { ConnectionWait } from '../../../../src-shared/contract.ts';
import { fact } from '../../../../src-shared/languages/fact.ts';
import { message } from '../../../../src-shared/languages/message.ts';
import { leftOutOfFilesInWords } from '../../../../src-shared/left-out.ts';
import type { QueueFilter } from '../../../../src-shared/queue-filter.ts';
import { refusedRowsInShort } from '../../../../src-shared/refused-rows.ts';
import { waitInWords } from '../../../../src-shared/wait-words.ts';
import { codeInDoubt } from '../doubt.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { nextCommand } from '../outcome.ts';
import { usageError } from '../output.ts';
import { withReading } from '../reading.ts';
import { sayRefusedRows } from '../refused-rows.ts';
import type { Session } from '../session.ts';
import { size, standInWords } from '../wording.ts';
import { assertWritable } from '../written-file.ts';

export interface ListOptions {
  search: string;
  state: QueueFilter['states'];
  connection: readonly string[];
  added?: QueueFilter['added'];
  /** Of the file to write. */
  export?: string;
  /** Replaces a file that is there. */
  force: boolean;
}

/**
 * Lists the queue, or the given submissions; also while another process works on it.
 * @throws AppError queue.unknown-id, and as a file is written
 */
export async function listQueue(session: Session, ids: readonly string[], options: ListOptions): Promise<ExitCode> {
  if (options.export !== undefined) return await exportQueue(session, ids, options, resolve(options.export));
  const { output } = session;
  const { all, submissions } = await withReading(session, ({ call }) => call('queue.list', wish(ids, options)));
  if (all === 0) output.say(message('The queue is empty. “tranship send FILE” adds a file.'));
  else if (submissions.length === 0)
    output.say(message('None of {count, plural, one {# submission} other {# submissions}} fits.', { count: all }));
  else {
    output.table(
      [
        ...[message('id'), message('file'), message('connection'), message('size')],
        ...[message('batches'), message('state'), message('lines')],
      ],
      submissions.map(
        ({ id, file, connection, bytes, batches, account, correctedBy, doubled, refusedRows, ...stand }) => [
          ...[id, file, connection, bytes === undefined ? '' : size(bytes), batches.length],
          standInWords({ ...stand, doubled }),
          [
            ...(account === undefined ? [] : [partsInWords(account, doubled?.lines)]),
            ...(refusedRows === undefined ? [] : [refusedRowsInShort(refusedRows)]),
            ...(correctedBy === undefined
              ? []
              : [message('what is not accepted is in submission {id}', { id: String(correctedBy) })]),
          ].join('; '),
        ],
      ),
    );
  }
  const waits = await waitsNow(session);
  for (const wait of waits) output.say(`${wait.connection}: ${waitInWords(wait, session.clock.now())}.`);
  const exitCode = codeInDoubt(session, exitCodes.done);
  output.emit('summary', { submissions, ...(waits.length > 0 && { waits }) });
  return exitCode;
}

/** What connections wait for, as the app says that is at work; without one, nothing is waited for. */
async function waitsNow(session: Session): Promise<ConnectionWait[]> {
  const running = await session.atRunningApp('queue list', ({ call }) =>
    call('queue.situation', { ids: [], waitFor: 'final' }),
  );
  return running?.result.waits ?? [];
}

/** What is open, anywhere, with what a person does next; the exit code is 1 if anything is. */
export async function listOpen(session: Session): Promise<ExitCode> {
  const { output } = session;
  const { open: found, refusedRows, leftOut } = await withReading(session, ({ call }) => call('queue.open', undefined));
  const open = found.map(({ at, ...file }) => {
    const { isEmpty, ...submission } = at;
    return { ...file, at: submission, next: nextCommand(submission, isEmpty) };
  });
  const exitCode = codeInDoubt(session, open.length + refusedRows.length === 0 ? exitCodes.done : exitCodes.refused);
  if (open.length === 0 && exitCode === exitCodes.done)
    output.say(
      leftOut.length === 0
        ? message('Nothing is open: every line was accepted.')
        : message('Nothing is open: every line was accepted, or left out.'),
    );
  else if (open.length === 0 && refusedRows.length > 0)
    output.say(message('Every line of the files was accepted or left out, but rows of exports are in no file.'));
  else if (open.length === 0) output.say(message('Nothing that this data folder knows of is open.'));
  else {
    output.table(
      [message('id'), message('file'), message('connection'), message('lines'), message('state'), message('next')],
      open.map(({ id, file, connection, account, at, next }) => [
        ...[id, file, connection, account === undefined ? message('not counted yet') : partsInWords(account)],
        at.id === id
          ? standInWords(at)
          : message('corrected by {id}: {state}', { id: String(at.id), state: standInWords(at) }),
        next,
      ]),
    );
    const together = open.reduce((sum, { account }) => sumOf(sum, account ?? noLines()), noLines());
    output.say(
      message('{count, plural, one {# file} other {# files}} open: {lines}', {
        count: open.length,
        lines: partsInWords(together),
      }),
    );
  }
  sayRefusedRows(output, refusedRows);
  if (refusedRows.length > 0) {
    const ids = refusedRows.map(({ id }) => id);
    output.say(
      message('Where they are dealt with elsewhere, “tranship queue settle-refused {id} --reason TEXT” says so.', {
        id: ids.length === 1 ? String(ids[0]) : 'ID',
      }),
    );
  }
  if (leftOut.length > 0) {
    output.say(
      `${leftOutOfFilesInWords(leftOut)} ${message('“tranship export ID --left-out --out FILE” writes the lines of a file:')}`,
    );
    output.table(
      [message('id'), message('file'), message('left out')],
      leftOut.map((one) => [one.id, one.file, one.lines]),
    );
  }
  output.emit('summary', { open, refusedRows, leftOut });
  return exitCode;
}

function wish(ids: readonly string[], { search, state, connection, added }: ListOptions) {
  return { ids: [...ids], filter: { search, states: [...state], connections: [...connection], added } };
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
    throw usageError(fact('{path} must end with .csv for a table, or with .jsonl for JSON Lines.', { path }));
  await assertWritable(path, { force: options.force });
  const listed = await withReading(session, async ({ call, save }) => {
    const found = (await call('queue.list', wish(ids, options))).submissions.map(({ id }) => id);
    await save({ kind: 'queue-list', ids: found, format: ending === '.csv' ? 'csv' : 'jsonl' }, path);
    return found;
  });
  const count = listed.length;
  output.say(message('{count, plural, one {# submission} other {# submissions}} written to {path}', { count, path }));
  output.emit('summary', { submissions: count, file: path });
  return exitCodes.done;
}
