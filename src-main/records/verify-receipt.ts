/** @file Verifies a receipt: its signature, and where the history is there, that it still has what the receipt names. */

import { z } from 'zod';
import { type SignatureVerdict, verifySigned } from '../audit/signed-document.ts';
import type { QueueStore } from '../send/storage/store.ts';

/** refuted: it is as it was issued, but it says itself that the history did not hold, or the history has changed since */
export type ReceiptVerdict = SignatureVerdict | { kind: 'refuted'; fields: string[] };

const entrySchema = z.object({ position: z.int(), hash: z.string() });
const receiptSchema = z.looseObject({
  batchId: z.string().optional(),
  historyIntact: z.boolean(),
  head: entrySchema.optional(),
  lastEntry: entrySchema.optional(),
  history: z.array(entrySchema),
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
 * @param store the history of the folder that issued it, where it is there
 */
export function verifyReceipt(
  receipt: object,
  publicKey: string,
  store?: Pick<QueueStore, 'historyUpTo'>,
): ReceiptVerdict {
  const verdict = verifySigned(receipt, publicKey);
  if (verdict.kind !== 'holds') return verdict;
  const parsed = receiptSchema.safeParse(receipt);
  if (!parsed.success) return { kind: 'refuted', fields: [String(parsed.error.issues[0]?.path[0] ?? 'historyIntact')] };
  const { historyIntact, head, lastEntry, history } = parsed.data;
  const isThere = (entry: { position: number; hash: string } | undefined) =>
    entry === undefined || store === undefined || store.historyUpTo(entry.position).hash === entry.hash;
  const fields = [
    ...(historyIntact ? [] : ['historyIntact']),
    ...(isThere(head) ? [] : ['head']),
    ...(isThere(lastEntry) ? [] : ['lastEntry']),
    ...(history.every(isThere) ? [] : ['history']),
  ];
  return fields.length === 0 ? verdict : { kind: 'refuted', fields };
}

function objectIn(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
