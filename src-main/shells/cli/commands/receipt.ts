/** @file `tranship receipt ID`: the proof of a batch or of a whole submission, in the terminal or as a page to print. */

import { resolve } from 'node:path';
import { amountIn } from '../../../../src-shared/amounts.ts';
import { differenceInWords } from '../../../../src-shared/control-words.ts';
import { doubtInWords } from '../../../actions/audit-words.ts';
import { type ReceiptContext, receiptFor, type SignedReceipt } from '../../../send/receipt.ts';
import { batchPage, submissionPage } from '../../../send/receipts/receipt-page.ts';
import type { SourceFacts } from '../../../send/receipts/source-facts.ts';
import { receiptForSubmission, type SignedSubmissionReceipt } from '../../../send/receipts/submission-receipt.ts';
import type { QueueStore } from '../../../send/storage/store.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import type { Session } from '../session.ts';
import { batchInWords, counted, grouped, size, stateInWords } from '../wording.ts';
import { assertWritable, writePieces } from '../written-file.ts';

const SHOWN_DIFFERENCES = 20;

export interface ReceiptOptions {
  /** Where the page goes. */
  html?: string;
}

type Proof = { kind: 'batch'; receipt: SignedReceipt } | { kind: 'submission'; receipt: SignedSubmissionReceipt };

export async function receipt(session: Session, id: string, { html }: ReceiptOptions): Promise<ExitCode> {
  const { output } = session;
  const context = await session.receiptContext();
  const proof = session.readStore((store) => proofOf(store, id, context));
  if (html !== undefined) return await savePage(session, proof, resolve(html));
  if (proof.kind === 'batch') showBatch(session, proof.receipt, id);
  else showSubmission(session, proof.receipt);
  output.emit('summary', proof.receipt);
  await session.recordSecurity({ kind: 'exported', what: 'receipt', path: 'the terminal' });
  return exitCodes.done;
}

/** A number is that of a submission, as the queue lists it; anything else is a batch id. */
function proofOf(store: QueueStore, id: string, context: ReceiptContext): Proof {
  return /^\d{1,15}$/.test(id)
    ? { kind: 'submission', receipt: receiptForSubmission(store, Number(id), context) }
    : { kind: 'batch', receipt: receiptFor(store, id, context) };
}

/** The page, and beside it the JSON that the signature covers. */
async function savePage(session: Session, proof: Proof, page: string): Promise<ExitCode> {
  const { output } = session;
  const json = `${page.replace(/\.html?$/i, '')}.json`;
  for (const path of [page, json]) await assertWritable(path, []);
  const text =
    proof.kind === 'batch' ? batchPage(proof.receipt, doubtInWords) : submissionPage(proof.receipt, doubtInWords);
  await writePieces(page, [text], 'w');
  await writePieces(json, [`${JSON.stringify(proof.receipt, undefined, 2)}\n`], 'w');
  for (const path of [page, json]) await session.recordSecurity({ kind: 'exported', what: 'receipt', path });
  output.say(`The receipt is in ${page}`);
  output.say(`The signed JSON is in ${json}`);
  output.say('For a PDF, open the page in a browser and print it to a PDF, or save the PDF in the window of Tranship.');
  output.emit('summary', { page, json });
  return exitCodes.done;
}

function showSubmission({ output }: Session, proof: SignedSubmissionReceipt): void {
  const { source, batches, state } = proof;
  output.say(`Receipt for submission ${source.submission}`);
  output.say(`  file         ${source.fileName}`);
  output.say(`  file SHA-256 ${source.fileSha256 ?? 'not known'}`);
  if (source.bytes !== undefined)
    output.say(`  size         ${size(source.bytes)}, ${grouped(source.lines ?? 0)} lines`);
  for (const { currency, amount } of source.totals ?? []) output.say(`  total        ${amountIn(amount, currency)}`);
  output.sayLines(controlLines(source.prepared?.control));
  output.say(`  connection   ${source.connection}, ${source.serviceHost}`);
  if (source.tenant !== undefined) output.say(`  tenant       ${source.tenant}`);
  output.say(`  rule set     ${source.ruleSetSha256}`);
  for (const { at, user, machine, reason } of source.approvals)
    output.say(`  approved     ${at}, ${user}@${machine}${reason === undefined ? '' : `: ${reason}`}`);
  output.say(`  state        ${stateInWords(state)}, ${counted(batches.length, 'batch')}`);
  showProof(output, proof);
  output.table(
    ['batch', 'lines', 'state', 'arrived', 'SHA-256'],
    batches.map((batch) => [
      ...[batch.batchId ?? 'no id yet', grouped(batch.lines)],
      ...[batch.state === 'abandoned' ? 'abandoned' : batchInWords({ ...batch, state: batch.state })],
      ...[batch.acceptedAt ?? 'not proven', batch.sha256],
    ]),
  );
}

/** The figures of the source system, and the first of the differences. */
function controlLines(control: NonNullable<SourceFacts['prepared']>['control']): string[] {
  if (control === undefined) return [];
  const { figures, differences, differing = [] } = control;
  const shown = differing.slice(0, SHOWN_DIFFERENCES);
  const rest = differences - shown.length;
  return [
    `  control      ${counted(figures.length, 'figure')} of the source system, ${differences === 0 ? 'all equal' : counted(differences, 'difference')}`,
    ...shown.map((one) => `               ${differenceInWords(one)}`),
    ...(differences > 0 && rest > 0 ? [`               … and ${counted(rest, 'more difference')}`] : []),
  ];
}

function showBatch({ output }: Session, proof: SignedReceipt, batchId: string): void {
  const {
    file,
    fileSha256,
    connection,
    start,
    end,
    bytes,
    lines,
    sha256,
    state,
    remoteState,
    attempts,
    abandoned,
    reason,
  } = proof;
  output.say(`Receipt for batch ${proof.batchId ?? batchId}`);
  output.say(`  file         ${file}`);
  output.say(`  file SHA-256 ${fileSha256 ?? 'not known'}`);
  output.say(`  connection   ${connection}, ${proof.serviceHost}`);
  if (proof.storageHost !== undefined) output.say(`  storage      ${proof.storageHost}`);
  output.say(`  bytes        ${start} to ${end} (${size(bytes)}, ${grouped(lines)} lines)`);
  output.say(`  SHA-256      ${sha256}`);
  output.say(
    `  state        ${state}${remoteState === undefined ? '' : ` (${remoteState})`}, uploads started: ${attempts}`,
  );
  if (proof.replacedBy !== undefined) output.say(`  replaced by  ${proof.replacedBy}`);
  if (proof.acceptedAt !== undefined) output.say(`  arrived      proven at ${proof.acceptedAt}`);
  if (reason !== undefined) output.say(`  reason       ${reason}`);
  if (abandoned.length > 0) output.say(`  abandoned    ${abandoned.join(', ')}`);
  showProof(output, proof);
  output.table(
    ['time', 'what happened', 'state', 'the service says', 'by'],
    proof.history.map((event) => [
      ...[event.at, event.kind, String(event.state ?? ''), String(event.remoteState ?? '')],
      event.user === undefined ? '' : `${event.user}@${event.machine}`,
    ]),
  );
}

function showProof(output: Session['output'], proof: SignedReceipt | SignedSubmissionReceipt): void {
  output.say(`  history      ${historyInWords(proof)}`);
  for (const doubt of proof.doubts) output.say(`               ${doubtInWords(doubt)}`);
  if (proof.contradictions.length > 0)
    output.say(`               the queue says something else than the history: ${proof.contradictions.join(', ')}`);
  if (proof.lastEntry !== undefined) output.say(`  last entry   ${proof.lastEntry.position}, ${proof.lastEntry.hash}`);
  if (proof.head !== undefined) output.say(`  history up to ${proof.head.position}, ${proof.head.hash}`);
  if (proof.publicKey !== undefined) output.say(`  signed with  ${proof.publicKey}`);
}

function historyInWords({ historyIntact, publicKey }: SignedReceipt | SignedSubmissionReceipt): string {
  if (!historyIntact) return 'DOES NOT HOLD';
  return publicKey === undefined ? 'intact as far as its links show: no key has sealed or checked it here' : 'intact';
}
