/**
 * @file The state of each line of a file, one byte a line, from the journal. It alone decides what is sent. Pure.
 */

import type { Outcome } from '../../src-shared/posting-shapes.ts';
import type { JournalEntry } from './journal-record.ts';

export type LineState = 'open' | Outcome;

/** Lines that were sent before and that a person wants to send again. */
export interface Resend {
  unknown: boolean;
  refused: boolean;
}

export type LineCounts = Readonly<Record<LineState, number>>;

const states: readonly LineState[] = ['open', 'accepted', 'refused', 'unknown'];
/**
 * A flag beside the state while a line may be on its way: when the line has certainly not arrived, the old state
 * returns.
 */
const BEGUN = 0x10;

export class PostedLines {
  readonly #lines: Uint8Array;
  readonly #counts: Record<LineState, number>;

  /** @param lines how many the file has */
  constructor(lines: number) {
    this.#lines = new Uint8Array(lines);
    this.#counts = { open: lines, accepted: 0, refused: 0, unknown: 0 };
  }

  get lines(): number {
    return this.#lines.length;
  }

  /** How many lines are in each state; a line on its way counts with its state before. */
  get counts(): LineCounts {
    return this.#counts;
  }

  stateOf(line: number): LineState {
    return states[this.#byte(line) & ~BEGUN] ?? 'open';
  }

  /** Whether the line is to be sent. */
  isDue(line: number, resend: Resend): boolean {
    if ((this.#byte(line) & BEGUN) !== 0) return false;
    const state = this.stateOf(line);
    return state === 'open' || (state === 'unknown' && resend.unknown) || (state === 'refused' && resend.refused);
  }

  /** The number of lines for which `isDue` is true. */
  due(resend: Resend): number {
    const { open, unknown, refused } = this.#counts;
    return open + (resend.unknown ? unknown : 0) + (resend.refused ? refused : 0);
  }

  /** @throws RangeError for a line that the file does not have */
  apply(entry: JournalEntry): void {
    if ('begun' in entry) this.#set(entry.begun, this.#byte(entry.begun) | BEGUN);
    else if ('returned' in entry) this.#set(entry.returned, this.#byte(entry.returned) & ~BEGUN);
    else if ('result' in entry) this.#set(entry.result.line, states.indexOf(entry.result.outcome));
  }

  /** The process that had begun these lines has ended: their outcome is unknown. */
  settleInterrupted(): void {
    const unknown = states.indexOf('unknown');
    for (const [index, byte] of this.#lines.entries()) if ((byte & BEGUN) !== 0) this.#set(index + 1, unknown);
  }

  #byte(line: number): number {
    const byte = this.#lines[line - 1];
    if (byte === undefined) throw new RangeError(`There is no line ${line}.`);
    return byte;
  }

  #set(line: number, byte: number): void {
    this.#counts[this.stateOf(line)] -= 1;
    this.#lines[line - 1] = byte;
    this.#counts[this.stateOf(line)] += 1;
  }
}
