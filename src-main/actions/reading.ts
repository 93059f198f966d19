/** @file The actions that only read: of an app, or beside a process that holds the data folder. */

import type { PickedFiles } from '../../src-shared/contract.ts';
import type { App } from '../app.ts';
import { whatIsKept } from '../records/retention/kept.ts';
import { KeptFiles } from '../records/retention/kept-files.ts';
import type { Call } from './calls.ts';
import { changesCommands } from './changes.ts';
import { correctionPreview } from './correction.ts';
import { findCommands } from './find.ts';
import { historyCommands } from './history.ts';
import { accountCommands } from './left-out.ts';
import type { CommandHandlers, SavedFile } from './ports.ts';
import { queueListCommands } from './queue-list.ts';
import type { RecordPorts, RecordSavable } from './saved-records.ts';
import { paperOfStatement, readStatement } from './statements.ts';

export type ReadingPorts = Omit<RecordPorts, 'shell'> & { app: Pick<App, 'folder'> };
type OtherCommands = Pick<
  CommandHandlers,
  'receipt.read' | 'receipt.page' | 'statement.read' | 'statement.page' | 'retention.kept'
>;

export function readingCommands(ports: ReadingPorts) {
  const { folder, store } = ports.app;
  const others: OtherCommands = {
    'receipt.read': (asked) => ports.receipts.read(asked),
    'receipt.page': (asked) => ports.receipts.page(asked),
    'statement.read': (asked) => readStatement(ports, asked),
    'statement.page': async (asked) => ({
      html: await paperOfStatement(ports, asked, await ports.receipts.issued()),
    }),
    'retention.kept': () => whatIsKept(new KeptFiles(folder), store.customerData.figures()),
  };
  return {
    ...findCommands(ports),
    ...historyCommands(ports),
    ...queueListCommands(ports.app),
    ...others,
    ...correctionPreview(ports),
    ...accountCommands(ports),
    ...changesCommands(ports),
  };
}

export interface ReadingActions {
  call: Call<keyof ReturnType<typeof readingCommands>>;
  /** Offers files of this computer. */
  offer(paths: readonly string[]): Promise<PickedFiles>;
  /** Saves to a file of this computer. */
  save(what: RecordSavable, path: string, log?: string): Promise<SavedFile>;
}
