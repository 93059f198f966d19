/**
 * @file What the command line prints: sentences for people, or JSON Lines for programs; never both. All of it goes through
 * the gate, and nothing else in this folder writes.
 */

import { AppError, type Audience, describeError, type ErrorRecord } from '../../../src-shared/errors.ts';
import type { Said } from '../../../src-shared/languages/fact.ts';
import { jsonInEnglish } from '../../../src-shared/languages/message.ts';
import { visible, visibleInJson } from '../../../src-shared/visible-text.ts';
import { inPieces } from '../../ground/csv.ts';
import { asHere } from '../../ground/speech.ts';
import type { Outlet } from './ports.ts';
import { hanging, tableText } from './text-width.ts';
import { sentence } from './wording.ts';

export interface OutputOptions {
  /** JSON Lines instead of sentences. */
  json: boolean;
  stdout: Outlet;
  stderr: Outlet;
}

export class Output {
  readonly json: boolean;
  readonly #stdout: Outlet;
  readonly #stderr: Outlet;
  /** Speaks as its command does, also to what the app or the system tells of. */
  readonly #asHere = asHere(<Result>(words: () => Result): Result => words());
  /** What the command has ended with. */
  #summary: object | undefined;

  constructor({ json, stdout, stderr }: OutputOptions) {
    this.json = json;
    this.#stdout = stdout;
    this.#stderr = stderr;
  }

  /** Whether lines may be redrawn in place. */
  get isTerminal(): boolean {
    return !this.json && this.#stdout.isTTY === true;
  }

  /** The terminal, for lines that are redrawn in place; undefined where there is none. */
  get terminal(): Outlet | undefined {
    return this.isTerminal ? this.#stdout : undefined;
  }

  /** The width of the terminal; no end to it where lines are not shown but read by programs. */
  get #columns(): number {
    return (this.isTerminal && this.#stdout.columns) || Number.POSITIVE_INFINITY;
  }

  /** One line for people; a line end in it is shown as `\n`. */
  say(text = ''): void {
    this.#print(visible(text));
  }

  /** Several lines for people. */
  sayLines(lines: readonly string[]): void {
    if (lines.length > 0) this.#print(lines.map(visible).join('\n'));
  }

  /** A text for people behind a head; where it is long, its further lines are indented like the first. */
  sayBeside(head: string, text: string): void {
    this.#print(hanging(visible(head), visible(text), this.#columns));
  }

  /** A line for programs. */
  emit(event: string, fields: object = {}): void {
    if (event === 'summary') this.#summary = fields;
    if (!this.json) return;
    for (const piece of inPieces(jsonParts({ event, ...fields }))) this.#stdout.write(piece);
  }

  /** Resolves once the reader has taken most of what was printed: a loop that prints without end must wait for it. */
  async room(): Promise<void> {
    const stdout = this.#stdout;
    if (!stdout.writableNeedDrain) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    // What cannot be written is lost, and Streams tells it: the loop continues.
    const events = ['drain', 'error', 'close'] as const;
    for (const event of events) stdout.once(event, resolve);
    await promise;
    for (const event of events) stdout.off(event, resolve);
  }

  /** What ended the command, and what to do about it. */
  complain(error: ErrorRecord): void {
    this.#tell('error', error, 'ended-command', { retryable: error.retryable });
  }

  /** What a person must know before anything else, although the command continues; a summary stays the last line for programs. */
  warn(error: ErrorRecord): void {
    this.#tell('warning', error, 'terminal');
    if (this.#summary !== undefined) this.emit('summary', this.#summary);
  }

  #tell(event: string, error: ErrorRecord, audience: Audience, more: object = {}): void {
    const { title, detail, remedy } = this.#asHere(() => describeError(error, audience));
    this.emit(event, { code: error.code, title, detail, remedy, ...more });
    if (this.json) return;
    this.#stderr.write(`${visible(title)}.\n  ${visible(sentence(detail))}\n  ${visible(remedy)}\n`);
  }

  /** Rows under headings, no wider than the terminal. */
  table(head: string[], rows: readonly (string | number)[][]): void {
    // To draw what is not shown takes longer than all else of a long list.
    if (this.json) return;
    const cells = rows.map((row) => row.map((cell) => visible(String(cell))));
    this.#print(tableText(head.map(visible), cells, this.#columns));
  }

  /** What is laid out of texts that have passed the gate. */
  #print(text: string): void {
    if (!this.json) this.#stdout.write(`${text}\n`);
  }
}

/** A line of JSON; each row of a list by itself, since all of them may be longer than a string can be. */
function* jsonParts(fields: object): Generator<string> {
  const json = (value: unknown) => visibleInJson(jsonInEnglish(value));
  let before = '{';
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    yield `${before}${json(name)}:`;
    before = ',';
    if (!Array.isArray(value)) yield json(value);
    else {
      yield '[';
      for (const [at, row] of value.entries()) yield `${at === 0 ? '' : ','}${json(row ?? null)}`;
      yield ']';
    }
  }
  yield '}\n';
}

/** A wrong call, worded as all errors are. */
export function usageError(problem: Said): AppError {
  return new AppError('usage.invalid', { problem });
}
