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
    return path
      .split('/')
      .reduce<XmlElement[]>(
        (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)),
        [this],
      );
  }

  /** The first element at a path. */
  at(path: string): XmlElement | undefined {
    return this.all(path)[0];
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
