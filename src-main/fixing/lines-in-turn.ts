/** @file Some lines of a file, asked for in their order: the file is read once, and what runs beside it is let run. */

import { setImmediate } from 'node:timers/promises';
import { SourceFile } from '../check/source-file.ts';
import { LineReader, type SourceLine } from './line-reader.ts';

/** Lines that are passed over at once. */
const AT_ONCE = 10_000;

export class LinesInTurn implements Disposable {
  readonly #source: SourceFile;
  readonly #lines: Iterator<SourceLine>;
  #last: { number: number; text: string | undefined } = { number: 0, text: undefined };

  /** @throws AppError file.*, as does `at` */
  constructor(path: string) {
    this.#source = new SourceFile(path);
    this.#lines = new LineReader(this.#source).lines();
  }

  /** Without its end; undefined where there is none, or it is too long to be held. @param number not less than the one before */
  async at(number: number): Promise<string | undefined> {
    for (let passed = 1; this.#last.number < number; passed += 1) {
      const { value, done } = this.#lines.next();
      if (done) return undefined;
      this.#last = { number: value.number, text: value.number === number ? value.text?.toString() : undefined };
      if (passed % AT_ONCE === 0) await setImmediate();
    }
    return this.#last.number === number ? this.#last.text : undefined;
  }

  [Symbol.dispose](): void {
    this.#source.close();
  }
}
