/** @file The part of a receipt's page that tells what happened, to the second. Pure. */

import { happeningInWords, remoteStateInWords } from '../../../src-shared/history-words.ts';
import { message } from '../../../src-shared/languages/message.ts';
import { duration, number } from '../../../src-shared/quantities.ts';
import { storedStateInWords } from '../../../src-shared/state-words.ts';
import type { ReceiptEntry } from '../receipt.ts';
import { html, type Markup, sentence } from './markup.ts';
import { blockTable, moment, recordedBy } from './page-source.ts';

/**
 * Every entry in its order.
 * @param positions where a batch, by its number, stands in the table of batches; empty on the receipt of one batch
 * @param isOfSeveral whether entries of several submissions stand together
 */
export function historyTable(
  entries: readonly ReceiptEntry[],
  positions: ReadonlyMap<number, number>,
  isOfSeveral = false,
): Markup {
  if (entries.length === 0) return html`<p>${message('Nothing was recorded.')}</p>`;
  const hasPositions = positions.size > 0;
  const since = sinceBefore(entries);
  const rows = entries.map((entry, index) => {
    const position = entry.batch === undefined ? undefined : positions.get(entry.batch);
    const what = happeningInWords({ kind: entry.kind, state: text(entry.state), remoteState: text(entry.remoteState) });
    return [
      moment(entry.at),
      since[index],
      ...(isOfSeveral ? [entry.submission] : []),
      ...(hasPositions ? [position === undefined ? '' : number(position)] : []),
      html`${what}${
        text(entry.reason) &&
        html`<br>${sentence((slot) => message('Reason: {reason}', { reason: slot(text(entry.reason)) }))}`
      }${text(entry.error) && html`<br><span class="small">${text(entry.error)}</span>`}`,
      stateOf(entry, what),
      recordedBy(entry.user, entry.machine),
    ];
  });
  const columns = [
    { heading: message('Time') },
    { heading: message('After', {}, { context: 'time since the entry before' }), look: 'figure' },
    ...(isOfSeveral ? [{ heading: message('Submission'), look: 'figure' }] : []),
    ...(hasPositions ? [{ heading: message('Batch'), look: 'figure' }] : []),
    { heading: message('What happened') },
    { heading: message('State'), look: 'field' },
    { heading: message('Recorded by') },
  ];
  return blockTable(columns, rows);
}

/** In words; that of the service as well, where that is not said already. @param said what happened */
function stateOf({ state, remoteState }: ReceiptEntry, said: string): Markup {
  const [own, remote] = [text(state), text(remoteState)];
  const named = remote === undefined ? undefined : remoteStateInWords(remote);
  return html`${own && storedStateInWords(own)}${named !== undefined && named !== said && html`<br><span class="small">${named}</span>`}`;
}

/** The time since the entry before it about the same batch, or about the submission. */
function sinceBefore(entries: readonly ReceiptEntry[]): string[] {
  const last = new Map<string, number>();
  return entries.map(({ submission, batch, at }) => {
    const now = Date.parse(at);
    const of = `${submission} ${batch}`;
    const before = last.get(of);
    last.set(of, now);
    return before === undefined ? '' : inWords(now - before);
  });
}

/** Too short to read as a number of seconds, or by a clock that was set back. */
function inWords(milliseconds: number): string {
  return milliseconds < 1000 ? message('under 1s') : duration(milliseconds);
}

/** What an entry says in a field that should hold a text. */
function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
