/** @file A data folder whose history is sealed, and somebody who edits its database with other means than Tranship. */

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { AuditSettings } from '../../src-main/audit/audit-settings.ts';
import type { Head } from '../../src-main/audit/chain.ts';
import { keptCheckpoints } from '../../src-main/audit/head-file.ts';
import { createHistoryKey, type HistoryKey } from '../../src-main/audit/history-key.ts';
import type { Batch } from '../../src-main/send/batch.ts';
import { occasionOf } from '../../src-main/send/batch-history.ts';
import { type ReceiptContext, receiptFor } from '../../src-main/send/receipt.ts';
import { recordOfCheck, recordOfOptions, recordOfWay, recordOfWord } from '../../src-main/send/sealed/fields.ts';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import type { ApprovedSubmission } from '../../src-main/send/submission.ts';
import { HistoryKeeping } from '../../src-main/team/history-keeping.ts';
import { verifyHistory } from '../../src-main/team/verify-history.ts';
import { FakeClock } from '../fake-clock.ts';
import { at, batchId, ranges, sampleCheck, sampleSubmission } from '../send/samples.ts';
import { folderOfFile } from '../temporary-folder.ts';

export const folderKey = () => createHistoryKey(randomBytes(32));
const who = { user: 'mara', machine: 'desk-7', version: '1.2.3' };

export interface OpenFolder {
  store: QueueStore;
  heads: Head[];
  tampering: string[];
  close: () => void;
}

/** Opens the folder as the app does, with or without a key. */
export function open(folder: string, key?: HistoryKey): OpenFolder {
  const author = { ...who, key };
  const store = new QueueStore(folder, { author });
  const [heads, tampering]: [Head[], string[]] = [[], []];
  const keeping = new HistoryKeeping({
    store,
    folder,
    author,
    clock: new FakeClock(),
    onHead: (head) => heads.push(head),
    onTampering: (what) => tampering.push(what),
    onFailure: (thrown) => {
      throw thrown;
    },
  });
  const close = () => {
    keeping.close();
    store.close();
  };
  return { store, heads, tampering, close };
}

/** A file that was added, approved by a person, sent and processed, as the app records it. */
export function sendFile(opened: OpenFolder, digit = 1): Batch[] {
  return approveFile(opened).batches.map((batch, index) => carried(opened.store, batch, digit + index));
}

/** A file that was added and approved by a person. */
export function approveFile({ store }: OpenFolder): { submission: ApprovedSubmission; batches: Batch[] } {
  const { check: _, ...added } = sampleSubmission();
  const options = recordOfOptions(added.options);
  const submission = store.addSubmission(
    { ...added, stage: 'checking' },
    { at, kind: 'added', detail: { path: added.content, ...recordOfWay(added), options } },
  );
  const approved = { ...sampleSubmission(), id: submission.id };
  const recorded = { ...recordOfCheck(sampleCheck, ranges), ...recordOfWord(approved), options };
  const detail = { ...recorded, decidedByPerson: true, reason: 'agreed' };
  return { submission: approved, batches: store.approve(approved, ranges, { at, kind: 'approved', detail }) };
}

function carried(store: QueueStore, waiting: Batch, digit: number): Batch {
  let batch = waiting;
  const step = (kind: 'begin' | 'reserved' | 'accepted' | 'status', change: Partial<Batch>) => {
    const after = { ...batch, ...change };
    store.saveBatch(after, occasionOf(batch, after, { kind }, at + 1000));
    batch = after;
  };
  step('begin', { state: 'reserving' });
  step('reserved', {
    ...({ state: 'uploading', attempts: 1 } as const),
    delivery: { batchId: batchId(digit), mayHaveArrived: false, host: 'https://storage.test' },
  });
  step('accepted', { state: 'processing', acceptedAt: at + 2000 });
  step('status', { state: 'processed', remoteState: 'PROCESSED' });
  return batch;
}

/** A folder in which two batches were sent with the key; closed. */
export function sealedFolder(): { folder: string; key: HistoryKey } {
  const [folder, key] = [folderOfFile(), folderKey()];
  const opened = open(folder, key);
  sendFile(opened);
  opened.close();
  return { folder, key };
}

/** Edits the database as somebody does who knows its schema, and leaves no trace in it. */
export function attack(folder: string, edit: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(join(folder, 'queue.db'));
  const triggers = database.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all();
  for (const { name } of triggers) database.exec(`DROP TRIGGER ${name}`);
  edit(database);
  for (const { sql } of triggers) database.exec(String(sql));
  database.close();
}

const text = z.string();
const rawEvent = z.object({
  position: z.int(),
  at: z.int(),
  submission: z.int(),
  batch: z.int().nullable(),
  kind: text,
  detail: text,
  previous_hash: text,
  hash: text,
  user: text.nullable(),
  machine: text.nullable(),
  version: text.nullable(),
  key: text.nullable(),
  seal: text.nullable(),
});
export type RawEvent = z.infer<typeof rawEvent>;

export function eventsIn(database: DatabaseSync): RawEvent[] {
  return rawEvent.array().parse(database.prepare('SELECT * FROM events ORDER BY position').all());
}

export async function verify(folder: string, key: HistoryKey | undefined, settings: AuditSettings = {}) {
  const store = new QueueStore(folder, { readOnly: true });
  try {
    return await verifyHistory({ store, folder, key, settings, mustBeSealed: key !== undefined });
  } finally {
    store.close();
  }
}

/** The receipt of the first batch, or of another. */
export function receipt(folder: string, key: HistoryKey | undefined, id: string = batchId(1)) {
  const store = new QueueStore(folder, { readOnly: true });
  const context: ReceiptContext = { key, checkpoints: keptCheckpoints(folder, key) };
  const issued = { ...who, at: new Date(at).toISOString() };
  try {
    return receiptFor(store, id, { ...context, issued });
  } finally {
    store.close();
  }
}
