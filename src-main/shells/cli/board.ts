/** @file How far submissions have come: lines of a terminal that move, or events for programs once a second. */

import type { ConnectionWait, SubmissionRow } from '../../../src-shared/contract.ts';
import { message } from '../../../src-shared/languages/message.ts';
import { waitInWords } from '../../../src-shared/wait-words.ts';
import { nameOf } from '../../actions/submission-row.ts';
import { type Clock, SECOND } from '../../ground/clock.ts';
import type { Call } from './call.ts';
import { progressLine } from './commands/check.ts';
import { LiveLines } from './live-lines.ts';
import type { Output } from './output.ts';
import { percent, remaining, speed, stateInWords } from './wording.ts';

const JSON_PROGRESS_MS = SECOND;

export class Board {
  readonly #output: Output;
  readonly #clock: Clock;
  readonly #rows: () => readonly SubmissionRow[];
  readonly #waits: () => readonly ConnectionWait[];
  readonly #live: LiveLines;
  /** What programs were told last of each submission. */
  readonly #told = new Map<number, string>();
  /** When the check of each was first seen to move. */
  readonly #checkedSince = new Map<number, number>();
  #lastJsonProgress = 0;

  /** @param rows those to show, as they are now @param waits what their connections wait for */
  constructor(
    { output, clock }: Pick<Call, 'output' | 'clock'>,
    rows: () => readonly SubmissionRow[],
    waits: () => readonly ConnectionWait[] = () => [],
  ) {
    this.#output = output;
    this.#clock = clock;
    this.#rows = rows;
    this.#waits = waits;
    this.#live = new LiveLines(output);
  }

  draw(): void {
    if (this.#output.json) this.#emitProgress();
    this.#live.draw(() => [
      ...this.#rows()
        .map((row) => liveLine(row, this.#checkedFor(row)))
        .filter(Boolean),
      ...this.#waits().map((wait) => `${wait.connection}  ${waitInWords(wait, this.#clock.now())}`),
    ]);
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
    for (const row of this.#rows()) {
      const fields = progressForPrograms(row);
      const told = JSON.stringify(fields);
      // Only of what moves, not of what waits or has ended.
      if (this.#told.get(row.id) !== told) this.#output.emit('progress', fields);
      this.#told.set(row.id, told);
    }
  }

  /** In milliseconds, as far as it was seen here. */
  #checkedFor(row: SubmissionRow): number {
    if (!isBeingChecked(row)) return 0;
    const now = this.#clock.now();
    const since = this.#checkedSince.get(row.id) ?? now;
    this.#checkedSince.set(row.id, since);
    return now - since;
  }
}

const isBeingChecked = ({ state, waitsForCheck }: SubmissionRow): boolean => state === 'checking' && !waitsForCheck;

function checkOf({ checkedBytes, bytes = checkedBytes, lines, errors, warnings }: SubmissionRow) {
  return { bytes: checkedBytes, totalBytes: bytes, lines, errors, warnings };
}

/** The three stages, in bytes: handed to the network, accepted by the storage, seen by the service. */
export function progressForPrograms(row: SubmissionRow): object {
  const { id, state, whole, sent, accepted, seen } = row;
  return {
    submission: id,
    state,
    ...(isBeingChecked(row) && checkOf(row)),
    total: whole.bytes,
    sent: sent.bytes,
    accepted: accepted.bytes,
    seen: seen.bytes,
  };
}

/**
 * What moves on a terminal; nothing where there is nothing to send.
 * @param checkedFor how long it has been checked, in milliseconds
 */
export function liveLine(row: SubmissionRow, checkedFor: number): string {
  const { state, whole, sent, accepted, seen, speed: current } = row;
  const name = nameOf(row);
  if (state === 'checking')
    return row.waitsForCheck
      ? message('{name}  waits for its check', { name })
      : progressLine(name, checkOf(row), checkedFor);
  if (whole.batches === 0) return '';
  if (seen.bytes === whole.bytes) return `${name}  ${stateInWords(state)}`;
  const stages = [
    message('sent {share}', { share: percent(sent.bytes, whole.bytes) }),
    message('accepted {share}', { share: percent(accepted.bytes, whole.bytes) }),
    message('seen {share}', { share: percent(seen.bytes, whole.bytes) }),
  ];
  const { bytesPerSecond, remainingMs } = sent.bytes === whole.bytes ? {} : (current ?? {});
  const moving = [
    bytesPerSecond === undefined ? '' : speed(bytesPerSecond),
    remainingMs === undefined ? '' : remaining(remainingMs),
  ];
  return `${name}  ${[...stages, ...moving].filter(Boolean).join('  ')}`;
}
