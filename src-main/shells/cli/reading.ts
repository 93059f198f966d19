/** @file The actions that only read, for a command: also beside a process that works on the queue. */

import { callsTo } from '../../actions/calls.ts';
import { inFile, savingTo } from '../../actions/named-file.ts';
import { OfferedFiles } from '../../actions/offered-files.ts';
import type { Tell } from '../../actions/ports.ts';
import { type ReadingActions, readingCommands } from '../../actions/reading.ts';
import { Receipts } from '../../actions/receipts.ts';
import { exportedAs, saveRecords } from '../../actions/saved-records.ts';
import type { App } from '../../app.ts';
import { keepsIdIndexes } from '../../send/sent-before/id-index-settings.ts';
import { IdIndexes } from '../../send/sent-before/id-indexes.ts';
import { KnownIds } from '../../send/sent-before/known-ids.ts';
import { comparedContent, compareOrTell } from '../../send/sent-before/same-ids.ts';
import { SentFiles } from '../../send/sent-before/sent-files.ts';
import type { Session } from './session.ts';

export async function withReading<Result>(
  session: Session,
  work: (actions: ReadingActions) => Promise<Result>,
  tell: Tell = () => {},
): Promise<Result> {
  const idKeys = onceAsked(() => session.idKeys());
  const receiptContext = onceAsked(() => session.receiptContext());
  const keepsIds = keepsIdIndexes(session.settings());
  return await session.readStoreDuring((store) => {
    const idIndexes = new IdIndexes(session.folder, idKeys);
    const compared = { store, sent: new SentFiles(store), indexes: idIndexes, known: new KnownIds(idIndexes) };
    const sentBefore: App['sentBefore'] = async (submission, signal, mostNamed) => {
      const sha256 = comparedContent(submission);
      if (!keepsIds || sha256 === undefined) return undefined;
      const ports = { ...compared, signal, onUncompared: () => {} };
      return await compareOrTell(submission, sha256, ports, mostNamed, () => {});
    };
    const app = { folder: session.folder, store, keepsIds, idIndexes, sentBefore };
    const offered = new OfferedFiles({
      signal: session.interrupted,
      estimate: () => ({ estimatedBatches: 0, estimatedCheckMs: 0 }),
    });
    const receipts = new Receipts({ ...app, receiptContext, keepsIds: () => keepsIds, signal: session.interrupted });
    const ports = { app, offered, receipts, tell, signal: session.interrupted };
    const save: ReadingActions['save'] = async (what, path, log) => {
      const saved = inFile(await saveRecords({ ...ports, shell: savingTo({ path, log }) }, what));
      await session.recordSecurity({ kind: 'exported', what: exportedAs[what.kind], path });
      return saved;
    };
    return work({ call: callsTo(readingCommands(ports)), offer: (paths) => offered.offer(paths), save });
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
