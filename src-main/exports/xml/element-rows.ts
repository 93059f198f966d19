/**
 * @file Makes a row of each element that repeats. What is inside becomes columns by path: `Cdtr/Nm`, `Amt/@Ccy`, and
 * `Ustrd (2)` where an element comes again; so does what stands around the rows. Pure.
 */

import { type Fact, fact } from '../../../src-shared/languages/fact.ts';
import { type AroundCell, aroundColumn } from '../around-rows.ts';
import { most } from '../bounds.ts';
import { type ProblemOfRow, rowTooLarge, tooManyValues, twiceAround } from '../row-problems.ts';
import type { Row } from '../rows.ts';
import { AroundElements } from './around-elements.ts';
import { ColumnNode } from './column-node.ts';
import { cellOf, type OpenElement, readAttributes } from './element-cells.ts';
import { localName, type XmlHandlers } from './xml-text.ts';

export interface ElementRow extends Row {
  /** Of its cells. */
  characters: number;
  /** One full sentence, where the row cannot be read. */
  problem: Fact | undefined;
}

const tooManyElements: ProblemOfRow = (given) =>
  fact('Row {row} has more than {most, number} elements.', { ...given, most: most.elementsOfRow });

export class ElementRows implements XmlHandlers {
  readonly #path: readonly string[];
  readonly #places: ReadonlyMap<string, number>;
  readonly #ownColumns: ReadonlySet<string> | undefined;
  readonly #onRow: (row: ElementRow) => void;
  readonly around: AroundElements;
  /** What `around` had when it was last put into a row, and how. */
  #aroundCells: readonly AroundCell[] = [];
  #aroundNamed: readonly AroundCell[] = [];
  #aroundCharacters = 0;
  #root: ColumnNode;
  /** The depth of the document, and how much of it leads to the rows. */
  #depth = 0;
  #matched = 0;
  readonly #open: OpenElement[] = [];
  #cells: (string | undefined)[] = [];
  #others: (readonly [string, string])[] = [];
  #count = 0;
  #characters = 0;
  #problem: Fact | undefined;
  /** Elements that are open in a row that is refused. */
  #passedOver = 0;
  /** Of the row. */
  #elements = 0;
  #rows = 0;

  /**
   * @param path such as /Document/Entry, with or without prefixes
   * @param columns those that are known already
   * @param ownColumns among them those of the rows themselves; without them, what stands around is only in `around`
   */
  constructor(
    path: string,
    columns: readonly string[],
    ownColumns: ReadonlySet<string> | undefined,
    onRow: (row: ElementRow) => void,
  ) {
    this.#path = path
      .split('/')
      .filter((step) => step !== '')
      .map(localName);
    this.#places = new Map(columns.map((column, place) => [column, place]));
    this.#ownColumns = ownColumns;
    this.#onRow = onRow;
    this.around = new AroundElements(this.#path);
    this.#root = this.#newRoot();
  }

  onOpen(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#depth += 1;
    const parent = this.#open.at(-1);
    if (this.#passedOver > 0 || (parent !== undefined && this.#problem !== undefined)) {
      this.#passedOver += 1;
      return;
    }
    if (parent !== undefined) {
      parent.hasElements = true;
      this.#begin(parent.node.child(name), attributes);
      return;
    }
    const isOnPath = this.#matched === this.#depth - 1 && this.#path[this.#matched] === localName(name);
    if (!isOnPath) {
      this.around.beginOther(name, attributes);
      return;
    }
    this.#matched += 1;
    if (this.#matched < this.#path.length) {
      this.around.beginLeading(name, attributes);
      return;
    }
    this.around.beginRow();
    // Names that never end must not fill the memory.
    if (this.#root.size.nodes > most.elementsOfRow) this.#root = this.#newRoot();
    this.#cells = new Array<string | undefined>(this.#places.size).fill(undefined);
    this.#others = [];
    this.#count = 0;
    this.#characters = 0;
    this.#elements = 0;
    this.#problem = undefined;
    this.#begin(this.#root, attributes);
  }

  onText(text: string): void {
    const open = this.#open.at(-1);
    if (open === undefined) {
      this.around.text(text);
      return;
    }
    if (this.#passedOver > 0 || this.#problem !== undefined) return;
    open.text += text;
    this.#grow(text.length);
  }

  onClose(): void {
    this.#depth -= 1;
    if (this.#passedOver > 0) {
      this.#passedOver -= 1;
      return;
    }
    const open = this.#open.pop();
    if (open !== undefined) this.#endElement(open);
    if (this.#open.length > 0) return;
    this.#matched = Math.min(this.#matched, this.#depth);
    if (open === undefined) {
      this.around.end();
      return;
    }
    this.#putAround();
    this.#rows += 1;
    const row = { number: this.#rows, cells: this.#cells, characters: this.#characters, problem: this.#problem };
    this.#onRow(this.#others.length === 0 ? row : { ...row, others: this.#others });
  }

  #newRoot(): ColumnNode {
    return ColumnNode.root(this.#path.at(-1) ?? '', this.#places);
  }

  #begin(node: ColumnNode, attributes: Readonly<Record<string, string>>): void {
    node.begin();
    this.#elements += 1;
    if (this.#elements > most.elementsOfRow) this.#refuse(tooManyElements);
    const isNil = readAttributes(attributes, (name, value) => {
      this.#grow(value.length);
      this.#put(node.attribute(name), value);
    });
    this.#open.push({ node, text: '', hasElements: false, isNil });
  }

  #endElement(open: OpenElement): void {
    const cell = cellOf(open);
    if (cell === undefined || (open.node === this.#root && cell.trim() === '')) return;
    this.#put(open.node, cell);
  }

  #putAround(): void {
    const own = this.#ownColumns;
    if (own === undefined || this.#problem !== undefined) return;
    if (this.#aroundCells !== this.around.cells) {
      this.#aroundCells = this.around.cells;
      this.#aroundNamed = this.#aroundCells.map(([path, cell]) => [aroundColumn(path, own), cell]);
      this.#aroundCharacters = this.#aroundCells.reduce((all, [, cell]) => all + cell.length, 0);
    }
    if (this.#aroundNamed.length === 0) return;
    const within = new Set(this.#others.map(([column]) => column));
    for (const [column, cell] of this.#aroundNamed) {
      const place = this.#places.get(column);
      if (within.has(column) || (place !== undefined && this.#cells[place] !== undefined)) {
        this.#refuse(twiceAround(column));
        return;
      }
      if (place === undefined) this.#others.push([column, cell]);
      else this.#cells[place] = cell;
    }
    this.#characters += this.#aroundCharacters;
  }

  #put({ column, place }: ColumnNode, cell: string): void {
    if (this.#problem !== undefined) return;
    this.#count += 1;
    if (this.#count > most.columns) this.#refuse(tooManyValues);
    else if (place === undefined) this.#others.push([column, cell]);
    else this.#cells[place] = cell;
  }

  #grow(characters: number): void {
    this.#characters += characters;
    if (this.#characters > most.bytesOfRow && this.#problem === undefined) this.#refuse(rowTooLarge);
  }

  #refuse(problem: ProblemOfRow): void {
    this.#problem = problem({ row: this.#rows + 1 });
    this.#cells = [];
    this.#others = [];
    for (const open of this.#open) open.text = '';
  }
}
