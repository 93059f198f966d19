/** @file A table of programs beside one another, for one kind of file after the other: speed, processor time and memory. */

import Table from 'cli-table3';
import type { Measured } from './measured-process.ts';

/** What a program costs whatever the file: of a smaller one, a rate would say nothing. */
const SMALL_BYTES = 1e6;

export class ComparedTable {
  readonly #table = new Table({
    head: ['', '', 'MB/s', 'processor, s', 'processor, s/GB', 'clock, s', 'peak memory', '× by processor'],
    colAligns: ['left', 'left', 'right', 'right', 'right', 'right', 'right', 'right'],
    style: { head: [], border: [], compact: true },
  });

  /**
   * A row for each program, of its middle round by processor time, which varies less than the clock on a busy machine.
   * @param beside the program whose processor time is 1 in the last column
   */
  add(kind: string, bytes: number, rounds: ReadonlyMap<string, readonly Measured[]>, beside: string): void {
    const base = middle(rounds.get(beside) ?? []).processorMs;
    const rate = (figure: number) => (bytes < SMALL_BYTES ? '' : figure);
    for (const [at, [name, own]] of [...rounds].entries()) {
      const { milliseconds, processorMs, peakBytes } = middle(own);
      const seconds = processorMs / 1000;
      this.#table.push([
        ...[at === 0 ? kind : '', name, rate(Math.round(bytes / 1000 / milliseconds)), seconds.toFixed(2)],
        ...[rate(Number((seconds / (bytes / 1e9)).toFixed(2))), (milliseconds / 1000).toFixed(2)],
        ...[`${Math.round(peakBytes / 1e6)} MB`, (base / processorMs).toFixed(2)],
      ]);
    }
  }

  print(): void {
    console.log(this.#table.toString());
  }
}

type WhollyMeasured = Required<{ [Fact in keyof Measured]: number }>;

/** What could not be measured is 0. */
function middle(rounds: readonly Measured[]): WhollyMeasured {
  const sorted = rounds
    .map(({ milliseconds, processorMs = 0, peakBytes = 0 }) => ({ milliseconds, processorMs, peakBytes }))
    .toSorted((one, other) => one.processorMs - other.processorMs);
  const found = sorted[sorted.length >> 1];
  if (found === undefined) throw new Error('At least one round is needed.');
  return found;
}
