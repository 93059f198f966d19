/** @file What is saved of the records. It is only read, so also beside a process that holds the data folder. */

import type { Savable, Saved } from '../../src-shared/contract.ts';
import { assertNever } from '../../src-shared/errors.ts';
import { message } from '../../src-shared/languages/message.ts';
import { saveFile } from '../ground/files/saved-file.ts';
import { historyCsv, historyJsonLines } from '../send/history-export.ts';
import { saveChanges } from './changes.ts';
import { type CorrectionPorts, saveCorrected, saveLines } from './correction.ts';
import type { FindPorts } from './find.ts';
import { storedFilter } from './history.ts';
import { saveLeftOut } from './left-out.ts';
import type { CommandPorts } from './ports.ts';
import { queueListPieces } from './queue-list.ts';
import { queueTable } from './queue-table.ts';
import { inLanguage, type Receipts, tableSpeaker } from './receipts.ts';
import { statementFile, statementFileName } from './statements.ts';

export type RecordSavable = Extract<
  Savable,
  {
    kind:
      | 'receipt'
      | 'submission-receipt'
      | 'payment-receipt'
      | 'history-entries'
      | 'queue-list'
      | 'statement'
      | 'corrected'
      | 'lines'
      | 'left-out'
      | 'changes';
  }
>;

/** What the security log calls it. */
export const exportedAs = {
  findings: 'findings',
  report: 'report',
  'report-table': 'report-table',
  receipt: 'receipt',
  'submission-receipt': 'receipt',
  'payment-receipt': 'receipt',
  history: 'history',
  'history-entries': 'history',
  'queue-list': 'queue',
  statement: 'statement',
  prepared: 'prepared',
  corrected: 'corrected',
  correction: 'corrected',
  lines: 'lines',
  'left-out': 'lines',
  changes: 'lines',
  'refused-rows': 'prepared',
} as const;

export interface RecordPorts extends CorrectionPorts {
  app: FindPorts['app'] & CorrectionPorts['app'];
  shell: Pick<CommandPorts['shell'], 'save' | 'print'>;
  receipts: Receipts;
}

export async function saveRecords(ports: RecordPorts, what: RecordSavable): Promise<Saved> {
  const { app, shell, signal, receipts } = ports;
  const today = new Date().toISOString().slice(0, 10);
  switch (what.kind) {
    case 'receipt':
    case 'submission-receipt':
    case 'payment-receipt': {
      const { name, content } = await receipts.file(shell, what);
      return await shell.save(name, (path) => saveFile(path, [content]));
    }
    case 'history-entries': {
      let entries = 0;
      const found = app.store.iterateHistory((await storedFilter(ports, what.filter)).wanted);
      const counted = (function* () {
        for (const entry of found) {
          entries += 1;
          yield entry;
        }
      })();
      const say = await tableSpeaker(what.language);
      const pieces = what.format === 'csv' ? historyCsv(counted, say) : historyJsonLines(counted);
      const save = (path: string) => saveFile(path, pieces, signal);
      const name = await inLanguage(what.language, () => message('history', {}, { context: 'name of a file' }));
      const saved = await shell.save(`${name}-${today}.${what.format}`, save);
      return saved.kind === 'saved' ? { ...saved, entries } : saved;
    }
    case 'queue-list': {
      const say = what.format === 'csv' ? await tableSpeaker(what.language) : undefined;
      const pieces = say
        ? queueTable(what.ids, { store: app.store, say, signal })
        : queueListPieces(app.store, what.ids, what.format, signal);
      const name = await inLanguage(what.language, () => message('queue', {}, { context: 'name of a file' }));
      return await shell.save(`${name}-${today}.${what.format}`, (path) => saveFile(path, pieces, signal));
    }
    case 'statement': {
      const { kind: _, ...asked } = what;
      const content = await statementFile(ports, shell, asked, await receipts.issued());
      const name = await inLanguage(what.language, () => statementFileName(what));
      return await shell.save(`${name}.${what.format}`, (path) => saveFile(path, [content]));
    }
    case 'corrected':
      return await saveCorrected(ports, what);
    case 'lines':
      return await saveLines(ports, what);
    case 'left-out':
      return await saveLeftOut(ports, what);
    case 'changes':
      return await saveChanges(ports, what);
    default:
      return assertNever(what);
  }
}
