/** @file The part of a receipt's page that is the totals of its file. Pure. */

import { amountDigits } from '../../../src-shared/amounts.ts';
import { message } from '../../../src-shared/languages/message.ts';
import { html, type Markup } from './markup.ts';
import type { SourceFacts } from './source-facts.ts';

/** Whose totals they are, and a table of them; none where no amount can be read. */
export function totalsOf({ totals = [], corrections }: SourceFacts): { name: string; table: Markup | undefined } {
  const name = corrections?.corrects === undefined ? message('Totals as it came') : message('Totals as corrected');
  if (totals.length === 0) return { name, table: undefined };
  const rows = totals.map(
    ({ currency, amount }) =>
      html`<tr><td>${currency}</td><td class="figure">${amountDigits(amount, currency)}</td></tr>`,
  );
  return {
    name,
    table: html`<table><thead><tr><th>${message('Currency')}</th><th class="figure">${message('Amount')}</th></tr></thead><tbody>${rows}</tbody></table>
<p class="small">${message('Of every line whose amount and currency can be read, also of those that were rejected, corrected or left out later.')}</p>`,
  };
}
