/** @file How far submissions have come: lines of a terminal that move, or events for programs once a second. */

import { type Clock, SECOND } from '../../ground/clock.ts';
import type { LiveStanding } from '../../send/view/queue-view.ts';
import type { Call } from './call.ts';
import { progressLine } from './commands/check.ts';
import { LiveLines } from './live-lines.ts';
import type { Output } from './output.ts';
import { percent, remaining, speed, stateInWords } from './wording.ts';

const JSON_PROGRESS_MS = SECOND;

export class Board {
  readonly #output: Output;
  readonly #clock: Clock;
  readonly #standings: () => LiveStanding[];
  readonly #live: LiveLines;
  /** What programs were told last of each submission. */
  readonly #told = new Map<number, string>();
  #lastJsonProgress = 0;

  /** @param standings those to show, as they are now */
  constructor({ output, clock }: Pick<Call, 'output' | 'clock'>, standings: () => LiveStanding[]) {
    this.#output = output;
    this.#clock = clock;
    this.#standings = standings;
    this.#live = new LiveLines(output);
  }

  draw(): void {
    if (this.#output.json) this.#emitProgress();
    if (this.#output.isTerminal)
      this.#live.draw(
        this.#standings()
          .map((standing) => liveLine(standing, this.#clock.now()))
          .filter(Boolean),
      );
  }

  /** Prints a line that lasts, above those that move. */
  say(sentence: string): void {
    this.#live.clear();
    this.#output.say(sentence);
  }

  clear(): void {
    this.#live.clear();
  }

  #emitProgress(): void {
    const now = this.#clock.now();
    if (now - this.#lastJsonProgress < JSON_PROGRESS_MS) return;
    this.#lastJsonProgress = now;
    for (const standing of this.#standings()) {
      const { id } = standing.submission;
      const fields = progressForPrograms(standing);
      const told = JSON.stringify(fields);
      // Only of what moves, not of what waits or has ended.
      if (this.#told.get(id) !== told) this.#output.emit('progress', fields);
      this.#told.set(id, told);
    }
  }
}

/** The three stages, in bytes: handed to the network, accepted by the storage, seen by the service. */
export function progressForPrograms({ submission, state, check, whole, sent, accepted, seen }: LiveStanding): object {
  return {
    ...{ submission: submission.id, state, ...check?.progress },
    ...{ total: whole.bytes, sent: sent.bytes, accepted: accepted.bytes, seen: seen.bytes },
  };
}

/** What moves on a terminal; nothing where there is nothing to send. */
export function liveLine(standing: LiveStanding, now: number): string {
  const { submission, state, check, whole, sent, accepted, seen, speed: current } = standing;
  if (submission.stage === 'checking') {
    if (check === undefined) return `${submission.name}  waits for its check`;
    return progressLine(submission.name, check.progress, now - check.since);
  }
  if (submission.stage !== 'approved' || whole.batches === 0) return '';
  if (seen.bytes === whole.bytes) return `${submission.name}  ${stateInWords(state)}`;
  const stages = [
    `sent ${percent(sent.bytes, whole.bytes)}`,
    `accepted ${percent(accepted.bytes, whole.bytes)}`,
    `seen ${percent(seen.bytes, whole.bytes)}`,
  ];
  const { bytesPerSecond, remainingMs } = sent.bytes === whole.bytes ? {} : (current ?? {});
  const moving = [
    bytesPerSecond === undefined ? '' : speed(bytesPerSecond),
    remainingMs === undefined ? '' : remaining(remainingMs),
  ];
  return `${submission.name}  ${[...stages, ...moving].filter(Boolean).join('  ')}`;
}
