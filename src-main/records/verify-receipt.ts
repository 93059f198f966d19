/** @file Verifies a receipt: its signature, and where the history is there, that it still has what the receipt names. */

import { z } from 'zod';
import { hashOfEntry } from '../audit/chain.ts';
import { type SignatureVerdict, verifySigned } from '../audit/signed-document.ts';
import { batchSchema } from '../send/batch.ts';
import { contradictionsOf } from '../send/receipt.ts';
import { differencesIn } from '../send/sealed/sealed-queue.ts';
import type { QueueStore } from '../send/storage/store.ts';

/**
 * refuted: it is as it was issued, but it says itself that the history did not hold, or the history has changed since ·
 * queue-differs: the history still says the same, but of what the receipt is about, the queue says something else now
 */
export type ReceiptVerdict = SignatureVerdict | { kind: 'refuted' | 'queue-differs'; fields: string[] };
type Folder = Pick<QueueStore, 'historyEntryAt' | 'submission' | 'batches' | 'history' | 'lines'>;

const entrySchema = z.object({ position: z.int(), hash: z.string() });
const sourceSchema = z.looseObject({ submission: batchSchema.shape.submission });
const receiptSchema = z.looseObject({
  batchId: z.string().optional(),
  historyIntact: z.boolean(),
  head: entrySchema.optional(),
  lastEntry: entrySchema.optional(),
  history: z.array(entrySchema),
  source: sourceSchema.optional(),
  further: z.array(z.looseObject({ source: sourceSchema })).default([]),
});

/**
 * The receipt in a text: the file that the window saves, or the output of `tranship receipt --json`; undefined where
 * there is none.
 */
export function receiptIn(text: string): object | undefined {
  const last = text.trim().split('\n').at(-1) ?? '';
  return [text, last].map(objectIn).find((found) => found !== undefined && 'historyIntact' in found);
}

/**
 * @param publicKey the key that the reader trusts
 * @param store the queue of the folder that issued it, where it is there
 */
export function verifyReceipt(receipt: object, publicKey: string, store?: Folder): ReceiptVerdict {
  const verdict = verifySigned(receipt, publicKey);
  if (verdict.kind !== 'holds') return verdict;
  const parsed = receiptSchema.safeParse(receipt);
  if (!parsed.success) return { kind: 'refuted', fields: [String(parsed.error.issues[0]?.path[0] ?? 'historyIntact')] };
  const { historyIntact, head, lastEntry, history, source, further } = parsed.data;
  const isThere = (entry: { position: number; hash: string } | undefined) =>
    entry === undefined || store === undefined || hashAgain(store, entry.position) === entry.hash;
  const fields = [
    ...(historyIntact ? [] : ['historyIntact']),
    ...(isThere(head) ? [] : ['head']),
    ...(isThere(lastEntry) ? [] : ['lastEntry']),
    ...(history.every(isThere) ? [] : ['history']),
  ];
  if (fields.length > 0) return { kind: 'refuted', fields };
  const own = [...(source === undefined ? [] : [source]), ...further.map((part) => part.source)];
  const different = store ? contradictionsOf(own.flatMap(({ submission }) => differencesIn(store, submission))) : [];
  return different.length === 0 ? verdict : { kind: 'queue-differs', fields: different };
}

/** Of what an entry says now; undefined where it is gone, or is not what it was. */
function hashAgain(store: Folder, position: number): string | undefined {
  const entry = store.historyEntryAt(position);
  return entry && hashOfEntry(entry.previousHash, entry);
}

function objectIn(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
