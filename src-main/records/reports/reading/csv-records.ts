/** @file Reads CSV piece by piece: any separator, quoted cells with line ends in them, quotes that stand alone. Pure. */

const QUOTE = '"';
const MOST_CELLS = 1000;

export interface CsvRecord {
  cells: string[];
  /** The record was larger than the limit: its cells are cut. */
  isCut: boolean;
}

export class CsvReader {
  readonly #separator: string;
  readonly #longest: number;
  #cells: string[] = [];
  #cell = '';
  #length = 0;
  #state: 'start' | 'plain' | 'quoted' | 'quote-in-quoted' = 'start';

  /** @param longest the largest record that is kept whole, in characters */
  constructor(separator: string, longest: number) {
    this.#separator = separator;
    this.#longest = longest;
  }

  /** The records that end in this piece. */
  *push(piece: string): Generator<CsvRecord> {
    let from = 0;
    for (let at = 0; at < piece.length; at++) {
      const character = piece[at];
      if (this.#state === 'quoted') {
        const end = piece.indexOf(QUOTE, at);
        this.#add(piece.slice(at, end === -1 ? piece.length : end));
        if (end !== -1) this.#state = 'quote-in-quoted';
        at = end === -1 ? piece.length : end;
        from = at + 1;
        continue;
      }
      if (character === QUOTE && (this.#state === 'start' || this.#state === 'quote-in-quoted')) {
        // Two quotes in a quoted cell are one.
        if (this.#state === 'quote-in-quoted') this.#add(QUOTE);
        this.#state = 'quoted';
        from = at + 1;
      } else if (character === this.#separator) {
        this.#endCell(piece.slice(from, at));
        from = at + 1;
      } else if (character === '\n' || character === '\r') {
        // The second of two line ends makes a blank record, which is none.
        const record = this.#endRecord(piece.slice(from, at));
        if (record !== undefined) yield record;
        from = at + 1;
      } else if (character !== ' ' || this.#state !== 'start') {
        this.#state = 'plain';
      }
    }
    if (from < piece.length) this.#add(piece.slice(from));
  }

  /** The last record, where no line end follows. `isOpen`: it ends within quotes. */
  end(): { record: CsvRecord | undefined; isOpen: boolean } {
    const isOpen = this.#state === 'quoted';
    return { record: this.#endRecord(''), isOpen };
  }

  #add(text: string): void {
    this.#length += text.length;
    if (this.#length <= this.#longest) this.#cell += text;
  }

  #endCell(text: string): void {
    this.#add(text);
    if (this.#cells.length < MOST_CELLS) this.#cells.push(this.#cell);
    this.#cell = '';
    this.#state = 'start';
  }

  /** undefined for a blank line */
  #endRecord(text: string): CsvRecord | undefined {
    this.#endCell(text);
    const record = { cells: this.#cells, isCut: this.#length > this.#longest };
    this.#cells = [];
    this.#length = 0;
    return record.cells.length === 1 && record.cells[0]?.trim() === '' ? undefined : record;
  }
}
