/** @file What a statement says of the figures of the core system, as people read it everywhere. Pure. */

import { connectionInWords } from './connection-words.ts';
import { differenceSubject, figureInWords } from './control-words.ts';
import { labelled } from './languages/labelled.ts';
import { inWords, message } from './languages/message.ts';
import { fileInWords } from './names-in-words.ts';
import { counted, dateOfDay, number } from './quantities.ts';
import type { ControlRow, ControlTable, NamedFile } from './statement-shapes.ts';

/** Whose figures a row has: those of a connection, of one of its files, or those that were given to the preparation of exports. */
export function whoseInWords({
  connection,
  exports,
  file,
}: Pick<ControlRow, 'connection' | 'exports' | 'file'>): string {
  return [connection && connectionInWords(connection), exports, file].filter((name) => name !== undefined).join(': ');
}

/** What is compared with what: above each table of control figures. */
export const comparedInWords = (): string =>
  message(
    'Compared by the day of the transactions: what the core system says, with what is in the files, less what was left out. How much of it was accepted stands beside it, and is not compared.',
  );

/** “equal, all accepted”, or what is missing in the files, and what they have more than the core system says. */
export function gapInWords({
  missing,
  currency,
  excessOf,
  files,
  accepted,
}: Pick<ControlRow, 'missing' | 'currency' | 'excessOf' | 'files' | 'accepted'>): string {
  const { count = 0, sum = '0' } = missing;
  const isMore = sum.startsWith('-');
  const lacking = { ...(count > 0 && { count }), ...(sum !== '0' && !isMore && { sum }) };
  const beyond = { ...(count < 0 && { count: -count }), ...(isMore && { sum: sum.replace('-', '') }) };
  const parts = [
    ...(Object.keys(lacking).length === 0
      ? []
      : [message('{figure} missing in the files', { figure: figureInWords(lacking, currency) })]),
    ...(Object.keys(beyond).length === 0
      ? []
      : [message('{figure} more in the files than the core system says', { figure: figureInWords(beyond, currency) })]),
  ];
  // What is there need not have arrived.
  const open = files.count - accepted.count;
  if (parts.length === 0)
    return open === 0
      ? message('equal, all accepted')
      : message('equal; {open, plural, one {# is not accepted} other {# are not accepted}}', { open });
  const gap = parts.join('; ');
  return excessOf === undefined ? gap : message('{gap}: as much as is in {fileName}', { gap, fileName: excessOf });
}

/** The verdict names so many; the table has all. */
const NAMED_GAPS = 3;

function gapsInWords(differing: readonly ControlRow[]): string {
  const named = differing.slice(0, NAMED_GAPS).map((row) => labelled(differenceSubject(row), gapInWords(row)));
  const more = differing.length - named.length;
  return [...named, ...(more > 0 ? [counted(more, 'more difference')] : [])].join('; ');
}

/** The verdict. Without figures there is none, which must not be taken for one. */
export function controlInWords(control: ControlTable | undefined): string {
  if (control === undefined)
    return message('Not compared with the core system: no figures of it have been entered for these transactions.');
  const { rows, isEqual, unread, disagreements, uncompared, uncovered = [] } = control;
  const beside = comparedWithNothing(uncompared.length, uncovered);
  if (isEqual) {
    const words =
      beside.length === 0
        ? message('Nothing is missing: number and sum are those of the core system.')
        : [message('Where there are control figures, nothing is missing.'), ...beside].join(' ');
    const isAccepted = rows.every(({ files, accepted }) => files.count === accepted.count);
    return isAccepted ? words : `${words} ${message('Not all of it is accepted.')}`;
  }
  const differing = rows.filter((row) => !row.isEqual);
  if (differing.length === 0 && disagreements.length > 0)
    return message(
      '{count, plural, one {AN EXPORT CONTRADICTS ITSELF: it states} other {# EXPORTS CONTRADICT THEMSELVES: they state}} other figures than those of the transactions.',
      { count: new Set(disagreements.map(({ exports }) => exports)).size },
    );
  const isMissing = differing.some(
    ({ missing: { count = 0, sum = '0' } }) => count > 0 || (sum !== '0' && !sum.startsWith('-')),
  );
  const gaps = gapsInWords(differing);
  if (unread.length > 0 && (isMissing || differing.length === 0)) {
    const untold = message(
      '{count, plural, one {# file cannot be read, so that} other {# files cannot be read, so that}} NOBODY CAN TELL whether anything is missing.',
      { count: unread.length },
    );
    return gaps === '' ? untold : `${untold} ${message('Without what is in these: {gaps}.', { gaps })}`;
  }
  const verdict = isMissing
    ? message('SOMETHING IS MISSING, compared with the core system. {gaps}.', { gaps })
    : message('There is more than the core system says. {gaps}.', { gaps });
  return [verdict, ...beside].join(' ');
}

/** Of files and days without figures nothing is said: a reader must not take them for equal. */
function comparedWithNothing(files: number, uncovered: readonly { count: number }[]): string[] {
  const count = uncovered.reduce((sum, day) => sum + day.count, 0);
  return [
    ...(files === 0
      ? []
      : [
          message(
            '{count, plural, one {# file has no control figures, and was} other {# files have no control figures, and were}} compared with nothing.',
            { count: files },
          ),
        ]),
    ...(count === 0
      ? []
      : [
          message(
            '{count, plural, one {# transaction has no control figure, and was} other {# transactions have no control figures, and were}} compared with nothing.',
            { count },
          ),
        ]),
  ];
}

const filesInWords = (files: readonly NamedFile[]): string => files.map(fileInWords).join('; ');

/** What else a reader must know of the rows. */
export function controlNotes({
  others,
  nowhere = [],
  again = 0,
  laterToo = 0,
  unread,
  disagreements,
  uncompared,
  uncovered = [],
}: ControlTable): string[] {
  return [
    ...disagreements.map(({ exports, sentence }) => labelled(exports, inWords(sentence))),
    ...(uncompared.length === 0
      ? []
      : [message('Without control figures, and compared with nothing: {files}.', { files: filesInWords(uncompared) })]),
    ...(uncovered.length === 0
      ? []
      : [
          message('Transactions without control figures, which were compared with nothing, by day: {days}.', {
            days: uncovered
              .map(({ day, count }) => `${day === '' ? message('no day') : dateOfDay(day)} (${number(count)})`)
              .join(', '),
          }),
        ]),
    ...(others.length === 0
      ? []
      : [
          message('Added on other days, with transactions of these days, and counted above: {files}.', {
            files: filesInWords(others),
          }),
        ]),
    ...nowhere.map((file) =>
      message('No file has the name {file}: it did not come, or the core system calls it otherwise.', { file }),
    ),
    ...(again === 0
      ? []
      : [
          message(
            '{count, plural, one {# transaction went again with a later file, and is counted once: the last version that was not refused.} other {# transactions went again with a later file, and are counted once: the last version that was not refused.}}',
            { count: again },
          ),
        ]),
    ...(laterToo === 0
      ? []
      : [
          message(
            '{count, plural, one {# transaction went again with a later file, perhaps with another amount: here it counts as it was in the file that is compared.} other {# transactions went again with a later file, perhaps with other amounts: here they count as they were in the file that is compared.}}',
            { count: laterToo },
          ),
        ]),
    ...(unread.length === 0
      ? []
      : [
          message('What cannot be read any more, and is counted nowhere above: {files}.', {
            files: filesInWords(unread),
          }),
        ]),
  ];
}
