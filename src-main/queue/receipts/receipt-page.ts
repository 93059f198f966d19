/**
 * @file A receipt as a page for people: self-contained HTML without script, which prints on A4 with numbered pages. Whatever
 * it shows may be hostile, a file name above all. Pure.
 */

import { createHash } from 'node:crypto';
import { counted, number, size } from '../../../src-shared/quantities.ts';
import { stateInWords } from '../../../src-shared/state-words.ts';
import { type BatchState, batchStateNames } from '../../../src-shared/states.ts';
import type { SignedReceipt } from '../receipt.ts';
import { type Content, html, type Markup, visible } from './markup.ts';
import { historyTable } from './page-history.ts';
import { type FlawInWords, proofSection } from './page-proof.ts';
import { factTable, moment, sourceSections } from './page-source.ts';
import { receiptStyle } from './receipt-style.ts';
import type { ReceiptBatch, SignedSubmissionReceipt } from './submission-receipt.ts';

/** A heading has as much of a name as fits; the whole of it stands in the table. */
const LONGEST_HEADING = 120;
/** With more batches than this, their single steps are left to the receipts of the batches, and to the JSON. */
const MOST_BATCHES_IN_FULL = 25;

/** The page of a whole submission: what came of it first, then the tables. */
export function submissionPage(receipt: SignedSubmissionReceipt, flawInWords: FlawInWords): string {
  const { source, batches, history } = receipt;
  const isFull = batches.length <= MOST_BATCHES_IN_FULL;
  const positions = new Map(batches.flatMap(({ numbers }, index) => numbers.map((one) => [one, index + 1])));
  const shown = isFull ? history : history.filter(({ batch }) => batch === undefined);
  return page({
    title: `Receipt of submission ${source.submission}`,
    fileName: source.fileName,
    issued: receipt.issued,
    outcome: submissionOutcome(receipt),
    isDoubtful: !receipt.historyIntact,
    content: [
      ...sourceSections(source, [...new Set(batches.flatMap(({ storageHost }) => storageHost ?? []))]),
      batchSection(batches),
      html`<h2>What happened</h2>`,
      isFull
        ? html``
        : html`<p>The entries about the submission as a whole. Those about its ${counted(batches.length, 'batch')} are in the
receipt of each batch, and all ${number(history.length)} in the JSON that belongs to this receipt.</p>`,
      historyTable(shown, positions),
      proofSection(receipt, flawInWords),
    ],
  });
}

/** The page of one batch. */
export function batchPage(receipt: SignedReceipt, flawInWords: FlawInWords): string {
  const { source, batchId, storageHost, history } = receipt;
  return page({
    title: batchId === undefined ? 'Receipt of a batch' : `Receipt of batch ${batchId}`,
    fileName: source.fileName,
    issued: receipt.issued,
    outcome: `This batch: ${stateOf(receipt)}.`,
    isDoubtful: !receipt.historyIntact,
    content: [
      html`<h2>The batch</h2>`,
      factTable([
        ['Batch id', code(batchId ?? 'none yet')],
        ['Part of the file', `bytes ${number(receipt.start)} to ${number(receipt.end)} (${size(receipt.bytes)})`],
        ['Lines', number(receipt.lines)],
        ['SHA-256', code(receipt.sha256)],
        ['State', stateOf(receipt)],
        ['Arrival', receipt.acceptedAt === undefined ? 'not proven' : html`proven at ${moment(receipt.acceptedAt)}`],
        ['Uploads begun', number(receipt.attempts)],
        ['Report of the service', reportWords[receipt.report]],
        ['Replaced by', receipt.replacedBy && code(receipt.replacedBy)],
        ['Abandoned ids', receipt.abandoned.length === 0 ? undefined : code(receipt.abandoned.join(', '))],
        ['Reason given', receipt.reason],
      ]),
      ...sourceSections(source, storageHost === undefined ? [] : [storageHost]),
      html`<h2>What happened</h2>`,
      historyTable(history, new Map()),
      proofSection(receipt, flawInWords),
    ],
  });
}

interface Sheet {
  title: string;
  fileName: string;
  issued: SignedReceipt['issued'];
  outcome: string;
  isDoubtful: boolean;
  content: readonly Markup[];
}

function page({ title, fileName, issued, outcome, isDoubtful, content }: Sheet): string {
  const style = receiptStyle(`${title}. Tranship${issued === undefined ? '' : `, issued ${issued.at.slice(0, 10)}`}`);
  const hash = createHash('sha256').update(style).digest('base64');
  const doubt = 'THE HISTORY DOES NOT HOLD: see “Proof” before you rely on this receipt.';
  return `<!doctype html>
${html`<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${hash}'">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>`}${style}${html`</style>
</head>
<body>
<header>
<h1>${title}</h1>
<p class="subject"><bdi>${shortened(fileName)}</bdi></p>
${
  issued &&
  html`<p class="small">Issued ${moment(issued.at)} by ${issued.user} on ${issued.machine}, with Tranship ${issued.version}. All times are UTC.</p>`
}
</header>
<main>
<p class="outcome">${outcome}</p>
${isDoubtful ? html`<p class="outcome doubt">${doubt}</p>` : undefined}
${content}
</main>
</body>
</html>`}
`;
}

function shortened(name: string): string {
  const characters = [...visible(name)];
  return characters.length <= LONGEST_HEADING ? name : `${[...name].slice(0, LONGEST_HEADING).join('')}…`;
}

function submissionOutcome({ batches, state }: SignedSubmissionReceipt): string {
  if (batches.length === 0) return `This submission has no batches: ${stateInWords(state)}.`;
  const parts = statesOf(batches).map(({ name, own }) => `${number(own.length)} ${name}`);
  const whole = counted(batches.length, 'batch');
  const [only, ...others] = statesOf(batches);
  if (others.length === 0) return `${batches.length === 1 ? whole : `All ${whole}`}: ${only?.name}.`;
  return `${whole}: ${parts.join(', ')}.`;
}

function statesOf(batches: readonly ReceiptBatch[]): { name: string; own: ReceiptBatch[] }[] {
  return [...batchStateNames, 'abandoned' as const]
    .map((state) => ({ name: nameOf(state), own: batches.filter((batch) => batch.state === state) }))
    .filter(({ own }) => own.length > 0);
}

function nameOf(state: BatchState | 'abandoned'): string {
  return state === 'abandoned' ? 'abandoned' : stateInWords(state);
}

function stateOf({ state, remoteState }: Pick<ReceiptBatch, 'state' | 'remoteState'>): string {
  return remoteState === undefined ? nameOf(state) : `${nameOf(state)} (${remoteState})`;
}

const reportWords = {
  none: 'none',
  wanted: 'not fetched yet',
  kept: 'kept',
  unavailable: 'the service has none',
} satisfies Record<ReceiptBatch['report'], string>;

function batchSection(batches: readonly ReceiptBatch[]): Markup {
  if (batches.length === 0) return html``;
  const sum = (own: readonly ReceiptBatch[], of: (batch: ReceiptBatch) => number) =>
    number(own.reduce((total, batch) => total + of(batch), 0));
  const totals = statesOf(batches).map(
    ({ name, own }) => html`<tr><td>${name}</td><td class="figure">${number(own.length)}</td>
<td class="figure">${sum(own, ({ lines }) => lines)}</td><td class="figure">${sum(own, ({ bytes }) => bytes)}</td></tr>
`,
  );
  return html`<h2>What came of it</h2>
<table><thead><tr><th>State</th><th class="figure">Batches</th><th class="figure">Lines</th><th class="figure">Bytes</th></tr></thead>
<tbody>${totals}</tbody></table>
<h2>Batches</h2>
<table><thead><tr><th class="figure">No.</th><th>State</th><th class="figure">From byte</th><th class="figure">To byte</th>
<th class="figure">Lines</th><th>Arrival proven</th><th class="figure">Uploads</th><th>Report</th></tr>
<tr><th></th><th colspan="7">Batch id, and SHA-256 of its bytes</th></tr></thead>${batches.map(batchRows)}</table>`;
}

function batchRows(batch: ReceiptBatch, index: number): Markup {
  const { batchId, sha256, start, end, lines, acceptedAt, attempts, report, abandoned } = batch;
  return html`<tbody class="whole"><tr><td class="figure">${number(index + 1)}</td><td>${stateOf(batch)}</td>
<td class="figure">${number(start)}</td><td class="figure">${number(end)}</td><td class="figure">${number(lines)}</td>
<td class="moment">${acceptedAt === undefined ? 'no' : moment(acceptedAt)}</td><td class="figure">${number(attempts)}</td><td>${reportWords[report]}</td></tr>
<tr><td></td><td colspan="7">${code(`${batchId ?? 'no id yet'} ${sha256}`)}${
    abandoned.length > 0 ? html`<br><span class="small">abandoned: ${code(abandoned.join(', '))}</span>` : undefined
  }</td></tr></tbody>
`;
}

function code(text: Content): Markup {
  return html`<span class="code">${text}</span>`;
}
