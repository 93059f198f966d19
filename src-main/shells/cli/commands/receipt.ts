/** @file `tranship receipt ID`: the proof of a batch, of a whole submission or of a payment, in the terminal or as a page to print. */

import { resolve } from 'node:path';
import { type NotSentKind, obstacleWords, type ReckonedAccount } from '../../../../src-shared/account.ts';
import { acceptedInWords, doubledInWords, unsummedInWords } from '../../../../src-shared/account-words.ts';
import { amountIn, sumsInWords } from '../../../../src-shared/amounts.ts';
import { serviceInWords } from '../../../../src-shared/connection-words.ts';
import { differenceInWords } from '../../../../src-shared/control-words.ts';
import { correctionToldInWords, untoldWords } from '../../../../src-shared/correction-told.ts';
import { inWords, message, spokenLanguage } from '../../../../src-shared/languages/message.ts';
import { notSentRows, notSentTitle } from '../../../../src-shared/not-sent-words.ts';
import { outcomeRows } from '../../../../src-shared/outcome-rows.ts';
import { receiptAsked, type SavableReceipt } from '../../../../src-shared/receipt-asked.ts';
import { refusedAtFirstInWords } from '../../../../src-shared/refused-rows.ts';
import { submissionIdSchema } from '../../../../src-shared/shapes.ts';
import { practiceInWords } from '../../../../src-shared/statement-words.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { withReading } from '../reading.ts';
import type { Session } from '../session.ts';
import { counted, grouped, size, stateInWords } from '../wording.ts';
import { assertWritable } from '../written-file.ts';
import { carriedInWords, labelled, partialLines, type SubmissionProof, showProof, tellDoubt } from './receipt-lines.ts';
import { showBatch } from './receipt-of-batch.ts';
import { batchOrPayment, showPayment } from './receipt-of-payment.ts';

const SHOWN_DIFFERENCES = 20;

export interface ReceiptOptions {
  /** Where the page goes. */
  html?: string;
  /** Replaces files that are there. */
  force: boolean;
}

/** A number is that of a submission, as the queue lists it; anything else is a batch id, or the modification id of a payment. */
export async function receipt(session: Session, id: string, { html, force }: ReceiptOptions): Promise<ExitCode> {
  const { output } = session;
  if (html !== undefined) return await savePage(session, id, { page: resolve(html), force });
  const proof = await withReading(session, async ({ call }) =>
    call('receipt.read', receiptAsked(await meantBy(call, id))),
  );
  if (proof.kind === 'batch') showBatch(session, proof, id);
  else if (proof.kind === 'payment') showPayment(session, proof);
  else showSubmission(session, proof);
  output.emit('summary', proof.receipt);
  await session.recordSecurity({ kind: 'exported', what: 'receipt', path: 'the terminal' });
  return exitCodes.done;
}

const meantBy = async (call: Parameters<typeof batchOrPayment>[0], id: string): Promise<SavableReceipt> =>
  /^\d{1,15}$/.test(id)
    ? { kind: 'submission-receipt', id: submissionIdSchema.parse(Number(id)) }
    : await batchOrPayment(call, id);

/** The page, and beside it the JSON that the signature covers. */
async function savePage(
  session: Session,
  id: string,
  { page, force }: { page: string; force: boolean },
): Promise<ExitCode> {
  const { output } = session;
  const json = `${page.replace(/\.html?$/i, '')}.json`;
  for (const path of [page, json]) await assertWritable(path, { force });
  await withReading(session, async ({ call, save }) => {
    const [of, language] = [await meantBy(call, id), spokenLanguage().code];
    await save({ ...of, format: 'html', language }, page);
    await save({ ...of, format: 'json', language }, json);
  });
  output.say(message('The receipt is in {page}', { page }));
  output.say(message('The signed JSON is in {json}', { json }));
  output.say(
    message('For a PDF, open the page in a browser and print it to a PDF, or save the PDF in the window of Tranship.'),
  );
  output.emit('summary', { page, json });
  return exitCodes.done;
}

function showSubmission({ output }: Session, { receipt: proof, doubts }: SubmissionProof): void {
  const { source, further = [] } = proof;
  const parts = [proof, ...further];
  tellDoubt(output, proof);
  const practice = practiceInWords(parts.map((part) => part.source));
  if (practice !== undefined) output.say(practice);
  output.say(message('Receipt for submission {submission}', { submission: String(source.submission) }));
  output.sayLines(accountLines(proof));
  output.sayLines(notSentLines(proof.notSent));
  output.sayLines(correctionLines(proof));
  for (const part of parts) {
    if (further.length > 0)
      output.say(message('Submission {submission}:', { submission: String(part.source.submission) }));
    showPart(output, part);
  }
  showProof(output, proof, doubts.map(inWords));
  output.table(
    [message('batch'), message('lines'), message('rejected'), message('state'), message('arrived'), 'SHA-256'],
    parts
      .flatMap(({ batches }) => batches)
      .map((batch) => [
        ...[batch.batchId ?? message('no id yet'), grouped(batch.lines), grouped(batch.account?.rejected ?? 0)],
        ...[carriedInWords(batch), batch.acceptedAt ?? message('not proven'), batch.sha256],
      ]),
  );
}

/** Of the file, or of what corrects it. */
function showPart(
  output: Session['output'],
  { source, state, batches, again }: Pick<SubmissionProof['receipt'], 'source' | 'state' | 'batches' | 'again'>,
): void {
  output.say(labelled(message('file'), source.fileName));
  output.say(labelled(message('file SHA-256'), source.fileSha256 ?? message('not known')));
  if (source.bytes !== undefined)
    output.say(
      labelled(
        message('size'),
        message('{size}, {lines, number} lines', { size: size(source.bytes), lines: source.lines ?? 0 }),
      ),
    );
  for (const { currency, amount } of source.totals ?? [])
    output.say(labelled(message('total'), amountIn(amount, currency)));
  output.sayLines(controlLines(source.prepared?.control));
  const refused = refusedAtFirstInWords(source.prepared?.notPrepared?.refused);
  if (refused !== undefined) output.say(`  ${refused}`);
  output.say(labelled(message('connection'), `${source.connection}, ${source.serviceHost}`));
  if (source.tenant !== undefined) output.say(labelled(message('tenant'), source.tenant));
  output.say(labelled(message('rule set'), source.ruleSetSha256));
  output.sayLines(partialLines(source));
  for (const { ordered, reason, ...passed } of source.approvals) {
    const { at, user, machine } = ordered ?? passed;
    output.say(labelled(message('approved'), `${at}, ${user}@${machine}${reason === undefined ? '' : `: ${reason}`}`));
  }
  for (const { line, before, payment = {}, submission, there } of again?.named ?? [])
    output.say(
      labelled(
        message('went again'),
        message('line {line, number}: {before} before (submission {submission}, line {there, number}), {now} now', {
          ...{ line, there, submission: String(submission) },
          before: amountIn(before.amount ?? '', before.currency ?? ''),
          now: amountIn(payment.amount ?? '', payment.currency ?? ''),
        }),
      ),
    );
  output.say(labelled(message('state'), `${stateInWords(state)}, ${counted(batches.length, 'batch')}`));
}

/** What became of every line in the end in a sentence, as on paper, and each outcome with its sums; then what was so before corrections. */
function accountLines({
  source,
  account,
  corrected,
  accepted,
  leftOut,
  rejectedLines: _,
  ...own
}: SubmissionProof['receipt']): string[] {
  if (account === undefined) return [];
  const words = acceptedInWords(corrected?.account ?? account, {
    file: source.fileName,
    service: serviceInWords(source),
    accepted,
    asFirstSent: corrected?.asFirstSent,
    paid: corrected ?? own,
    leftOut: leftOut?.reasons,
  });
  if (corrected === undefined) return [words, ...ownLines({ account, ...own })];
  return [
    ...[words, ...ownLines(corrected)],
    ...corrected.steps.map(({ submission, fileName }) =>
      labelled(message('sent again'), message('in submission {id}, {fileName}', { id: String(submission), fileName })),
    ),
    ...[message('Before anything was corrected:'), ...ownLines({ account, ...own })],
  ];
}

function notSentLines(kinds: readonly NotSentKind[] = []): string[] {
  if (kinds.length === 0) return [];
  const rows = notSentRows(kinds).map(({ name, lines, sums = [], notes }) => {
    const paid = [...(sums.length === 0 ? [] : [sumsInWords(sums)]), ...notes].join('; ');
    return `  ${grouped(lines)} ${name}${paid === '' ? '' : ` (${paid})`}`;
  });
  return [`${notSentTitle()}:`, ...rows];
}

const ownLines = (account: ReckonedAccount): string[] => [...unsummedInWords(account), ...outcomeLines(account)];

/** Who has corrected what, and what was left out: the same for each of the files. */
function correctionLines({ corrections = [] }: SubmissionProof['receipt']): string[] {
  return corrections.flatMap((correction) => {
    const { submission, fileName, corrects, by, untold } = correction;
    const names = { submission: `${submission}`, fileName, corrected: `${corrects.submission}` };
    return [
      message('Submission {submission}, {fileName}, corrects submission {corrected}:', names),
      ...(by === undefined
        ? []
        : [
            labelled(
              message('by'),
              `${[by.user, by.machine].filter((known) => known !== undefined).join('@')}, ${by.at}`,
            ),
          ]),
      `  ${correctionToldInWords(correction)}`,
      ...(untold === undefined ? [] : [`  ${untoldWords[untold]}`]),
    ];
  });
}

export function outcomeLines(
  { doubled, sumsObstacle, ...reckoned }: ReckonedAccount,
  rows = outcomeRows(reckoned, { isBrief: true }),
): string[] {
  return [
    ...rows.map(({ name, lines, sums = [], kind }) => {
      const paid = sums.length === 0 ? '' : `, ${sumsInWords(sums)}`;
      return `${kind === 'part' ? '    ' : '  '}${name}: ${grouped(lines)}${paid}`;
    }),
    ...(doubled === undefined ? [] : [`  ${doubledInWords(doubled)}`]),
    ...(sumsObstacle === undefined ? [] : [`  ${obstacleWords[sumsObstacle]}`]),
  ];
}

/** The figures of the source system, and the first of the differences. */
function controlLines(control: NonNullable<SubmissionProof['receipt']['source']['prepared']>['control']): string[] {
  if (control === undefined) return [];
  const { figures, differences, differing = [] } = control;
  const shown = differing.slice(0, SHOWN_DIFFERENCES);
  const rest = differences - shown.length;
  return [
    labelled(
      message('control'),
      differences === 0
        ? message('{figures} of the source system, all equal', { figures: counted(figures.length, 'figure') })
        : message('{figures} of the source system, {differences}', {
            figures: counted(figures.length, 'figure'),
            differences: counted(differences, 'difference'),
          }),
    ),
    ...shown.map((one) => labelled('', differenceInWords(one))),
    ...(differences > 0 && rest > 0
      ? [labelled('', message('… and {differences}', { differences: counted(rest, 'more difference') }))]
      : []),
  ];
}
