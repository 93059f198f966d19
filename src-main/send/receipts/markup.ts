/** @file HTML from values that may be hostile: whatever is put into a template is escaped, unless it is markup itself. Pure. */

import { visible } from '../../../src-shared/visible-text.ts';

/** Text that is HTML already; only `html` makes it. */
export class Markup {
  readonly #text: string;

  constructor(parts: readonly string[]) {
    this.#text = parts.join('');
  }

  toString(): string {
    return this.#text;
  }
}

export type Content = string | number | undefined | false | Markup | readonly Markup[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Markup whose values are escaped. */
export function html(literals: TemplateStringsArray, ...values: readonly Content[]): Markup {
  return new Markup(literals.flatMap((literal, index) => [literal, rendered(values[index])]));
}

/**
 * A text of the catalogue with markup, or with values that may be hostile, where it has values.
 * @param tell makes the text; each value goes through `slot`
 */
export function sentence(tell: (slot: (content: Content) => string) => string): Markup {
  const contents: Content[] = [];
  const slot = (content: Content) => `\0${contents.push(content) - 1}\0`;
  return new Markup(
    tell(slot)
      .split('\0')
      .map((part, index) => rendered(index % 2 === 0 ? part : contents[Number(part)])),
  );
}

function rendered(content: Content): string {
  if (content === undefined || content === false) return '';
  if (content instanceof Markup) return content.toString();
  return typeof content === 'object' ? content.join('') : escaped(String(content));
}

function escaped(text: string): string {
  return visible(text).replace(/[&<>"']/g, (sign) => entities[sign] ?? '');
}
