/** @file A few lines at the bottom of a terminal that are redrawn in place; nothing at all elsewhere. */

import { createLogUpdate } from 'log-update';
import { visible } from '../../../src-shared/visible-text.ts';
import type { Output } from './output.ts';

export class LiveLines {
  readonly #update: ReturnType<typeof createLogUpdate> | undefined;

  constructor(output: Output) {
    if (output.terminal !== undefined) this.#update = createLogUpdate(output.terminal);
  }

  draw(lines: readonly string[]): void {
    this.#update?.(lines.map(visible).join('\n'));
  }

  /** Removes the lines, so that lasting ones can be printed. */
  clear(): void {
    this.#update?.clear();
  }
}
