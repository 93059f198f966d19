/** @file What happens in the queue while a command waits: a line that lasts for people, an event for programs. */

import { isDeepStrictEqual } from 'node:util';
import { assertNever, describeError, type ErrorRecord } from '../../../src-shared/errors.ts';
import { isEndState } from '../../../src-shared/states.ts';
import type { BatchNumber, SubmissionId } from '../../send/batch.ts';
import type { Queue, QueueChange } from '../../send/queue.ts';
import type { Submission } from '../../send/submission.ts';
import type { Output } from './output.ts';
import { batchInWords, counted, presentError, sentence, size, stateInWords } from './wording.ts';

export interface NewsPorts {
  queue: Pick<Queue, 'standing' | 'holdOf'>;
  output: Output;
  /** Whether anybody waits for this submission. */
  concerns: (id: SubmissionId) => boolean;
  /** Prints a line that lasts. */
  say: (sentence: string) => void;
}

type BatchChange = Extract<QueueChange, { kind: 'batch' }>;

export class News {
  readonly #ports: NewsPorts;
  /** Batches to which something has happened in this run. */
  readonly #touched = new Set<BatchNumber>();
  /** What was told last of each subject. */
  readonly #told = new Map<string, string>();

  constructor(ports: NewsPorts) {
    this.#ports = ports;
  }

  tell(change: QueueChange): void {
    switch (change.kind) {
      case 'submission':
        if (this.#ports.concerns(change.submission.id)) this.#tellSubmission(change.submission);
        break;
      case 'batch':
        this.#tellMoved(change);
        if (this.#ports.concerns(change.batch.submission)) this.#tellBatch(change);
        break;
      case 'hold':
        this.#tellTrouble(`connection ${change.connection}`, change.error);
        break;
      case 'stopped':
        this.#tellTrouble('the queue', change.error.toRecord());
        break;
      case 'judge-alone':
        if (this.#ports.concerns(change.submission)) this.#ports.output.warn(change.error);
        break;
      case 'going-on':
        this.#told.delete('trouble of the queue');
        this.#ports.output.emit('going-on');
        this.#ports.say('The queue continues.');
        break;
      case 'removed':
      case 'action':
      case 'hold-released':
      case 'check-progress':
      case 'upload-progress':
        break;
      default:
        assertNever(change);
    }
  }

  #tellSubmission({ id, name, stage, check, error, warning }: Submission): void {
    const { output, say } = this.#ports;
    const found = check && { lines: check.lines, errors: check.errors, warnings: check.warnings };
    const fields = { id, file: name, stage, ...found, error: error?.code, warning: warning?.code };
    if (!this.#isNews(`submission ${id}`, fields)) return;
    output.emit('submission', fields);
    const results = check === undefined ? '' : `: ${counted(check.lines, 'line')}, ${counted(check.errors, 'error')}`;
    say(`${name}  ${stage === 'approved' ? 'checked, may be sent' : stateInWords(stage)}${results}`);
    if (error !== undefined) this.#tellTrouble(name, error);
    if (warning !== undefined) this.#tellTrouble(name, warning);
  }

  #tellBatch(change: BatchChange): void {
    const { batch } = change;
    const { queue, output, say } = this.#ports;
    const { number, submission, state, remoteState, delivery, attempts, start, end } = batch;
    const name = `batch ${number} (${size(end - start)})`;
    this.#tellReportTrouble(name, change);
    const error = this.#newsOf(change);
    const fields = { submission, number, state, remoteState, batchId: delivery?.batchId, attempts, error: error?.code };
    if (!this.#isNews(`batch ${number}`, fields)) return;
    output.emit('batch', fields);
    // On a terminal the moving line tells of what is on its way.
    const lasting = output.isTerminal ? isEndState(state) : state !== 'waiting' && state !== 'reserving';
    const words = batchInWords(batch);
    // Each attempt is an event for programs; to people the third “sending” in a row says nothing.
    if (lasting && this.#isNews(`words on batch ${number}`, { words })) say(`${name}  ${words}`);
    if (error === undefined) {
      if (batch.error === undefined) this.#told.delete(`trouble of ${name}`);
      return;
    }
    // What is wrong with the connection is told once, as that; the queue puts it on hold after this change.
    queueMicrotask(() => {
      const hold = queue.holdOf(queue.standing(submission).submission);
      if (!isDeepStrictEqual(hold, error)) this.#tellTrouble(name, error);
    });
  }

  /** Why the report of a batch that has ended is not here yet; what an earlier run left behind is no news. */
  #tellReportTrouble(batchName: string, { batch: { reportError }, before }: BatchChange): void {
    const whose = `the report of ${batchName}`;
    if (reportError === undefined) this.#told.delete(`trouble of ${whose}`);
    else if (!isDeepStrictEqual(before?.reportError, reportError)) this.#tellTrouble(whose, reportError);
  }

  /** An abandoned id turns out to have arrived. */
  #tellMoved({ batch: { number, submission, delivery, watched }, before }: BatchChange): void {
    for (const { batchId, remoteState, movedAt } of watched) {
      const known = before?.watched.find((one) => one.batchId === batchId);
      const isKnown = known?.movedAt !== undefined && known.remoteState === remoteState;
      if (movedAt === undefined || isKnown) continue;
      if (!this.#isNews(`abandoned id ${batchId}`, { remoteState })) continue;
      const replacedBy = delivery?.batchId;
      this.#ports.output.emit('abandoned-moved', { submission, number, batchId, remoteState, replacedBy });
      this.#ports.say(
        `batch ${number}  The id ${batchId}, which was abandoned, did arrive (${remoteState}). If ${replacedBy ?? 'the new id'} arrives too, the transactions are at the service twice: ask the provider.`,
      );
    }
  }

  /** What is wrong with a batch now; what an earlier run had left behind is no news as long as it does not happen again. */
  #newsOf({ batch, before }: BatchChange): ErrorRecord | undefined {
    const left = this.#touched.has(batch.number) ? undefined : before;
    this.#touched.add(batch.number);
    const hasFailedAgain = batch.failures > (left?.failures ?? 0);
    const isLeft = left !== undefined && !isEndState(batch.state) && isDeepStrictEqual(left.error, batch.error);
    return isLeft && !hasFailedAgain ? undefined : presentError(batch);
  }

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
