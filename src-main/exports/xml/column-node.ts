/** @file The columns that the elements of a row become, as a tree that is built once and found again by name. Pure. */

export class ColumnNode {
  /** The name of the column; that of the row itself is the name of its element. */
  readonly column: string;
  /** Among the known columns; undefined for one that is not among them. */
  readonly place: number | undefined;
  /** Of the whole tree, shared by all of its nodes. */
  readonly size: { nodes: number };
  readonly #places: ReadonlyMap<string, number>;
  /** What the columns inside begin with. */
  readonly #prefix: string;
  readonly #children = new Map<string, ColumnNode>();
  readonly #attributes = new Map<string, ColumnNode>();
  /** By name without prefix, the prefix with which it came first: that one is left out. */
  readonly #firstPrefixes: Map<string, string>;
  /** The same element again beside the first: the second, the third and so on. */
  readonly #again: ColumnNode[] = [];
  readonly #name: string;
  readonly #parentPrefix: string;
  /** How often its parent was begun when it came last, and how often it came since. */
  #seenAt = -1;
  #seen = 0;
  #begun = 0;

  private constructor(
    { parentPrefix, name, column, prefix }: { parentPrefix: string; name: string; column: string; prefix: string },
    places: ReadonlyMap<string, number>,
    size: { nodes: number },
    firstPrefixes: Map<string, string>,
  ) {
    this.#parentPrefix = parentPrefix;
    this.#name = name;
    this.column = column;
    this.#prefix = prefix;
    this.#places = places;
    this.place = places.get(column);
    this.size = size;
    size.nodes += 1;
    this.#firstPrefixes = firstPrefixes;
  }

  static root(name: string, places: ReadonlyMap<string, number>): ColumnNode {
    return new ColumnNode({ parentPrefix: '', name, column: name, prefix: '' }, places, { nodes: 0 }, new Map());
  }

  /** To be called where the element begins: what comes inside is counted from there. */
  begin(): void {
    this.#begun += 1;
  }

  /** The node of an element inside, which counts as one more of its name. */
  child(qualified: string): ColumnNode {
    let child = this.#children.get(qualified);
    if (child === undefined) {
      child = this.#made(this.#plain(qualified, ''));
      this.#children.set(qualified, child);
    }
    if (child.#seenAt !== this.#begun) {
      child.#seenAt = this.#begun;
      child.#seen = 0;
    }
    child.#seen += 1;
    return child.#seen === 1 ? child : child.#repeated(child.#seen);
  }

  attribute(qualified: string): ColumnNode {
    let node = this.#attributes.get(qualified);
    if (node === undefined) {
      node = this.#made(`@${this.#plain(qualified, '@')}`);
      this.#attributes.set(qualified, node);
    }
    return node;
  }

  #made(name: string): ColumnNode {
    const column = this.#prefix + name;
    const names = { parentPrefix: this.#prefix, name, column, prefix: `${column}/` };
    return new ColumnNode(names, this.#places, this.size, new Map());
  }

  #repeated(count: number): ColumnNode {
    let again = this.#again[count - 2];
    if (again === undefined) {
      const column = `${this.#parentPrefix}${this.#name} (${count})`;
      const names = { parentPrefix: this.#parentPrefix, name: this.#name, column, prefix: `${column}/` };
      again = new ColumnNode(names, this.#places, this.size, this.#firstPrefixes);
      this.#again[count - 2] = again;
    }
    return again;
  }

  /** Without its prefix, unless that is what tells it from another one in the same place. */
  #plain(qualified: string, kind: '' | '@'): string {
    const colon = qualified.indexOf(':');
    const name = qualified.slice(colon + 1);
    const prefix = colon === -1 ? '' : qualified.slice(0, colon);
    const first = this.#firstPrefixes.get(kind + name);
    if (first === undefined) this.#firstPrefixes.set(kind + name, prefix);
    if (first !== undefined && first !== prefix) return `${prefix}:${name}`;
    return name;
  }
}
