/** @file The part of a receipt's page that tells of corrections: who has corrected what, and what was left out. Pure. */

import type { FileAccount } from '../../../src-shared/account.ts';
import { amountIn, sumsInWords } from '../../../src-shared/amounts.ts';
import {
  allDone,
  isLeftOutLine,
  missingBefore,
  reasonInWords,
  removedAfter,
  shownChange,
  subjectOfChange,
} from '../../../src-shared/change-words.ts';
import { connectionInWords } from '../../../src-shared/connection-words.ts';
import type { ChangedLine, ChangedValue } from '../../../src-shared/correction-shapes.ts';
import { type CorrectionTold, correctionToldInWords, untoldWords } from '../../../src-shared/correction-told.ts';
import { addedUp } from '../../../src-shared/exact-amount.ts';
import { fieldInFull } from '../../../src-shared/field-words.ts';
import { findingSentence } from '../../../src-shared/finding-sentence.ts';
import { message } from '../../../src-shared/languages/message.ts';
import { type NamedLine, paidInWords, unreadInWords } from '../../../src-shared/left-out.ts';
import { originInWords } from '../../../src-shared/line-origin.ts';
import { rangesInWords } from '../../../src-shared/line-ranges.ts';
import { fileInWords } from '../../../src-shared/names-in-words.ts';
import { number } from '../../../src-shared/quantities.ts';
import { paidExactly } from '../../fixing/line-payment.ts';
import { nameBeside } from '../correction/name-beside.ts';
import { type Content, html, type Markup, sentence } from './markup.ts';
import { blockTable, type Cell, code, moment, recordedBy, spanOf } from './page-source.ts';

export type Told = Pick<Partial<FileAccount>, 'corrected'> & { corrections?: readonly CorrectionTold[] | undefined };

/** A value that is longer, such as a whole line, is whole in the JSON alone. */
const LONGEST_VALUE = 160;

/** Each correction with its changes; on the receipt of the correction the same as on that of the file that it corrects. */
export function correctionsSection({ corrections = [], corrected }: Told): Markup {
  if (corrections.length === 0) return html``;
  return html`<h2>${message('What was corrected, and by whom')}</h2>
${corrections.map((told) =>
  correctionPart(
    told,
    corrected?.steps.find((step) => step.submission === told.submission),
  ),
)}`;
}

type Step = NonNullable<FileAccount['corrected']>['steps'][number];

function correctionPart(told: CorrectionTold, step: Step | undefined): Markup {
  const { fileName, corrects, by, changes = [], more = 0, several = 0, logSha256, untold } = told;
  const { named = [], moreNamed = 0, each } = told;
  const blank = told.leftOut?.reasons.find(({ reason }) => reason === 'blank')?.lines ?? 0;
  const alike = each === undefined ? changes : changes.filter(isOfMany);
  // Lines that were left out have a list of their own.
  const single = sumOfLines(changes.filter((change) => !alike.includes(change) && staysInFile(change)));
  return html`<h3>${message('{correction} corrects {corrected}', { correction: fileInWords(told), corrected: fileInWords(corrects) })}</h3>
<p>${sentence((slot) =>
    by === undefined
      ? message('Who corrected it was not recorded.')
      : message('Added as a correction by {person}, {time}.', {
          person: slot(html`${recordedBy(by.user, by.machine)}`),
          time: slot(moment(by.at)),
        }),
  )} ${step?.connection && message('Sent over {connection}.', { connection: connectionInWords(step.connection) })}</p>
<p><strong>${correctionToldInWords(told)}</strong> ${step?.kind === 'apart' && message('Which line each of its lines was is not known: they have an account of their own.')}</p>
${untold && html`<p>${untoldWords[untold]}</p>`}
${alike.length > 0 && changesTable(alike)}
${alike.length > 0 && single > 0 && html`<p class="small">${message('{count, plural, one {# change of a single line stands} other {# changes of single lines stand}} only in the list of lines below.', { count: single })}</p>`}
${several > 0 && html`<p class="small">${message('{several, plural, one {# line has} other {# lines have}} more than one change, and {several, plural, one {is} other {are}} counted with each.', { several })}</p>`}
${more > 0 && html`<p class="small">${message('{more, plural, one {# other change is} other {# other changes are}} in the list of changes, which Tranship saves as a table.', { more })}</p>`}
${each === undefined ? changes.length > 0 && html`<p>${whereAllAre(told)}</p>` : linesTables(each, by)}
${named.length > 0 && namedTable(named, { by, isAll: moreNamed === 0 })}
${named.length > 0 && blank > 0 && html`<p class="small">${message('{blank, plural, one {# blank line, which says nothing, is} other {# blank lines, which say nothing, are}} not listed.', { blank })}</p>`}
${moreNamed > 0 && html`<p class="small">${message('{more, plural, one {# other line that was left out is} other {# other lines that were left out are}} in the list of changes, which Tranship saves as a table.', { more: moreNamed })}</p>`}
${
  logSha256 &&
  html`<p class="small">${sentence((slot) =>
    message('As the list of changes {list} says, which was written with the file. Its SHA-256: {sha256}', {
      list: slot(html`<bdi>${fileName}.changes.jsonl</bdi>`),
      sha256: slot(code(logSha256)),
    }),
  )}</p>`
}`;
}

const staysInFile = ({ field, after }: Pick<ChangedValue, 'field' | 'after'>): boolean =>
  field !== undefined || after !== undefined;

const sumOfLines = (changes: readonly ChangedValue[]): number => changes.reduce((sum, { lines }) => sum + lines, 0);

/**
 * What the lists of lines do not say as well: which lines have the same change, and that a blank one was left out; and money that was
 * changed, which a reader looks for first.
 */
const isOfMany = ({ step, lines, ...change }: ChangedValue): boolean =>
  !staysInFile(change) || change.reason !== undefined || (step !== 'by-hand' && lines > 1);

/** What was done to the same field in the same way stands together. */
function changesTable(changes: readonly ChangedValue[]): Markup {
  const alike = Map.groupBy(changes, ({ field, step }) => `${step} ${field}`);
  const rows = [...alike.values()].flatMap((group) => group.map((change, index) => changeRow(change, index === 0)));
  const columns = [
    { heading: message('Field'), look: 'field' },
    { heading: message('What was done') },
    { heading: message('Before'), look: 'value' },
    { heading: message('After'), look: 'value' },
    { heading: message('Lines'), look: 'figure' },
  ];
  return blockTable(columns, rows);
}

/** @param isFirst of those that stand together: the others need no more than one line each */
function changeRow(change: ChangedValue, isFirst: boolean): Content[] {
  const { step, lines, ranges = [], decided } = change;
  // A single line by hand is named with its field.
  const isNamed = step === 'by-hand' && lines === 1;
  return [
    fieldOf(change, isFirst),
    html`${doneOf(change)}${ranges.length > 0 && !isNamed && html`<br><span class="small">${rangesInWords(ranges, lines)}</span>`}${decided && html`<br><span class="small">${spanOf(decided.first, decided.last)}</span>`}`,
    ...valuesOf(change),
    number(lines),
  ];
}

const doneOf = (change: Parameters<typeof allDone>[0] & Pick<ChangedLine, 'reason'>): Markup =>
  html`${allDone(change)}${change.reason !== undefined && html`<br><span class="small">${reasonInWords(change.reason)}</span>`}`;

/** Two cells. */
function valuesOf(
  change: Omit<ChangedLine, 'line'> & Pick<ChangedValue, 'isExample' | 'pays'>,
): [before: Content, after: Content] {
  if (isLeftOutLine(change)) return [paidInWords(change.pays ?? {}), ''];
  const { before, after } = shownChange(change, LONGEST_VALUE);
  return [
    before === undefined ? missingBefore() : exampleOr(change, code(before)),
    after === undefined ? removedAfter() : code(after),
  ];
}

/** How a person has read what could be two numbers stands apart: nobody can see from the values that it was decided. */
function linesTables(each: readonly ChangedLine[], by: CorrectionTold['by']): Markup {
  const chosen = each.filter(({ isChosen }) => isChosen);
  const others = each.filter(({ isChosen }) => !isChosen);
  const title =
    chosen.length === 0 ? message('Each line that was changed') : message('Each other line that was changed');
  return html`${linesTable(message('Amounts that could be read in two ways'), chosen, by)}
${linesTable(title, others, by)}`;
}

/** Each value that was changed, by the line in which an auditor finds it in the file of the bank. */
function linesTable(title: string, lines: readonly ChangedLine[] = [], by: CorrectionTold['by']): Markup {
  if (lines.length === 0) return html``;
  const whoOf = ({ at = by?.at }: ChangedLine): Content => {
    if (at === undefined) return message('not recorded');
    return html`${by?.user}<br><span class="small">${moment(at)}</span>`;
  };
  const rows = lines.map((change) => [
    number(change.origin?.line ?? change.line),
    change.field === undefined ? message('The whole line') : html`${brokenName(fieldInFull(change.field))}`,
    doneOf(change),
    ...valuesOf(change),
    whoOf(change),
  ]);
  const columns = [
    { heading: message('Line'), look: 'figure' },
    { heading: message('Field'), look: 'field' },
    { heading: message('What was done') },
    { heading: message('Before'), look: 'value' },
    { heading: message('After'), look: 'value' },
    { heading: message('Decided by / on') },
  ];
  const file = lines.find(({ origin }) => origin !== undefined)?.origin?.fileName;
  return html`<h4>${title}</h4>
${file !== undefined && html`<p class="small">${message('By the numbers that they have in {fileName}.', { fileName: file })}</p>`}
${blockTable(columns, rows)}`;
}

/** Where to find the lines that are too many for paper. */
function whereAllAre({ fileName, all = 0 }: CorrectionTold): string {
  const table = nameBeside({ name: fileName }, message('changes', {}, { context: 'name of a file' }), '.csv');
  return message(
    'All {all, number} changed values, each with its line, field, before, after, person and time, are in the table {table}: open {fileName} in Tranship, choose “What was corrected” and “Save every change (CSV)…”.',
    { all, table, fileName },
  );
}

/** In words, and beneath the first ones as the service names it. */
function fieldOf(change: ChangedValue, isFirst: boolean): Markup {
  const { field } = change;
  const hasPath = isFirst && field !== undefined && fieldInFull(field) !== field;
  return html`${brokenName(subjectOfChange(change, fieldInFull))}${hasPath && html`<br>${code(brokenName(field))}`}`;
}

/** What is not sent, line by line; with what it comes to, where all of it is there. */
function namedTable(
  lines: readonly NamedLine[],
  { by, isAll }: Pick<CorrectionTold, 'by'> & { isAll: boolean },
): Markup {
  const rows = lines.map(
    ({ line, origin, payment: { ids = [], amount, currency = '', at } = {}, why = [], at: decidedAt, ...left }) => {
      const paid = amount === undefined ? currency : amountIn(amount, currency);
      return [
        html`${number(line)}${origin !== undefined && html`<br><span class="small">${originInWords(origin)}</span>`}`,
        html`${ids.map((id) => html`${code(id)}<br>`)}`,
        paid,
        at,
        html`${doneOf(left)}${why.map((said) => html`<br><span class="small">${findingSentence(said)}</span>`)}${decidedAt && html`<br><span class="small">${moment(decidedAt)}</span>`}`,
      ];
    },
  );
  const columns = [
    { heading: message('Line left out'), look: 'figure' },
    { heading: message('Ids of the payment') },
    { heading: message('Amount'), look: 'sum' },
    { heading: message('Date') },
    { heading: message('Why') },
  ];
  const hasMoments = lines.every((line) => line.at !== undefined);
  const who =
    by &&
    sentence((slot) => {
      const person = slot(html`${recordedBy(by.user, by.machine)}`);
      return hasMoments
        ? message('Left out by {person}; when each was decided stands beside it.', { person })
        : message('Left out by {person}, {time}.', { person, time: slot(moment(by.at)) });
    });
  return html`<h4>${message('Each line that was left out')}</h4>
${who && html`<p class="small">${who}</p>`}
${blockTable(columns, isAll ? [...rows, togetherOf(lines)] : rows)}`;
}

/** A row of the table above. */
function togetherOf(lines: readonly NamedLine[]): Cell[] {
  const sums = lines.flatMap(({ payment = {} }) => paidExactly(payment) ?? []);
  const unread = lines.length - sums.length;
  return [
    { content: message('Together'), isName: true },
    '',
    html`${addedUp(sums).map((sum) => html`<div>${sumsInWords([sum])}</div>`)}`,
    '',
    unread > 0 && unreadInWords(unread),
  ];
}

/** If it must be broken: never within a word. */
const brokenName = (name: string): Markup[] => name.split(/(?<=[._])/).map((part) => html`${part}<wbr>`);

/** A value of many, or the value itself. */
const exampleOr = ({ isExample }: Pick<ChangedValue, 'isExample'>, value: Markup): Content =>
  isExample ? sentence((slot) => message('e.g. {value}', { value: slot(value) })) : value;
