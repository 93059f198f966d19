/** @file What a correction changed: told by values, and saved line by line. Read from its change log, also beside a process that holds the data folder. */

import type { Savable } from '../../src-shared/contract.ts';
import { changedValues, changesIn } from '../fixing/changed-values.ts';
import { csvHead, csvRow } from '../ground/csv.ts';
import { saveFile } from '../ground/files/saved-file.ts';
import type { SubmissionId } from '../send/batch.ts';
import { changeLogOf, nameBeside } from '../send/correction/corrected-file.ts';
import { viewInQueue } from '../send/submission-view.ts';
import type { CorrectionPorts } from './correction.ts';
import type { CommandHandlers, Shell } from './ports.ts';

type Ports = Pick<CorrectionPorts, 'app' | 'signal'>;

/** A person goes through no more. */
const MOST_TOLD = 200;

export function changesCommands(ports: Ports): Pick<CommandHandlers, 'submission.changes'> {
  return { 'submission.changes': async ({ id }) => await changedValues(logOf(ports, id).log, MOST_TOLD, ports.signal) };
}

/** @throws AppError queue.unknown-id, file.*, disk.full */
export async function saveChanges(
  ports: Ports & { shell: Pick<Shell, 'save'> },
  { id }: Pick<Extract<Savable, { kind: 'changes' }>, 'id'>,
) {
  const { submission, log } = logOf(ports, id);
  return await ports.shell.save(nameBeside(submission, 'changes', '.csv'), (path) =>
    saveFile(path, tableOf(log, ports.signal), ports.signal),
  );
}

function logOf({ app: { store } }: Ports, id: SubmissionId) {
  const { submission } = viewInQueue(store, String(id));
  // Of a file that was corrected, what its correction changed.
  const by = submission.corrects === undefined ? submission.corrected?.by : undefined;
  const { content } = (by !== undefined && store.submission(by)) || submission;
  return { submission, log: changeLogOf(content) };
}

async function* tableOf(log: string, signal: AbortSignal): AsyncGenerator<string> {
  yield csvHead(['line', 'new line', 'step', 'field', 'before', 'after']);
  for await (const { line, newLine, step, field, before, after } of changesIn(log, signal))
    yield csvRow([line, newLine, step, field, before, after]);
}
