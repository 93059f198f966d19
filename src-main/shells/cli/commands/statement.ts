/** @file `tranship statement`: what came in over some days, what became of it and what is open, as a table, a page or JSON. */

import { resolve } from 'node:path';
import { linesOf } from '../../../../src-shared/account.ts';
import type { StatementAsked } from '../../../../src-shared/contract.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { usageError } from '../output.ts';
import { withReading } from '../reading.ts';
import type { Session } from '../session.ts';
import { grouped } from '../wording.ts';
import { assertWritable } from '../written-file.ts';
import { outcomeLines } from './receipt.ts';

export interface StatementOptions extends StatementAsked {
  csv?: string;
  out?: string;
}

export async function statement(session: Session, { csv, out, ...options }: StatementOptions): Promise<ExitCode> {
  const { output } = session;
  const { from, to, connection } = options;
  if (to < from) throw usageError(`${from} is after ${to}: the first day comes first.`);
  const asked = { from, to, ...(connection !== undefined && { connection }) };
  const files = [
    ...(csv === undefined ? [] : [{ format: 'csv' as const, path: resolve(csv) }]),
    ...(out === undefined ? [] : [{ format: 'html' as const, path: resolve(out) }]),
  ];
  for (const { path } of files) await assertWritable(path, []);
  const told = await withReading(session, async ({ call, save }) => {
    const read = await call('statement.read', asked);
    for (const { format, path } of files) await save({ kind: 'statement', ...asked, format }, path);
    return read;
  });
  if (told.files.some((file) => file.isPractice)) {
    const isAll = told.files.every((file) => file.isPractice);
    output.say(`PRACTICE: ${isAll ? 'nothing of this is real' : 'some of this is not real'}`);
  }
  output.table(
    ['id', 'file', 'connection', 'added', 'transactions', 'accepted', 'rejected', 'open'],
    told.files.map(({ submission, fileName, connection: over, addedAt, account }) => {
      const said = [String(submission), fileName, over, addedAt.slice(0, 10)];
      if (account === undefined) return [...said, 'not counted yet', '', '', ''];
      const rejected = account.rejected + account.invalid;
      const open = account.pending + account.unsent + account.unknown;
      return [...said, grouped(linesOf(account)), grouped(account.accepted), grouped(rejected), grouped(open)];
    }),
  );
  output.say('In total:');
  output.sayLines(outcomeLines(told.total));
  output.say(
    told.reconciles
      ? 'It reconciles to the last transaction and cent.'
      : 'It DOES NOT reconcile: some files are not counted, or their sums are not known.',
  );
  for (const { path } of files) output.say(`Written to ${path}`);
  output.emit('summary', { ...told, written: files.map(({ path }) => path) });
  return exitCodes.done;
}
