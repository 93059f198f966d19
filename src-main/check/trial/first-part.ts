/** @file A source file of which only the first whole lines are checked. */

import { SourceFile } from '../source-file.ts';

const LINE_FEED = 0x0a;
/** Read at a time while the end of the last whole line is looked for. */
const STEP = 64 * 1024;

export class FirstPart extends SourceFile {
  readonly #end: number;

  /**
   * Opens the file. @param most bytes; a longer file ends after its last line that is within them, or with its first line
   * where that alone is longer. @throws AppError `file.*`
   */
  constructor(path: string, most: number) {
    super(path);
    try {
      this.#end = super.bytes <= most ? super.bytes : this.#wholeLines(most);
    } catch (thrown) {
      this.close();
      throw thrown;
    }
  }

  override get bytes(): number {
    return this.#end;
  }

  /** Of the whole file. */
  get wholeBytes(): number {
    return super.bytes;
  }

  #wholeLines(most: number): number {
    for (let end = most; end > 0; end -= STEP) {
      const start = Math.max(0, end - STEP);
      const last = this.#read(start, end).lastIndexOf(LINE_FEED);
      if (last >= 0) return start + last + 1;
    }
    for (let start = most; start < super.bytes; start += STEP) {
      const next = this.#read(start, Math.min(super.bytes, start + STEP)).indexOf(LINE_FEED);
      if (next >= 0) return start + next + 1;
    }
    return super.bytes;
  }

  #read(start: number, end: number): Buffer {
    const bytes = Buffer.alloc(end - start);
    this.read(bytes, start);
    return bytes;
  }
}
