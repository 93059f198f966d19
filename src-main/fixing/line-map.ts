/**
 * @file Which line of the original each line of a corrected file was, as runs of lines that were kept together: a file of
 * which nothing was dropped has one. Pure.
 */

/** So many lines from `line` of the new file on were as many from `original` on. Lines are counted from 1. */
export interface LineRun {
  line: number;
  original: number;
  count: number;
}

/** Builds the runs from the kept lines in their order. */
export class LineMapBuilder {
  readonly #runs: LineRun[] = [];
  #lines = 0;

  /** The number of the line in the new file. */
  add(original: number): number {
    this.#lines += 1;
    const last = this.#runs.at(-1);
    if (last !== undefined && last.original + last.count === original) last.count += 1;
    else this.#runs.push({ line: this.#lines, original, count: 1 });
    return this.#lines;
  }

  finish(): LineMap {
    return new LineMap(this.#runs);
  }
}

export class LineMap {
  readonly runs: readonly LineRun[];

  constructor(runs: readonly LineRun[]) {
    this.runs = runs;
  }

  /** As few characters as possible: the lines skipped before each run, and the lines of it. */
  static parse(text: string): LineMap {
    const runs: LineRun[] = [];
    let [line, original] = [1, 1];
    for (const run of text === '' ? [] : text.split(' ')) {
      const [skipped = 0, count = 0] = run.split('+').map(Number);
      original += skipped;
      runs.push({ line, original, count });
      line += count;
      original += count;
    }
    return new LineMap(runs);
  }

  toString(): string {
    let end = 1;
    return this.runs
      .map(({ original, count }) => {
        const skipped = original - end;
        end = original + count;
        return `${skipped}+${count}`;
      })
      .join(' ');
  }

  /** The line of the original that this line of the new file was; undefined where the new file has no such line. */
  originalOf(line: number): number | undefined {
    let [low, high] = [0, this.runs.length];
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((this.runs[middle]?.line ?? 0) <= line) low = middle;
      else high = middle;
    }
    const run = this.runs[low];
    const behind = run === undefined ? -1 : line - run.line;
    return run !== undefined && behind >= 0 && behind < run.count ? run.original + behind : undefined;
  }
}
