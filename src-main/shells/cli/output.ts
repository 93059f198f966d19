/** @file What the command line prints: sentences for people, or JSON Lines for programs; never both. */

import { AppError, type Audience, describeError } from '../../../src-shared/errors.ts';
import { hanging, tableText } from './text-width.ts';
import { sentence } from './wording.ts';

export interface OutputOptions {
  /** JSON Lines instead of sentences. */
  json: boolean;
  stdout: NodeJS.WriteStream;
  stderr: NodeJS.WriteStream;
}

export class Output {
  readonly json: boolean;
  readonly #stdout: NodeJS.WriteStream;
  readonly #stderr: NodeJS.WriteStream;

  constructor({ json, stdout, stderr }: OutputOptions) {
    this.json = json;
    this.#stdout = stdout;
    this.#stderr = stderr;
  }

  /** Whether lines may be redrawn in place. */
  get isTerminal(): boolean {
    return !this.json && this.#stdout.isTTY === true;
  }

  get stdout(): NodeJS.WriteStream {
    return this.#stdout;
  }

  /** The width of the terminal; no end to it where lines are not shown but read by programs. */
  get #columns(): number {
    return (this.isTerminal && this.#stdout.columns) || Number.POSITIVE_INFINITY;
  }

  /** A line for people. */
  say(text = ''): void {
    if (!this.json) this.#stdout.write(`${text}\n`);
  }

  /** A text for people behind a head; where it is long, its further lines are indented like the first. */
  sayBeside(head: string, text: string): void {
    this.say(hanging(head, text, this.#columns));
  }

  /** A line for programs. */
  emit(event: string, fields: object = {}): void {
    if (this.json) this.#stdout.write(`${JSON.stringify({ event, ...fields })}\n`);
  }

  /** What ended the command, and what to do about it. */
  complain(error: AppError): void {
    this.#tell('error', error, 'ended-command', { retryable: error.retryable });
  }

  /** What a person must know before anything else, although the command goes on. */
  warn(error: AppError): void {
    this.#tell('warning', error, 'terminal');
  }

  #tell(event: string, error: AppError, audience: Audience, more: object = {}): void {
    const { title, detail, remedy } = describeError(error, audience);
    this.emit(event, { code: error.code, title, detail, remedy, ...more });
    if (!this.json) this.#stderr.write(`${title}.\n  ${sentence(detail)}\n  ${remedy}\n`);
  }

  /** Rows under headings, no wider than the terminal. */
  table(head: string[], rows: readonly (string | number)[][]): void {
    const cells = rows.map((row) => row.map(String));
    this.say(tableText(head, cells, this.#columns));
  }
}

/** A wrong call, worded as all errors are. */
export function usageError(problem: string): AppError {
  return new AppError('usage.invalid', { problem });
}
