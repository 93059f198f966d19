/** @file The part of a receipt's page that tells what happened, to the second. Pure. */

import { happeningInWords } from '../../../src-shared/history-words.ts';
import { duration, number } from '../../../src-shared/quantities.ts';
import type { ReceiptEntry } from '../receipt.ts';
import { html, type Markup } from './markup.ts';
import { moment } from './page-source.ts';

/**
 * Every entry in its order.
 * @param positions where a batch, by its number, stands in the table of batches; empty on the receipt of one batch
 */
export function historyTable(entries: readonly ReceiptEntry[], positions: ReadonlyMap<number, number>): Markup {
  if (entries.length === 0) return html`<p>Nothing was recorded.</p>`;
  const hasPositions = positions.size > 0;
  const since = sinceBefore(entries);
  const rows = entries.map((entry, index) => {
    const position = entry.batch === undefined ? undefined : positions.get(entry.batch);
    return html`<tr><td>${moment(entry.at)}</td><td class="figure">${since[index]}</td>${
      hasPositions ? html`<td class="figure">${position === undefined ? '' : number(position)}</td>` : undefined
    }<td>${happeningInWords({ kind: entry.kind, state: text(entry.state), remoteState: text(entry.remoteState) })}${
      text(entry.reason) && html`<br>Reason: ${text(entry.reason)}`
    }${text(entry.error) && html`<br><span class="small">${text(entry.error)}</span>`}</td><td>${text(entry.state)}${
      text(entry.remoteState) && html`<br><span class="small">${text(entry.remoteState)}</span>`
    }</td><td>${entry.user === undefined ? 'not recorded' : `${entry.user} on ${entry.machine}`}</td></tr>
`;
  });
  return html`<table><thead><tr><th>Time (UTC)</th><th class="figure">After</th>${
    hasPositions ? html`<th class="figure">Batch</th>` : undefined
  }<th>What happened</th><th>State</th><th>Recorded by</th></tr></thead><tbody>${rows}</tbody></table>`;
}

/** The time since the entry before it about the same batch, or about the submission. */
function sinceBefore(entries: readonly ReceiptEntry[]): string[] {
  const last = new Map<number | undefined, number>();
  return entries.map(({ batch, at }) => {
    const now = Date.parse(at);
    const before = last.get(batch);
    last.set(batch, now);
    return before === undefined ? '' : inWords(now - before);
  });
}

/** Too short to read as a number of seconds, or by a clock that was set back. */
function inWords(milliseconds: number): string {
  return milliseconds < 1000 ? 'under 1 s' : duration(milliseconds);
}

/** What an entry says in a field that should hold a text. */
function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
