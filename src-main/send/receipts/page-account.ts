/** @file The part of a page that is the account: what became of the transactions, with their control sums. Pure. */

import {
  type Account,
  type FileAccount,
  type LineSums,
  type NotSentKind,
  noLines,
  obstacleWords,
  type ReckonedAccount,
} from '../../../src-shared/account.ts';
import { type Acceptance, acceptedInWords, twiceInWords, unsummedInWords } from '../../../src-shared/account-words.ts';
import { amountDigits, sumsInWords } from '../../../src-shared/amounts.ts';
import { serviceInWords } from '../../../src-shared/connection-words.ts';
import { addedUp } from '../../../src-shared/exact-amount.ts';
import { labelled } from '../../../src-shared/languages/labelled.ts';
import { message } from '../../../src-shared/languages/message.ts';
import { countedInWords, notSentRows, notSentTitle } from '../../../src-shared/not-sent-words.ts';
import { type OutcomeRow, outcomeRows } from '../../../src-shared/outcome-rows.ts';
import { dateOfDay, number } from '../../../src-shared/quantities.ts';
import { html, type Markup, sentence } from './markup.ts';
import { blockTable, type Cell } from './page-source.ts';
import type { SourceFacts } from './source-facts.ts';
import type { SubmissionReceipt } from './submission-receipt.ts';

/** What became of every line in the end, also in what corrects the file; to sign. */
export function accountSentence(
  { account, corrected, ...paid }: FileAccount,
  { fileName, ...service }: Pick<SourceFacts, 'fileName' | 'serviceHost' | 'isPractice'>,
  { accepted, leftOut }: Pick<Acceptance, 'accepted'> & Pick<SubmissionReceipt, 'leftOut'> = {},
): Markup {
  return sentence((slot) =>
    acceptedInWords(corrected?.account ?? account, {
      file: slot(html`<bdi>${fileName}</bdi>`),
      service: slot(serviceInWords(service)),
      accepted,
      asFirstSent: corrected?.asFirstSent,
      paid: corrected ?? paid,
      leftOut: leftOut?.reasons,
    }),
  );
}

type AccountTold = Partial<FileAccount> & Pick<SubmissionReceipt, 'notSent'>;

/** In the end first: what was so before the corrections says nothing of where the lines are. */
export function accountSection({ account, corrected, notSent, ...own }: AccountTold): Markup {
  if (account === undefined) return html``;
  const title = html`<h2>${message('What became of the lines')}</h2>`;
  if (corrected === undefined) return html`${title}${ownAccount({ account, ...own })}${notSentTable(notSent)}`;
  return html`${title}
<p class="small">${message('Each line as it was sent last, also in a correction; what was left out, as it was before.')}</p>
${accountTable(corrected)}
${notSentTable(notSent)}
<h2>${message('Before anything was corrected')}</h2>
${ownAccount({ account, ...own })}`;
}

/** Of the lines of one submission, as they went with it. */
export function ownAccount({ account, rejectedLines, ...sums }: Omit<FileAccount, 'corrected'>): Markup {
  return html`${accountTable({ account, ...sums })}
${rejectedLines && html`<p>${rejectedInWords(rejectedLines, account)}</p>`}`;
}

/** What the check found faulty never went, and was not rejected by anyone. */
function rejectedInWords(some: readonly number[], { rejected, invalid }: Account): string {
  const name =
    invalid === 0
      ? message('Rejected lines')
      : rejected === 0
        ? message('Faulty lines')
        : message('Rejected and faulty lines');
  const [lines, more] = [some.map((line) => number(line)).join('; '), rejected + invalid - some.length];
  const told =
    more === 0
      ? lines
      : message(
          '{lines}, and {more, plural, one {# more} other {# more}}; all of them are in the tables that can be saved on the page of the file',
          { lines, more },
        );
  return labelled(name, `${told}.`);
}

/** Each outcome with its number of lines, their sums, and their days unless left out; then all of them together. */
export function accountTable(
  { unsummed, blank, doubled, sumsObstacle, ...reckoned }: ReckonedAccount,
  { hasDays = true, rows = outcomeRows({ ...reckoned, unsummed, blank }) } = {},
): Markup {
  const { sums } = reckoned;
  const currencies = hasDays ? undefined : currenciesBeside(rows);
  // Beside those it has no room, and is told below.
  const hasUnread = currencies === undefined && rows.some(({ unread }) => unread > 0);
  const cells = rows.map(({ name, outcome, lines, sums: amounts, unread, kind }): Cell[] => {
    const { firstDay, lastDay } = (outcome && sums?.[outcome]) ?? {};
    const paid =
      currencies === undefined ? [amounts && sumLines(amounts)] : currencies.map((one) => digitsIn(one, amounts));
    const figures = [number(lines), ...paid, ...(hasUnread ? [number(unread)] : [])];
    const days = hasDays ? [daysInWords(firstDay, lastDay)] : [];
    if (kind === 'figure')
      return [
        { content: name, isName: true },
        ...figures.map((content) => ({ content, look: 'figure once' })),
        ...days,
      ];
    return [kind === 'part' ? html`<span class="of-these">${name}</span>` : name, ...figures, ...days];
  });
  const columns = [
    { heading: message('Outcome') },
    { heading: message('Lines'), look: 'figure' },
    ...(currencies ?? [message('Sum')]).map((heading) => ({ heading, look: 'figure' })),
    ...(hasUnread ? [{ heading: message('Without a readable amount'), look: 'figure' }] : []),
    ...(hasDays ? [{ heading: message('Days'), look: 'moment' }] : []),
  ];
  return html`${blockTable(columns, cells)}
${doubled && html`<p class="trouble">${twiceInWords(doubled)}</p>`}
${sumsObstacle && html`<p class="${sumsObstacle === 'differ' ? 'trouble' : 'small'}">${obstacleWords[sumsObstacle]}</p>`}
${unsummed && html`<p>${unsummedInWords({ unsummed, blank }).join(' ')}</p>`}`;
}

/** In characters: what has room beside the other columns, with what stands between them. */
const WIDEST_SUMS = 66;
const BETWEEN = 2;

/** The currencies that have room for a column each; undefined where there is none for all of them. */
function currenciesBeside(rows: readonly OutcomeRow[]): string[] | undefined {
  const currencies = addedUp(rows.flatMap(({ sums = [] }) => sums)).map(({ currency }) => currency);
  const widths = currencies.map((one) => Math.max(one.length, ...rows.map(({ sums }) => digitsIn(one, sums).length)));
  const isWide = widths.reduce((sum, width) => sum + width + BETWEEN, 0) > WIDEST_SUMS;
  return isWide || currencies.length === 0 ? undefined : currencies;
}

function digitsIn(currency: string, sums: OutcomeRow['sums'] = []): string {
  const own = sums.find((sum) => sum.currency === currency);
  return own === undefined ? '' : amountDigits(own.amount, currency);
}

/** Why lines were not sent, also in what corrects the file. */
function notSentTable(kinds: readonly NotSentKind[] = []): Markup {
  if (kinds.length === 0) return html``;
  const columns = [
    { heading: notSentTitle() },
    { heading: message('Lines'), look: 'figure' },
    { heading: message('Sum'), look: 'figure' },
  ] as const;
  const rows = notSentRows(kinds).map(({ name, lines, sums = [], notes, kind }): Cell[] => [
    kind === 'total' ? { content: name, isName: true } : name,
    number(lines),
    html`${sumLines(sums)}${notes.map((note) => html`<div class="small">${note}</div>`)}`,
  ]);
  const counted = countedInWords(kinds);
  return html`${blockTable(columns, rows)}
${counted !== '' && html`<p class="small">${counted}</p>`}`;
}

/** Each currency on a line of its own. */
const sumLines = (amounts: LineSums['sums']): Markup[] =>
  amounts.map((amount) => html`<div>${sumsInWords([amount])}</div>`);

function daysInWords(first: string | undefined, last: string | undefined): string | undefined {
  if (first === undefined || last === undefined) return undefined;
  if (first === last) return dateOfDay(first);
  return message('{first} to {last}', { first: dateOfDay(first), last: dateOfDay(last) });
}

/** How many lines of a batch were accepted and rejected. */
export function batchInWords(account = noLines()): string {
  const { accepted, rejected } = account;
  return message('{accepted, number} accepted, {rejected, number} rejected', { accepted, rejected });
}
