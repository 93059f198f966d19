/** @file What corrections changed: told by values, and saved line by line. Read from their change logs, also beside a process that holds the data folder. */

import { createReadStream, existsSync } from 'node:fs';
import type { Changes, Savable } from '../../src-shared/contract.ts';
import { AppError } from '../../src-shared/errors.ts';
import { message } from '../../src-shared/languages/message.ts';
import { MOST_TOLD, readChanges, toldFirst } from '../fixing/changed-values.ts';
import { saveFile } from '../ground/files/saved-file.ts';
import { firstFile } from '../records/left-out.ts';
import { correctorOf, pairsOf, traced } from '../records/told-corrections.ts';
import type { SubmissionId } from '../send/batch.ts';
import { changeLogOf } from '../send/correction/corrected-file.ts';
import { nameBeside } from '../send/correction/name-beside.ts';
import { fileNameOf } from '../send/receipts/source-facts.ts';
import { viewKept } from '../send/submission-view.ts';
import { type ChangeList, changesTable } from './changes-table.ts';
import type { CorrectionPorts } from './correction.ts';
import type { CommandHandlers, Shell } from './ports.ts';
import { inLanguage, tableSpeaker } from './receipts.ts';

type Ports = Pick<CorrectionPorts, 'app' | 'signal'>;

export function changesCommands(ports: Ports): Pick<CommandHandlers, 'submission.changes'> {
  return { 'submission.changes': async ({ id }) => await told(ports, id) };
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
  const say = await tableSpeaker(language);
  const what = await inLanguage(language, () => message('changes', {}, { context: 'name of a file' }));
  return await ports.shell.save(nameBeside(submission, what, '.csv'), (path) =>
    saveFile(path, changesTable(ports, lists, say), ports.signal),
  );
}

/** The change log of its own file, whose digest a receipt names. @throws AppError queue.unknown-id, file.*, disk.full */
async function saveLog({ app, shell, signal }: Parameters<typeof saveChanges>[0], id: SubmissionId) {
  const { submission } = viewKept(app.store, String(id));
  const log = changeLogOf(submission.content);
  if (!existsSync(log)) throw new AppError('file.not-found', { path: log });
  return await shell.save(changeLogOf(fileNameOf(submission.name)), (path) =>
    saveFile(path, createReadStream(log), signal),
  );
}

/**
 * What all corrections of the files have changed among which this one is, the first one first: the same from each of them, as on their receipts,
 * and also of one that was removed.
 * @throws AppError queue.unknown-id; file.not-found: there is no list of it
 */
function listsOf({ app: { store } }: Ports, id: SubmissionId) {
  const { submission } = viewKept(store, String(id));
  const lists = pairsOf(store, submission).map((pair) => ({
    made: pair.by,
    corrects: pair.corrected,
    by: correctorOf(store, pair),
  }));
  const first = firstFile(store, submission);
  // It may have been corrected before it was added.
  const all: ChangeList[] = first.corrects === undefined ? [{ made: first }, ...lists] : lists;
  const [known, unknown] = [all.filter(hasLog), all.filter((list) => !hasLog(list))];
  if (known.length === 0)
    throw new AppError('file.not-found', { path: changeLogOf((lists[0]?.made ?? submission).content) });
  const untold = unknown.filter(({ made, corrects }) => corrects !== undefined && corrects.corrected?.rest !== made.id);
  return { submission, lists: known, untold: untold.map(({ made }) => made.id) };
}

const hasLog = ({ made }: ChangeList): boolean => existsSync(changeLogOf(made.content));
