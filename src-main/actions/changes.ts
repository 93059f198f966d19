/** @file What corrections changed: told by values, and saved line by line. Read from their change logs, also beside a process that holds the data folder. */

import { createReadStream, existsSync } from 'node:fs';
import { stepDone } from '../../src-shared/change-words.ts';
import type { Changes, Savable } from '../../src-shared/contract.ts';
import type { Corrector } from '../../src-shared/correction-shapes.ts';
import { AppError } from '../../src-shared/errors.ts';
import { fieldWithPath } from '../../src-shared/field-words.ts';
import { inWords, message } from '../../src-shared/languages/message.ts';
import { columnSeparator, momentCell, numberCell } from '../../src-shared/spreadsheet.ts';
import { changesIn, MOST_TOLD, readChanges, toldFirst } from '../fixing/changed-values.ts';
import { csvHead, csvRow } from '../ground/csv.ts';
import { saveFile } from '../ground/files/saved-file.ts';
import { correctorOf, pairsFrom, traced } from '../records/told-corrections.ts';
import type { SubmissionId } from '../send/batch.ts';
import { changeLogOf, nameBeside } from '../send/correction/corrected-file.ts';
import { originOf } from '../send/correction/line-origin.ts';
import { fileNameOf } from '../send/receipts/source-facts.ts';
import type { Submission } from '../send/submission.ts';
import { viewInQueue } from '../send/submission-view.ts';
import type { CorrectionPorts } from './correction.ts';
import type { CommandHandlers, Shell } from './ports.ts';
import { type Speaker, speakerOf } from './receipts.ts';

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
  const say = await speakerOf(language);
  const what = say(() => message('changes', {}, { context: 'name of a file' }));
  return await ports.shell.save(nameBeside(submission, what, '.csv'), (path) =>
    saveFile(
      path,
      tableOf(ports, lists, { say, nameOf: language === undefined ? String : fieldWithPath }),
      ports.signal,
    ),
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

interface Wording {
  say: Speaker;
  /** What a field is called: programs know it by its path. */
  nameOf: (path: string) => string;
}

/** A row for each change. `line` is that of the submission beside it. */
async function* tableOf(
  { app: { store }, signal }: Ports,
  lists: readonly ChangeList[],
  { say, nameOf }: Wording,
): AsyncGenerator<string> {
  yield say(() => csvHead(columns(), true, columnSeparator()));
  for (const { made, corrects, by } of lists)
    for await (const change of changesIn(changeLogOf(made.content), signal)) {
      const { line, newLine, field, before, after, reason, payment } = change;
      const first = corrects === undefined ? undefined : originOf(store, { submission: corrects.id, line });
      yield say(() =>
        csvRow(
          [
            ...[line, newLine, inWords(stepDone(change)), field && nameOf(field), before && numberCell(before)],
            ...[after && numberCell(after), by?.user, by?.at && momentCell(by.at)],
            ...[corrects?.id, corrects && made.id, first?.line ?? line, reason],
            ...[payment?.ids?.join(' '), payment?.amount && numberCell(payment.amount), payment?.currency],
            payment?.at && momentCell(payment.at),
          ],
          columnSeparator(),
        ),
      );
    }
}

const columns = (): string[] => [
  ...[message('line'), message('new line'), message('step'), message('field'), message('before'), message('after')],
  ...[message('who'), message('when'), message('submission'), message('corrected by submission')],
  ...[message('line of the first file'), message('reason'), message('payment ids'), message('amount')],
  ...[message('currency'), message('date')],
];
