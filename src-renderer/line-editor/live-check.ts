/** @file The check of a text while it is written: after each pause, and only the answer about the latest text counts. */

import type { CommandOutput, FindingRow, Result } from '../../src-shared/contract.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';

/** What is known about the latest text. */
export type Judgement =
  /** The findings before still stand there, so that they do not flicker. */
  | { kind: 'checking' }
  | { kind: 'found'; text: string; findings: readonly FindingRow[]; sent?: string | undefined }
  | { kind: 'failed'; error: ErrorRecord };

type Answer = CommandOutput<'edits.check'>;

/** Shorter than a person pauses to look. */
export const PAUSE_MS = 250;

export class LiveCheck {
  readonly #ask: (text: string) => Promise<Result<Answer>>;
  readonly #tell: (judgement: Judgement) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts the texts. */
  #latest = 0;

  constructor(ask: (text: string) => Promise<Result<Answer>>, tell: (judgement: Judgement) => void) {
    this.#ask = ask;
    this.#tell = tell;
  }

  /** The text is now this one; `isComplete` checks it without a pause. */
  write(text: string, isComplete = false): void {
    this.stop();
    const own = this.#latest;
    this.#tell({ kind: 'checking' });
    if (isComplete) void this.#check(text, own);
    else this.#timer = setTimeout(() => void this.#check(text, own), PAUSE_MS);
  }

  /** Nothing is told any more until the next text. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#latest++;
  }

  async #check(text: string, own: number): Promise<void> {
    const result = await this.#ask(text);
    if (own !== this.#latest) return;
    if (result.ok) this.#tell({ kind: 'found', text, ...result.value });
    else this.#tell({ kind: 'failed', error: result.error });
  }
}
