/** @file The table of what corrections changed: a row for each field of each line, with the payment that the line is. */

import { allDone, cellsOfChange } from '../../src-shared/change-words.ts';
import type { Corrector } from '../../src-shared/correction-shapes.ts';
import { fieldWithPath } from '../../src-shared/field-words.ts';
import { findingSentence } from '../../src-shared/finding-sentence.ts';
import { message } from '../../src-shared/languages/message.ts';
import type { LeftOutPayment } from '../../src-shared/left-out.ts';
import type { Change } from '../fixing/change-entries.ts';
import { changesIn } from '../fixing/changed-values.ts';
import { namedPaymentOf } from '../fixing/line-payment.ts';
import { LinesInTurn } from '../fixing/lines-in-turn.ts';
import { type Column, SavedTable, type Speaker } from '../ground/saved-table.ts';
import { assertUnchanged, changeLogOf } from '../send/correction/corrected-file.ts';
import { type OriginStore, WayBack } from '../send/correction/line-origin.ts';
import type { Submission } from '../send/submission.ts';

/** A file that a correction has made, with the list of what that has changed. */
export interface ChangeList {
  made: Submission;
  /** Absent for a file that corrects no other submission. */
  corrects?: Submission | undefined;
  by?: Corrector | undefined;
}

/** A change of a list, with the number that its line has in the first file. */
interface ListedChange {
  change: Change;
  list: ChangeList;
  firstLine: number;
  /** As it is sent; of a line that was left out, as it was. */
  payment: LeftOutPayment | undefined;
}

/** `line` is that of the submission beside it. Programs read values as they stand in the line: a text has its quotation marks. */
const columns: readonly Column<ListedChange>[] = [
  { name: 'line', title: () => message('line'), cell: ({ change }) => change.line },
  { name: 'new line', title: () => message('new line'), cell: ({ change }) => change.newLine },
  { name: 'step', title: () => message('step'), cell: ({ change }) => allDone(change) },
  {
    name: 'field',
    title: () => message('field'),
    cell: ({ change }) => change.field,
    told: ({ change: { field } }) => field && fieldWithPath(field),
  },
  {
    name: 'before',
    title: () => message('before'),
    cell: ({ change }) => change.before,
    told: ({ change }) => cellsOfChange(change).before,
  },
  {
    name: 'after',
    title: () => message('after'),
    cell: ({ change }) => change.after,
    told: ({ change }) => cellsOfChange(change).after,
  },
  { name: 'who', title: () => message('who'), cell: ({ list }) => list.by?.user },
  { name: 'decided', title: () => message('decided'), cell: ({ change }) => change.at, as: 'moment' },
  { name: 'when', title: () => message('correction added'), cell: ({ list }) => list.by?.at, as: 'moment' },
  { name: 'submission', title: () => message('submission'), cell: ({ list }) => list.corrects?.id },
  {
    name: 'corrected by submission',
    title: () => message('corrected by submission'),
    cell: ({ list: { corrects, made } }) => corrects && made.id,
  },
  {
    name: 'line of the first file',
    title: () => message('line of the first file'),
    cell: ({ firstLine }) => firstLine,
  },
  {
    name: 'reason',
    title: () => message('reason'),
    cell: ({ change }) => change.reason,
    // Of a line that was left out, also what is wrong with it.
    told: ({ change: { reason, why = [] } }) =>
      [...(reason === undefined ? [] : [reason]), ...why.map(findingSentence)].join('; '),
  },
  { name: 'payment ids', title: () => message('payment ids'), cell: ({ payment }) => payment?.ids?.join(' ') },
  { name: 'amount', title: () => message('amount'), cell: ({ payment }) => payment?.amount, as: 'amount' },
  { name: 'currency', title: () => message('currency'), cell: ({ payment }) => payment?.currency },
  { name: 'date', title: () => message('date'), cell: ({ payment }) => payment?.at, as: 'written' },
];

interface Ports {
  app: { store: OriginStore };
  signal: AbortSignal;
}

/** @param say absent for programs @throws AppError file.* */
export async function* changesTable(
  { app: { store }, signal }: Ports,
  lists: readonly ChangeList[],
  say: Speaker | undefined,
): AsyncGenerator<string> {
  const table = new SavedTable(columns, say);
  yield table.head();
  for (const list of lists) {
    const way = new WayBack(store, list.corrects?.id);
    using lines = sentLines(list.made);
    for await (const change of changesIn(changeLogOf(list.made.content), signal)) {
      const { line, newLine } = change;
      const sent = newLine === undefined ? undefined : await lines?.at(newLine);
      const payment = change.payment ?? (sent === undefined ? undefined : namedPaymentOf(sent));
      yield table.row({ change, list, firstLine: way.originOf(line)?.line ?? line, payment });
    }
  }
}

/** Of the file as it was checked; undefined where it is not there any more: then the table has no payments of it. */
function sentLines(made: Submission): LinesInTurn | undefined {
  try {
    assertUnchanged(made);
    return new LinesInTurn(made.content);
  } catch {
    return undefined;
  }
}
