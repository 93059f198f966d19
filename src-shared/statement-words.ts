/** @file What a statement says, as people read it everywhere; statement-control-words.ts has what it says of the core system. Pure. */

import { type LineSums, linesOf, obstacleWords, openOf } from './account.ts';
import { openInWords, twiceInWords, unsummedInWords } from './account-words.ts';
import { sumsInWords } from './amounts.ts';
import { labelled } from './languages/labelled.ts';
import { listed } from './languages/lists.ts';
import { message } from './languages/message.ts';
import { leftOutOfFilesInWords, paidInWords } from './left-out.ts';
import { type OutcomeRow, outcomeRows, type RowsAsked } from './outcome-rows.ts';
import { counted as countOf, dateOfDay, exactMomentOf, number } from './quantities.ts';
import { refusedNotCountedInWords } from './refused-rows.ts';
import { type Counted, countedOnce, repeatsInWords, wentBeforeInWords } from './repeats-in-words.ts';
import type { Statement } from './statement-shapes.ts';

export const statementTitle = ({ from, to }: Pick<Statement, 'from' | 'to'>): string =>
  from === to
    ? message('Statement of {day}', { day: dateOfDay(from) })
    : message('Statement of {from} to {to}', { from: dateOfDay(from), to: dateOfDay(to) });

type FileNotes = Pick<
  Statement['files'][number],
  'rejectedAtFirst' | 'moneyChanged' | 'currencyChanged' | 'sumsObstacle' | 'wentBefore' | 'linesBefore'
>;

/**
 * The figure to report, with what it is not; then a sentence that a person can sign: what came, what was accepted, and what is open; then
 * what a reader must know of it.
 */
export function statementInWords(
  statement: Statement,
): [figure: string, direction: string, sentence: string, ...string[]] {
  const { account } = statement.total;
  const once = countedOnce(statement);
  const sentence = message(
    'Of {lines, plural, one {# line} other {# lines}} in {files} the service accepted {accepted}; {leftOut, plural, =0 {none was left out} one {# was left out} other {# were left out}}, and {open, plural, =0 {none is open} one {# is open: {parts}} other {# are open: {parts}}}.',
    {
      lines: linesOf(account),
      files: message('{count, plural, one {# file} other {# files}}', { count: statement.files.length }),
      accepted:
        once === undefined
          ? number(account.accepted)
          : message('{accepted, number} ({again, number} of them again)', {
              accepted: account.accepted,
              again: once.again,
            }),
      ...{ leftOut: account.leftOut, open: openOf(account), parts: openInWords(account) },
    },
  );
  const notes = [...leftOutOfStatement(statement), ...notesOnSums(statement)];
  return [figureToReport(statement), directionInWords(), sentence, ...notes];
}

/** Each outcome of all files together. */
export const totalRows = (statement: Counted, asked: Pick<RowsAsked, 'isBrief'> = {}): OutcomeRow[] =>
  outcomeRows(statement.total, { ...asked, once: countedOnce(statement), files: statement.files.length });

/** “Accepted, each payment once: 4 lines; 5,100.15 EUR”: what was accepted, counted once where that is known. */
export const figureToReport = (statement: Counted): string =>
  totalRows(statement)
    .filter(({ kind }) => kind === 'figure')
    .map(({ name, lines, sums = [], unread }) => {
      const paid = paidInWords({ sums, unread });
      return labelled(name, [countOf(lines, 'line'), ...(paid === '' ? [] : [paid])].join('; '));
    })
    .join('');

/** Why lines were left out: only some of the reasons mean that a payment is missing. */
export function leftOutOfStatement({ files }: Pick<Statement, 'files'>): string[] {
  const leftOut = files.flatMap((file) => file.leftOut ?? []);
  return leftOut.length === 0 ? [] : [leftOutOfFilesInWords(leftOut)];
}

/** That nothing went twice, where that is known: what is not said must not be taken for it. */
export const wentOnceInWords = ({ wentOnce }: Pick<Statement, 'wentOnce'>): string[] =>
  wentOnce
    ? [message('Nothing in these files went twice from this folder: each was compared with what had gone before.')]
    : [];

/** What a reader must know of the sums. */
export function notesOnSums(statement: Counted & Pick<Statement, 'wentOnce'>): string[] {
  const { files, total, wentOnce } = statement;
  const { doubled = 0 } = total;
  const twice = doubled > 0 ? [twiceInWords(doubled)] : [];
  const held = files.filter(({ isHeldAsRepeat }) => isHeldAsRepeat);
  const obstacles = total.sums === undefined ? files.flatMap(({ sumsObstacle = [] }) => sumsObstacle) : [];
  return [
    ...[...new Set(obstacles)].map((obstacle) => obstacleWords[obstacle]),
    ...unsummedInWords(total),
    ...twice,
    ...wentOnceInWords({ wentOnce }),
    ...repeatsInWords(statement),
    ...moneyChangedInWords(files),
    ...(held.length === 0
      ? []
      : [
          message(
            '{count, plural, one {# file is held, since what is in it} other {# files are held, since what is in them}} went before: {names}. As long as no one decides, {count, plural, one {its lines are} other {their lines are}} counted as not sent yet.',
            { count: held.length, names: listed(held.map(({ fileName }) => fileName)) },
          ),
        ]),
  ];
}

/** That a sum is not that of the bank’s own files. */
function moneyChangedInWords(files: Statement['files']): string[] {
  const amounts = files.reduce((sum, { moneyChanged = 0 }) => sum + moneyChanged, 0);
  const currencies = files.reduce((sum, { currencyChanged = 0 }) => sum + currencyChanged, 0);
  return [
    ...(amounts === 0
      ? []
      : [
          message(
            'In {count, plural, one {# line} other {# lines}} a person changed the amount; the receipts name each of them, with its reason.',
            { count: amounts },
          ),
        ]),
    ...(currencies === 0
      ? []
      : [
          message(
            'In {count, plural, one {# line} other {# lines}} a person changed the currency, and not the amount.',
            { count: currencies },
          ),
        ]),
  ];
}

const withSums = (counted: string, sums: LineSums['sums']): string =>
  sums.length === 0 ? counted : message('{counted} ({sums})', { counted, sums: sumsInWords(sums) });

export function reconciledInWords({
  reconciles,
  corrections,
  total: { account, unsummed },
}: Pick<Statement, 'reconciles' | 'corrections' | 'total'>): string {
  if (!reconciles)
    return message('The outcomes DO NOT ADD UP to the files: some are not counted, or their sums are not known.');
  const transactions = linesOf(account);
  const isCorrected = corrections.length > 0;
  if (unsummed === undefined)
    return isCorrected
      ? message(
          'The outcomes add up to the files, as they were corrected: {transactions, plural, one {# transaction and its amount} other {# transactions and their sums}}.',
          { transactions },
        )
      : message(
          'The outcomes add up to the files: {transactions, plural, one {# transaction and its amount} other {# transactions and their sums}}.',
          { transactions },
        );
  const counts = { transactions, summed: transactions - linesOf(unsummed) };
  return isCorrected
    ? message(
        'The outcomes add up to the files, as they were corrected: {transactions, plural, one {# line} other {# lines}}, and the sums of the {summed, plural, one {# line} other {# lines}} with a readable amount.',
        counts,
      )
    : message(
        'The outcomes add up to the files: {transactions, plural, one {# line} other {# lines}}, and the sums of the {summed, plural, one {# line} other {# lines}} with a readable amount.',
        counts,
      );
}

/** What a sum is not. */
export const directionInWords = (): string =>
  message('Money out and money in are added up together; currencies are not converted.');

/** Whose days they are. */
export const zoneInWords = ({ zone }: Pick<Statement, 'zone'>): string =>
  message('Days are those on which files were added, in the zone of this computer: {zone}.', { zone });

/** What no statement of this data folder can count: one sentence for each time that it was put back or copied. */
function confirmedCopiesInWords(confirmed: Statement['confirmedCopies']): string[] {
  return confirmed.map(({ at, user, reason }) => {
    const told = { at: exactMomentOf(Date.parse(at)), reason };
    const words =
      user === undefined
        ? message(
            'This data folder was put back or copied, and confirmed on {at} (“{reason}”): what was sent before that from elsewhere is NOT COUNTED HERE.',
            told,
          )
        : message(
            'This data folder was put back or copied, and {user} confirmed it on {at} (“{reason}”): what was sent before that from elsewhere is NOT COUNTED HERE.',
            { ...told, user },
          );
    return `${words} ${message('If nothing was sent from another copy or a later state of it, nothing is missing here, and there is nothing to do.')}`;
  });
}

/** What a reader must not take for counted: a sentence for each. */
export function notCountedInWords(
  statement: Pick<
    Statement,
    'confirmedCopies' | 'singles' | 'prepared' | 'refusedRows' | 'leftOutRows' | 'checkedOnly' | 'practised'
  >,
): string[] {
  const { confirmedCopies, prepared: count, refusedRows, leftOutRows, checkedOnly = 0 } = statement;
  return [
    ...(checkedOnly === 0
      ? []
      : [
          message(
            '{count, plural, one {# file was only checked, and not sent: it is} other {# files were only checked, and not sent: they are}} NOT COUNTED HERE.',
            { count: checkedOnly },
          ),
        ]),
    ...practisedInWords(statement),
    ...confirmedCopiesInWords(confirmedCopies),
    ...singlesInWords(statement),
    ...refusedRows.map(refusedNotCountedInWords),
    ...(leftOutRows === 0
      ? []
      : [
          message(
            '{count, plural, one {# row of the exports was left out as the template says: it is} other {# rows of the exports were left out as the template says: they are}} in no file, and NOT COUNTED HERE.',
            { count: leftOutRows },
          ),
        ]),
    ...(count === undefined
      ? []
      : [
          message(
            '{count, plural, one {# file was} other {# files were}} prepared from exports: rows that were refused or left out there are in no file, and NOT COUNTED HERE.',
            { count },
          ),
        ]),
  ];
}

/** Practice beside what is real. */
function practisedInWords({ practised }: Pick<Statement, 'practised'>): string[] {
  if (practised === undefined) return [];
  const { files, lines, sums } = practised;
  const counted = withSums(countOf(lines, 'line'), sums);
  return [
    message(
      'Practice, and NOT COUNTED HERE: {files, plural, one {# file} other {# files}} with {counted} went to the practice service, not to the real one.',
      { files, counted },
    ),
  ];
}

function singlesInWords({ singles }: Pick<Statement, 'singles'>): string[] {
  if (singles === undefined) return [];
  const { accepted, rejected, unknown, unfinished } = singles;
  const all = accepted + rejected + unknown;
  return [
    ...(all === 0
      ? []
      : [
          message(
            'Besides, {all, plural, one {# transaction was} other {# transactions were}} sent one by one, and {all, plural, one {is} other {are}} NOT COUNTED HERE: {accepted, number} accepted, {rejected, number} rejected, {unknown, number} unknown.',
            { all, accepted, rejected, unknown },
          ),
        ]),
    ...(unfinished === 0
      ? []
      : [
          message(
            'Up to {unfinished, plural, one {# more} other {# more}} may have been sent one by one: Tranship was ended before it had noted what came of them.',
            { unfinished },
          ),
        ]),
  ];
}

/** Of the sending, since a person practises with files of their own as well. What is real is never counted with it. */
export const practiceInWords = (files: readonly { isPractice: boolean }[]): string | undefined =>
  files.some(({ isPractice }) => isPractice) ? message('PRACTICE: nothing was sent to the real service') : undefined;

/** A statement has no signature of its own; it says where the proof is. Whether that is signed is known only once it is made. */
export const notSignedInWords = (): string =>
  message(
    'A statement sums up what is known here now, and tomorrow it may say more. The proof is the receipt of each file: open the file in Tranship, choose “Receipt…”, and hand it over with this statement. It is signed where the key of this data folder is open, and says so where it is not.',
  );

/** What a reader must know of the figures of one file. */
export function fileNotesInWords({
  rejectedAtFirst = 0,
  moneyChanged = 0,
  currencyChanged = 0,
  sumsObstacle,
  wentBefore,
  linesBefore = 0,
}: FileNotes): string[] {
  return [
    ...(wentBefore === undefined ? [] : [wentBeforeInWords(wentBefore, linesBefore)]),
    ...(rejectedAtFirst === 0
      ? []
      : [message('{count, number} rejected or faulty before correction', { count: rejectedAtFirst })]),
    ...(moneyChanged === 0
      ? []
      : [message('{count, plural, one {# amount} other {# amounts}} changed by a person', { count: moneyChanged })]),
    ...(currencyChanged === 0
      ? []
      : [
          message('{count, plural, one {# currency} other {# currencies}} changed by a person', {
            count: currencyChanged,
          }),
        ]),
    ...(sumsObstacle === undefined ? [] : [obstacleWords[sumsObstacle]]),
  ];
}
