/**
 * @file Makes a row of each element that repeats. What is inside becomes columns by path: `Cdtr/Nm`, `Amt/@Ccy`, and
 * `Ustrd (2)` where an element comes again. Pure.
 */

import { localName, type XmlHandlers } from './xml-text.ts';

/** One row, as the cells that it has by name. */
export interface ElementRow {
  number: number;
  cells: ReadonlyMap<string, string>;
  /** One full sentence. */
  problem: string | undefined;
}

interface Open {
  /** The column of its text; empty for the row itself. */
  column: string;
  /** How often each child has come. */
  children: Map<string, number>;
  text: string;
  hasElements: boolean;
  isNil: boolean;
}

/** As many columns as a template can have. */
const MOST_CELLS = 5000;
const LONGEST_ROW = 16 * 1024 * 1024;
const INSTANCE_PREFIX = /^(?:xsi|i):/;

export class ElementRows implements XmlHandlers {
  readonly #path: readonly string[];
  readonly #onRow: (row: ElementRow) => void;
  /** Prefixes by element, where two elements differ in nothing else: the first to come has none. */
  readonly #plain = new Map<string, string>();
  /** The depth of the document, and how much of it leads to the rows. */
  #depth = 0;
  #matched = 0;
  #open: Open[] = [];
  #cells = new Map<string, string>();
  #characters = 0;
  #problem: string | undefined;
  #rows = 0;

  /** `path` such as /Document/Entry, without prefixes. */
  constructor(path: string, onRow: (row: ElementRow) => void) {
    this.#path = path
      .split('/')
      .filter((step) => step !== '')
      .map(localName);
    this.#onRow = onRow;
  }

  get rows(): number {
    return this.#rows;
  }

  onOpen(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#depth += 1;
    const parent = this.#open.at(-1);
    if (parent === undefined) {
      if (this.#matched === this.#depth - 1 && this.#path[this.#matched] === localName(name)) this.#matched += 1;
      if (this.#matched < this.#path.length || this.#depth > this.#path.length) return;
      this.#begin('', attributes);
      return;
    }
    parent.hasElements = true;
    const step = this.#plainName(parent.column, name);
    const count = (parent.children.get(step) ?? 0) + 1;
    parent.children.set(step, count);
    const numbered = count === 1 ? step : `${step} (${count})`;
    this.#begin(parent.column === '' ? numbered : `${parent.column}/${numbered}`, attributes);
  }

  onText(text: string): void {
    const open = this.#open.at(-1);
    if (open === undefined || this.#problem !== undefined) return;
    open.text += text;
    this.#characters += text.length;
    if (this.#characters > LONGEST_ROW) this.#refuse(`is larger than ${LONGEST_ROW / 1024 / 1024} MB`);
  }

  onClose(): void {
    this.#depth -= 1;
    const open = this.#open.pop();
    if (open === undefined) {
      this.#matched = Math.min(this.#matched, this.#depth);
      return;
    }
    this.#endElement(open);
    if (this.#open.length > 0) return;
    this.#matched = Math.min(this.#matched, this.#depth);
    this.#rows += 1;
    this.#onRow({ number: this.#rows, cells: this.#cells, problem: this.#problem });
    this.#cells = new Map();
    this.#characters = 0;
    this.#problem = undefined;
  }

  #begin(column: string, attributes: Readonly<Record<string, string>>): void {
    let isNil = false;
    const base = column === '' ? '' : `${column}/`;
    for (const name in attributes) {
      const value = attributes[name] ?? '';
      if (name === 'xmlns' || name.startsWith('xmlns:')) continue;
      if (INSTANCE_PREFIX.test(name)) {
        if (localName(name) === 'nil') isNil = value === 'true' || value === '1';
        continue;
      }
      this.#put(`${base}@${this.#plainName(`${column}/@`, name)}`, value);
      this.#characters += value.length;
    }
    this.#open.push({ column, children: new Map(), text: '', hasElements: false, isNil });
  }

  #endElement({ column, text, hasElements, isNil }: Open): void {
    if (isNil) return;
    // Between elements, space is only how the document is laid out.
    const cell = hasElements ? text.trim() : text;
    if (hasElements && cell === '') return;
    if (column === '' && cell.trim() === '') return;
    this.#put(column === '' ? (this.#path.at(-1) ?? '') : column, cell);
  }

  #put(column: string, cell: string): void {
    if (this.#problem !== undefined) return;
    if (this.#cells.size >= MOST_CELLS) {
      this.#refuse(`has more than ${MOST_CELLS} values`);
      return;
    }
    this.#cells.set(column, cell);
  }

  #refuse(how: string): void {
    this.#problem = `Row ${this.#rows + 1} ${how}.`;
    this.#cells = new Map();
    for (const open of this.#open) open.text = '';
  }

  /** Without its prefix, unless that is what tells it from another one in the same place. */
  #plainName(place: string, qualified: string): string {
    const colon = qualified.indexOf(':');
    const name = colon === -1 ? qualified : qualified.slice(colon + 1);
    const prefix = colon === -1 ? '' : qualified.slice(0, colon);
    const key = `${place}/${name}`;
    const first = this.#plain.get(key);
    if (first === prefix) return name;
    if (first !== undefined) return qualified;
    // Bounded, should the names be as many as the rows.
    if (this.#plain.size < 20 * MOST_CELLS) this.#plain.set(key, prefix);
    return name;
  }
}
