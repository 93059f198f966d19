/** @file The part of a receipt's page that names the lines that went again, with what they paid before and pay now. Pure. */

import { amountIn } from '../../../src-shared/amounts.ts';
import { fieldInFull } from '../../../src-shared/field-words.ts';
import { message } from '../../../src-shared/languages/message.ts';
import { originInWords } from '../../../src-shared/line-origin.ts';
import { number } from '../../../src-shared/quantities.ts';
import type { SentAgain } from '../../../src-shared/sent-again.ts';
import { html, type Markup } from './markup.ts';
import { blockTable, code } from './page-source.ts';
import type { CorrectionPart } from './submission-receipt.ts';

/** Who decided that they go, and for which reason, the course says. */
export function againSection({ source, again }: CorrectionPart): Markup {
  if (again === undefined) return html``;
  const { lines, named } = again;
  const title = message(
    '{lines, plural, one {# line of submission {submission} that had gone before, and went again} other {# lines of submission {submission} that had gone before, and went again}}',
    { lines, submission: String(source.submission) },
  );
  const hasOthers = named.some(({ differing }) => differing.length > 0);
  const columns = [
    { heading: message('Line'), look: 'figure' },
    { heading: message('Ids of the payment') },
    { heading: message('Amount that had gone'), look: 'sum' },
    { heading: message('Amount now'), look: 'sum' },
    { heading: message('Had gone with') },
    ...(hasOthers ? [{ heading: message('Also other now') }] : []),
  ];
  const more = lines - named.length;
  return html`<h2>${title}</h2>
${
  named.length > 0 &&
  blockTable(
    columns,
    named.map((one) => rowOf(one, hasOthers)),
  )
}
${more > 0 && html`<p>${message('{more, plural, one {# more is} other {# more are}} not named here: there is no room for it, or it cannot be compared any more.', { more })}</p>`}`;
}

function rowOf(
  { line, origin, payment = {}, before, submission, there, differing }: SentAgain['named'][number],
  hasOthers: boolean,
) {
  const { ids = [], ...now } = payment;
  return [
    html`${number(line)}${origin !== undefined && html`<br><span class="small">${originInWords(origin)}</span>`}`,
    html`${ids.map((id) => html`${code(id)}<br>`)}`,
    amountOf(before),
    amountOf(now),
    message('submission {submission}, line {line, number}', { submission: String(submission), line: there }),
    ...(hasOthers ? [differing.map(fieldInFull).join(', ')] : []),
  ];
}

const amountOf = ({ amount, currency = '' }: { amount?: string | undefined; currency?: string | undefined }) =>
  amount === undefined ? currency : amountIn(amount, currency);
