/** @file The receipt of a submission that is open, wherever it was asked for. */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SubmissionRow } from '../../src-shared/contract.ts';

export type ReceiptOwner = Pick<SubmissionRow, 'id' | 'fileName'>;

export interface ReceiptStore {
  of: ReceiptOwner | undefined;
  show(of: ReceiptOwner): void;
  close(): void;
}

export const createReceiptStore = (): StoreApi<ReceiptStore> =>
  createStore<ReceiptStore>((set) => ({
    of: undefined,
    show: (of) => set({ of }),
    close: () => set({ of: undefined }),
  }));

/** Something of it was sent, or it is one of the files that a receipt tells of together. */
export const hasReceipt = ({ whole, story }: Pick<SubmissionRow, 'whole' | 'story'>): boolean =>
  whole.batches > 0 || story?.correctedBy !== undefined || story?.corrects !== undefined;
