/** @file The texts of adding files. */

import { sumsInWords } from '../../src-shared/amounts.ts';
import { connectionInWords } from '../../src-shared/connection-words.ts';
import type { FileContents, FileOffer } from '../../src-shared/contract.ts';
import { EXPORT_AGAIN } from '../../src-shared/formats.ts';
import { inWords, message } from '../../src-shared/languages/message.ts';
import { counted, dateOf } from '../wording.ts';
import { wordsOfDestination } from './tenants.ts';

/** More are not read, and would take several lines. */
const MOST_SUMS = 4;

export const addFilesTexts = {
  cannotDrop: message(
    'Dropping files does not work while Tranship runs with administrator rights. Choose them instead.',
  ),
  drop: message('Drop to add'),
  dropHint: message('Nothing is sent until you confirm.'),
  receiving: message('Copying the files'),
  reading: message('Reading the folders'),
  stop: message('Stop'),
  preparable: (files: number) =>
    message('{files, plural, one {Can be prepared for sending} other {Can be prepared for sending}}', { files }),
  sendable: (files: number) =>
    message('{files, plural, one {Can be checked and sent} other {Can be checked and sent}}', { files }),
  known: message('In the queue already'),
  count: (files: number) => message('{files, plural, one {# file} other {# files}}', { files }),
  refused: message('Cannot be sent'),
  connection: message('Send to'),
  /** Verified with all that it names. */
  prepared: ({ files, transactions, refused, template }: NonNullable<FileOffer['prepared']>) =>
    [
      message('{files, plural, one {# file} other {# files}}', { files }),
      counted(transactions, 'transaction'),
      message('template “{template}”', { template }),
      message('everything is as it was prepared'),
      refused > 0 &&
        message(
          '{refused, plural, one {# row was refused and is not in it} other {# rows were refused and are not in it}}',
          {
            refused,
          },
        ),
    ]
      .filter((part) => part !== false)
      .join(' · '),
  estimate: (batches: number, check: string, send: string | undefined) =>
    [
      counted(batches, 'batch'),
      message('check {check}', { check }),
      send !== undefined && message('sending {send}', { send }),
    ]
      .filter((part) => part !== false)
      .join(' · '),
  /** What a look into it has found. */
  seen: ({ lines, isEstimate, sums, errors }: FileContents, kind: FileOffer['kind']) =>
    [
      lines !== undefined &&
        (isEstimate
          ? message('about {lines, plural, one {# line} other {# lines}}', { lines })
          : counted(lines, 'line')),
      lines !== undefined && kind === 'csv' && message('headings included'),
      sums.length > 0 && sumsInWords(sums.slice(0, MOST_SUMS)),
      sums.length > MOST_SUMS &&
        message('{count, plural, one {# more currency} other {# more currencies}}', {
          count: sums.length - MOST_SUMS,
        }),
      errors > 0 && counted(errors, 'error'),
    ]
      .filter((part) => part !== false)
      .join(' · '),
  earlier: (transactions: number, { ids, submission, fileName, at, others }: NonNullable<FileContents['earlier']>) =>
    message(
      '{ids, number} of {transactions, plural, one {# transaction} other {# transactions}} went before: on {day} with {fileName} (submission {submission}){others, plural, =0 {} one {, and with # more file} other {, and with # more files}}',
      { ids, transactions, day: dateOf(at), fileName, submission: `${submission}`, others },
    ),
  /** @param when its sending hours begin, where they have not */
  confirm: (name: string, isForTeam: boolean, when?: string) => {
    if (isForTeam) return message('Check and let the team send to {name}', { name });
    return when === undefined
      ? message('Check and send to {name}', { name: connectionInWords(name) })
      : message('Check, and send to {name} {when}', { name: connectionInWords(name), when });
  },
  back: message('Cancel'),
  noConnection: message('Choose a connection.'),
  connect: message('Connect to the service, to send them'),
};

/** The tenant that the files go to. */
export const destinationWords = wordsOfDestination(message('These transactions will be monitored for real.'));

/** The recognised kind of a file, what is to be known of it, and why nothing can be done with it, if so. */
export const kindWords: Record<FileOffer['kind'], { name: string; note?: string; refusal?: string }> = {
  'json-lines': { name: message('JSON Lines') },
  'near-json-lines': {
    name: message('JSON Lines'),
    note: message(
      'Nearly as the service accepts it: the fields have other names. Tranship mends that when it prepares the file.',
    ),
  },
  prepared: { name: message('Prepared by Tranship') },
  json: { name: message('JSON') },
  csv: { name: message('Table (CSV)') },
  compressed: { name: message('Packed') },
  text: { name: message('Text, XML or bank statement') },
  'utf-16': {
    name: message('Text in UTF-16'),
    note: message('The service accepts only UTF-8, which Tranship writes when it prepares the file.'),
  },
  binary: { name: message('Workbook, Parquet or another format') },
  image: {
    name: message('Image'),
    refusal: `${message('This is an image, not an export.')} ${inWords(EXPORT_AGAIN)}`,
  },
  pdf: {
    name: message('PDF document'),
    refusal: `${message('This is a PDF document, from which no transactions can be read.')} ${inWords(EXPORT_AGAIN)}`,
  },
  program: {
    name: message('Program'),
    refusal: message('This is a program, not an export. Choose the file with the exported transactions.'),
  },
  blank: {
    name: message('Blank'),
    refusal: message('The file has only blank lines, and no transaction. Check whether the export has finished.'),
  },
  empty: { name: message('Empty'), refusal: message('The file is empty. Check whether the export has finished.') },
};
