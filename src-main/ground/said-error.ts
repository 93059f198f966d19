/** @file An error below the catalogue: it says what is wrong in a fact, which an AppError carries on as its reason. */

import type { Said } from '../../src-shared/languages/fact.ts';
import { inEnglish } from '../../src-shared/languages/message.ts';

export class SaidError extends Error {
  readonly said: Said;

  constructor(said: Said, options?: { cause?: unknown }) {
    // For logs, which are English.
    super(inEnglish(said), options);
    this.said = said;
  }
}
