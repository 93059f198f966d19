/** @file The lines of a file that were left out: counted with their reasons, and saved with their own bytes or as a table. */

import type { Savable } from '../../src-shared/contract.ts';
import { AppError } from '../../src-shared/errors.ts';
import { findingSentence } from '../../src-shared/finding-sentence.ts';
import type { Said } from '../../src-shared/languages/fact.ts';
import { inWords, message } from '../../src-shared/languages/message.ts';
import { columnSeparator } from '../../src-shared/spreadsheet.ts';
import { fetchLine, indexLines } from '../check/line-index.ts';
import { fixFile } from '../fixing/fix.ts';
import { emptyRecipe } from '../fixing/recipe.ts';
import { csvHead, csvRow } from '../ground/csv.ts';
import { saveFile } from '../ground/files/saved-file.ts';
import { LineSet } from '../ground/line-set.ts';
import { type LeftOutLines, leftOutCounted, leftOutLines, leftOutTold } from '../records/left-out.ts';
import { assertUnchanged, nameBeside } from '../send/correction/corrected-file.ts';
import { viewInQueue } from '../send/submission-view.ts';
import type { CorrectionPorts } from './correction.ts';
import type { CommandHandlers, SavedFile, Shell } from './ports.ts';
import { speakerOf } from './receipts.ts';

type Ports = Pick<CorrectionPorts, 'app' | 'signal'>;

export function leftOutCommands({ app: { store } }: Pick<Ports, 'app'>): Pick<CommandHandlers, 'submission.leftOut'> {
  return { 'submission.leftOut': ({ id }) => leftOutCounted(store, known(store, id)) };
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
  const say = await speakerOf(language);
  const what = say(() => message('left-out', {}, { context: 'name of a file' }));
  const sentence = language === undefined ? inWords : findingSentence;
  if (format === 'csv')
    return await shell.save(nameBeside(file, what, '.csv'), (path) =>
      saveFile(
        path,
        tableOf(ports, leftOut, (row) => say(() => row(sentence))),
        signal,
      ),
    );
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

/** A row for each line, in the order of the file that has their own bytes. */
async function* tableOf(
  { app: { store }, signal }: Ports,
  leftOut: LeftOutLines,
  written: (row: (sentence: (said: Said) => string) => string) => string,
): AsyncGenerator<string> {
  const { id, content: path } = leftOut.file;
  const index = store.lines.index(id) ?? (await indexLines(path, signal));
  yield written(() =>
    csvHead(
      [message('line'), message('left out by submission'), message('reason'), message('text')],
      true,
      columnSeparator(),
    ),
  );
  for (const { line, correction, why } of leftOutTold(store, leftOut))
    yield written((sentence) =>
      csvRow([line, correction, why.map(sentence).join('; '), fetchLine(path, index, line)?.text], columnSeparator()),
    );
}
