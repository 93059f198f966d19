/** @file Shows how submissions get on while a command waits for them, and tells why it stopped waiting. */

import { isDeepStrictEqual } from 'node:util';
import { describeError, type ErrorRecord } from '../../../src-shared/errors.ts';
import type { App } from '../../app.ts';
import type { CheckProgress } from '../../checking/check.ts';
import { SECOND } from '../../clock.ts';
import { type Batch, type SubmissionId, terminalStates } from '../../queue/batch.ts';
import { wishesPause } from '../../queue/machine/retry-policy.ts';
import type { QueueChange, SubmissionView } from '../../queue/queue.ts';
import type { Submission } from '../../queue/submission.ts';
import { Pace } from '../../transfer/pace.ts';
import { progressLine } from './commands/check.ts';
import { LiveLines } from './live-lines.ts';
import type { Ending } from './outcome.ts';
import type { Output } from './output.ts';
import { judge, type WaitFor } from './patience.ts';
import {
  batchInWords,
  counted,
  percent,
  presentError,
  remaining,
  sentence,
  size,
  speed,
  stateInWords,
} from './wording.ts';

const REDRAW_MS = 100;
const JSON_PROGRESS_MS = SECOND;

/**
 * Waits for the given submissions, or for all, and prints their way: lines that last for every change of state, and on a
 * terminal a few that move.
 */
export async function follow(
  app: App,
  output: Output,
  wait: {
    ids?: readonly SubmissionId[];
    /** What had come to its end before: nothing is said of it. */
    history: ReadonlySet<SubmissionId>;
    waitFor: WaitFor;
    patient?: boolean;
    /** In milliseconds. */
    timeout?: number | undefined;
    interrupted: AbortSignal;
  },
): Promise<Ending> {
  const board = new Board(app, output, wait);
  const ended = Promise.withResolvers<Ending>();
  const judgeNow = () => {
    const situation = app.queue.situation();
    const verdict = judge(board.views(), situation, wait.waitFor, Date.now());
    if (verdict === 'stopped') {
      const error = situation.stopped?.error;
      if (error !== undefined && !(wait.patient && error.code === 'disk.full')) ended.resolve({ kind: verdict, error });
    } else if (verdict !== 'wait' && !(wait.patient && verdict === 'unreachable')) ended.resolve({ kind: verdict });
  };
  const unsubscribe = app.queue.subscribe((change) => {
    board.show(change);
    // The runner tells of a change while it makes it; it is judged once it is made.
    if (!change.kind.endsWith('progress')) setImmediate(judgeNow);
  });
  const interrupt = () => ended.resolve({ kind: 'interrupted' });
  wait.interrupted.addEventListener('abort', interrupt);
  app.queue.watch(wait.ids ?? []);
  const judging = setInterval(judgeNow, SECOND);
  const drawing = setInterval(() => board.draw(), REDRAW_MS);
  const timer =
    wait.timeout === undefined ? undefined : setTimeout(() => ended.resolve({ kind: 'timed-out' }), wait.timeout);
  try {
    if (wait.interrupted.aborted) interrupt();
    judgeNow();
    return await ended.promise;
  } finally {
    clearTimeout(timer);
    clearInterval(judging);
    clearInterval(drawing);
    wait.interrupted.removeEventListener('abort', interrupt);
    unsubscribe();
    board.clear();
  }
}

interface CheckUnderWay {
  since: number;
  progress: CheckProgress;
}

/** What is shown of the submissions that are waited for. */
class Board {
  readonly #app: App;
  readonly #output: Output;
  readonly #ids: ReadonlySet<SubmissionId> | undefined;
  readonly #history: ReadonlySet<SubmissionId>;
  /** The batches as an earlier run left them, until something happens to them. */
  readonly #left: Map<number, Batch>;
  readonly #live: LiveLines;
  readonly #paces = new Map<SubmissionId, { pace: Pace; total: number }>();
  readonly #checks = new Map<SubmissionId, CheckUnderWay>();
  readonly #sent = new Map<number, number>();
  readonly #told = new Map<string, string>();
  #views: SubmissionView[] | undefined;
  #lastJsonProgress = 0;

  constructor(
    app: App,
    output: Output,
    { ids, history }: { ids?: readonly SubmissionId[]; history: ReadonlySet<SubmissionId> },
  ) {
    this.#app = app;
    this.#output = output;
    this.#ids = ids && new Set(ids);
    this.#history = history;
    this.#left = new Map(this.views().flatMap(({ batches }) => batches.map((batch) => [batch.number, batch] as const)));
    this.#live = new LiveLines(output);
    const watched = app.queue.list().flatMap(({ batches }) => batches.flatMap((batch) => batch.watched));
    for (const { batchId, remoteState } of watched) this.#isNews(`abandoned id ${batchId}`, { remoteState });
  }

  /** The submissions as they stand; read again only after a change. */
  views(): SubmissionView[] {
    this.#views ??= this.#app.queue.list().filter(({ submission }) => this.#concerns(submission.id));
    return this.#views;
  }

  show(change: QueueChange): void {
    switch (change.kind) {
      case 'submission':
        this.#views = undefined;
        if (this.#concerns(change.submission.id)) this.#tellSubmission(change.submission);
        return;
      case 'batch':
        this.#views = undefined;
        this.#sent.delete(change.batch.number);
        this.#tellMoved(change.batch);
        if (this.#concerns(change.batch.submission)) this.#tellBatch(change.batch);
        return;
      case 'check-progress':
        this.#checks.set(change.submission, {
          since: this.#checks.get(change.submission)?.since ?? Date.now(),
          progress: change.progress,
        });
        return;
      case 'upload-progress':
        this.#noteSent(change);
        return;
      case 'hold':
        this.#tellTrouble(`connection ${change.connection}`, change.error);
        return;
      case 'stopped':
        this.#tellTrouble('the queue', change.error.toRecord());
        return;
      case 'going-on':
        this.#told.delete('trouble of the queue');
        this.#output.emit('going-on');
        this.#say('The queue goes on.');
        return;
    }
  }

  draw(): void {
    if (this.#output.json) this.#emitProgress();
    this.#live.draw(
      this.views()
        .map((view) => this.#liveLine(view))
        .filter((line) => line !== ''),
    );
  }

  clear(): void {
    this.#live.clear();
  }

  #concerns(id: SubmissionId): boolean {
    return this.#ids === undefined ? !this.#history.has(id) : this.#ids.has(id);
  }

  #tellSubmission(submission: Submission): void {
    const { id, path, stage, check, error, warning } = submission;
    if (stage !== 'checking') this.#checks.delete(id);
    const found = check && { lines: check.lines, errors: check.errors, warnings: check.warnings };
    const fields = { id, file: path, stage, ...found, error: error?.code, warning: warning?.code };
    if (!this.#isNews(`submission ${id}`, fields)) return;
    this.#output.emit('submission', fields);
    const results = check === undefined ? '' : `: ${counted(check.lines, 'line')}, ${counted(check.errors, 'error')}`;
    this.#say(`${path}  ${stage === 'approved' ? 'checked, may be sent' : stateInWords(stage)}${results}`);
    if (error !== undefined) this.#tellTrouble(path, error);
    if (warning !== undefined) this.#tellTrouble(path, warning);
  }

  #tellBatch(batch: Batch): void {
    const { number, submission, state, remoteState, delivery, attempts, start, end } = batch;
    const name = `batch ${number} (${size(end - start)})`;
    this.#tellReportTrouble(name, batch);
    const error = this.#newsOf(batch);
    const fields = { submission, number, state, remoteState, batchId: delivery?.batchId, attempts, error: error?.code };
    if (!this.#isNews(`batch ${number}`, fields)) return;
    this.#output.emit('batch', fields);
    // On a terminal the moving line tells of what is on its way.
    const lasting = this.#output.isTerminal ? terminalStates.has(state) : state !== 'waiting' && state !== 'reserving';
    const words = batchInWords(batch);
    // Each attempt is an event for programs; to people the third “sending” in a row says nothing.
    if (lasting && this.#isNews(`words on batch ${number}`, { words })) this.#say(`${name}  ${words}`);
    if (error === undefined) {
      if (batch.error === undefined) this.#told.delete(`trouble of ${name}`);
      return;
    }
    // What is wrong with the connection is told once, as that; the queue puts it on hold after this change.
    queueMicrotask(() => {
      const held = this.#app.queue.view(submission).submission;
      if (!isDeepStrictEqual(this.#app.queue.holdOf(held), error)) this.#tellTrouble(name, error);
    });
  }

  /** Why the report of a batch that has ended is not here yet; what an earlier run had left behind is no news. */
  #tellReportTrouble(batchName: string, { number, reportError }: Batch): void {
    const whose = `the report of ${batchName}`;
    if (reportError === undefined) this.#told.delete(`trouble of ${whose}`);
    else if (!isDeepStrictEqual(this.#left.get(number)?.reportError, reportError))
      this.#tellTrouble(whose, reportError);
  }

  /** An id that was given up turns out to have arrived. */
  #tellMoved({ number, submission, delivery, watched }: Batch): void {
    for (const { batchId, remoteState, movedAt } of watched) {
      if (movedAt === undefined || !this.#isNews(`abandoned id ${batchId}`, { remoteState })) continue;
      const replacedBy = delivery?.batchId;
      this.#output.emit('abandoned-moved', { submission, number, batchId, remoteState, replacedBy });
      this.#say(
        `batch ${number}  The id ${batchId}, which had been given up, has arrived after all (${remoteState}). If ${replacedBy ?? 'the new id'} arrives too, its transactions are in twice: ask the provider.`,
      );
    }
  }

  /** What is wrong with a batch now; what an earlier run had left behind is no news as long as it does not happen again. */
  #newsOf(batch: Batch): ErrorRecord | undefined {
    const left = this.#left.get(batch.number);
    this.#left.delete(batch.number);
    // A start forgives what had failed before, but for the wish of the service to wait.
    const forgiven = wishesPause(left?.error) ? (left?.failures ?? 0) : 0;
    const hasFailedAgain = batch.failures > forgiven;
    const isLeft = left !== undefined && !terminalStates.has(batch.state) && isDeepStrictEqual(left.error, batch.error);
    return isLeft && !hasFailedAgain ? undefined : presentError(batch);
  }

  #tellTrouble(whose: string, error: ErrorRecord): void {
    const { detail, remedy } = describeError(error, 'terminal');
    const fields = { whose, ...error, detail, remedy };
    if (!this.#isNews(`trouble of ${whose}`, fields)) return;
    this.#output.emit('trouble', fields);
    this.#say(`${whose}  ${sentence(detail)} ${remedy}`);
  }

  /** Whether this differs from what was last told of the subject. */
  #isNews(subject: string, fields: object): boolean {
    const told = JSON.stringify(fields);
    if (this.#told.get(subject) === told) return false;
    this.#told.set(subject, told);
    return true;
  }

  /** Prints a line that lasts, above those that move. */
  #say(sentence: string): void {
    this.#live.clear();
    this.#output.say(sentence);
  }

  #noteSent({ submission, batch, sentBytes }: Extract<QueueChange, { kind: 'upload-progress' }>): void {
    const known = this.#paces.get(submission) ?? { pace: new Pace(), total: 0 };
    this.#paces.set(submission, known);
    known.total += Math.max(0, sentBytes - (this.#sent.get(batch) ?? 0));
    known.pace.add(Date.now(), known.total);
    this.#sent.set(batch, sentBytes);
  }

  #emitProgress(): void {
    const now = Date.now();
    if (now - this.#lastJsonProgress < JSON_PROGRESS_MS) return;
    this.#lastJsonProgress = now;
    for (const view of this.views()) {
      const { id } = view.submission;
      const fields = { submission: id, state: view.state, ...this.#checks.get(id)?.progress, ...this.#stages(view) };
      // Only of what moves, not of what waits or has ended.
      if (this.#isNews(`progress of ${id}`, fields)) this.#output.emit('progress', fields);
    }
  }

  /** The three stages, in bytes: handed to the network, accepted by the storage, seen by the service. */
  #stages({ batches }: SubmissionView): { total: number; sent: number; accepted: number; seen: number } {
    const stages = { total: 0, sent: 0, accepted: 0, seen: 0 };
    for (const { number, start, end, acceptedAt, seenAt } of batches) {
      const bytes = end - start;
      stages.total += bytes;
      const isAccepted = acceptedAt !== undefined || seenAt !== undefined;
      stages.sent += isAccepted ? bytes : (this.#sent.get(number) ?? 0);
      if (isAccepted) stages.accepted += bytes;
      if (seenAt !== undefined) stages.seen += bytes;
    }
    return stages;
  }

  #liveLine(view: SubmissionView): string {
    const { submission, state, batches } = view;
    const check = this.#checks.get(submission.id);
    if (submission.stage === 'checking') {
      if (check === undefined) return `${submission.path}  ${stateInWords(state)}`;
      return progressLine(submission.path, check.progress, Date.now() - check.since);
    }
    if (submission.stage !== 'approved' || batches.length === 0) return '';
    const { total, sent, accepted, seen } = this.#stages(view);
    if (seen === total) return `${submission.path}  ${stateInWords(state)}`;
    const { pace } = this.#paces.get(submission.id) ?? {};
    const rate = sent === total ? undefined : pace?.bytesPerSecond;
    const left = rate === undefined ? undefined : pace?.remaining(total - sent, Date.now());
    const stages = [
      `sent ${percent(sent, total)}`,
      `accepted ${percent(accepted, total)}`,
      `seen ${percent(seen, total)}`,
    ];
    const moving = [rate === undefined ? '' : speed(rate), left === undefined ? '' : remaining(left)];
    return `${submission.path}  ${[...stages, ...moving].filter(Boolean).join('  ')}`;
  }
}
