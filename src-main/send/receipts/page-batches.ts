/** @file The part of a receipt's page that is about batches: what became of each, and in which state they are. Pure. */

import { assertNever } from '../../../src-shared/errors.ts';
import { remoteStateInWords } from '../../../src-shared/history-words.ts';
import { labelled } from '../../../src-shared/languages/labelled.ts';
import { message } from '../../../src-shared/languages/message.ts';
import { number } from '../../../src-shared/quantities.ts';
import { stateInWords } from '../../../src-shared/state-words.ts';
import { type BatchState, batchStateNames, isEndState } from '../../../src-shared/states.ts';
import { html, type Markup, sentence } from './markup.ts';
import { code, moment, wideTable } from './page-source.ts';
import type { ReceiptBatch } from './submission-receipt.ts';

/** How many are in which state, then each of them. */
export function batchSection(batches: readonly ReceiptBatch[]): Markup {
  if (batches.length === 0) return html``;
  const sum = (own: readonly ReceiptBatch[], of: (batch: ReceiptBatch) => number) =>
    number(own.reduce((total, batch) => total + of(batch), 0));
  const totals = statesOf(batches).map(
    ({ name, own }) => html`<tr><td>${name}</td><td class="figure">${number(own.length)}</td>
<td class="figure">${sum(own, ({ lines }) => lines)}</td><td class="figure">${sum(own, ({ bytes }) => bytes)}</td></tr>
`,
  );
  return html`<h2>${message('What came of it')}</h2>
<table><thead><tr><th>${message('State')}</th><th class="figure">${message('Batches')}</th><th class="figure">${message('Lines')}</th><th class="figure">${message('Bytes')}</th></tr></thead>
<tbody>${totals}</tbody></table>
<h2>${message('Batches')}</h2>
${wideTable(html`<table><thead><tr><th class="figure">${message('No.')}</th><th>${message('State')}</th><th class="figure">${message('From byte')}</th><th class="figure">${message('To byte')}</th>
<th class="figure">${message('Lines')}</th><th class="figure">${message('Rejected lines')}</th><th>${message('Arrival proven')}</th><th class="figure">${message('Uploads')}</th><th>${message('Report')}</th></tr>
<tr><th></th><th colspan="8">${message('Batch id, and SHA-256 of its bytes')}</th></tr></thead>${batches.map(batchRows)}</table>`)}`;
}

function batchRows(batch: ReceiptBatch, index: number): Markup {
  const { batchId, sha256, start, end, lines, account, acceptedAt, attempts, report, abandoned, doubled } = batch;
  return html`<tbody class="whole"><tr><td class="figure">${number(index + 1)}</td><td class="field">${stateOf(batch)}</td>
<td class="figure">${number(start)}</td><td class="figure">${number(end)}</td><td class="figure">${number(lines)}</td><td class="figure">${account && number(account.rejected)}</td>
<td class="moment">${acceptedAt === undefined ? message('no') : moment(acceptedAt)}</td><td class="figure">${number(attempts)}</td><td>${reportInWords(report)}</td></tr>
<tr><td></td><td colspan="8">${code(`${batchId ?? message('no id yet')} ${sha256}`)}${
    abandoned.length > 0
      ? html`<br><span class="small">${sentence((slot) =>
          message('abandoned: {ids}', { ids: slot(code(abandoned.join(', '))) }),
        )}</span>`
      : undefined
  }${doubled && html`<br><span class="trouble">${doubledInWords(doubled)}</span>`}</td></tr></tbody>
`;
}

/** Those in each state, in words; only what there is. */
export function statesOf(batches: readonly ReceiptBatch[]): { name: string; own: ReceiptBatch[] }[] {
  return [...batchStateNames, 'abandoned' as const]
    .map((state) => ({ name: nameOf(state), own: batches.filter((batch) => batch.state === state) }))
    .filter(({ own }) => own.length > 0);
}

function nameOf(state: BatchState | 'abandoned'): string {
  return state === 'abandoned' ? message('abandoned') : stateInWords(state);
}

/** What the service said last is told where the batch has not ended: an end says it already. */
export function stateOf({ state, remoteState }: Pick<ReceiptBatch, 'state' | 'remoteState'>): string {
  const isOver = state === 'abandoned' || isEndState(state);
  return remoteState === undefined || isOver ? nameOf(state) : labelled(nameOf(state), remoteStateInWords(remoteState));
}

/** Whether the report of the service on a batch is there. */
export function reportInWords(report: ReceiptBatch['report']): string {
  switch (report) {
    case 'none':
      return message('none', {}, { context: 'report' });
    case 'wanted':
      return message('not fetched yet', {}, { context: 'report' });
    case 'kept':
      return message('kept', {}, { context: 'report' });
    case 'unavailable':
      return message('the service has none', {}, { context: 'report' });
    default:
      return assertNever(report);
  }
}

/** That the service has processed a batch more than once. */
export function doubledInWords(batchIds: readonly string[]): Markup {
  return sentence((slot) =>
    message('DOUBLED: the service has processed these lines under each of these batch ids: {ids}.', {
      ids: slot(code(batchIds.join(', '))),
    }),
  );
}
