/**
 * @file Makes a row of each element that repeats. What is inside becomes columns by path: `Cdtr/Nm`, `Amt/@Ccy`, and
 * `Ustrd (2)` where an element comes again. Pure.
 */

import type { Row } from '../../rows.ts';
import { ColumnNode } from './column-node.ts';
import { localName, type XmlHandlers } from './xml-text.ts';

interface Open {
  node: ColumnNode;
  text: string;
  hasElements: boolean;
  isNil: boolean;
}

export interface ElementRow extends Row {
  /** Of its cells. */
  characters: number;
  /** One full sentence, where the row cannot be read. */
  problem: string | undefined;
}

/** As many columns as a template can have. */
const MOST_CELLS = 5000;
const MOST_NODES = 20 * MOST_CELLS;
const LONGEST_ROW = 16 * 1024 * 1024;
const INSTANCE_PREFIX = /^(?:xsi|i):/;

export class ElementRows implements XmlHandlers {
  readonly #path: readonly string[];
  readonly #places: ReadonlyMap<string, number>;
  readonly #onRow: (row: ElementRow) => void;
  #root: ColumnNode;
  /** The depth of the document, and how much of it leads to the rows. */
  #depth = 0;
  #matched = 0;
  readonly #open: Open[] = [];
  #cells: (string | undefined)[] = [];
  #others: (readonly [string, string])[] = [];
  #count = 0;
  #characters = 0;
  #problem: string | undefined;
  #rows = 0;

  /** `path` such as /Document/Entry, with or without prefixes; `columns` are those that are known already. */
  constructor(path: string, columns: readonly string[], onRow: (row: ElementRow) => void) {
    this.#path = path
      .split('/')
      .filter((step) => step !== '')
      .map(localName);
    this.#places = new Map(columns.map((column, place) => [column, place]));
    this.#onRow = onRow;
    this.#root = this.#newRoot();
  }

  onOpen(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#depth += 1;
    const parent = this.#open.at(-1);
    if (parent !== undefined) {
      parent.hasElements = true;
      this.#begin(parent.node.child(name), attributes);
      return;
    }
    if (this.#matched === this.#depth - 1 && this.#path[this.#matched] === localName(name)) this.#matched += 1;
    if (this.#matched < this.#path.length || this.#depth > this.#path.length) return;
    // Names that never end must not fill the memory.
    if (this.#root.size.nodes > MOST_NODES) this.#root = this.#newRoot();
    this.#cells = new Array<string | undefined>(this.#places.size).fill(undefined);
    this.#others = [];
    this.#count = 0;
    this.#characters = 0;
    this.#problem = undefined;
    this.#begin(this.#root, attributes);
  }

  onText(text: string): void {
    const open = this.#open.at(-1);
    if (open === undefined || this.#problem !== undefined) return;
    open.text += text;
    this.#grow(text.length);
  }

  onClose(): void {
    this.#depth -= 1;
    const open = this.#open.pop();
    if (open !== undefined) this.#endElement(open);
    if (this.#open.length > 0) return;
    this.#matched = Math.min(this.#matched, this.#depth);
    if (open === undefined) return;
    this.#rows += 1;
    const row = { number: this.#rows, cells: this.#cells, characters: this.#characters, problem: this.#problem };
    this.#onRow(this.#others.length === 0 ? row : { ...row, others: this.#others });
  }

  #newRoot(): ColumnNode {
    return ColumnNode.root(this.#path.at(-1) ?? '', this.#places);
  }

  #begin(node: ColumnNode, attributes: Readonly<Record<string, string>>): void {
    node.begin();
    let isNil = false;
    for (const name in attributes) {
      const value = attributes[name] ?? '';
      if (name === 'xmlns' || name.startsWith('xmlns:')) continue;
      if (INSTANCE_PREFIX.test(name)) {
        if (localName(name) === 'nil') isNil = value === 'true' || value === '1';
        continue;
      }
      this.#grow(value.length);
      this.#put(node.attribute(name), value);
    }
    this.#open.push({ node, text: '', hasElements: false, isNil });
  }

  #endElement({ node, text, hasElements, isNil }: Open): void {
    if (isNil) return;
    // Between elements, space is only how the document is laid out.
    const cell = hasElements ? text.trim() : text;
    if (hasElements && cell === '') return;
    if (node === this.#root && cell.trim() === '') return;
    this.#put(node, cell);
  }

  #put({ column, place }: ColumnNode, cell: string): void {
    if (this.#problem !== undefined) return;
    this.#count += 1;
    if (this.#count > MOST_CELLS) this.#refuse(`has more than ${MOST_CELLS} values`);
    else if (place === undefined) this.#others.push([column, cell]);
    else this.#cells[place] = cell;
  }

  #grow(characters: number): void {
    this.#characters += characters;
    if (this.#characters > LONGEST_ROW && this.#problem === undefined)
      this.#refuse(`is larger than ${LONGEST_ROW / 1024 / 1024} MB`);
  }

  #refuse(how: string): void {
    this.#problem = `Row ${this.#rows + 1} ${how}.`;
    this.#cells = [];
    this.#others = [];
    for (const open of this.#open) open.text = '';
  }
}
