/** @file The part of a receipt's page that is the totals of its file; of a correction and what it corrects, both. Pure. */

import type { LineSums } from '../../../src-shared/account.ts';
import { amountDigits } from '../../../src-shared/amounts.ts';
import { amountText, exactAmount } from '../../../src-shared/exact-amount.ts';
import { message } from '../../../src-shared/languages/message.ts';
import { html, type Markup } from './markup.ts';
import type { SourceFacts } from './source-facts.ts';

type Totals = LineSums['sums'];

/** Whose totals they are, and a table of them; none where no amount can be read. */
export function totalsOf({ totals, corrections }: SourceFacts): { name: string; table: Markup | undefined } {
  const { corrects, correctedBy } = corrections ?? {};
  const other = (corrects ?? correctedBy)?.totals;
  if (totals !== undefined && other !== undefined) {
    const [came, corrected] = corrects === undefined ? [totals, other] : [other, totals];
    return { name: message('Totals'), table: comparison(came, corrected) };
  }
  const name = corrects === undefined ? message('Totals as it came') : message('Totals as corrected');
  return { name, table: tableOf([message('Amount')], totals ?? [], [totals ?? []]) };
}

/** Of each currency of either: a sum that is not there is none. */
function comparison(came: Totals, corrected: Totals): Markup | undefined {
  const exact = (totals: Totals, currency: string) =>
    exactAmount(totals.find((total) => total.currency === currency)?.amount ?? '0') ?? 0n;
  const both = [...new Set([...came, ...corrected].map(({ currency }) => currency))].toSorted();
  const difference = both.map((currency) => ({
    currency,
    amount: amountText(exact(corrected, currency) - exact(came, currency)),
  }));
  const columns = [
    message('As it came', {}, { context: 'file' }),
    message('As corrected'),
    message('As corrected, less as it came'),
  ];
  const table = tableOf(columns, difference, [came, corrected, difference]);
  return (
    table &&
    html`${table}
<p class="small">${message('The correction has only lines that were missing: those that had been accepted, and those that were left out, are not in it.')}</p>`
  );
}

/** @param rows the currencies @param figures of each column */
function tableOf(columns: readonly string[], rows: Totals, figures: readonly Totals[]): Markup | undefined {
  if (rows.length === 0) return undefined;
  const cellOf = (currency: string) => (totals: Totals) => {
    const found = totals.find((total) => total.currency === currency);
    return html`<td class="figure">${found && amountDigits(found.amount, currency)}</td>`;
  };
  return html`<table><thead><tr><th>${message('Currency')}</th>${columns.map((column) => html`<th class="figure">${column}</th>`)}</tr></thead><tbody>${rows.map(
    ({ currency }) => html`<tr><td>${currency}</td>${figures.map(cellOf(currency))}</tr>`,
  )}</tbody></table>
<p class="small">${message('Of every line whose amount and currency can be read, also of those that were rejected, corrected or left out later.')}</p>`;
}
