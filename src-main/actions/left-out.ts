/** @file What became of the lines of a file: their account with its sums; those that were left out, counted with their reasons, and saved; and a table of all that were not sent. */

import type { Savable } from '../../src-shared/contract.ts';
import { AppError } from '../../src-shared/errors.ts';
import { findingSentence } from '../../src-shared/finding-sentence.ts';
import { inWords, message } from '../../src-shared/languages/message.ts';
import { quoted } from '../../src-shared/languages/quoted.ts';
import type { LeftOutPayment } from '../../src-shared/left-out.ts';
import { fetchLine, indexLines } from '../check/line-index.ts';
import { fixFile } from '../fixing/fix.ts';
import { amountOf, namedPaymentOf, partiesOf } from '../fixing/line-payment.ts';
import { emptyRecipe } from '../fixing/recipe.ts';
import { saveFile } from '../ground/files/saved-file.ts';
import { LineSet } from '../ground/line-set.ts';
import { type Column, SavedTable } from '../ground/saved-table.ts';
import { fileAccount } from '../records/file-account.ts';
import { givenReasons, withGiven } from '../records/given-reasons.ts';
import {
  firstFile,
  type LeftOutLine,
  type LeftOutLines,
  leftOutCounted,
  leftOutLines,
  notSentTold,
  withFaulty,
} from '../records/left-out.ts';
import { leftOutWithSums } from '../records/left-out-sums.ts';
import { notSentKinds } from '../records/not-sent.ts';
import { assertUnchanged } from '../send/correction/corrected-file.ts';
import { nameBeside } from '../send/correction/name-beside.ts';
import { viewInQueue } from '../send/submission-view.ts';
import type { CorrectionPorts } from './correction.ts';
import type { CommandHandlers, SavedFile, Shell } from './ports.ts';
import { inLanguage, tableSpeaker } from './receipts.ts';

type Ports = Pick<CorrectionPorts, 'app' | 'signal'>;

export function accountCommands({
  app: { store },
  signal,
}: Ports): Pick<CommandHandlers, 'submission.account' | 'submission.leftOut'> {
  return {
    'submission.account': async ({ id }) => {
      // Also of one that was removed: what became of it stays.
      const submission = store.submission(id) ?? viewInQueue(store, String(id)).submission;
      const account = await fileAccount({ store }, submission);
      if (account === undefined) return null;
      const isPurged = submission.purgedAt !== undefined;
      return { ...account, notSent: isPurged ? [] : await notSentKinds({ store }, firstFile(store, submission)) };
    },
    'submission.leftOut': async ({ id, isSummed }) => {
      const leftOut = known(store, id);
      if (!isSummed) return leftOutCounted(store, leftOut);
      return withGiven(await leftOutWithSums({ store }, leftOut), await givenReasons(store, leftOut, signal));
    },
  };
}

/** @throws AppError queue.unknown-id, edit.not-checked, queue.findings-purged, file.*, disk.full */
export async function saveLeftOut(
  ports: Ports & { shell: Pick<Shell, 'save'> },
  { id, format, language }: Omit<Extract<Savable, { kind: 'left-out' }>, 'kind'>,
) {
  const { shell, signal } = ports;
  const leftOut = known(ports.app.store, id);
  const { file } = leftOut;
  assertUnchanged(file);
  if (format === 'csv') {
    const table = new SavedTable(columns, await tableSpeaker(language));
    const name = await inLanguage(language, () => message('not-sent', {}, { context: 'name of a file' }));
    return await shell.save(nameBeside(file, name, '.csv'), (path) =>
      saveFile(path, tableOf(ports, leftOut, table), signal),
    );
  }
  const what = await inLanguage(language, () => message('left-out', {}, { context: 'name of a file' }));
  let lines: SavedFile['lines'];
  const saved = await shell.save(nameBeside(file, what), async (out) => {
    const request = { path: file.content, recipe: emptyRecipe, scope: leftOut.lines.encode(), out };
    const rejected = LineSet.none.encode();
    const summary = await fixFile({ ...request, rejected, ruleSet: file.options.ruleSet }, { signal });
    lines = { lines: summary.lines, exported: summary.kept, result: summary.result, corrected: 0 };
  });
  return saved.kind === 'saved' ? { ...saved, lines } : saved;
}

function known(store: Ports['app']['store'], id: Extract<Savable, { kind: 'left-out' }>['id']): LeftOutLines {
  const { submission } = viewInQueue(store, String(id));
  const leftOut = leftOutLines(store, submission);
  if (leftOut !== undefined) return leftOut;
  throw submission.check === undefined
    ? new AppError('edit.not-checked', {})
    : new AppError('queue.findings-purged', { id: submission.id });
}

interface ToldLine extends LeftOutLine, ReturnType<typeof partiesOf> {
  text: string | undefined;
  payment: LeftOutPayment | undefined;
}

const columns: readonly Column<ToldLine>[] = [
  { name: 'line', title: () => message('line'), cell: ({ line }) => line },
  {
    name: 'left out by submission',
    title: () => message('left out by submission'),
    cell: ({ correction }) => correction,
  },
  {
    name: 'reason',
    title: () => message('reason'),
    cell: ({ why }) => why.map((said) => inWords(said)).join('; '),
    told: ({ why }) => why.map(findingSentence).join('; '),
  },
  { name: 'reason given', title: () => message('reason given'), cell: ({ given }) => given },
  {
    name: 'amount',
    title: () => message('amount'),
    cell: ({ payment }) => payment?.amount,
    told: ({ payment }) => payment && toldAmount(payment),
    as: 'amount',
  },
  { name: 'currency', title: () => message('currency'), cell: ({ payment }) => payment?.currency },
  { name: 'date', title: () => message('date'), cell: ({ payment }) => payment?.at, as: 'written' },
  { name: 'sender', title: () => message('paid by'), cell: ({ sender }) => sender },
  { name: 'receiver', title: () => message('paid to'), cell: ({ receiver }) => receiver },
  { name: 'text', title: () => message('text'), cell: ({ text }) => text },
];

/** What can be read in two ways stands in quotation marks: a spreadsheet would choose one of them. */
const toldAmount = (payment: LeftOutPayment): string | undefined =>
  amountOf(payment) ?? (payment.amount && inWords(quoted(payment.amount)));

/** A row for each line, in the order of the file that has their own bytes. */
async function* tableOf(
  { app: { store }, signal }: Ports,
  leftOut: LeftOutLines,
  table: SavedTable<ToldLine>,
): AsyncGenerator<string> {
  const { id, content: path } = leftOut.file;
  const index = store.lines.index(id) ?? (await indexLines(path, signal));
  const given = new Map((await givenReasons(store, leftOut, signal)).map(({ line, reason }) => [line, reason]));
  yield table.head();
  for (const told of notSentTold(store, withFaulty(store, leftOut))) {
    const text = fetchLine(path, index, told.line)?.text;
    const payment = text === undefined ? undefined : namedPaymentOf(text);
    const parties = text === undefined ? {} : partiesOf(text);
    yield table.row({ ...told, given: told.given ?? given.get(told.line), text, payment, ...parties });
  }
}
