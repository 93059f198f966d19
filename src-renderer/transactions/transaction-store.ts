/**
 * @file The transaction on the page: its text, the check's findings about exactly this text, and the service's answer.
 * It is kept while another page is shown.
 */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Bridge } from '../../src-preload/bridge.ts';
import type { CommandOutput, FindingRow, Result, TransactionReply } from '../../src-shared/contract.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { message } from '../../src-shared/languages/message.ts';
import type { SourcePlace } from '../routes.ts';
import { transactionTexts } from '../texts/transactions.ts';
import { MOST_CHARACTERS, readTransaction } from './transaction-file.ts';

export interface TransactionStore {
  /** Exactly the text that is checked and sent. */
  text: string;
  /** The origin of the text, in words; empty when it was typed or pasted. */
  origin: string;
  /** The findings about the current text; undefined until it has been checked. */
  findings: readonly FindingRow[] | undefined;
  /** What the page waits for. */
  waitsFor: 'text' | 'check' | 'reply' | undefined;
  /** The result of sending: the service's answer or the error, and the connection used. */
  answer: (({ reply: TransactionReply } | { error: ErrorRecord }) & { connection: string }) | undefined;
  /** Why it could not be taken or checked. */
  problem: { error: ErrorRecord } | { sentence: string } | undefined;
  /** Replaces the text; clears what is known about the old one. */
  write(text: string, origin?: string): void;
  /** Takes the text of a file. */
  read(file: File): Promise<void>;
  /** Takes a line of a submission's file, with its own bytes, for the connection of the submission, and checks it. */
  take(place: SourcePlace): Promise<void>;
  check(): Promise<void>;
  /** Sends the checked text; does nothing before a check. */
  send(connection: string): Promise<void>;
}

/** `ask`: chooses a connection for the pages that ask the service directly. */
export function createTransactionStore(bridge: Bridge, ask: (connection: string) => void): StoreApi<TransactionStore> {
  return createStore<TransactionStore>((set, get) => {
    /** Counts what was to become the text: what arrives late does not replace what a person typed or picked since. */
    let wanted = 0;
    const write = (text: string, origin = '') => {
      wanted += 1;
      set({ text, origin, findings: undefined, answer: undefined, problem: undefined, waitsFor: undefined });
    };
    return {
      text: '',
      origin: '',
      findings: undefined,
      waitsFor: undefined,
      answer: undefined,
      problem: undefined,
      write,
      async read(file) {
        // The text cannot change while it is being sent.
        if (get().waitsFor === 'reply') return;
        const own = ++wanted;
        set({ waitsFor: 'text', problem: undefined });
        const read = await readTransaction(file);
        if (own !== wanted) return;
        if ('problem' in read) set({ waitsFor: undefined, problem: { sentence: read.problem } });
        else write(read.text, file.name);
      },
      async take({ submission, line }) {
        if (get().waitsFor === 'reply') return;
        const own = ++wanted;
        set({ waitsFor: 'text', problem: undefined });
        const [result, details] = await Promise.all([
          bridge.invoke['submission.line']({ id: submission, line }),
          bridge.invoke['submission.details']({ id: submission }),
        ]);
        if (own !== wanted) return;
        set({ waitsFor: undefined });
        const why = reasonAgainst(result) ?? reasonAgainst(details);
        if (why !== undefined) set({ problem: why });
        if (why !== undefined || !result.ok || !details.ok) return;
        const { fileName, connection } = details.value.row;
        ask(connection);
        write(result.value.text, transactionTexts.line(line, fileName));
        await get().check();
      },
      async check() {
        const { text } = get();
        if (text.length > MOST_CHARACTERS) {
          set({
            problem: {
              sentence: message(
                'This text has more than a million characters. One transaction cannot be that large: add it to the queue as a file.',
              ),
            },
          });
          return;
        }
        set({ waitsFor: 'check', problem: undefined, answer: undefined });
        const result = await bridge.invoke['transaction.check']({ text });
        // The text has changed in the meantime.
        if (get().text !== text) return;
        set({ waitsFor: undefined });
        set(result.ok ? { findings: result.value.findings } : { problem: { error: result.error } });
      },
      async send(connection) {
        const { text, findings, waitsFor, answer } = get();
        if (findings === undefined || waitsFor !== undefined) return;
        const again = mayBeThere(answer, connection);
        set({ waitsFor: 'reply', problem: undefined, answer: undefined });
        const evenWithErrors = findings.some(({ severity }) => severity === 'error');
        const result = await bridge.invoke['transaction.send']({ connection, text, evenWithErrors, again });
        // The transaction was sent, so its answer is shown even if the text has changed.
        set({ waitsFor: undefined });
        set({ answer: { connection, ...(result.ok ? { reply: result.value } : { error: result.error }) } });
      },
    };
  });
}

/** Whether this answer says that the transaction went over this connection, and was accepted or may have arrived. */
export function mayBeThere(answer: TransactionStore['answer'], connection: string | undefined): boolean {
  if (answer === undefined || answer.connection !== connection) return false;
  if ('reply' in answer) return answer.reply.outcome === 'accepted';
  return answer.error.code === 'transaction.sent-before' || answer.error.code === 'transaction.unanswered';
}

/** Why a line cannot be taken as it is; undefined when it can. */
function reasonAgainst(
  result: Result<CommandOutput<'submission.line'> | CommandOutput<'submission.details'>>,
): TransactionStore['problem'] {
  if (!result.ok) return { error: result.error };
  if (!('isShortened' in result.value)) return undefined;
  if (result.value.isShortened)
    return { sentence: message('This line is too long to load here. Copy it from the file.') };
  return result.value.hasOtherBytes === true
    ? {
        sentence: message(
          'This line has bytes that are not UTF-8. It would not arrive as the file has it: correct it there first.',
        ),
      }
    : undefined;
}
