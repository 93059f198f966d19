/** @file The actions that only read, for a command: also beside a process that works on the queue. */

import { savingTo } from '../../actions/backend.ts';
import { callsTo } from '../../actions/calls.ts';
import { type ReadingActions, readingCommands } from '../../actions/reading.ts';
import { Receipts } from '../../actions/receipts.ts';
import { exportedAs, saveRecords } from '../../actions/saved-records.ts';
import { keepsIdIndexes } from '../../records/whereabouts/id-index-settings.ts';
import { IdIndexes } from '../../records/whereabouts/id-indexes.ts';
import type { Session } from './session.ts';

export async function withReading<Result>(
  session: Session,
  work: (actions: ReadingActions) => Promise<Result>,
): Promise<Result> {
  const idKeys = onceAsked(() => session.idKeys());
  const receiptContext = onceAsked(() => session.receiptContext());
  const keepsIds = keepsIdIndexes(session.settings());
  return await session.readStoreDuring((store) => {
    const app = { folder: session.folder, store, keepsIds, idIndexes: new IdIndexes(session.folder, idKeys) };
    const ports = { app, signal: session.interrupted, receipts: new Receipts({ store, receiptContext }) };
    const save: ReadingActions['save'] = async (what, path) => {
      const saved = await saveRecords({ ...ports, shell: savingTo(path) }, what);
      await session.recordSecurity({ kind: 'exported', what: exportedAs[what.kind], path });
      return saved;
    };
    return work({ call: callsTo(readingCommands(ports)), save });
  });
}

/** A key is opened only by who needs it, and once. */
function onceAsked<Value>(ask: () => Promise<Value>): () => Promise<Value> {
  let asked: Promise<Value> | undefined;
  return () => {
    asked ??= ask();
    return asked;
  };
}
