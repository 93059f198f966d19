/** @file The part of a page that is the account: what became of the transactions, with their control sums. Pure. */

import {
  type FileAccount,
  type LineSums,
  lineOutcomes,
  linesOf,
  noLines,
  obstacleWords,
  outcomeWords,
  type ReckonedAccount,
} from '../../../src-shared/account.ts';
import { accountInWords, correctionInWords, sumsInWords, twiceInWords } from '../../../src-shared/account-words.ts';
import { message } from '../../../src-shared/languages/message.ts';
import { number } from '../../../src-shared/quantities.ts';
import { html, type Markup, sentence } from './markup.ts';
import { moment, recordedBy } from './page-source.ts';

/** @param totals of the whole file; none where they are not known */
export function accountSentence(told: ReckonedAccount, fileName: string, totals: LineSums['sums'] = []): Markup {
  return sentence((slot) => accountInWords(told, slot(html`<bdi>${fileName}</bdi>`), totals));
}

export function accountSection({ account, corrected, rejectedLines, ...sums }: Partial<FileAccount>): Markup {
  if (account === undefined) return html``;
  const words = correctionInWords({ corrected });
  return html`<h2>${message('What became of the transactions')}</h2>
${accountTable({ account, ...sums })}
${rejectedLines && html`<p>${rejectedInWords(rejectedLines, account.rejected + account.invalid)}</p>`}
${
  corrected &&
  html`<h2>${message('What was corrected and sent again')}</h2>
<p>${words}</p>
<table><thead><tr><th class="figure">${message('Submission')}</th><th>${message('File')}</th><th class="figure">${message('Lines')}</th><th>${message('Corrected by')}</th><th>${message('Sent again over')}</th><th>${message('How it counts')}</th></tr></thead><tbody>${corrected.steps.map(
    ({ submission, fileName, lines, kind, by, connection }) =>
      html`<tr><td class="figure">${submission}</td><td><bdi>${fileName}</bdi></td><td class="figure">${number(lines)}</td>
<td>${recordedBy(by?.user, by?.machine)}${by && html`<br>${moment(by.at)}`}</td><td>${connection}</td><td>${kind === 'mapped' ? message('its lines are followed below') : message('another file: its lines have an account of their own')}</td></tr>
`,
  )}</tbody></table>
<h2>${message('What became of them in the end')}</h2>
${accountTable(corrected)}`
}`;
}

function rejectedInWords(some: readonly number[], all: number): string {
  const [lines, more] = [some.map((line) => number(line)).join('; '), all - some.length];
  return more === 0
    ? message('Rejected lines: {lines}.', { lines })
    : message(
        'Rejected lines: {lines}, and {more, plural, one {# more} other {# more}}, all of which the table of the report has.',
        { lines, more },
      );
}

/** Each outcome with its number of transactions, control sums and days; then all of them together. */
export function accountTable({ account, sums, doubled, sumsObstacle }: ReckonedAccount): Markup {
  const rows = lineOutcomes.map((outcome) => {
    const { sums: amounts = [], firstDay, lastDay } = sums?.[outcome] ?? {};
    return html`<tr><td>${outcomeWords[outcome]}</td><td class="figure">${number(account[outcome])}</td>
<td class="figure">${sums === undefined ? undefined : sumsInWords(amounts)}</td><td class="moment">${daysInWords(firstDay, lastDay)}</td></tr>
`;
  });
  return html`<table><thead><tr><th>${message('Outcome')}</th><th class="figure">${message('Transactions')}</th><th class="figure">${message('Control sums')}</th><th>${message('Days')}</th></tr></thead>
<tbody>${rows}<tr><th scope="row">${message('Together')}</th><td class="figure">${number(linesOf(account))}</td><td></td><td></td></tr></tbody></table>
${doubled && html`<p class="trouble">${twiceInWords(doubled)}</p>`}
${sumsObstacle && html`<p class="${sumsObstacle === 'differ' ? 'trouble' : 'small'}">${obstacleWords[sumsObstacle]}</p>`}
${sums && html`<p class="small">${message('The seven sums come to the totals of the check.')}</p>`}`;
}

function daysInWords(first: string | undefined, last: string | undefined): string | undefined {
  return first === undefined || last === undefined ? undefined : message('{first} to {last}', { first, last });
}

/** How many lines of a batch were accepted and rejected. */
export function batchInWords(account = noLines()): string {
  const { accepted, rejected } = account;
  return message('{accepted, number} accepted, {rejected, number} rejected', { accepted, rejected });
}
