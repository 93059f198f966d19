/** @file What corrections changed: told by values, and saved line by line. Read from their change logs, also beside a process that holds the data folder. */

import { createReadStream, existsSync } from 'node:fs';
import { stepDone } from '../../src-shared/change-words.ts';
import type { Changes, Savable } from '../../src-shared/contract.ts';
import type { Corrector } from '../../src-shared/correction-shapes.ts';
import { AppError } from '../../src-shared/errors.ts';
import { fieldWithPath } from '../../src-shared/field-words.ts';
import { inWords, message } from '../../src-shared/languages/message.ts';
import { type Change, changesIn, MOST_TOLD, readChanges, toldFirst } from '../fixing/changed-values.ts';
import { saveFile } from '../ground/files/saved-file.ts';
import { type Column, SavedTable } from '../ground/saved-table.ts';
import { correctorOf, pairsFrom, traced } from '../records/told-corrections.ts';
import type { SubmissionId } from '../send/batch.ts';
import { changeLogOf, nameBeside } from '../send/correction/corrected-file.ts';
import { originOf } from '../send/correction/line-origin.ts';
import { fileNameOf } from '../send/receipts/source-facts.ts';
import type { Submission } from '../send/submission.ts';
import { viewInQueue } from '../send/submission-view.ts';
import type { CorrectionPorts } from './correction.ts';
import type { CommandHandlers, Shell } from './ports.ts';
import { inLanguage, tableSpeaker } from './receipts.ts';

type Ports = Pick<CorrectionPorts, 'app' | 'signal'>;

export function changesCommands(ports: Ports): Pick<CommandHandlers, 'submission.changes'> {
  return { 'submission.changes': async ({ id }) => await told(ports, id) };
}

/** A file that a correction has made, with the list of what that has changed. */
interface ChangeList {
  made: Submission;
  /** Absent for a file that corrects no other submission. */
  corrects?: Submission | undefined;
  by?: Corrector | undefined;
}

/** @throws AppError queue.unknown-id, file.* */
async function told(ports: Ports, id: SubmissionId): Promise<Changes> {
  const { lists, untold } = listsOf(ports, id);
  const all: Pick<Changes, 'changes' | 'more'> = { changes: [], more: 0 };
  for (const list of lists) {
    const read = await readChanges(changeLogOf(list.made.content), MOST_TOLD, ports.signal);
    const { changes, more } = traced(ports.app.store, list.corrects?.id, read);
    const of = { submission: list.made.id, ...(list.by !== undefined && { by: list.by }) };
    all.changes.push(...changes.map((change) => ({ ...change, ...of })));
    all.more += more;
  }
  all.changes.sort(toldFirst);
  return {
    changes: all.changes.slice(0, MOST_TOLD),
    more: all.more + Math.max(0, all.changes.length - MOST_TOLD),
    untold,
  };
}

/** @throws AppError queue.unknown-id, file.*, disk.full */
export async function saveChanges(
  ports: Ports & { shell: Pick<Shell, 'save'> },
  { id, format, language }: Omit<Extract<Savable, { kind: 'changes' }>, 'kind'>,
) {
  if (format === 'jsonl') return await saveLog(ports, id);
  const { submission, lists } = listsOf(ports, id);
  const table = new SavedTable(columns, await tableSpeaker(language));
  const what = await inLanguage(language, () => message('changes', {}, { context: 'name of a file' }));
  return await ports.shell.save(nameBeside(submission, what, '.csv'), (path) =>
    saveFile(path, tableOf(ports, lists, table), ports.signal),
  );
}

/** The change log of its own file, whose digest a receipt names. @throws AppError queue.unknown-id, file.*, disk.full */
async function saveLog({ app, shell, signal }: Parameters<typeof saveChanges>[0], id: SubmissionId) {
  const { submission } = viewInQueue(app.store, String(id));
  const log = changeLogOf(submission.content);
  if (!existsSync(log)) throw new AppError('file.not-found', { path: log });
  return await shell.save(changeLogOf(fileNameOf(submission.name)), (path) =>
    saveFile(path, createReadStream(log), signal),
  );
}

/**
 * What its own correction has changed, where it is one, and what those after it have.
 * @throws AppError queue.unknown-id; file.not-found: there is no list of it
 */
function listsOf({ app: { store } }: Ports, id: SubmissionId) {
  const { submission } = viewInQueue(store, String(id));
  const corrected = submission.corrects === undefined ? undefined : store.submission(submission.corrects);
  const own = corrected === undefined ? [] : [{ corrected, by: submission }];
  const pairs = [...own, ...pairsFrom(store, submission)];
  const lists = pairs.map((pair) => ({ made: pair.by, corrects: pair.corrected, by: correctorOf(store, pair) }));
  // It may have been corrected before it was added.
  const all: ChangeList[] = corrected === undefined ? [{ made: submission }, ...lists] : lists;
  const [known, unknown] = [all.filter(hasLog), all.filter((list) => !hasLog(list))];
  if (known.length === 0)
    throw new AppError('file.not-found', { path: changeLogOf((lists[0]?.made ?? submission).content) });
  const untold = unknown.filter(({ made, corrects }) => corrects !== undefined && corrects.corrected?.rest !== made.id);
  return { submission, lists: known, untold: untold.map(({ made }) => made.id) };
}

const hasLog = ({ made }: ChangeList): boolean => existsSync(changeLogOf(made.content));

/** A change of a list, with the number that its line has in the first file. */
interface ListedChange {
  change: Change;
  list: ChangeList;
  firstLine: number;
}

/** `line` is that of the submission beside it. */
const columns: readonly Column<ListedChange>[] = [
  { name: 'line', title: () => message('line'), cell: ({ change }) => change.line },
  { name: 'new line', title: () => message('new line'), cell: ({ change }) => change.newLine },
  { name: 'step', title: () => message('step'), cell: ({ change }) => inWords(stepDone(change)) },
  {
    name: 'field',
    title: () => message('field'),
    cell: ({ change }) => change.field,
    told: ({ change: { field } }) => field && fieldWithPath(field),
  },
  { name: 'before', title: () => message('before'), cell: ({ change }) => change.before, as: 'number' },
  { name: 'after', title: () => message('after'), cell: ({ change }) => change.after, as: 'number' },
  { name: 'who', title: () => message('who'), cell: ({ list }) => list.by?.user },
  { name: 'when', title: () => message('when'), cell: ({ list }) => list.by?.at, as: 'moment' },
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
  { name: 'reason', title: () => message('reason'), cell: ({ change }) => change.reason },
  { name: 'payment ids', title: () => message('payment ids'), cell: ({ change }) => change.payment?.ids?.join(' ') },
  { name: 'amount', title: () => message('amount'), cell: ({ change }) => change.payment?.amount, as: 'number' },
  { name: 'currency', title: () => message('currency'), cell: ({ change }) => change.payment?.currency },
  { name: 'date', title: () => message('date'), cell: ({ change }) => change.payment?.at, as: 'moment' },
];

/** A row for each change. */
async function* tableOf(
  { app: { store }, signal }: Ports,
  lists: readonly ChangeList[],
  table: SavedTable<ListedChange>,
): AsyncGenerator<string> {
  yield table.head();
  for (const list of lists) {
    const { made, corrects } = list;
    for await (const change of changesIn(changeLogOf(made.content), signal)) {
      const { line } = change;
      const first = corrects === undefined ? undefined : originOf(store, { submission: corrects.id, line });
      yield table.row({ change, list, firstLine: first?.line ?? line });
    }
  }
}
