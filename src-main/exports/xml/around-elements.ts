/**
 * @file Keeps the values in the elements that lead to the rows, until a next element of their name replaces them:
 * `Stmt/Acct/Id/IBAN` of a statement whose entries are the rows. Pure.
 */

import type { AroundCell, AroundFacts } from '../around-rows.ts';
import { most } from '../bounds.ts';
import { ColumnNode } from './column-node.ts';
import { cellOf, type OpenElement, readAttributes } from './element-cells.ts';

/** An open element that leads to the rows. */
interface Frame {
  /** What the columns of its values begin with. */
  prefix: string;
  node: ColumnNode;
  cells: AroundCell[];
  characters: number;
  /** From its first row on, nothing is added. */
  hasRows: boolean;
  isTooMuch: boolean;
}

/** Elements without a value take memory, too. */
const MOST_NODES = 5 * most.valuesBeforeRows;
const NO_PLACES: ReadonlyMap<string, number> = new Map();

export class AroundElements {
  readonly #prefixes: readonly string[];
  readonly #frames: Frame[] = [];
  /** Those within the innermost frame; undefined where nothing is kept of them. */
  readonly #inside: (OpenElement | undefined)[] = [];
  #cells: readonly AroundCell[] | undefined;
  readonly facts: AroundFacts = { hasBehind: false, isTooMuch: false };

  /** `path` are the names of the elements that lead to the rows, and that of the row. */
  constructor(path: readonly string[]) {
    const leading = path.slice(0, -1);
    this.#prefixes = leading.map((name, at) =>
      leading.indexOf(name) === leading.lastIndexOf(name) ? name : leading.slice(0, at + 1).join('/'),
    );
  }

  /** All values of the elements that are open, outermost first; the same list as long as nothing changes. */
  get cells(): readonly AroundCell[] {
    this.#cells ??= this.#frames.flatMap(({ cells }) => cells);
    return this.#cells;
  }

  /** An element begins that leads to the rows. */
  beginLeading(name: string, attributes: Readonly<Record<string, string>>): void {
    const prefix = this.#prefixes[this.#frames.length] ?? name;
    const node = ColumnNode.root(name, NO_PLACES);
    node.begin();
    const frame = { prefix, node, cells: [], characters: 0, hasRows: false, isTooMuch: false };
    this.#frames.push(frame);
    readAttributes(attributes, (attribute, value) => this.#put(frame, node.attribute(attribute), value));
  }

  beginRow(): void {
    for (const frame of this.#frames) frame.hasRows = true;
  }

  /** An element begins that neither leads to the rows nor is one. */
  beginOther(name: string, attributes: Readonly<Record<string, string>>): void {
    const frame = this.#frames.at(-1);
    const parent = this.#inside.at(-1);
    if (frame?.hasRows === true) this.facts.hasBehind = true;
    if (frame === undefined || frame.hasRows || frame.isTooMuch) {
      this.#inside.push(undefined);
      return;
    }
    if (parent !== undefined) parent.hasElements = true;
    const node = (parent?.node ?? frame.node).child(name);
    node.begin();
    const open: OpenElement = { node, text: '', hasElements: false, isNil: false };
    this.#inside.push(open);
    if (node.size.nodes > MOST_NODES) this.#giveUp(frame);
    open.isNil = readAttributes(attributes, (attribute, value) => this.#put(frame, node.attribute(attribute), value));
  }

  text(text: string): void {
    const frame = this.#frames.at(-1);
    const open = this.#inside.at(-1);
    if (frame === undefined || open === undefined || frame.isTooMuch) return;
    open.text += text;
    if (open.text.length > most.charactersBeforeRows) this.#giveUp(frame);
  }

  /** The element that began last ends. */
  end(): void {
    const frame = this.#frames.at(-1);
    if (this.#inside.length === 0) {
      this.#frames.pop();
      this.#cells = undefined;
      return;
    }
    const open = this.#inside.pop();
    const cell = open && cellOf(open);
    if (frame !== undefined && open !== undefined && cell !== undefined) this.#put(frame, open.node, cell);
  }

  #put(frame: Frame, { column }: ColumnNode, cell: string): void {
    if (frame.isTooMuch) return;
    frame.cells.push([`${frame.prefix}/${column}`, cell]);
    frame.characters += cell.length;
    this.#cells = undefined;
    const sum = (sizeOf: (one: Frame) => number) => this.#frames.reduce((all, one) => all + sizeOf(one), 0);
    const isTooMuch =
      sum(({ cells }) => cells.length) > most.valuesBeforeRows ||
      sum(({ characters }) => characters) > most.charactersBeforeRows;
    if (isTooMuch) this.#giveUp(frame);
  }

  #giveUp(frame: Frame): void {
    this.facts.isTooMuch = true;
    frame.isTooMuch = true;
    frame.cells = [];
    frame.characters = 0;
    this.#cells = undefined;
    for (const open of this.#inside) if (open !== undefined) open.text = '';
  }
}
