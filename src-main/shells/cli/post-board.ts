/** @file What `tranship post` shows while lines are sent: those that were refused or are unknown, and a line that moves. */

import { describeError, type ErrorRecord } from '../../../src-shared/errors.ts';
import { type Clock, every } from '../../ground/clock.ts';
import type { LineResult, ReportedLine } from '../../posting/line-result.ts';
import { parseJson, usefulSentence } from '../../wire/service/reply-words.ts';
import type { Call } from './call.ts';
import { LiveLines } from './live-lines.ts';
import type { Output } from './output.ts';
import { counted, grouped, percent, remaining, sentence } from './wording.ts';

const REDRAW_MS = 100;
/** How many refused or unknown lines are shown to a person; all of them go to a file on request. */
const SHOWN_LINES = 20;

/** What is shown while lines are sent. */
export class PostBoard {
  /** Lines of which it is known, in this run, what became of them. */
  sent = 0;
  readonly #output: Output;
  readonly #clock: Clock;
  readonly #due: number;
  readonly #isSingle: boolean;
  readonly #live: LiveLines;
  readonly #started: number;
  readonly #stopDrawing: () => void;
  readonly #told = new Set<string>();
  #shown = 0;
  #refused = 0;
  #unknown = 0;

  constructor(
    { output, clock }: Pick<Call, 'output' | 'clock'>,
    { due, isSingle }: { due: number; isSingle: boolean },
  ) {
    this.#output = output;
    this.#clock = clock;
    this.#started = clock.steady();
    this.#due = due;
    this.#isSingle = isSingle;
    this.#live = new LiveLines(output);
    this.#stopDrawing = every(clock, REDRAW_MS, () => this.#draw());
  }

  show(result: LineResult): void {
    this.sent += 1;
    this.#output.emit('result', forPrograms(result));
    // Of a single transaction, a person wants to see the whole reply.
    if (this.#isSingle && result.reply !== undefined) {
      this.#say(`The service ${result.outcome} it with ${result.status}: ${result.reply}`);
      return;
    }
    if (result.outcome === 'accepted') return;
    if (result.outcome === 'refused') this.#refused += 1;
    else this.#unknown += 1;
    this.#shown += 1;
    if (this.#shown <= SHOWN_LINES) this.#say(`  line ${result.line}  ${outcomeInWords(result)}`);
  }

  /** Tells of each kind of trouble once. */
  tell(error: ErrorRecord): void {
    const { detail, remedy } = describeError(error, 'terminal');
    this.#output.emit('trouble', { ...error, detail, remedy });
    if (this.#told.has(error.code)) return;
    this.#told.add(error.code);
    this.#say(`${sentence(detail)} ${remedy}`);
  }

  close(): void {
    this.#stopDrawing();
    this.#live.clear();
    const more = this.#shown - SHOWN_LINES;
    if (more > 0) this.#output.say(`  … and ${grouped(more)} more`);
  }

  #say(text: string): void {
    this.#live.clear();
    this.#output.say(text);
  }

  #draw(): void {
    const rate = (1000 * this.sent) / Math.max(1, this.#clock.steady() - this.#started);
    const left = rate === 0 ? '' : remaining((1000 * (this.#due - this.sent)) / rate);
    const troubled = [
      this.#refused === 0 ? '' : `${grouped(this.#refused)} refused`,
      this.#unknown === 0 ? '' : `${grouped(this.#unknown)} unknown`,
    ];
    const parts = [
      percent(this.sent, this.#due),
      counted(this.sent, 'line'),
      `${Math.round(rate)}/s`,
      ...troubled,
      left,
    ];
    this.#live.draw([`sending  ${parts.filter(Boolean).join('  ')}`]);
  }
}

function outcomeInWords({ outcome, status, reply = '', reason }: LineResult): string {
  if (outcome === 'refused') return sentence(`refused: ${answerInWords(status, usefulSentence(reply))}`);
  return `unknown: ${sentence(reason ?? 'it was interrupted')}`;
}

/** Pages of errors often give the status as their title; it is not said twice. */
function answerInWords(status: number | undefined, said: string): string {
  return said.startsWith(String(status)) ? said : `${status} ${said}`;
}

/** A line as `--json` and `--results` show it: the reply as JSON where it is JSON. */
export function forPrograms(line: ReportedLine): object {
  if (!('reply' in line)) return line;
  const { reply = '' } = line;
  return { ...line, reply: parseJson(reply) ?? reply };
}
