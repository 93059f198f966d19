/**
 * @file What `tranship post` shows while a file is checked and its lines are sent: findings, the lines that were rejected or are
 * unknown, and a line that moves.
 */

import type { PostingNews } from '../../../src-shared/contract.ts';
import { assertNever, describeError, type ErrorRecord } from '../../../src-shared/errors.ts';
import { inWords, message } from '../../../src-shared/languages/message.ts';
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
        this.#live.draw(() => [progressLine(this.#path, news, this.#clock.steady() - this.#started)]);
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
    if (more > 0) this.#output.say(`  ${message('… and {more} more', { more: grouped(more) })}`);
  }

  /** @param all how many the check has found */
  sayMoreFindings(all: number): void {
    const more = all - SHOWN_FINDINGS;
    if (more > 0)
      this.#say(
        `  ${message('… and {more} more; “tranship check FILE --findings OUT” writes all of them.', { more: grouped(more) })}`,
      );
  }

  #begin(begun: Begun): void {
    const { lines, due, unknown, findings } = begun;
    this.sayMoreFindings(findings);
    if (lines > MANY_LINES)
      this.#say(
        message('{lines}: for so many, “tranship send” (in batches) is better suited.', {
          lines: counted(lines, 'line'),
        }),
      );
    if (due === 0 && unknown === 0)
      this.#say(message('Every line of this file has been sent and answered before. Nothing is sent now.'));
    else if (due < lines)
      this.#say(
        message('{sent} of {lines} were sent before.', {
          sent: grouped(lines - due),
          lines: counted(lines, 'line'),
        }),
      );
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
      this.#say(replyInWords[outcome]({ status: String(status), reply }));
      return;
    }
    if (outcome !== 'accepted' && this.#refused + this.#unknown <= SHOWN_LINES)
      this.#say(`  ${message('line {line}', { line: String(result.line) })}  ${outcomeInWords({ said, ...result })}`);
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
      this.#refused === 0 ? '' : message('{count, number} rejected', { count: this.#refused }),
      this.#unknown === 0 ? '' : message('{count, number} unknown', { count: this.#unknown }),
    ];
    const parts = [percent(this.#sent, due), counted(this.#sent, 'line'), `${Math.round(rate)}/s`, ...troubled, left];
    this.#live.draw(() => [message('sending  {progress}', { progress: parts.filter(Boolean).join('  ') })]);
  }
}

function outcomeInWords({ outcome, status, said = '', reason }: Result): string {
  if (outcome === 'refused') return sentence(message('rejected: {answer}', { answer: answerInWords(status, said) }));
  return message('unknown: {reason}', {
    reason: sentence(reason === undefined ? message('it was interrupted') : inWords(reason)),
  });
}

/** Pages of errors often give the status as their title; it is not said twice. */
function answerInWords(status: number | undefined, said: string): string {
  return said.startsWith(String(status)) ? said : `${status} ${said}`;
}

const replyInWords: Record<Result['outcome'], (said: { status: string; reply: string }) => string> = {
  accepted: (said) => message('The service accepted it with {status}: {reply}', said),
  refused: (said) => message('The service rejected it with {status}: {reply}', said),
  unknown: (said) => message('It is not known whether the service accepted it: {status}: {reply}', said),
};
