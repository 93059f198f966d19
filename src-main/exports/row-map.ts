/**
 * @file Which row of which table each line of a prepared file was, as runs of rows that became neighbouring lines: like
 * LineMap, for several tables. As text, `0:1+5 3+2 1:1+7`: the number of the table where it changes, then the rows skipped
 * since the end of the run before it (or since row 0 of the table), and the rows of the run. Pure.
 */

import { firstPlace } from '../ground/binary-search.ts';

/** So many lines from `line` of the file on were as many rows from `row` of the table on. Both count from 1. */
export interface RowRun {
  line: number;
  table: number;
  row: number;
  count: number;
}

/** Builds the text of a map, a piece at a time, from rows in the order of their lines. */
export class RowMapWriter {
  readonly #write: (text: string) => void;
  #isFirst = true;
  #table = -1;
  #end = 0;
  #run: { table: number; row: number; count: number } | undefined;

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  add(table: number, row: number, count: number): void {
    const run = this.#run;
    if (run !== undefined && run.table === table && run.row + run.count === row) {
      run.count += count;
      return;
    }
    this.#flush();
    this.#run = { table, row, count };
  }

  finish(): void {
    this.#flush();
    this.#run = undefined;
  }

  #flush(): void {
    if (this.#run === undefined) return;
    const { table, row, count } = this.#run;
    const isOther = table !== this.#table;
    if (isOther) this.#end = 0;
    this.#write(`${this.#isFirst ? '' : ' '}${isOther ? `${table}:` : ''}${row - this.#end}+${count}`);
    this.#isFirst = false;
    this.#table = table;
    this.#end = row + count;
  }
}

const RUN = / *(?:(\d+):)?(-?\d+)\+(\d+)(?= |$)/y;

/** The runs of a text, one after the other; the last one is undefined where the text is no map. */
export function* runsIn(text: string): Generator<RowRun | undefined> {
  const run = new RegExp(RUN);
  const length = text.trimEnd().length;
  let [line, table, end] = [1, -1, 0];
  while (run.lastIndex < length) {
    const [, other, skipped, lines] = run.exec(text) ?? [];
    if (skipped === undefined || lines === undefined) return yield undefined;
    if (other !== undefined) [table, end] = [Number(other), 0];
    const [row, count] = [end + Number(skipped), Number(lines)];
    if (table < 0 || row < 1 || count < 1) return yield undefined;
    yield { line, table, row, count };
    line += count;
    end = row + count;
  }
}

export class RowMap {
  readonly runs: readonly RowRun[];

  constructor(runs: readonly RowRun[]) {
    this.runs = runs;
  }

  /** The map of a text; undefined where the text is none. */
  static parse(text: string): RowMap | undefined {
    const runs: RowRun[] = [];
    for (const run of runsIn(text)) {
      if (run === undefined) return undefined;
      runs.push(run);
    }
    return new RowMap(runs);
  }

  toString(): string {
    const parts: string[] = [];
    const writer = new RowMapWriter((text) => parts.push(text));
    for (const { table, row, count } of this.runs) writer.add(table, row, count);
    writer.finish();
    return parts.join('');
  }

  /** The row that this line was; undefined where the file has no such line. */
  originOf(line: number): { table: number; row: number } | undefined {
    const run = this.runs[firstPlace(0, this.runs.length, (at) => (this.runs[at]?.line ?? 0) <= line) - 1];
    if (run === undefined || line >= run.line + run.count) return undefined;
    return { table: run.table, row: run.row + line - run.line };
  }
}
