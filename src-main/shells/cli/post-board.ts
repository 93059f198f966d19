/**
 * @file What `tranship post` shows while a file is checked and its lines are sent: findings, the lines that were rejected or are
 * unknown, and a line that moves.
 */

import type { PostingNews } from '../../../src-shared/contract.ts';
import { assertNever, describeError, type ErrorRecord } from '../../../src-shared/errors.ts';
import { resultForPrograms } from '../../actions/posted-file.ts';
import { type Clock, every } from '../../ground/clock.ts';
import type { Call } from './call.ts';
import { findingInWords, progressLine, SHOWN_FINDINGS } from './commands/check.ts';
import { LiveLines } from './live-lines.ts';
import type { Output } from './output.ts';
import { counted, grouped, percent, remaining, sentence } from './wording.ts';

const REDRAW_MS = 100;
/** How many rejected or unknown lines are shown to a person; all of them go to a file on request. */
const SHOWN_LINES = 20;
/** From here on a batch is the better tool. */
const MANY_LINES = 100_000;

type Begun = Extract<PostingNews, { kind: 'begun' }>;
type Result = Extract<PostingNews, { kind: 'result' }>['result'];

export class PostBoard {
  readonly #output: Output;
  readonly #clock: Clock;
  readonly #path: string;
  readonly #live: LiveLines;
  readonly #told = new Set<string>();
  #started: number;
  #begun: Begun | undefined;
  #stopDrawing = () => {};
  #findings = 0;
  #sent = 0;
  #refused = 0;
  #unknown = 0;

  constructor({ output, clock }: Pick<Call, 'output' | 'clock'>, path: string) {
    this.#output = output;
    this.#clock = clock;
    this.#path = path;
    this.#started = clock.steady();
    this.#live = new LiveLines(output);
  }

  show(news: PostingNews): void {
    switch (news.kind) {
      case 'checking':
        this.#live.draw([progressLine(this.#path, news, this.#clock.steady() - this.#started)]);
        break;
      case 'findings':
        for (const finding of news.findings) {
          this.#output.emit('finding', finding);
          this.#findings += 1;
          if (this.#findings <= SHOWN_FINDINGS) this.#say(findingInWords(finding));
        }
        break;
      case 'warning':
        this.#output.warn(news.error);
        break;
      case 'begun':
        this.#begin(news);
        break;
      case 'result':
        this.#showResult(news.result);
        break;
      case 'trouble':
        this.#showTrouble(news.error);
        break;
      default:
        assertNever(news);
    }
  }

  close(): void {
    this.#stopDrawing();
    this.#live.clear();
    const more = this.#refused + this.#unknown - SHOWN_LINES;
    if (more > 0) this.#output.say(`  … and ${grouped(more)} more`);
  }

  /** @param all how many the check has found */
  sayMoreFindings(all: number): void {
    const more = all - SHOWN_FINDINGS;
    if (more > 0) this.#say(`  … and ${grouped(more)} more; “tranship check FILE --findings OUT” writes all of them.`);
  }

  #begin(begun: Begun): void {
    const { lines, due, unknown, findings } = begun;
    this.sayMoreFindings(findings);
    if (lines > MANY_LINES)
      this.#say(`${counted(lines, 'line')}: for so many, “tranship send” (in batches) is better suited.`);
    if (due === 0 && unknown === 0)
      this.#say('Every line of this file has been sent and answered before. Nothing is sent now.');
    else if (due < lines) this.#say(`${grouped(lines - due)} of ${counted(lines, 'line')} were sent before.`);
    this.#begun = begun;
    this.#started = this.#clock.steady();
    this.#stopDrawing = every(this.#clock, REDRAW_MS, () => this.#draw(due));
  }

  #showResult({ said, ...result }: Result): void {
    const { outcome, status, reply } = result;
    this.#sent += 1;
    this.#output.emit('result', resultForPrograms(result));
    if (outcome === 'refused') this.#refused += 1;
    if (outcome === 'unknown') this.#unknown += 1;
    // Of a single transaction, a person wants to see the whole reply.
    if (this.#begun?.lines === 1 && reply !== undefined) {
      this.#say(`The service ${outcome === 'refused' ? 'rejected' : outcome} it with ${status}: ${reply}`);
      return;
    }
    if (outcome !== 'accepted' && this.#refused + this.#unknown <= SHOWN_LINES)
      this.#say(`  line ${result.line}  ${outcomeInWords({ said, ...result })}`);
  }

  /** Tells of each kind of trouble once. */
  #showTrouble(error: ErrorRecord): void {
    const { detail, remedy } = describeError(error, 'terminal');
    this.#output.emit('trouble', { ...error, detail, remedy });
    if (this.#told.has(error.code)) return;
    this.#told.add(error.code);
    this.#say(`${sentence(detail)} ${remedy}`);
  }

  #say(text: string): void {
    this.#live.clear();
    this.#output.say(text);
  }

  #draw(due: number): void {
    const rate = (1000 * this.#sent) / Math.max(1, this.#clock.steady() - this.#started);
    const left = rate === 0 ? '' : remaining((1000 * (due - this.#sent)) / rate);
    const troubled = [
      this.#refused === 0 ? '' : `${grouped(this.#refused)} rejected`,
      this.#unknown === 0 ? '' : `${grouped(this.#unknown)} unknown`,
    ];
    const parts = [percent(this.#sent, due), counted(this.#sent, 'line'), `${Math.round(rate)}/s`, ...troubled, left];
    this.#live.draw([`sending  ${parts.filter(Boolean).join('  ')}`]);
  }
}

function outcomeInWords({ outcome, status, said = '', reason }: Result): string {
  if (outcome === 'refused') return sentence(`rejected: ${answerInWords(status, said)}`);
  return `unknown: ${sentence(reason ?? 'it was interrupted')}`;
}

/** Pages of errors often give the status as their title; it is not said twice. */
function answerInWords(status: number | undefined, said: string): string {
  return said.startsWith(String(status)) ? said : `${status} ${said}`;
}
