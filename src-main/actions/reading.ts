/** @file The actions that only read: of an app, or beside a process that holds the data folder. */

import type { PickedFiles } from '../../src-shared/contract.ts';
import type { Call } from './calls.ts';
import { correctionPreview } from './corrections.ts';
import { findCommands } from './find.ts';
import { historyCommands } from './history.ts';
import type { CommandHandlers, SavedFile } from './ports.ts';
import type { RecordPorts, RecordSavable } from './saved-records.ts';

export type ReadingPorts = Omit<RecordPorts, 'shell'>;
type ReceiptCommands = Pick<CommandHandlers, 'receipt.read'>;

export function readingCommands(ports: ReadingPorts) {
  const receipts: ReceiptCommands = { 'receipt.read': (asked) => ports.receipts.read(asked) };
  return { ...findCommands(ports), ...historyCommands(ports), ...receipts, ...correctionPreview(ports) };
}

export interface ReadingActions {
  call: Call<keyof ReturnType<typeof readingCommands>>;
  /** Offers files of this computer. */
  offer(paths: readonly string[]): Promise<PickedFiles>;
  /** Saves to a file of this computer. */
  save(what: RecordSavable, path: string, log?: string): Promise<SavedFile>;
}
