/** @file What a statement says of the figures of the core system, as people read it everywhere. Pure. */

import { amountIn } from './amounts.ts';
import { connectionInWords } from './connection-words.ts';
import { labelled } from './languages/labelled.ts';
import { inWords, message } from './languages/message.ts';
import { fileInWords } from './names-in-words.ts';
import { counted, dateOfDay } from './quantities.ts';
import type { ControlRow, ControlTable, NamedFile } from './statement-shapes.ts';

/** Whose figures a row has: those of a connection, of one of its files, or those that were given to the preparation of exports. */
export function whoseInWords({
  connection,
  exports,
  file,
}: Pick<ControlRow, 'connection' | 'exports' | 'file'>): string {
  return [connection && connectionInWords(connection), exports, file].filter((name) => name !== undefined).join(': ');
}

/** What is compared with what: at each table of control figures. */
export const comparedInWords = (): string =>
  message(
    'Compared by the day of the transactions: the figures of the core system, with what is in the files, less what was left out. How much of that was accepted is told as well.',
  );

/** “2 transactions, 8,393.02 CHF”. */
function figureOf({ count, sum }: { count?: number | undefined; sum?: string | undefined }, currency?: string): string {
  if (currency === '')
    return message('{count, plural, one {# transaction} other {# transactions}} without a currency', {
      count: count ?? 0,
    });
  const ofSum = sum === undefined ? [] : [amountIn(sum, currency ?? '')];
  return [...(count === undefined ? [] : [counted(count, 'transaction')]), ...ofSum].join(', ');
}

/** What the files have not, and what they have more than the core system says; undefined where that is nothing. */
function gapsOf({ missing: { count = 0, sum = '0' } }: Pick<ControlRow, 'missing'>) {
  const isMore = sum.startsWith('-');
  const lacking = { ...(count > 0 && { count }), ...(sum !== '0' && !isMore && { sum }) };
  const beyond = { ...(count < 0 && { count: -count }), ...(isMore && { sum: sum.replace('-', '') }) };
  const unlessEmpty = (figure: typeof lacking) => (Object.keys(figure).length === 0 ? undefined : figure);
  return { lacking: unlessEmpty(lacking), beyond: unlessEmpty(beyond) };
}

/** Whether the files have what the core system says, and the service has accepted it. */
export const agrees = ({ isEqual, files, accepted }: ControlRow): boolean => isEqual && files.count === accepted.count;

/** “equal, all accepted”, or what is missing and what is too much, where day, currency and file stand beside it. */
export function gapInWords(row: ControlRow): string {
  const { currency, files, accepted } = row;
  const { lacking, beyond } = gapsOf(row);
  const parts = [
    ...(lacking === undefined ? [] : [message('{figure} missing', { figure: figureOf(lacking, currency) })]),
    ...(beyond === undefined ? [] : [message('{figure} too much', { figure: figureOf(beyond, currency) })]),
  ];
  if (parts.length > 0) return explained(parts.join('; '), row);
  // What is there need not have arrived.
  const open = files.count - accepted.count;
  return open === 0
    ? message('equal, all accepted')
    : message('equal; {open, plural, one {# is not accepted} other {# are not accepted}}', { open });
}

/** With what is known of where the gap is. */
function explained(gap: string, { core, missing, excessOf, leftOut, unsummed, currency }: ControlRow): string {
  const isNumberEqual = core.count !== undefined && missing.count === 0;
  const parts = [
    ...(isNumberEqual ? [message('in as many transactions')] : []),
    ...(unsummed === undefined ? [] : [message('{count, number} without a readable amount', { count: unsummed })]),
    ...(excessOf === undefined ? [] : [message('as much as is in {fileName}', { fileName: excessOf })]),
    ...(leftOut === undefined ? [] : [message('left out: {figure}', { figure: figureOf(leftOut, currency) })]),
  ];
  return parts.length === 0 ? gap : `${gap} (${parts.join('; ')})`;
}

/** “2 transactions, 8,393.02 CHF of 27 Nov 2026” */
function gapWithDay(figure: NonNullable<ReturnType<typeof gapsOf>['lacking']>, row: ControlRow): string {
  const own = figureOf(figure, row.currency);
  if (row.day === undefined) return explained(own, row);
  return explained(
    row.day === ''
      ? message('{figure} without a day', { figure: own })
      : message('{figure} of {day}', { figure: own, day: dateOfDay(row.day) }),
    row,
  );
}

/** The verdict names so many; the table has all. */
const NAMED_GAPS = 3;

/** “Missing in south.jsonl: 2 transactions, 8,393.02 CHF of 27 Nov 2026. Too much in the files: …”: what is missing comes first. */
function gapsInWords(differing: readonly ControlRow[]): string {
  const gaps = differing.map((row) => ({ row, ...gapsOf(row) }));
  const all = [
    ...gaps.flatMap(({ row, lacking }) => (lacking === undefined ? [] : [{ row, figure: lacking, isMissing: true }])),
    ...gaps.flatMap(({ row, beyond }) => (beyond === undefined ? [] : [{ row, figure: beyond, isMissing: false }])),
  ];
  const named = Map.groupBy(all.slice(0, NAMED_GAPS), ({ row, isMissing }) => JSON.stringify([row.file, isMissing]));
  const sentences = [...named.values()].map((own) => {
    const [{ row, isMissing } = {}] = own;
    const figures = own.map((one) => gapWithDay(one.figure, one.row)).join('; ');
    if (row?.file === undefined)
      return isMissing
        ? message('Missing in the files: {figures}', { figures })
        : message('Too much in the files: {figures}', { figures });
    return isMissing
      ? message('Missing in {file}: {figures}', { file: row.file, figures })
      : message('Too much in {file}: {figures}', { file: row.file, figures });
  });
  const more = all.length - NAMED_GAPS;
  return [...sentences, ...(more > 0 ? [counted(more, 'more difference')] : [])].join('. ');
}

/** The verdict. Without figures there is none, which must not be taken for one. What has no figure stands beside it. */
export function controlInWords(control: ControlTable | undefined): string {
  if (control === undefined)
    return message('Not compared with the core system: no figures of it have been entered for these transactions.');
  const { rows, isEqual, unread, disagreements } = control;
  if (isEqual) {
    const words = isWhole(control)
      ? message('Nothing is missing: number and sum are those of the core system.')
      : message('Where there are control figures, nothing is missing.');
    return rows.every(agrees) ? words : `${words} ${message('Not all of it is accepted.')}`;
  }
  const differing = rows.filter((row) => !row.isEqual);
  if (differing.length === 0 && disagreements.length > 0)
    return message(
      '{count, plural, one {AN EXPORT CONTRADICTS ITSELF: it states} other {# EXPORTS CONTRADICT THEMSELVES: they state}} other figures than those of the transactions.',
      { count: new Set(disagreements.map(({ exports }) => exports)).size },
    );
  const isMissing = differing.some((row) => gapsOf(row).lacking !== undefined);
  const gaps = gapsInWords(differing);
  if (unread.length > 0 && (isMissing || differing.length === 0)) {
    const untold = message(
      '{count, plural, one {# file cannot be read, so that} other {# files cannot be read, so that}} NOBODY CAN TELL whether anything is missing.',
      { count: unread.length },
    );
    return gaps === '' ? untold : `${untold} ${message('Counted without what cannot be read. {gaps}.', { gaps })}`;
  }
  return [
    message('Difference from the core system. {gaps}.', { gaps }),
    message('Which payments these are, the figures cannot tell.'),
    ...sentInWords(control, isMissing),
  ].join(' ');
}

/** Whether all of the files and days of the statement was compared. */
export const isWhole = ({ uncompared, uncovered = [] }: ControlTable): boolean =>
  uncompared.length === 0 && uncovered.length === 0;

/** Whether what is missing may have been lost on the way to the service. */
function sentInWords({ rows, unread, sent: { files, open, leftOut } }: ControlTable, isMissing: boolean): string[] {
  if (rows.some((row) => row.files.count !== row.accepted.count)) return [message('Not all of it is accepted.')];
  if (!isMissing || unread.length > 0) return [];
  // Also lines that cannot be read, and so are of no day.
  if (open > 0)
    return [
      message(
        '{open, plural, one {# line} other {# lines}} of {files, plural, one {the file} other {the # files}} {open, plural, one {is} other {are}} not accepted, and may be part of the difference.',
        { open, files },
      ),
    ];
  return [
    leftOut === 0
      ? message(
          'All that is in {files, plural, one {the file} other {the # files}} was accepted: nothing was lost in sending.',
          { files },
        )
      : message(
          'All that is in {files, plural, one {the file} other {the # files}} was accepted, but for {leftOut, plural, one {# line that was} other {# lines that were}} left out.',
          { files, leftOut },
        ),
  ];
}

/**
 * Of files and days without figures nothing is said: a reader must not take them for equal, nor for a difference.
 * @param most of more days or files, only how many there are
 */
export function notComparedInWords(control: ControlTable | undefined, most = Infinity): string[] {
  const { uncompared = [], uncovered = [] } = control ?? {};
  const count = uncovered.reduce((sum, day) => sum + day.count, 0);
  const days =
    uncovered.length > most
      ? [message('{count, number} transactions have no control figures and were not compared.', { count })]
      : uncovered.map(uncoveredInWords);
  if (uncompared.length === 0) return days;
  const files =
    uncompared.length > most
      ? message('{count, number} files have no control figures and were not compared.', { count: uncompared.length })
      : message('No control figures, and not compared: {files}.', { files: filesInWords(uncompared) });
  return [...days, files];
}

/** “28 Nov 2026: 98 transactions (12 with 180,727.00 CHF; 86 with …) have no control figures and were not compared.” */
function uncoveredInWords({ day, count, currencies }: NonNullable<ControlTable['uncovered']>[number]): string {
  const isOne = currencies.length === 1;
  const sums = currencies.map(({ currency, count: own, sum, unsummed = 0 }) => {
    if (currency === '') return message('{count, number} without a currency', { count: own });
    const amount = amountIn(sum, currency);
    const told = isOne ? amount : message('{count, number} with {amount}', { count: own, amount });
    return unsummed === 0
      ? told
      : `${told}, ${message('{count, number} without a readable amount', { count: unsummed })}`;
  });
  return labelled(
    day === '' ? message('Without a day') : dateOfDay(day),
    message(
      '{count, plural, one {# transaction ({sums}) has no control figure and was} other {# transactions ({sums}) have no control figures and were}} not compared.',
      { count, sums: sums.join('; ') },
    ),
  );
}

const filesInWords = (files: readonly NamedFile[]): string => files.map(fileInWords).join('; ');

/** What else a reader must know of the rows, beside what was not compared. */
export function controlNotes({
  others,
  nowhere = [],
  again = 0,
  laterToo = 0,
  unread,
  disagreements,
}: ControlTable): string[] {
  return [
    ...disagreements.map(({ exports, sentence }) => labelled(exports, inWords(sentence))),
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
