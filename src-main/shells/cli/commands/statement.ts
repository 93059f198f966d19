/** @file `tranship statement`: what came in over some days, what became of it and what is open, as a table, a page or JSON. */

import { resolve } from 'node:path';
import { linesOf, openOf, rejectedOf } from '../../../../src-shared/account.ts';
import { dayOf } from '../../../../src-shared/calendar-days.ts';
import type { ControlTable, StatementAsked } from '../../../../src-shared/contract.ts';
import { figureInWords } from '../../../../src-shared/control-words.ts';
import { fact } from '../../../../src-shared/languages/fact.ts';
import { message, spokenLanguage } from '../../../../src-shared/languages/message.ts';
import { dateOfDay } from '../../../../src-shared/quantities.ts';
import { recognisedInWords } from '../../../../src-shared/recognised-figures-words.ts';
import {
  comparedInWords,
  controlInWords,
  controlNotes,
  gapInWords,
  notComparedInWords,
  whoseInWords,
} from '../../../../src-shared/statement-control-words.ts';
import {
  fileNotesInWords,
  notCountedInWords,
  practiceInWords,
  reconciledInWords,
  statementInWords,
  totalRows,
  zoneInWords,
} from '../../../../src-shared/statement-words.ts';
import { controlFile } from '../control-file.ts';
import { codeInDoubt } from '../doubt.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { usageError } from '../output.ts';
import { withReading } from '../reading.ts';
import type { Session } from '../session.ts';
import { grouped } from '../wording.ts';
import { assertWritable } from '../written-file.ts';
import { outcomeLines } from './receipt.ts';

export interface StatementOptions extends Omit<StatementAsked, 'control'> {
  control?: string;
  keep?: boolean;
  forget?: string;
  /** Replaces files that are there. */
  force: boolean;
  csv?: string;
  out?: string;
}

export async function statement(session: Session, options: StatementOptions): Promise<ExitCode> {
  const { output } = session;
  const { from, to, connection, csv, out, force, keep = false, forget } = options;
  if (from !== undefined && to < from)
    throw usageError(fact('{from} is after {to}: the first day comes first.', { from, to }));
  const control = options.control === undefined ? undefined : await controlFile(session, options.control);
  if (keep) await keepControl(session, connection, control);
  if (forget !== undefined) await forgetControl(session, connection, forget);
  // What is kept is compared day by day, also with what was kept before.
  const isGiven = control !== undefined && !keep;
  const asked = {
    ...(from !== undefined && { from }),
    to,
    ...(connection !== undefined && { connection }),
    ...(isGiven && { control }),
  };
  const files = [
    ...(csv === undefined ? [] : [{ format: 'csv' as const, path: resolve(csv) }]),
    ...(out === undefined ? [] : [{ format: 'html' as const, path: resolve(out) }]),
  ];
  for (const { path } of files) await assertWritable(path, { force });
  const doubt = session.doubt();
  // A file for an auditor is not written then; on the screen, the doubt stands beside it.
  if (doubt !== undefined && files.length > 0) throw doubt;
  const told = await withReading(session, async ({ call, save }) => {
    const read = await call('statement.read', asked);
    const language = spokenLanguage().code;
    // Programs read the table, in English.
    for (const { format, path } of files)
      await save({ kind: 'statement', ...asked, format, ...(format === 'html' && { language }) }, path);
    return read;
  });
  const practice = practiceInWords(told.files);
  if (practice !== undefined) output.say(practice);
  output.table(
    [
      message('id'),
      message('file'),
      message('connection'),
      message('added'),
      message('lines'),
      message('accepted'),
      message('left out'),
      message('open'),
      message('of these, rejected'),
      message('twice'),
      message('note'),
    ],
    told.files.map(({ submission, fileName, connection: over, addedAt, account, doubled, ...noted }) => {
      const said = [String(submission), fileName, over, dayOf(Date.parse(addedAt))];
      if (account === undefined) return [...said, message('not counted yet'), '', '', '', '', '', ''];
      return [
        ...said,
        grouped(linesOf(account)),
        grouped(account.accepted),
        grouped(account.leftOut),
        grouped(openOf(account)),
        grouped(rejectedOf(account)),
        doubled === undefined ? '' : grouped(doubled),
        fileNotesInWords(noted).join(' '),
      ];
    }),
  );
  output.sayLines(statementInWords(told));
  output.say(zoneInWords(told));
  output.say(message('In total:'));
  output.sayLines(outcomeLines(told.total, totalRows(told, { isBrief: true })));
  output.say(reconciledInWords(told));
  output.sayLines(notCountedInWords(told));
  if (told.control !== undefined) tellControl(output, told.control);
  output.say(controlInWords(told.control));
  for (const { path } of files) output.say(message('Written to {path}', { path }));
  output.emit('summary', { ...told, written: files.map(({ path }) => path) });
  const isRight = told.control === undefined || (told.control.isEqual && told.reconciles);
  return codeInDoubt(session, isRight && told.total.doubled === undefined ? exitCodes.done : exitCodes.refused);
}

async function keepControl(
  session: Session,
  connection: string | undefined,
  figures: StatementAsked['control'],
): Promise<void> {
  if (connection === undefined || figures === undefined)
    throw usageError(
      fact('--keep needs the figures (--control FILE) and the connection that they are of (--connection NAME).'),
    );
  const { days, recognised } = await session.withActions('statement', ({ call }) =>
    call('statement.enter', { connection, figures }),
  );
  if (recognised !== undefined) session.output.sayLines(recognisedInWords(recognised, true));
  session.output.say(
    message(
      'The figures of {days} stay with {connection} on this computer until others take their place, or --forget removes them.',
      { connection, days: days.join(', ') },
    ),
  );
}

async function forgetControl(session: Session, connection: string | undefined, day: string): Promise<void> {
  if (connection === undefined)
    throw usageError(fact('--forget needs the connection that the figures are of (--connection NAME).'));
  const { removed } = await session.withActions('statement', ({ call }) =>
    call('statement.enter', { connection, replaces: day }),
  );
  session.output.say(
    removed === undefined
      ? message('Nothing was kept for {connection} of {day}.', { connection, day })
      : message('The figures of {day} were removed.', { day: dateOfDay(day) }),
  );
}

function tellControl(output: Session['output'], control: ControlTable): void {
  output.say(message('The core system, beside what is in the files:'));
  output.table(
    [
      message('day'),
      message('currency'),
      message('core system'),
      message('in the files, less what was left out'),
      message('accepted'),
      message('difference'),
    ],
    control.rows.map((row) => [
      `${whoseInWords(row)} ${row.day ?? message('all days')}`.trim(),
      row.currency === '' ? message('none') : (row.currency ?? message('all')),
      ...[row.core, row.files, row.accepted].map((figure) => figureInWords(figure, row.currency)),
      gapInWords(row),
    ]),
  );
  output.sayLines([comparedInWords(), ...notComparedInWords(control), ...controlNotes(control)]);
}
