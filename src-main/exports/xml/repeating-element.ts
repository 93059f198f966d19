/** @file Finds the element of a document that stands for a row: the one that repeats most. Pure. */

import { localName, type XmlHandlers } from './xml-text.ts';

interface Element {
  path: string;
  /** How many children of each name it has. */
  children: Map<string, number>;
}

interface Seen {
  path: string;
  depth: number;
  /** The most that stood side by side, within one element. */
  siblings: number;
  /** Elements in all of them. */
  inside: number;
  hasAttributes: boolean;
}

/** Handlers for the beginning of a document, or all of it. */
export class RepeatingElement implements XmlHandlers {
  readonly #open: Element[] = [];
  readonly #seen = new Map<string, Seen>();

  onOpen(qualified: string, attributes: Readonly<Record<string, string>>): void {
    const name = localName(qualified);
    const parent = this.#open.at(-1);
    const path = `${parent?.path ?? ''}/${name}`;
    const siblings = (parent?.children.get(name) ?? 0) + 1;
    parent?.children.set(name, siblings);
    const depth = this.#open.length + 1;
    const seen = this.#seen.get(path) ?? { path, depth, siblings: 0, inside: 0, hasAttributes: false };
    seen.siblings = Math.max(seen.siblings, siblings);
    seen.hasAttributes ||= Object.keys(attributes).some((each) => !each.startsWith('xmlns'));
    this.#seen.set(path, seen);
    for (const { path: outer } of this.#open) {
      const around = this.#seen.get(outer);
      if (around !== undefined) around.inside += 1;
    }
    this.#open.push({ path, children: new Map() });
  }

  onText(): void {}

  onClose(): void {
    this.#open.pop();
  }

  /** The path of the element; undefined where the document has nothing but its root. */
  found(): string | undefined {
    const candidates = [...this.#seen.values()].filter(
      ({ depth, inside, hasAttributes }) => depth > 1 && (inside > 0 || hasAttributes),
    );
    const leaves = [...this.#seen.values()].filter(({ depth }) => depth > 1);
    const [best] = (candidates.length > 0 ? candidates : leaves).sort(
      (one, other) => other.siblings - one.siblings || one.depth - other.depth || other.inside - one.inside,
    );
    return best?.path;
  }
}
