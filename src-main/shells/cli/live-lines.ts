/**
 * @file A few lines at the bottom of a terminal that are redrawn in place; nothing at all elsewhere: there they are not even put
 * into words, and what draws them is not loaded.
 */

import type { createLogUpdate } from 'log-update';
import { visible } from '../../../src-shared/visible-text.ts';
import type { Output } from './output.ts';

/** Puts lines into words. */
type Lines = () => readonly string[];

export class LiveLines {
  readonly #terminal: Output['terminal'];
  #update: ReturnType<typeof createLogUpdate> | undefined;
  /** What is to be seen; until it can be drawn, the latest waits. */
  #latest: Lines | undefined;

  constructor(output: Output) {
    this.#terminal = output.terminal;
  }

  draw(lines: Lines): void {
    if (this.#terminal === undefined) return;
    this.#latest = lines;
    if (this.#update === undefined) void this.#load(this.#terminal);
    else this.#drawn(this.#update, lines);
  }

  /** Removes the lines, so that lasting ones can be printed. */
  clear(): void {
    this.#latest = undefined;
    this.#update?.clear();
  }

  async #load(terminal: NonNullable<Output['terminal']>): Promise<void> {
    const { createLogUpdate } = await import('log-update');
    this.#update ??= createLogUpdate(terminal);
    if (this.#latest !== undefined) this.#drawn(this.#update, this.#latest);
  }

  #drawn(update: ReturnType<typeof createLogUpdate>, lines: Lines): void {
    update(lines().map(visible).join('\n'));
  }
}
