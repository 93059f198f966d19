/** @file A few lines at the bottom of a terminal that are redrawn in place; nothing at all elsewhere. */

import { createLogUpdate } from 'log-update';
import type { Output } from './output.ts';

export class LiveLines {
  readonly #update: ReturnType<typeof createLogUpdate> | undefined;

  constructor(output: Output) {
    if (output.isTerminal) this.#update = createLogUpdate(output.stdout);
  }

  draw(lines: readonly string[]): void {
    this.#update?.(lines.join('\n'));
  }

  /** Removes the lines, so that lasting ones can be printed. */
  clear(): void {
    this.#update?.clear();
  }
}
