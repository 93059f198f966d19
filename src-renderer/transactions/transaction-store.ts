/**
 * @file The one transaction on its way: what stands in the field, what the check says of this very text, and what the
 * service answered. It stays while a person looks at other pages.
 */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Bridge } from '../../src-preload/bridge.ts';
import type { FindingRow, TransactionReply } from '../../src-shared/contract.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import type { SourcePlace } from '../routes.ts';
import { transactionTexts } from '../texts/transactions.ts';
import { MOST_CHARACTERS, readTransaction } from './transaction-file.ts';

export interface TransactionStore {
  /** Exactly what is checked and sent. */
  text: string;
  /** Where it was taken from, in words; empty for what was typed or pasted. */
  origin: string;
  /** What the check says of the text as it stands; undefined until it was asked. */
  findings: readonly FindingRow[] | undefined;
  /** What is being waited for. */
  waitsFor: 'text' | 'check' | 'reply' | undefined;
  /** What became of sending it: the service's answer or why there is none, and the connection that it went over. */
  answer: (({ reply: TransactionReply } | { error: ErrorRecord }) & { connection: string }) | undefined;
  /** Why it could not be taken or checked. */
  problem: { error: ErrorRecord } | { sentence: string } | undefined;
  /** Puts another text in the place of this one; what is known of the old one is put away. */
  write(text: string, origin?: string): void;
  /** Takes the text of a file. */
  read(file: File): Promise<void>;
  /** Takes a line of a submission's file. */
  take(place: SourcePlace): Promise<void>;
  check(): Promise<void>;
  /** Sends the text that was checked; nothing happens before. */
  send(connection: string): Promise<void>;
}

export function createTransactionStore(bridge: Bridge): StoreApi<TransactionStore> {
  return createStore<TransactionStore>((set, get) => {
    const write = (text: string, origin = '') =>
      set({ text, origin, findings: undefined, answer: undefined, problem: undefined, waitsFor: undefined });
    return {
      text: '',
      origin: '',
      findings: undefined,
      waitsFor: undefined,
      answer: undefined,
      problem: undefined,
      write,
      async read(file) {
        // What is under way is not changed any more.
        if (get().waitsFor === 'reply') return;
        set({ waitsFor: 'text', problem: undefined });
        const read = await readTransaction(file);
        if ('problem' in read) set({ waitsFor: undefined, problem: { sentence: read.problem } });
        else write(read.text, file.name);
      },
      async take({ submission, line }) {
        if (get().waitsFor === 'reply') return;
        set({ waitsFor: 'text', problem: undefined });
        const [result, details] = await Promise.all([
          bridge.invoke['submission.line']({ id: submission, line }),
          bridge.invoke['submission.details']({ id: submission }),
        ]);
        set({ waitsFor: undefined });
        if (!result.ok) set({ problem: { error: result.error } });
        else if (result.value.isShortened) set({ problem: { sentence: transactionTexts.lineTooLong } });
        else write(result.value.text, transactionTexts.line(line, details.ok ? details.value.row.fileName : ''));
      },
      async check() {
        const { text } = get();
        if (text.length > MOST_CHARACTERS) {
          set({ problem: { sentence: transactionTexts.textTooLong } });
          return;
        }
        set({ waitsFor: 'check', problem: undefined, answer: undefined });
        const result = await bridge.invoke['transaction.check']({ text });
        // Another text stands there now.
        if (get().text !== text) return;
        set({ waitsFor: undefined });
        set(result.ok ? { findings: result.value.findings } : { problem: { error: result.error } });
      },
      async send(connection) {
        const { text, findings, waitsFor } = get();
        if (findings === undefined || waitsFor !== undefined) return;
        set({ waitsFor: 'reply', problem: undefined, answer: undefined });
        const evenWithErrors = findings.some(({ severity }) => severity === 'error');
        const result = await bridge.invoke['transaction.send']({ connection, text, evenWithErrors });
        // It was sent all the same, so its answer is shown whatever stands there now.
        set({ waitsFor: undefined });
        set({ answer: { connection, ...(result.ok ? { reply: result.value } : { error: result.error }) } });
      },
    };
  });
}
