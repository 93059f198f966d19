/** @file Shows how a run of the rules gets on while a command waits for it. */

import type { RuleRun } from '../../../src-shared/contract.ts';
import { describeError } from '../../../src-shared/errors.ts';
import { message } from '../../../src-shared/languages/message.ts';
import { hasEnded } from '../../../src-shared/service-shapes.ts';
import { type Clock, every, SECOND } from '../../ground/clock.ts';
import type { Call } from './call.ts';
import { LiveLines } from './live-lines.ts';
import type { Output } from './output.ts';
import { counted, duration, sentence } from './wording.ts';

const REDRAW_MS = 200;

export class RuleRunBoard {
  readonly #output: Output;
  readonly #clock: Clock;
  readonly #live: LiveLines;
  readonly #stopDrawing: () => void;
  #shown: RuleRun | undefined;

  constructor({ output, clock }: Pick<Call, 'output' | 'clock'>) {
    this.#output = output;
    this.#clock = clock;
    this.#live = new LiveLines(output);
    this.#stopDrawing = every(clock, REDRAW_MS, () => this.#draw());
  }

  /** Shows what is new about the run; call it after each change. */
  show(run: RuleRun): void {
    const before = this.#shown;
    this.#shown = run;
    this.#live.clear();
    // It could not be asked for, which the command itself says.
    if (run.state === 'failed' && run.reply === '') return;
    if (run.waitsUntil !== undefined) {
      if (run.waitsUntil !== before?.waitsUntil) this.#tellWait(run.kind, run.waitsUntil);
      return;
    }
    if (run.reply !== '' && (before === undefined || before.reply === '')) this.#tellAnswer(run);
    if (run.state !== before?.state || run.status !== before.status) this.#tellState(run);
    if (run.error !== undefined && run.error.code !== before?.error?.code) this.#tellTrouble(run.error, hasEnded(run));
  }

  /** Ends what moves. */
  close(): void {
    this.#stopDrawing();
    this.#live.clear();
  }

  #draw(): void {
    if (this.#shown === undefined) return;
    const { kind, waitsUntil, state, status } = this.#shown;
    if (waitsUntil !== undefined) this.#live.draw(() => [countdown(kind, this.#secondsTo(waitsUntil))]);
    else if (state === 'running')
      this.#live.draw(() => [
        message('The rules are running{wordOfService} …', { wordOfService: wordOfService(status) }),
      ]);
  }

  #tellWait(kind: RuleRun['kind'], until: number): void {
    this.#output.emit('waiting', { seconds: this.#secondsTo(until) });
    // On a terminal the moving line tells it.
    if (!this.#output.isTerminal) this.#output.say(countdown(kind, this.#secondsTo(until)));
  }

  #secondsTo(until: number): number {
    return Math.max(0, Math.ceil((until - this.#clock.now()) / SECOND));
  }

  #tellAnswer({ accepted, rejected, executionId, reply }: RuleRun): void {
    const output = this.#output;
    output.emit('answer', { executionId, accepted, rejected });
    if (accepted.length > 0)
      output.say(
        message('Accepted  {rules}: {names}', { rules: counted(accepted.length, 'rule'), names: accepted.join(', ') }),
      );
    if (rejected.length > 0) {
      output.say(message('Rejected  {rules}:', { rules: counted(rejected.length, 'rule') }));
      output.table(
        [message('rule'), message('reason')],
        rejected.map(({ rule, reason }) => [rule, reason]),
      );
    }
    if (executionId !== undefined) output.say(message('Execution {id}', { id: executionId }));
    if (accepted.length === 0 && rejected.length === 0) output.say(message('The service answered: {reply}', { reply }));
  }

  #tellState({ state, status, error }: RuleRun): void {
    if (state === 'asking') return;
    this.#output.emit('state', { state, status, error: error?.code });
    // On a terminal the moving line tells that it runs.
    if (state !== 'running' || !this.#output.isTerminal) this.#output.say(runInWords(state, status));
  }

  /** Of a run that is over nothing more is asked, so nothing is promised. */
  #tellTrouble(error: NonNullable<RuleRun['error']>, isOver: boolean): void {
    const { detail, remedy } = describeError(error, isOver ? 'ended-command' : 'terminal');
    this.#output.emit('trouble', { ...error, detail, remedy });
    this.#output.say(`${sentence(detail)} ${remedy}`);
  }
}

type ToldState = Exclude<RuleRun['state'], 'asking'>;

const words: Record<ToldState, () => string> = {
  running: () => message('The rules are running'),
  done: () => message('The rules have run'),
  failed: () => message('The run failed'),
  refused: () => message('No rule was accepted'),
  unknown: () => message('The outcome of the run is not known'),
  stopped: () => message('Stopped'),
};

/** How a run stands, with the service’s own word behind it. */
export const runInWords = (state: ToldState, status: string): string => `${words[state]()}${wordOfService(status)}.`;

const wordOfService = (status: string): string => (status === '' ? '' : ` (${status})`);

const countdown = (kind: RuleRun['kind'], seconds: number): string => {
  const wait = duration(seconds * SECOND);
  const reason =
    kind === 'rerun'
      ? message('The service accepts one rerun a minute: this one starts in {wait}', { wait })
      : message('The service asks to wait: Tranship asks in {wait}', { wait });
  return message('{reason}. Ctrl-C ends the wait.', { reason });
};
