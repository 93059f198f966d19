/** @file What is wrong with a Parquet file. Pure. */

import type { Said } from '../../../src-shared/languages/fact.ts';
import { SaidError } from '../../ground/said-error.ts';

/** One full sentence. */
export class ParquetProblem extends SaidError {
  override readonly name = 'ParquetProblem';
  /** One that says what to do, where exporting again would not help. */
  readonly remedy: Said | undefined;

  constructor(message: Said, remedy?: Said) {
    super(message);
    this.remedy = remedy;
  }
}
