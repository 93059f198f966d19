/**
 * @file Which line of the original each line of a corrected file was, as runs of lines that were kept together: a file of
 * which nothing was dropped has one. Pure.
 */

import { firstPlace } from '../ground/binary-search.ts';
import { LineSet } from '../ground/line-set.ts';

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

  /** How many lines the new file has. */
  get lines(): number {
    return this.runs.reduce((sum, { count }) => sum + count, 0);
  }

  /** The lines of the original that the new file has. */
  get originals(): LineSet {
    return LineSet.ofRuns(this.runs.map(({ original, count }) => ({ first: original, last: original + count - 1 })));
  }

  /** The lines of the original that these lines of the new file were. */
  originalsOf(lines: LineSet): LineSet {
    const found: { first: number; last: number }[] = [];
    let at = 0;
    for (const { first, last } of lines.runs()) {
      while (at < this.runs.length && endOf(this.runs[at]) <= first) at += 1;
      for (let next = at; next < this.runs.length; next += 1) {
        const { line = 0, original = 0 } = this.runs[next] ?? {};
        if (line > last) break;
        const [from, to] = [Math.max(first, line), Math.min(last, endOf(this.runs[next]) - 1)];
        found.push({ first: original + from - line, last: original + to - line });
      }
    }
    return LineSet.ofRuns(found);
  }

  /** The lines of the new file that were these lines of the original. */
  linesOf(originals: LineSet): LineSet {
    const back = this.runs.map(({ line, original, count }) => ({ line: original, original: line, count }));
    return new LineMap(back).originalsOf(originals);
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
    const run = this.runs[firstPlace(0, this.runs.length, (at) => (this.runs[at]?.line ?? 0) <= line) - 1];
    return run !== undefined && line < run.line + run.count ? run.original + line - run.line : undefined;
  }
}

/** The line of the new file behind a run. */
function endOf(run: LineRun | undefined): number {
  return run === undefined ? 0 : run.line + run.count;
}
