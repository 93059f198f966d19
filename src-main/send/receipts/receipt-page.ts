/**
 * @file A receipt as a page for people: self-contained HTML without script, which prints on A4 with numbered pages. Whatever
 * it shows may be hostile, a file name above all. Pure.
 */

import { createHash } from 'node:crypto';
import { twiceInWords } from '../../../src-shared/account-words.ts';
import { message, spokenLanguage } from '../../../src-shared/languages/message.ts';
import { counted, dateOfDay, number, size } from '../../../src-shared/quantities.ts';
import { stateInWords } from '../../../src-shared/state-words.ts';
import { practiceInWords } from '../../../src-shared/statement-words.ts';
import { visible } from '../../../src-shared/visible-text.ts';
import type { SignedReceipt } from '../receipt.ts';
import { type Content, html, type Markup, sentence } from './markup.ts';
import { accountSection, accountSentence, batchInWords, ownAccount } from './page-account.ts';
import { againSection } from './page-again.ts';
import { batchSection, doubledInWords, reportInWords, stateOf, statesOf } from './page-batches.ts';
import { correctionsSection } from './page-corrections.ts';
import { approvalSection, courseSection } from './page-course.ts';
import { historyTable } from './page-history.ts';
import { type FlawInWords, proofSection } from './page-proof.ts';
import { code, correctionSection, factTable, linesForHands, moment, type Sent, sourceSections } from './page-source.ts';
import { receiptStyle } from './receipt-style.ts';
import type { CorrectionPart, SignedSubmissionReceipt, SubmissionReceipt } from './submission-receipt.ts';

/** A heading has as much of a name as fits; the whole of it stands in the table. */
const LONGEST_HEADING = 120;
/** With more batches than this, their single steps are left to the receipts of the batches, and to the JSON. */
const MOST_BATCHES_IN_FULL = 25;

/** The page of a file with all that corrects it: what came of it first, then the course, then the tables. */
export function submissionPage(receipt: SignedSubmissionReceipt, flawInWords: FlawInWords): string {
  const { source, history, further = [] } = receipt;
  const parts = [receipt, ...further];
  const batches = parts.flatMap((part) => part.batches);
  const isFull = batches.length <= MOST_BATCHES_IN_FULL;
  const positions = new Map(
    parts.flatMap((part) => part.batches.flatMap(({ numbers }, index) => numbers.map((one) => [one, index + 1]))),
  );
  const shown = isFull ? history : history.filter(({ batch }) => batch === undefined);
  return page({
    title: titleOf(receipt),
    fileName: source.fileName,
    issued: receipt.issued,
    practice: practiceInWords(parts.map((part) => part.source)),
    outcome: submissionOutcome(receipt),
    doubt: doubtOf(receipt),
    content: [
      courseSection(receipt),
      accountSection(receipt),
      correctionsSection(receipt),
      ...parts.map(againSection),
      ...(further.length === 0 ? partSections(receipt) : parts.map((part) => partOfSeveral(part, receipt))),
      html`<h2>${message('What happened')}</h2>`,
      isFull ? html`` : html`<p>${leftOut(batches.length, history.length)}</p>`,
      historyTable(shown, positions, further.length > 0),
      proofSection(receipt, flawInWords),
      linesForHands(),
    ],
  });
}

function titleOf({ source, further = [] }: SubmissionReceipt): string {
  const submission = String(source.submission);
  if (further.length === 0) return message('Receipt of submission {submission}', { submission });
  return message(
    'Receipt of submission {submission} with {count, plural, one {its correction} other {its corrections}} {corrections}',
    { submission, count: further.length, corrections: further.map((part) => part.source.submission).join(', ') },
  );
}

function partSections(part: CorrectionPart, first?: SubmissionReceipt): Markup[] {
  return [...sourceSections(sentOf(part), first && sentOf(first)), batchSection(part.batches)];
}

const sentOf = ({ source, batches }: CorrectionPart): Sent => ({
  source,
  storageHosts: [...new Set(batches.flatMap(({ storageHost }) => storageHost ?? []))],
});

/** What was sent first, whose account stands before all of them; or with one of its corrections. */
function partOfSeveral(part: CorrectionPart, first: SubmissionReceipt): Markup {
  const { source, account, ...own } = part;
  const title = message('Submission {submission}, {fileName}', {
    submission: String(source.submission),
    fileName: source.fileName,
  });
  const isFirst = source.submission === first.source.submission;
  return html`<section class="part"><h2>${title}</h2>
${!isFirst && html`<p class="small">${message('Its connection and rules are those of submission {submission}, unless others stand here.', { submission: String(first.source.submission) })}</p>`}
${!isFirst && account !== undefined && ownAccount({ account, ...own })}
${partSections(part, isFirst ? undefined : first)}</section>`;
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
      ...sourceSections({ source, storageHosts: storageHost === undefined ? [] : [storageHost] }),
      approvalSection(source.approvals),
      correctionSection(source.corrections),
      html`<h2>${message('What happened')}</h2>`,
      historyTable(history, new Map()),
      proofSection(receipt, flawInWords),
    ],
  });
}

/** Said before what became of the file. */
export function doubtOf({
  doubts,
  contradictions,
}: Pick<SignedReceipt, 'doubts' | 'contradictions'>): string | undefined {
  if (doubts.length > 0) return message('THE HISTORY DOES NOT HOLD: see “Proof” before you rely on this receipt.');
  if (contradictions.length === 0) return undefined;
  return message(
    'ANOTHER PROGRAM HAS CHANGED THE QUEUE: this receipt has what the history says. See “Proof” before you rely on it.',
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
    message('Issued {time} by {user} on {machine}, with Tranship {version}.', {
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

/** What became of every line, in a sentence to sign; then of the batches. */
function submissionOutcome(receipt: SignedSubmissionReceipt): Markup {
  const { account, sums, corrected, doubled, source, further = [] } = receipt;
  const batches = html`${batchesInWords(receipt)}`;
  if (account === undefined) return batches;
  const twice = corrected?.doubled ?? doubled;
  const apart = new Set(corrected?.steps.flatMap(({ kind, submission }) => (kind === 'apart' ? [submission] : [])));
  const others = further.map((part) =>
    part.account !== undefined && apart.has(part.source.submission)
      ? html`<br>${accountSentence({ account: part.account, sums: part.sums }, part.source)}`
      : html``,
  );
  return html`${accountSentence({ account, sums, corrected }, source, receipt)}${others}${twice && html`<br>${twiceInWords(twice)}`}<br>${batches}`;
}

function batchesInWords({ state, further = [], ...own }: SignedSubmissionReceipt): string {
  const batches = [own, ...further].flatMap((part) => part.batches);
  if (batches.length === 0) {
    return message('This submission has no batches: {state}.', { state: stateInWords(state) });
  }
  const states = statesOf(batches);
  const whole = counted(batches.length, 'batch');
  const [only, ...others] = states;
  if (others.length > 0) {
    const parts = states.map(({ name, own }) => `${number(own.length)} ${name}`);
    return message('{batches}: {states}.', { batches: whole, states: parts.join(', ') });
  }
  const common = only?.name ?? '';
  return batches.length === 1
    ? message('{batches}: {states}.', { batches: whole, states: common })
    : message('All {batches}: {state}.', { batches: whole, state: common });
}
