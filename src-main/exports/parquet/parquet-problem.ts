/** @file What is wrong with a Parquet file. Pure. */

/** One full sentence. */
export class ParquetProblem extends Error {
  override readonly name = 'ParquetProblem';
  /** One that says what to do, where exporting again would not help. */
  readonly remedy: string | undefined;

  constructor(message: string, remedy?: string) {
    super(message);
    this.remedy = remedy;
  }
}

export function unreadableColumn(column: string, how: string): ParquetProblem {
  return new ParquetProblem(`Its column “${column}” ${how}.`);
}
