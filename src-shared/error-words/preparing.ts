/** @file Errors of preparing exports. */

import { fact, type Said } from '../languages/fact.ts';
import { message } from '../languages/message.ts';
import { kind } from './wording.ts';

export const preparingErrors = {
  'preparation.failed': kind<{ path: string; reason: Said }>(
    true,
    () => message('The preparation stopped'),
    ({ path, reason }) => ({
      detail: fact(
        'Preparing {path} stopped before the end: {reason}. The export is as it was, and files that were finished are kept.',
        { path, reason },
      ),
      remedy: message('Prepare it again: what is finished is not made twice.'),
    }),
  ),
  'preparation.folder-in-use': kind<{ path: string; name: string }>(
    false,
    () => message('The folder has something in it already'),
    ({ path, name }) => ({
      detail: fact(
        '{path} has {name} in it. Tranship writes only to a folder that is new, empty, or has an unfinished preparation of the same exports in the same way.',
        { path, name },
      ),
      remedy: message(
        'Choose another folder. To continue an unfinished preparation, give the same exports again in the same way; from standard input the same bytes.',
      ),
    }),
  ),
  'preparation.finished': kind<{ path: string }>(
    false,
    () => message('This preparation is finished'),
    ({ path }) => ({
      detail: fact('The folder has a finished preparation: {path}. Nothing was written.', { path }),
      remedy: message('Send it, or choose another folder to prepare again.'),
      remedyInTerminal: message('Send it with “tranship send {path}”, or choose another folder to prepare again.', {
        path,
      }),
    }),
  ),
  'preparation.too-many-files': kind<{ most: number }>(
    false,
    () => message('There would be too many files'),
    ({ most }) => ({
      detail: fact('Split in this way, there would be more than {most} files. None is offered to the queue.', {
        most,
      }),
      remedy: message('Allow larger files, or split in another way.'),
    }),
  ),
  'preparation.line-too-large': kind<{ table: string; row: number; bytes: number; limit: number }>(
    false,
    () => message('A transaction is larger than a file may be'),
    ({ table, row, bytes, limit }) => ({
      detail: fact('Row {row} of {table} makes a line of {bytes} bytes; a file may have {limit}.', {
        row,
        table,
        bytes,
        limit,
      }),
      remedy: message('Allow larger files, or leave out columns that are not needed.'),
    }),
  ),
  'preparation.payment-too-large': kind<{ row: number; table: string; bytes: number; lines: number }>(
    false,
    () => message('A payment is larger than a file may be'),
    ({ row, table, bytes, lines }) => ({
      detail: fact(
        'The payment that begins in row {row} of {table} has {lines} lines with {bytes} bytes together, more than one file may have, so it cannot be kept in one file.',
        { row, table, lines, bytes },
      ),
      remedy: message('Allow larger files, or do not keep payments together.'),
    }),
  ),
  /** statement: what the export is, where it is a payment message without a transaction that was booked. */
  'preparation.nothing': kind<{ path: string; leftOut: number; statement?: 'nil' | 'not-booked' }>(
    false,
    () => message('There is nothing to prepare'),
    ({ path, leftOut, statement }) =>
      statement !== undefined
        ? {
            detail:
              statement === 'nil'
                ? fact(
                    '{path} is a payment message without any transaction, as on a day on which nothing was booked.',
                    {
                      path,
                    },
                  )
                : fact('In {path}, no transaction is booked yet: all of them are only expected or told.', { path }),
            remedy: message('There is nothing to send. Wait for the next one, or check that it is the right file.'),
          }
        : leftOut > 0
          ? {
              detail: fact('The template leaves out every row of {path} ({leftOut}), so there is no transaction.', {
                path,
                leftOut,
              }),
              remedy: message(
                'Correct the conditions in the template for rows that are left out, or choose another template.',
              ),
            }
          : {
              detail: fact('{path} may have the names of columns, but it has no rows.', { path }),
              remedy: message('Export it again from the source system, for a time in which there are transactions.'),
            },
  ),
  'preparation.all-processed': kind<{ transactions: number }>(
    false,
    () => message('Everything in the export went to the service before'),
    ({ transactions }) => ({
      detail: fact(
        'Its {transactions, plural, one {# transaction} other {# transactions}} went to the service before, and were to be left out. Nothing was written.',
        { transactions },
      ),
      remedy: message('There is nothing to send. To send them again, prepare without leaving them out.'),
    }),
  ),
  'preparation.not-compared': kind<{ reason: Said }>(
    false,
    () => message('It is not known what went to the service before'),
    ({ reason }) => ({
      detail: fact(
        'What went to the service before was to be left out, but it cannot be compared: {reason}. Nothing was written.',
        { reason },
      ),
      remedy: message(
        'Remove the cause, or prepare without leaving it out: before anything is sent, it is compared again.',
      ),
    }),
  ),
  'preparation.not-here': kind<{ id: number }>(
    false,
    () => message('It was not prepared in this data folder'),
    ({ id }) => ({
      detail: fact(
        'Submission {id} came with a manifest, or its preparation was discarded: what was decided for it is not here.',
        { id },
      ),
      remedy: message(
        'Prepare the export again where that was done. On the command line, the new folder is added in the place of submission {id}.',
        { id },
      ),
      remedyInTerminal: message(
        'Prepare the export again where it is: “tranship send FOLDER --replaces {id}” adds it in the place of the submission.',
        { id },
      ),
    }),
  ),
  'control.differ': kind<{ path: string; differences: number }>(
    false,
    () => message('The control figures differ'),
    ({ path, differences }) => ({
      detail: fact(
        '{differences, plural, one {# figure of the source system differs} other {# figures of the source system differ}} from what was prepared in {path}. Nothing of it was added.',
        { path, differences },
      ),
      remedy: message(
        'Find out what is missing, or too much. To send what there is, accept the differences: the figures are kept, and statements compare with them.',
      ),
      remedyInTerminal: message(
        'Find out what is missing, or too much. To send what there is, add --accept-differences: the figures are kept, and statements compare with them.',
      ),
    }),
  ),
  'control.unreadable': kind<{ path: string; problem: Said }>(
    false,
    () => message('The control figures cannot be used'),
    ({ path, problem }) => ({
      detail: fact('{path}: {problem}', { path, problem }),
      remedy: message('Correct the control figures, or leave them out.'),
    }),
  ),
  'manifest.unreadable': kind<{ path: string; problem: Said }>(
    false,
    () => message('The manifest cannot be used'),
    ({ path, problem }) => ({
      detail: fact('{path}: {problem}', { path, problem }),
      remedy: message('Copy the whole folder again from where it was prepared, or prepare it again.'),
    }),
  ),
  'manifest.not-as-prepared': kind<{ path: string; problems: Said | readonly Said[] }>(
    false,
    () => message('The files are not as they were prepared'),
    ({ path, problems }) => ({
      detail: fact('Compared with {path}: {problems} Nothing was sent.', { path, problems }),
      remedy: message(
        'Copy the whole folder again from where it was prepared, or prepare it again. In a browser, add the zip of the whole folder.',
      ),
    }),
  ),
  'preparation.unknown': kind(
    false,
    () => message('This preparation is gone'),
    () => ({
      detail: fact('It was given up, or has become submissions that were removed from the queue.'),
      remedy: message('Add the export again, and prepare it.'),
    }),
  ),
  'preparation.busy': kind(
    true,
    () => message('This preparation is busy'),
    () => ({
      detail: fact('The export is still being read for an earlier step.'),
      remedy: message('Wait until that has ended, or cancel it. Then try again.'),
    }),
  ),
  'preparation.cancelled': kind(
    true,
    () => message('Looking at the export was cancelled'),
    () => ({
      detail: fact('It was ended before its first rows were read.'),
      remedy: message('Open the preparation again to look at it again, or give it up.'),
    }),
  ),
  'template.unknown': kind(
    false,
    () => message('This template is gone'),
    () => ({
      detail: fact('It was removed in the meantime.'),
      remedy: message('Choose another template, or import it again.'),
    }),
  ),
};
