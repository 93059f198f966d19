/** @file A statement as a page to print, and as a table for a spreadsheet. Pure. */

import { type LineOutcome, lineOutcomes, linesOf, outcomeWords } from '../../../src-shared/account.ts';
import { twiceInWords, unsummedInWords } from '../../../src-shared/account-words.ts';
import { connectionInWords } from '../../../src-shared/connection-words.ts';
import { differenceSubject, figureInWords } from '../../../src-shared/control-words.ts';
import { english } from '../../../src-shared/languages/languages.ts';
import { message, spokenLanguage } from '../../../src-shared/languages/message.ts';
import { dateOf, number } from '../../../src-shared/quantities.ts';
import { countedOnce, repeatsInWords } from '../../../src-shared/repeats-in-words.ts';
import { amountCell, columnSeparator, momentCell, momentsTitle } from '../../../src-shared/spreadsheet.ts';
import {
  comparedInWords,
  controlInWords,
  controlNotes,
  gapInWords,
  notComparedInWords,
  whoseInWords,
} from '../../../src-shared/statement-control-words.ts';
import type { Statement } from '../../../src-shared/statement-shapes.ts';
import {
  figureToReport,
  fileNotesInWords,
  leftOutOfStatement,
  notCountedInWords,
  notesOnSums,
  notSignedInWords,
  practiceInWords,
  reconciledInWords,
  statementInWords,
  statementTitle,
  totalRows,
  wentOnceInWords,
  zoneInWords,
} from '../../../src-shared/statement-words.ts';
import { csvHead, csvRow } from '../../ground/csv.ts';
import { type Content, html, type Markup } from './markup.ts';
import { accountTable } from './page-account.ts';
import { blockTable, linesForHands, type OwnCell } from './page-source.ts';
import { page, type Sheet } from './receipt-page.ts';

/** On the first page; the next has all. */
const MOST_NAMED = 2;

/** Who made it, and when. */
export type Issued = Sheet['issued'];

/** The first page is the answer, to be read and signed by itself; what it comes from begins on the next. */
export function statementPage(statement: Statement, issued?: Issued): string {
  const { connection, files } = statement;
  const [figure, direction, sentence] = statementInWords(statement);
  return page({
    title: statementTitle(statement),
    fileName: connection === undefined ? message('all connections') : connectionInWords(connection),
    issued,
    practice: practiceInWords(files),
    outcome: html`${figure}<br><span class="said">${direction}<br>${sentence}</span>`,
    // Below the total, since it is what that has not.
    doubt: undefined,
    content: [summary(statement), details(statement)],
  });
}

function summary(statement: Statement): Markup {
  const { total, control } = statement;
  const notCounted = notCountedInWords(statement);
  // The table says it already.
  const said = new Set([...unsummedInWords(total), ...(total.doubled ? [twiceInWords(total.doubled)] : [])]);
  const notes = [...notesOnSums(statement), ...leftOutOfStatement(statement)].filter((note) => !said.has(note));
  return html`<section class="summary"><h2>${message('In total')}</h2>
${accountTable(total, { hasDays: false, rows: totalRows(statement) })}
${notCounted.length > 0 && html`<p class="outcome doubt">${notCounted.join(' ')}</p>`}
${notes.map((note) => html`<p>${note}</p>`)}
<p>${reconciledInWords(statement)}</p>
<p class="once">${controlInWords(control)}</p>
${notComparedInWords(control, MOST_NAMED).map((note) => html`<p>${note}</p>`)}
<p class="small">${zoneInWords(statement)}</p>
${linesForHands()}</section>`;
}

function details({ files, corrections, control }: Statement): Markup {
  const counted = files.flatMap(({ fileName, account, ...known }) =>
    account === undefined ? [] : [html`<h2><bdi>${fileName}</bdi></h2>${accountTable({ account, ...known })}`],
  );
  const corrected = corrections.map(
    ({ submission, fileName, corrects }) =>
      html`<tr><td class="figure">${submission}</td><td><bdi>${fileName}</bdi></td><td class="figure">${corrects}</td></tr>`,
  );
  return html`<section class="details"><h2>${message('Details')}</h2>
${controlSection(control)}
<h2>${message('Each file')}</h2>
${blockTable(
  [
    { heading: message('Submission'), look: 'figure' },
    { heading: message('File') },
    { heading: message('Connection') },
    { heading: message('Added') },
    { heading: message('Lines'), look: 'figure' },
  ],
  files.map(fileRow),
)}
${counted}
${
  corrections.length > 0 &&
  html`<h2>${message('Corrections, counted with the file that they correct')}</h2>
<table><thead><tr><th class="figure">${message('Submission')}</th><th>${message('File')}</th><th class="figure">${message('Corrects submission')}</th></tr></thead><tbody>${corrected}</tbody></table>`
}
<h2>${message('Why this statement is not signed')}</h2><p class="unsigned">${notSignedInWords()}</p></section>`;
}

function controlSection(control: Statement['control']): Markup {
  if (control === undefined) return html``;
  const rows = control.rows.map((row): (Content | OwnCell)[] => [
    html`<span class="moment">${differenceSubject({ currency: row.currency, day: row.day })}</span>${whoseInWords(row) && html`<br><span class="small">${whoseInWords(row)}</span>`}`,
    ...[row.core, row.files, row.accepted].map((figure) => figureInWords(figure, row.currency)),
    { content: gapInWords(row), look: row.isEqual ? 'sum' : 'sum trouble' },
  ]);
  const columns = [
    { heading: message('Currency and day') },
    { heading: message('According to the core system'), look: 'sum' },
    { heading: message('In the files (less what was left out)'), look: 'sum' },
    { heading: message('Accepted'), look: 'sum' },
    { heading: message('Difference', {}, { context: 'control figures' }), look: 'sum' },
  ];
  return html`<h2>${message('Control figures of the core system')}</h2>
${blockTable(columns, rows)}
${[comparedInWords(), ...notComparedInWords(control), ...controlNotes(control)].map((note) => html`<p class="small">${note}</p>`)}`;
}

function fileRow({
  submission,
  fileName,
  connection,
  addedAt,
  account,
  rejectedAtFirst,
  moneyChanged,
  currencyChanged,
  wentBefore,
  linesBefore,
}: Statement['files'][number]): Content[] {
  const notes = fileNotesInWords({ rejectedAtFirst, moneyChanged, currencyChanged, wentBefore, linesBefore }).map(
    (note) => html`<br><span class="small">${note}</span>`,
  );
  return [
    submission,
    html`<bdi>${fileName}</bdi>${notes}`,
    connectionInWords(connection),
    dateOf(Date.parse(addedAt)),
    account === undefined ? message('not counted yet') : number(linesOf(account)),
  ];
}

const csvColumns = (): string[] => [
  ...[message('submission'), message('file'), message('connection'), addedColumn(), message('outcome')],
  ...[message('transactions'), message('currency'), message('sum'), message('note')],
];

/** Programs read moments with their zone. */
const addedColumn = (): string =>
  spokenLanguage().code === english.code ? message('added') : momentsTitle(message('added'));

const controlColumns = () =>
  [
    ['core', message('core system')],
    ['files', message('in the files, less what was left out')],
    ['accepted', message('accepted')],
    ['missing', message('missing')],
  ] as const;

/** Programs know an outcome by its English name. */
const outcomeInTable = (outcome: LineOutcome): string =>
  spokenLanguage().code === english.code ? outcome : outcomeWords[outcome];

/** Programs read it as it is. */
const sumInTable = (amount: string): string => (spokenLanguage().code === english.code ? amount : amountCell(amount));

/**
 * A row for each file, outcome and currency, so that each line is counted once; without a currency, the number of transactions alone. Then the control figures, by the day of the transactions, and what else the page says.
 * In English it is for programs, too, and stays as it is; in another language a spreadsheet that speaks it opens it.
 */
export function statementCsv(statement: Statement): string {
  const { files, control } = statement;
  const separator = columnSeparator();
  // Without totals: who adds the column up would count each line twice.
  const rows = files.flatMap((file) => {
    const { submission, fileName, connection, addedAt, account, sums, doubled } = file;
    const first = [submission, fileName, connectionInWords(connection), momentCell(addedAt)];
    // Each row says it, since a spreadsheet is sorted and cut.
    const note = [practiceInWords([file]) ?? [], fileNotesInWords(file)].flat().join(' · ');
    if (account === undefined) return [[...first, message('not counted'), '', '', '', note]];
    const twice = doubled === undefined ? [] : [[...first, message('doubled'), doubled, '', '', note]];
    const outcomes = lineOutcomes.flatMap((outcome) => {
      const counted = [...first, outcomeInTable(outcome), account[outcome]];
      const amounts =
        sums?.[outcome].sums.map(({ currency, amount }) => [...counted, currency, sumInTable(amount), note]) ?? [];
      return [[...counted, '', '', note], ...amounts.map((row) => row.with(5, ''))];
    });
    // Beside the outcomes: these lines are among them already.
    return [...outcomes, ...twice];
  });
  const figures = (control?.rows ?? []).flatMap(({ connection, exports, file, day = '', currency = '', ...figures }) =>
    controlColumns().map(([column, name]) => {
      const { count = '', sum = '' } = figures[column];
      const { balance } = column === 'core' ? figures.core : {};
      return [
        '',
        message('CONTROL'),
        whoseInWords({ connection, exports, file }),
        day,
        name,
        count,
        currency,
        sumInTable(sum),
        balance === undefined ? '' : figureInWords({ balance }, currency),
      ];
    }),
  );
  const notes = notesOfWhole(statement).map((note) => ['', message('NOTE'), '', '', '', '', '', '', note]);
  const others = [...rows, ...figures, ...notes].map((row) => csvRow(row, separator));
  return [csvHead(csvColumns(), true, separator), ...others].join('');
}

/** What must not be missed by who reads figures alone. */
function notesOfWhole(statement: Statement): string[] {
  const practice = practiceInWords(statement.files);
  return [
    ...(practice === undefined ? [] : [practice]),
    ...notCountedInWords(statement),
    ...(countedOnce(statement) === undefined ? [] : [figureToReport(statement)]),
    ...wentOnceInWords(statement),
    ...repeatsInWords(statement),
    ...unsummedInWords(statement.total),
    ...(statement.reconciles ? [] : [reconciledInWords(statement)]),
    ...notComparedInWords(statement.control),
    ...(statement.control === undefined ? [] : controlNotes(statement.control)),
  ];
}
