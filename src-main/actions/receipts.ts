/** @file A receipt as the file that a person saves: its name, and what is in it. */

import type { CommandInput, CommandOutput, Savable } from '../../src-shared/contract.ts';
import { AppError, assertNever } from '../../src-shared/errors.ts';
import { english, languageFor } from '../../src-shared/languages/languages.ts';
import { message, speaking } from '../../src-shared/languages/message.ts';
import type { PaymentAsked } from '../../src-shared/payment-shapes.ts';
import { receiptAsked, type SavableReceipt } from '../../src-shared/receipt-asked.ts';
import { receiptReadSchema } from '../../src-shared/receipt-shapes.ts';
import type { App } from '../app.ts';
import { signed } from '../audit/signed-document.ts';
import { MINUTE } from '../ground/clock.ts';
import type { Speaker } from '../ground/saved-table.ts';
import type { SumUp } from '../records/account-sums.ts';
import { fileAccount } from '../records/file-account.ts';
import { foundKinds } from '../records/found-kinds.ts';
import { firstFile, leftOutLines } from '../records/left-out.ts';
import { leftOutWithSums } from '../records/left-out-sums.ts';
import { notSentKinds } from '../records/not-sent.ts';
import { sentAgain } from '../records/sent-again.ts';
import { acceptedAt, pairsFrom, toldCorrections } from '../records/told-corrections.ts';
import type { SubmissionId } from '../send/batch.ts';
import { type ReceiptContext, receiptFor, receiptForNumber, type SignedReceipt } from '../send/receipt.ts';
import { paymentPage } from '../send/receipts/page-payment.ts';
import { receiptForPayment, type SignedPaymentReceipt } from '../send/receipts/payment-receipt.ts';
import { batchPage, submissionPage } from '../send/receipts/receipt-page.ts';
import {
  batchesAsRecorded,
  type CorrectionPart,
  receiptForSubmission,
  type SignedSubmissionReceipt,
  type SubmissionReceipt,
} from '../send/receipts/submission-receipt.ts';
import type { QueueStore } from '../send/storage/store.ts';
import { type Submission, submissionIdSchema } from '../send/submission.ts';
import { doubtInWords } from './audit-words.ts';
import { storableName } from './file-name.ts';
import { findPayment } from './payment.ts';
import type { CommandPorts } from './ports.ts';

interface IssuingApp {
  store: QueueStore;
  /** How the money of a file is added up; in a thread of its own, by default. */
  sumUp?: SumUp;
  signal: AbortSignal;
  /** What of a file went before; without it, lines that went again are not named. */
  sentBefore?: App['sentBefore'];
  /** How a modification id is found in other files; without it, a receipt of a payment is of the line that was asked for. */
  keepsIds?: () => boolean;
  idIndexes?: App['idIndexes'];
  receiptContext: () => ReceiptContext | Promise<ReceiptContext>;
}

type Wanted = Extract<Savable, { kind: SavableReceipt['kind'] }>;
type AnyReceipt = SignedReceipt | SignedSubmissionReceipt | SignedPaymentReceipt;

/** A receipt that was issued, and how it is shown and called. */
interface Issue {
  kind: CommandOutput<'receipt.read'>['kind'];
  receipt: AnyReceipt;
  page: () => string;
  name: string;
}

interface ReceiptFile {
  name: string;
  content: string | Uint8Array;
}

/** For how long the receipt that was issued last is given out in other formats, too. */
const SAME_ISSUE = 10 * MINUTE;

/**
 * Issues receipts. The page, the PDF and the JSON that a person saves one after the other are of one issue, so that the same
 * signature stands in all of them.
 */
export class Receipts {
  readonly #app: IssuingApp;
  readonly #batches: LastIssued<SignedReceipt>;
  readonly #submissions: LastIssued<SignedSubmissionReceipt>;
  readonly #payments: LastIssued<SignedPaymentReceipt>;

  constructor(app: IssuingApp) {
    this.#app = app;
    this.#batches = new LastIssued(app);
    this.#submissions = new LastIssued(app);
    this.#payments = new LastIssued(app);
  }

  /** Who issues a paper now, and when. */
  async issued(): Promise<ReceiptContext['issued']> {
    return (await this.#app.receiptContext()).issued;
  }

  /** @throws AppError queue.unknown-id, queue.unknown-payment */
  async read(asked: CommandInput<'receipt.read'>): Promise<CommandOutput<'receipt.read'>> {
    const { kind, receipt } = await this.#issue(asked);
    return receiptReadSchema.parse({ kind, receipt, doubts: receipt.doubts.map(doubtInWords) });
  }

  /** As it prints. @throws AppError queue.unknown-id, queue.unknown-payment */
  async page({ of, language }: CommandInput<'receipt.page'>): Promise<CommandOutput<'receipt.page'>> {
    const { receipt, page } = await this.#issue(of);
    return { html: await inLanguage(language, page), isSigned: receipt.signature !== undefined };
  }

  /** @throws AppError queue.unknown-id, queue.unknown-payment, audit.no-pdf, audit.not-printed */
  async file(shell: Pick<CommandPorts['shell'], 'print'>, wanted: Wanted): Promise<ReceiptFile> {
    const { receipt, page, name } = await this.#issue(receiptAsked(wanted));
    const called = await inLanguage(wanted.language, () => message('receipt', {}, { context: 'name of a file' }));
    return await fileOf(shell, `${called}-${name}`, wanted, receipt, page);
  }

  async #issue(asked: CommandInput<'receipt.read'>): Promise<Issue> {
    if ('batch' in asked) {
      const receipt = await this.#ofBatch(asked.batch);
      const name = `${receipt.batchId ?? asked.batch}`;
      return { kind: 'batch', receipt, page: () => batchPage(receipt, doubtInWords), name };
    }
    if ('line' in asked) {
      const receipt = await this.#ofPayment(asked.line);
      const name = storableName(receipt.modificationId);
      return { kind: 'payment', receipt, page: () => paymentPage(receipt, doubtInWords), name };
    }
    const receipt = await this.#ofSubmission(asked.submission);
    const { submission, fileName } = receipt.source;
    const name = `${submission}-${storableName(fileName).replace(/\.[^.]*$/, '')}`;
    return { kind: 'submission', receipt, page: () => submissionPage(receipt, doubtInWords), name };
  }

  async #ofBatch(batch: number | string): Promise<SignedReceipt> {
    const { store } = this.#app;
    return await this.#batches.get(batch, (context) =>
      typeof batch === 'number' ? receiptForNumber(store, batch, context) : receiptFor(store, batch, context),
    );
  }

  /** @throws AppError queue.unknown-payment, queue.damaged */
  async #ofPayment(asked: PaymentAsked): Promise<SignedPaymentReceipt> {
    const found = await findPayment({ ...this.#app, keepsIds: this.#app.keepsIds?.() ?? false }, asked);
    // It may have gone with another file since.
    const where = found.lines.map(({ submission, line }) => [submission, line]);
    return await this.#payments.get(JSON.stringify([asked, where]), (context) => {
      const receipt = receiptForPayment(this.#app.store, found, context);
      return context.key === undefined ? receipt : signed(receipt, context.key);
    });
  }

  /** One paper for a file with all that corrects it, whichever of them is asked for. @throws AppError queue.unknown-id */
  async #ofSubmission(id: number): Promise<SignedSubmissionReceipt> {
    const { store } = this.#app;
    const asked = store.submission(id);
    if (asked === undefined) throw new AppError('queue.unknown-id', { id: String(id) });
    const file = firstFile(store, asked);
    return await this.#submissions.get(file.id, async (context) => {
      const whole = await this.#whole(file, context);
      return context.key === undefined ? whole : signed(whole, context.key);
    });
  }

  async #whole(file: Submission, context: ReceiptContext): Promise<SubmissionReceipt> {
    const { store, sumUp, signal, sentBefore = async () => undefined } = this.#app;
    const by = pairsFrom(store, file).map((pair) => pair.by);
    const receipt = receiptForSubmission(
      store,
      file.id,
      context,
      by.map(({ id }) => id),
    );
    const batchesOf = (one: SubmissionId) => batchesAsRecorded(store, one);
    const foundIn = async (one: Submission) => {
      const found = await foundKinds(store, one.id, signal);
      const again = await sentAgain({ store, sentBefore, signal }, one);
      return { ...(found.length > 0 && { found }), ...(again !== undefined && { again }) };
    };
    const accountOf = (one: Submission) => fileAccount({ store, batchesOf, sumUp }, one);
    const account = await accountOf(file);
    const found = await foundIn(file);
    const further: CorrectionPart[] = [];
    for (const [at, part] of (receipt.further ?? []).entries()) {
      const one = by[at] ?? file;
      const { corrected: _, ...own } = (await accountOf(one)) ?? {};
      further.push({ ...own, ...(await foundIn(one)), ...part });
    }
    const corrections = await toldCorrections(store, file, signal);
    const counted = (account?.corrected?.steps ?? []).map((step) => submissionIdSchema.parse(step.submission));
    const accepted = acceptedAt(store, [file.id, ...counted]);
    const lines = (account?.corrected ?? account)?.account.leftOut ?? 0;
    const told = lines === 0 ? undefined : leftOutLines(store, file);
    const { reasons = [] } = told === undefined ? {} : await leftOutWithSums({ store, sumUp }, told);
    const notSent = await notSentKinds({ store, sumUp }, file);
    return {
      ...account,
      ...found,
      ...(notSent.length > 0 && { notSent }),
      ...(corrections.length > 0 && { corrections }),
      ...(lines > 0 && { leftOut: { lines, reasons } }),
      ...(accepted !== undefined && { accepted }),
      ...receipt,
      ...(further.length > 0 && { further }),
    };
  }
}

/** Keeps the receipt that was issued last, until something happens to its submission, or to one that corrects it. */
class LastIssued<Receipt extends AnyReceipt> {
  readonly #app: IssuingApp;
  #last: { of: number | string; at: number; receipt: Receipt } | undefined;

  constructor(app: IssuingApp) {
    this.#app = app;
  }

  async get(of: number | string, issue: (context: ReceiptContext) => Receipt | Promise<Receipt>): Promise<Receipt> {
    const context = await this.#app.receiptContext();
    const at = Date.parse(context.issued?.at ?? '');
    const last = this.#last;
    if (last?.of === of && Math.abs(at - last.at) < SAME_ISSUE && this.#holds(last.receipt)) return last.receipt;
    const receipt = await issue(context);
    this.#last = { of, at, receipt };
    return receipt;
  }

  #holds(receipt: Receipt): boolean {
    const corrections = 'batches' in receipt ? (receipt.corrections ?? []) : [];
    const places = 'places' in receipt ? receipt.places : [];
    const files = [receipt.source, ...places, ...corrections.flatMap(({ corrects, ...by }) => [corrects, by])];
    const told = files.map(({ submission }) => submissionIdSchema.parse(submission));
    const until = receipt.head?.position ?? 0;
    return told.every((id) => (this.#app.store.latestHistory(id, 1).events[0]?.position ?? 0) <= until);
  }
}

async function speakerOf(language: string): Promise<Speaker> {
  const spoken = languageFor(language, []);
  const catalogue = await spoken.load();
  return (say) => speaking(spoken, catalogue, say);
}

/** What a table is said with that is for a person only where a language is named. */
export const tableSpeaker = async (language: string | undefined): Promise<Speaker | undefined> =>
  language === undefined ? undefined : await speakerOf(language);

/** A page, or the name of a file, in the language of the person, in English by default. */
export const inLanguage = async (language: string | undefined, page: () => string): Promise<string> =>
  (await speakerOf(language ?? english.code))(page);

async function fileOf(
  { print }: Pick<CommandPorts['shell'], 'print'>,
  name: string,
  { format, language }: Pick<Wanted, 'format' | 'language'>,
  receipt: AnyReceipt,
  page: () => string,
): Promise<ReceiptFile> {
  switch (format) {
    case 'json':
      return { name: `${name}.json`, content: `${JSON.stringify(receipt, undefined, 2)}\n` };
    case 'html':
      return { name: `${name}.html`, content: await inLanguage(language, page) };
    case 'pdf':
      if (print === undefined) throw new AppError('audit.no-pdf', {});
      return { name: `${name}.pdf`, content: await print(await inLanguage(language, page)) };
    default:
      return assertNever(format);
  }
}
