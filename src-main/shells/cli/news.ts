/** @file What happens in the queue while a command waits: a line that lasts for people, an event for programs. */

import { isDeepStrictEqual } from 'node:util';
import type { QueueNews } from '../../../src-shared/contract.ts';
import { assertNever, describeError, type ErrorRecord, fromRecord } from '../../../src-shared/errors.ts';
import { message } from '../../../src-shared/languages/message.ts';
import { isEndState } from '../../../src-shared/states.ts';
import type { Output } from './output.ts';
import { batchInWords, counted, presentError, sentence, size, stateInWords } from './wording.ts';

export interface NewsPorts {
  output: Output;
  /** Whether anybody waits for this submission. */
  concerns: (id: number) => boolean;
  /** Prints a line that lasts. */
  say: (sentence: string) => void;
}

type NewsOf<Kind extends QueueNews['kind']> = Extract<QueueNews, { kind: Kind }>;

export class News {
  readonly #ports: NewsPorts;
  /** Batches to which something has happened in this run. */
  readonly #touched = new Set<number>();
  /** What was told last of each subject. */
  readonly #told = new Map<string, string>();
  /** Why nothing is sent over some connections. */
  readonly #holds: ErrorRecord[] = [];

  constructor(ports: NewsPorts) {
    this.#ports = ports;
  }

  /** @param news what has happened at once, in order */
  tell(news: readonly QueueNews[]): void {
    for (const one of news) if (one.kind === 'hold') this.#holds.push(one.error);
    for (const one of news) this.#tellOne(one);
  }

  #tellOne(news: QueueNews): void {
    const { concerns, output, say } = this.#ports;
    switch (news.kind) {
      case 'submission':
        if (concerns(news.id)) this.#tellSubmission(news);
        break;
      case 'batch':
        if (concerns(news.submission)) this.#tellBatch(news);
        break;
      case 'abandoned-moved':
        this.#tellMoved(news);
        break;
      case 'doubled':
        this.#tellDoubled(news);
        break;
      case 'hold':
        this.#tellTrouble(message('connection {name}', { name: news.connection }), news.error);
        break;
      case 'warning':
        if (news.submission === undefined || concerns(news.submission)) output.warn(fromRecord(news.error));
        break;
      case 'stopped':
        this.#tellTrouble(message('the queue'), news.error);
        break;
      case 'going-on':
        this.#told.delete(`trouble of ${message('the queue')}`);
        output.emit('going-on');
        say(message('The queue continues.'));
        break;
      default:
        assertNever(news);
    }
  }

  #tellSubmission({ id, name, stage, check, error, warning }: NewsOf<'submission'>): void {
    const { output, say } = this.#ports;
    const fields = { id, file: name, stage, ...check, error: error?.code, warning: warning?.code };
    if (!this.#isNews(`submission ${id}`, fields)) return;
    output.emit('submission', fields);
    const results = check === undefined ? '' : `: ${counted(check.lines, 'line')}, ${counted(check.errors, 'error')}`;
    say(
      `${name}  ${stage === 'approved' ? message('checked, may be sent') : stateInWords(stage, error?.code)}${results}`,
    );
    if (error !== undefined) this.#tellTrouble(name, error);
    if (warning !== undefined) this.#tellTrouble(name, warning);
  }

  #tellBatch(news: NewsOf<'batch'>): void {
    const { output, say } = this.#ports;
    const { submission, number, bytes, state, remoteState, batchId, attempts, reportError } = news;
    const name = message('batch {number} ({size})', { number: String(number), size: size(bytes) });
    const whoseReport = message('the report of {name}', { name });
    if (reportError === undefined) this.#told.delete(`trouble of ${whoseReport}`);
    else this.#tellTrouble(whoseReport, reportError);
    const error = this.#newsOf(news);
    const fields = { submission, number, state, remoteState, batchId, attempts, error: error?.code };
    if (!this.#isNews(`batch ${number}`, fields)) return;
    output.emit('batch', fields);
    // On a terminal the moving line tells of what is on its way.
    const lasting = output.isTerminal ? isEndState(state) : state !== 'waiting' && state !== 'reserving';
    const words = batchInWords(news);
    // Each attempt is an event for programs; to people the third “sending” in a row says nothing.
    if (lasting && this.#isNews(`words on batch ${number}`, { words })) say(`${name}  ${words}`);
    if (news.error === undefined) this.#told.delete(`trouble of ${name}`);
    // A fault of the connection is shown once, as that.
    else if (error !== undefined && !this.#holds.some((hold) => isDeepStrictEqual(hold, error)))
      this.#tellTrouble(name, error);
  }

  #tellMoved({ kind, ...moved }: NewsOf<'abandoned-moved'>): void {
    const { number, batchId, remoteState, replacedBy } = moved;
    this.#ports.output.emit(kind, moved);
    this.#ports.say(
      message(
        'batch {number}  The id {batchId}, which was abandoned, did arrive ({remoteState}). If {replacement} arrives too, the transactions are at the service twice: ask the provider.',
        {
          number: String(number),
          batchId,
          remoteState: remoteState ?? '',
          replacement: replacedBy ?? message('the new id'),
        },
      ),
    );
  }

  #tellDoubled({ kind, ...doubled }: NewsOf<'doubled'>): void {
    const { number, batchIds, lines } = doubled;
    this.#ports.output.emit(kind, doubled);
    this.#ports.say(
      message(
        'batch {number}  DOUBLED: the service has processed it under {ids}, so that {lines, plural, one {# line is} other {# lines are}} at the service twice. Tell the provider these batch ids, and ask which of them counts.',
        { number: String(number), ids: batchIds.join(` ${message('and under')} `), lines },
      ),
    );
  }

  /** What is wrong with a batch now; what an earlier run had left behind is no news as long as it does not happen again. */
  #newsOf(news: NewsOf<'batch'>): ErrorRecord | undefined {
    const isLeft = news.isOldError === true && !this.#touched.has(news.number);
    this.#touched.add(news.number);
    return isLeft ? undefined : presentError(news);
  }

  /** @param whose as people read it */
  #tellTrouble(whose: string, error: ErrorRecord): void {
    const { detail, remedy } = describeError(error, 'terminal');
    const fields = { whose, ...error, detail, remedy };
    if (!this.#isNews(`trouble of ${whose}`, fields)) return;
    this.#ports.output.emit('trouble', fields);
    this.#ports.say(`${whose}  ${sentence(detail)} ${remedy}`);
  }

  /** Whether this differs from what was last printed about the subject. */
  #isNews(subject: string, fields: object): boolean {
    const told = JSON.stringify(fields);
    if (this.#told.get(subject) === told) return false;
    this.#told.set(subject, told);
    return true;
  }
}
