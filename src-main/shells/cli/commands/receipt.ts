/** @file `tranship receipt ID`: the proof of a batch or of a whole submission, in the terminal or as a page to print. */

import { resolve } from 'node:path';
import { lineOutcomes, obstacleWords, outcomeWords, type ReckonedAccount } from '../../../../src-shared/account.ts';
import {
  accountInWords,
  correctionInWords,
  doubledInWords,
  sumsInWords,
  unsummedInWords,
} from '../../../../src-shared/account-words.ts';
import { amountIn } from '../../../../src-shared/amounts.ts';
import type { CommandOutput, SubmissionRow } from '../../../../src-shared/contract.ts';
import { differenceInWords } from '../../../../src-shared/control-words.ts';
import { correctionToldInWords, leftOutBefore, untoldWords } from '../../../../src-shared/correction-told.ts';
import { happeningInWords } from '../../../../src-shared/history-words.ts';
import { inWords, message, spokenLanguage } from '../../../../src-shared/languages/message.ts';
import { checkUnsignedInWords } from '../../../../src-shared/receipt-words.ts';
import { refusedAtFirstInWords } from '../../../../src-shared/refused-rows.ts';
import { submissionIdSchema } from '../../../../src-shared/shapes.ts';
import { practiceInWords } from '../../../../src-shared/statement-words.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { withReading } from '../reading.ts';
import type { Session } from '../session.ts';
import { batchInWords, counted, grouped, size, stateInWords } from '../wording.ts';
import { assertWritable } from '../written-file.ts';

const SHOWN_DIFFERENCES = 20;

export interface ReceiptOptions {
  /** Where the page goes. */
  html?: string;
  /** Replaces files that are there. */
  force: boolean;
}

type Proof = CommandOutput<'receipt.read'>;
type BatchProof = Extract<Proof, { kind: 'batch' }>;
type SubmissionProof = Extract<Proof, { kind: 'submission' }>;

/** A number is that of a submission, as the queue lists it; anything else is a batch id. */
export async function receipt(session: Session, id: string, { html, force }: ReceiptOptions): Promise<ExitCode> {
  const { output } = session;
  const of = /^\d{1,15}$/.test(id) ? { submission: submissionIdSchema.parse(Number(id)) } : { batch: id };
  if (html !== undefined) return await savePage(session, of, { page: resolve(html), force });
  const proof = await withReading(session, ({ call }) => call('receipt.read', of));
  if (proof.kind === 'batch') showBatch(session, proof, id);
  else showSubmission(session, proof);
  output.emit('summary', proof.receipt);
  await session.recordSecurity({ kind: 'exported', what: 'receipt', path: 'the terminal' });
  return exitCodes.done;
}

/** The page, and beside it the JSON that the signature covers. */
async function savePage(
  session: Session,
  of: { submission: SubmissionRow['id'] } | { batch: string },
  { page, force }: { page: string; force: boolean },
): Promise<ExitCode> {
  const { output } = session;
  const json = `${page.replace(/\.html?$/i, '')}.json`;
  for (const path of [page, json]) await assertWritable(path, { force });
  await withReading(session, async ({ save }) => {
    const language = spokenLanguage().code;
    for (const [format, path] of [
      ['html', page],
      ['json', json],
    ] as const)
      await save(
        'batch' in of
          ? { kind: 'receipt', ...of, format, language }
          : { kind: 'submission-receipt', id: of.submission, format, language },
        path,
      );
  });
  output.say(message('The receipt is in {page}', { page }));
  output.say(message('The signed JSON is in {json}', { json }));
  output.say(
    message('For a PDF, open the page in a browser and print it to a PDF, or save the PDF in the window of Tranship.'),
  );
  output.emit('summary', { page, json });
  return exitCodes.done;
}

type Carried = Pick<BatchProof['receipt'], 'state' | 'remoteState'> &
  Partial<Pick<BatchProof['receipt'], 'batchId' | 'doubled'>>;

/** The state of a batch, or that its id was given up. */
const carriedInWords = ({ state, ...batch }: Carried): string =>
  state === 'abandoned' ? message('abandoned') : batchInWords({ ...batch, state });

/** A fact of the receipt beside its name. */
const labelled = (name: string, words: string): string => `  ${name.padEnd(12)} ${words}`;

function showSubmission({ output }: Session, { receipt: proof, doubts }: SubmissionProof): void {
  const { source, batches, state } = proof;
  tellDoubt(output, proof);
  const practice = practiceInWords([source]);
  if (practice !== undefined) output.say(practice);
  output.say(message('Receipt for submission {submission}', { submission: String(source.submission) }));
  output.sayLines(accountLines(proof));
  output.sayLines(correctionLines(proof));
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
  for (const { at, user, machine, reason } of source.approvals)
    output.say(labelled(message('approved'), `${at}, ${user}@${machine}${reason === undefined ? '' : `: ${reason}`}`));
  output.say(labelled(message('state'), `${stateInWords(state)}, ${counted(batches.length, 'batch')}`));
  showProof(output, proof, doubts.map(inWords));
  output.table(
    [message('batch'), message('lines'), message('rejected'), message('state'), message('arrived'), 'SHA-256'],
    batches.map((batch) => [
      ...[batch.batchId ?? message('no id yet'), grouped(batch.lines), grouped(batch.account?.rejected ?? 0)],
      ...[carriedInWords(batch)],
      ...[batch.acceptedAt ?? message('not proven'), batch.sha256],
    ]),
  );
}

/**
 * What became of the transactions in a sentence, then each outcome with its sums. Of a file that was corrected, what is true in the end
 * comes first: how many the service had rejected before says otherwise nothing of where they are.
 */
function accountLines({
  source,
  account,
  doubled,
  corrected,
  unsummed,
  ...sums
}: SubmissionProof['receipt']): string[] {
  if (account === undefined) return [];
  const words = correctionInWords({ corrected });
  const ofFile = accountInWords({ account, doubled, unsummed }, source.fileName, source.totals ?? []);
  const outcomes = outcomeLines({ account, doubled, ...sums });
  if (corrected === undefined || words === undefined) return [ofFile, ...outcomes];
  return [
    ...[words, ...unsummedInWords(corrected), ...outcomeLines(corrected)],
    ...corrected.steps.map(({ submission, fileName }) =>
      labelled(message('sent again'), message('in submission {id}, {fileName}', { id: String(submission), fileName })),
    ),
    ...[message('Before that: {ofFile}', { ofFile }), ...outcomes],
  ];
}

/** Who has corrected what, and what was left out: the same for each of the files. */
function correctionLines({ corrections = [], source }: SubmissionProof['receipt']): string[] {
  const told = corrections.flatMap((correction) => {
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
  return [...leftOutBefore(corrections, source.submission), ...told];
}

export function outcomeLines({ account, sums, doubled, sumsObstacle }: ReckonedAccount): string[] {
  return [
    ...lineOutcomes
      .filter((outcome) => account[outcome] > 0)
      .map((outcome) => {
        const amounts = sumsInWords(sums?.[outcome].sums ?? []);
        return `  ${outcomeWords[outcome]}: ${grouped(account[outcome])}${amounts === '' ? '' : `, ${amounts}`}`;
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

function showBatch({ output }: Session, { receipt: proof, doubts }: BatchProof, batchId: string): void {
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
    doubled,
    reason,
  } = proof;
  tellDoubt(output, proof);
  output.say(message('Receipt for batch {id}', { id: proof.batchId ?? batchId }));
  output.say(labelled(message('file'), file));
  output.say(labelled(message('file SHA-256'), fileSha256 ?? message('not known')));
  output.say(labelled(message('connection'), `${connection}, ${proof.serviceHost}`));
  if (proof.storageHost !== undefined) output.say(labelled(message('storage'), proof.storageHost));
  output.say(
    labelled(
      message('bytes'),
      message('{start} to {end} ({size}, {lines, number} lines)', { start, end, size: size(bytes), lines }),
    ),
  );
  if (proof.account !== undefined)
    output.say(
      labelled(
        message('lines'),
        message('{accepted, number} accepted, {rejected, number} rejected', {
          accepted: proof.account.accepted,
          rejected: proof.account.rejected,
        }),
      ),
    );
  output.say(labelled('SHA-256', sha256));
  output.say(
    labelled(
      message('state'),
      message('{state}, uploads started: {attempts}', {
        state: carriedInWords({ state, remoteState }),
        attempts,
      }),
    ),
  );
  output.sayLines(partialLines(proof.source));
  if (proof.replacedBy !== undefined) output.say(labelled(message('replaced by'), proof.replacedBy));
  if (proof.acceptedAt !== undefined)
    output.say(labelled(message('arrived'), message('proven at {at}', { at: proof.acceptedAt })));
  if (reason !== undefined) output.say(labelled(message('reason'), reason));
  if (abandoned.length > 0) output.say(labelled(message('abandoned'), abandoned.join(', ')));
  if (doubled !== undefined)
    output.say(
      labelled(message('DOUBLED'), message('processed as {ids}', { ids: doubled.join(` ${message('and as')} `) })),
    );
  showProof(output, proof, doubts.map(inWords));
  output.table(
    [message('time'), message('what happened'), message('state'), message('the service says'), message('by')],
    proof.history.map(({ at, kind, user, machine, ...event }) => {
      const [state, remoteState] = [String(event.state ?? ''), String(event.remoteState ?? '')];
      const by = user === undefined ? '' : `${user}@${machine}`;
      return [at, happeningInWords({ kind, state, remoteState }), state, remoteState, by];
    }),
  );
}

/** Before anything that a receipt says. */
function tellDoubt(output: Session['output'], { historyIntact, contradictions }: Proof['receipt']): void {
  if (contradictions.length > 0)
    output.say(message('ANOTHER PROGRAM HAS CHANGED THE QUEUE: this is what the history says'));
  else if (!historyIntact) output.say(message('THE HISTORY DOES NOT HOLD: do not rely on this receipt'));
}

function showProof(output: Session['output'], proof: Proof['receipt'], doubts: readonly string[]): void {
  output.say(labelled(message('history'), historyInWords(proof)));
  for (const doubt of doubts) output.say(labelled('', doubt));
  if (proof.contradictions.length > 0)
    output.say(
      labelled(
        '',
        message('the queue says something else than the history: {contradictions}', {
          contradictions: proof.contradictions.join(', '),
        }),
      ),
    );
  if (proof.lastEntry !== undefined)
    output.say(labelled(message('last entry'), `${proof.lastEntry.position}, ${proof.lastEntry.hash}`));
  if (proof.head !== undefined)
    output.say(labelled(message('history up to'), `${proof.head.position}, ${proof.head.hash}`));
  output.say(
    proof.publicKey === undefined
      ? labelled(message('not signed'), checkUnsignedInWords())
      : labelled(message('signed with'), proof.publicKey),
  );
}

/** A batch of which the service took the valid lines counts as processed, too: its report names the others. */
function partialLines({ ingestValid }: { ingestValid: boolean }): string[] {
  return ingestValid
    ? [
        labelled(
          message('faulty lines'),
          message('the service accepts the valid lines of a batch; its report names the others'),
        ),
      ]
    : [];
}

function historyInWords({ historyIntact, contradictions, publicKey }: Proof['receipt']): string {
  if (!historyIntact)
    return contradictions.length > 0 ? message('CONTRADICTED BY THE QUEUE') : message('DOES NOT HOLD');
  return publicKey === undefined
    ? message('intact as far as its links show: no key has sealed or checked it here')
    : message('intact');
}
