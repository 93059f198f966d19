/**
 * @file A receipt as a page for people: self-contained HTML without script, which prints on A4 with numbered pages. Whatever
 * it shows may be hostile, a file name above all. Pure.
 */

import { createHash } from 'node:crypto';
import { twiceInWords } from '../../../src-shared/account-words.ts';
import { leftOutBefore } from '../../../src-shared/correction-told.ts';
import { assertNever } from '../../../src-shared/errors.ts';
import { remoteStateInWords } from '../../../src-shared/history-words.ts';
import { labelled } from '../../../src-shared/languages/labelled.ts';
import { message, spokenLanguage } from '../../../src-shared/languages/message.ts';
import { counted, dateOfDay, number, size } from '../../../src-shared/quantities.ts';
import { stateInWords } from '../../../src-shared/state-words.ts';
import { practiceInWords } from '../../../src-shared/statement-words.ts';
import { type BatchState, batchStateNames, isEndState } from '../../../src-shared/states.ts';
import { visible } from '../../../src-shared/visible-text.ts';
import type { SignedReceipt } from '../receipt.ts';
import { type Content, html, type Markup, sentence } from './markup.ts';
import { accountSection, accountSentence, batchInWords } from './page-account.ts';
import { correctionsSection } from './page-corrections.ts';
import { historyTable } from './page-history.ts';
import { type FlawInWords, proofSection } from './page-proof.ts';
import { code, factTable, linesForHands, moment, sourceSections, wideTable } from './page-source.ts';
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
    title: message('Receipt of submission {submission}', { submission: String(source.submission) }),
    fileName: source.fileName,
    issued: receipt.issued,
    practice: practiceInWords([source]),
    outcome: submissionOutcome(receipt),
    doubt: doubtOf(receipt),
    content: [
      accountSection(receipt, source),
      correctionsSection(receipt),
      ...sourceSections(source, [...new Set(batches.flatMap(({ storageHost }) => storageHost ?? []))]),
      batchSection(batches),
      html`<h2>${message('What happened')}</h2>`,
      isFull ? html`` : html`<p>${leftOut(batches.length, history.length)}</p>`,
      historyTable(shown, positions),
      proofSection(receipt, flawInWords),
      linesForHands(),
    ],
  });
}

/** The page of one batch. */
export function batchPage(receipt: SignedReceipt, flawInWords: FlawInWords): string {
  const { source, batchId, storageHost, history } = receipt;
  return page({
    title:
      batchId === undefined ? message('Receipt of a batch') : message('Receipt of batch {batch}', { batch: batchId }),
    fileName: source.fileName,
    issued: receipt.issued,
    practice: practiceInWords([source]),
    outcome: html`${message('This batch: {state}.', { state: stateOf(receipt) })}${receipt.doubled && html`<br>${doubledInWords(receipt.doubled)}`}`,
    doubt: doubtOf(receipt),
    content: [
      html`<h2>${message('The batch')}</h2>`,
      factTable([
        [message('Batch id'), code(batchId ?? message('none yet'))],
        [message('Part of the file'), partOfFile(receipt)],
        [message('Lines'), number(receipt.lines)],
        [message('What became of them'), receipt.account && batchInWords(receipt.account)],
        ['SHA-256', code(receipt.sha256)],
        [message('State'), stateOf(receipt)],
        [message('Arrival'), arrivalInWords(receipt.acceptedAt)],
        [message('Uploads begun'), number(receipt.attempts)],
        [message('Report of the service'), reportInWords(receipt.report)],
        [message('Replaced by'), receipt.replacedBy && code(receipt.replacedBy)],
        [message('Abandoned ids'), receipt.abandoned.length === 0 ? undefined : code(receipt.abandoned.join(', '))],
        [message('Processed twice, as'), receipt.doubled && code(receipt.doubled.join(', '))],
        [message('Reason given'), receipt.reason],
      ]),
      ...sourceSections(source, storageHost === undefined ? [] : [storageHost]),
      html`<h2>${message('What happened')}</h2>`,
      historyTable(history, new Map()),
      proofSection(receipt, flawInWords),
    ],
  });
}

/** Said before what became of the file. */
function doubtOf({ doubts, contradictions }: Pick<SignedReceipt, 'doubts' | 'contradictions'>): string | undefined {
  if (doubts.length > 0) return message('THE HISTORY DOES NOT HOLD: see “Proof” before you rely on this receipt.');
  if (contradictions.length === 0) return undefined;
  return message(
    'ANOTHER PROGRAM HAS CHANGED THE QUEUE: this receipt has what the history says. See “Proof” before you rely on it.',
  );
}

function doubledInWords(batchIds: readonly string[]): Markup {
  return sentence((slot) =>
    message('DOUBLED: the service has processed these lines under each of these batch ids: {ids}.', {
      ids: slot(code(batchIds.join(', '))),
    }),
  );
}

function leftOut(batches: number, entries: number): string {
  return message(
    'The entries about the submission as a whole. Those about its {batches} are in the receipt of each batch, and all {entries} in the JSON that belongs to this receipt.',
    { batches: counted(batches, 'batch'), entries: number(entries) },
  );
}

function partOfFile({ start, end, bytes }: SignedReceipt): string {
  return message('bytes {start} to {end} ({size})', { start: number(start), end: number(end), size: size(bytes) });
}

function arrivalInWords(acceptedAt: string | undefined): Content {
  if (acceptedAt === undefined) return message('not proven');
  return sentence((slot) => message('proven at {time}', { time: slot(moment(acceptedAt)) }));
}

export interface Sheet {
  title: string;
  fileName: string;
  issued: SignedReceipt['issued'];
  /** That nothing of it, or not all, went to the real service; across every page. */
  practice: string | undefined;
  outcome: Markup;
  /** What a reader must know before anything else. */
  doubt: string | undefined;
  content: readonly Markup[];
}

export function page({ title, fileName, issued, practice, outcome, doubt, content }: Sheet): string {
  const footer =
    issued === undefined ? 'Tranship' : message('Tranship, issued {day}', { day: dateOfDay(issued.at.slice(0, 10)) });
  const style = receiptStyle(`${title}. ${footer}`, practice !== undefined);
  const hash = createHash('sha256').update(style).digest('base64');
  const { code: language, direction } = spokenLanguage();
  return `<!doctype html>
${html`<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${hash}'">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>`}${style}${html`</style>
</head>
<body>
${practice === undefined ? undefined : html`<p class="practice">${practice}</p><div class="practice-marks" aria-hidden="true">${[1, 2, 3, 4].map(() => html`<span>${practice}</span>`)}</div>`}
<header>
<h1>${title}</h1>
<p class="subject"><bdi>${shortened(fileName)}</bdi></p>
${
  issued &&
  html`<p class="small">${sentence((slot) =>
    message('Issued {time} by {user} on {machine}, with Tranship {version}. All times are UTC.', {
      time: slot(moment(issued.at)),
      user: slot(issued.user),
      machine: slot(issued.machine),
      version: slot(issued.version),
    }),
  )}</p>`
}
</header>
<main>
${doubt && html`<p class="outcome doubt">${doubt}</p>`}
<p class="outcome">${outcome}</p>
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

/** What became of the transactions, in a sentence to sign; then of the batches. */
function submissionOutcome(receipt: SignedSubmissionReceipt): Markup {
  const { account, blank, corrected, doubled, source, accepted, corrections = [] } = receipt;
  const batches = html`${batchesInWords(receipt)}`;
  if (account === undefined) return batches;
  const twice = corrected?.doubled ?? doubled;
  const leftOut = leftOutBefore(corrections, source.submission);
  return html`${accountSentence({ account, blank, corrected }, source, accepted)}${leftOut.map((told) => html` ${told}`)}${twice && html`<br>${twiceInWords(twice)}`}<br>${batches}`;
}

function batchesInWords({ batches, state }: SignedSubmissionReceipt): string {
  if (batches.length === 0) {
    return message('This submission has no batches: {state}.', { state: stateInWords(state) });
  }
  const parts = statesOf(batches).map(({ name, own }) => `${number(own.length)} ${name}`);
  const whole = counted(batches.length, 'batch');
  const [only, ...others] = statesOf(batches);
  if (others.length > 0) return message('{batches}: {states}.', { batches: whole, states: parts.join(', ') });
  const common = only?.name ?? '';
  return batches.length === 1
    ? message('{batches}: {states}.', { batches: whole, states: common })
    : message('All {batches}: {state}.', { batches: whole, state: common });
}

function statesOf(batches: readonly ReceiptBatch[]): { name: string; own: ReceiptBatch[] }[] {
  return [...batchStateNames, 'abandoned' as const]
    .map((state) => ({ name: nameOf(state), own: batches.filter((batch) => batch.state === state) }))
    .filter(({ own }) => own.length > 0);
}

function nameOf(state: BatchState | 'abandoned'): string {
  return state === 'abandoned' ? message('abandoned') : stateInWords(state);
}

/** What the service said last is told where the batch has not ended: an end says it already. */
function stateOf({ state, remoteState }: Pick<ReceiptBatch, 'state' | 'remoteState'>): string {
  const isOver = state === 'abandoned' || isEndState(state);
  return remoteState === undefined || isOver ? nameOf(state) : labelled(nameOf(state), remoteStateInWords(remoteState));
}

function reportInWords(report: ReceiptBatch['report']): string {
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

function batchSection(batches: readonly ReceiptBatch[]): Markup {
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
