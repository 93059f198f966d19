/** @file The commands about a data folder that may be a copy: what others know of it, and that a person goes on with it. */

import { AppError } from '../../src-shared/errors.ts';
import type { AskedFolder } from '../../src-shared/folder-shapes.ts';
import type { AnswersOnFolder } from '../app.ts';
import type { AskedBatch } from '../send/questions.ts';
import type { Submission } from '../send/submission.ts';
import { shownName } from './file-name.ts';
import type { CommandHandlers, CommandPorts } from './ports.ts';

export function folderCommands({
  app,
  signal,
}: Pick<CommandPorts, 'app' | 'signal'>): Pick<CommandHandlers, 'folder.ask' | 'folder.confirm'> {
  return {
    'folder.ask': async () => ({
      ...answersInWords(await app.askAboutFolder(signal)),
      isInDoubt: app.queue.doubt !== undefined,
    }),
    'folder.confirm': async ({ reason }) => {
      const waiting = await app.confirmFolder(reason);
      return { wasInDoubt: waiting !== undefined, waiting: waiting ?? 0 };
    },
  };
}

function answersInWords({ heard, asked, withoutId }: AnswersOnFolder): Omit<AskedFolder, 'isInDoubt'> {
  const failed = asked.flatMap(({ said }) => (said instanceof AppError ? said : []));
  const [error] = failed;
  return {
    asked: asked.length,
    arrived: asked.filter(({ isNews }) => isNews).map(arrived),
    notKnown: asked.filter(({ said }) => said === null).length,
    ...(error !== undefined && { unanswered: { ids: failed.length, error: error.toRecord() } }),
    withoutId: withoutId.map(({ submission, batches }) => ({
      ...ofFile(submission),
      connection: submission.connection,
      batches: batches.length,
      lines: batches.reduce((sum, { lines }) => sum + lines, 0),
    })),
    ...(heard instanceof AppError && { unheard: heard.toRecord() }),
    told: heard instanceof AppError ? [] : toldFiles(heard),
  };
}

function arrived({ submission, batch: { state }, batchId, said }: AskedBatch): AskedFolder['arrived'][number] {
  return { ...ofFile(submission), batchId, state, ...(typeof said === 'string' && { remoteState: said }) };
}

/** Of each file once, since a thousand batches are one sending. */
function toldFiles(heard: Exclude<AnswersOnFolder['heard'], AppError>): AskedFolder['told'] {
  const files = Map.groupBy(heard, ({ ledger, submission, file, isHere }) =>
    [ledger, submission, isHere, file].join(' '),
  );
  return [...files.values()].flatMap((events) => {
    const [first] = events;
    if (first === undefined) return [];
    const { ledger, file, isHere } = first;
    const batchIds = [...new Set(events.map(({ batchId }) => batchId))];
    return { ledger, fileName: shownName(file), at: Math.max(...events.map(({ at }) => at)), batchIds, isHere };
  });
}

function ofFile({ id, name }: Submission) {
  return { submission: id, fileName: shownName(name) };
}
