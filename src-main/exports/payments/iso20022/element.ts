/** @file Elements of a payment message that are small enough to be held: looked up by path, without prefixes. Pure. */

import { localName } from '../../xml/xml-text.ts';

export class XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  text = '';
  readonly children: XmlElement[] = [];

  constructor(name: string, attributes: Readonly<Record<string, string>>) {
    this.name = localName(name);
    this.attributes = attributes;
  }

  /** All elements at a path such as `Refs/EndToEndId`. */
  all(path: string): XmlElement[] {
    const found: XmlElement[] = [];
    each(this, stepsOf(path), 0, (element) => found.push(element) < 0);
    return found;
  }

  /** The first element at a path. */
  at(path: string): XmlElement | undefined {
    let found: XmlElement | undefined;
    each(this, stepsOf(path), 0, (element) => {
      found = element;
      return true;
    });
    return found;
  }

  /** The text of the first of these paths that is filled. */
  value(...paths: readonly string[]): string | undefined {
    for (const path of paths) {
      const text = this.at(path)?.text.trim();
      if (text !== undefined && text !== '') return text;
    }
    return undefined;
  }

  /** All texts at a path, one after the other. */
  texts(path: string): string | undefined {
    const texts = this.all(path).map(({ text }) => text.trim());
    return texts.length === 0 ? undefined : texts.join(' ');
  }
}

/** Paths are asked for again with each transaction. */
const known = new Map<string, readonly string[]>();

function stepsOf(path: string): readonly string[] {
  let steps = known.get(path);
  if (steps === undefined) {
    steps = path.split('/');
    known.set(path, steps);
  }
  return steps;
}

/** @returns whether `isEnough` said so */
function each(
  element: XmlElement,
  steps: readonly string[],
  at: number,
  isEnough: (found: XmlElement) => boolean,
): boolean {
  if (at === steps.length) return isEnough(element);
  for (const child of element.children)
    if (child.name === steps[at] && each(child, steps, at + 1, isEnough)) return true;
  return false;
}
