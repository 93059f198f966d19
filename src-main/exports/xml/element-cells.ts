/** @file Which cells an element and its attributes make. Pure. */

import type { ColumnNode } from './column-node.ts';
import { localName } from './xml-text.ts';

/** An element that has not ended. */
export interface OpenElement {
  node: ColumnNode;
  text: string;
  hasElements: boolean;
  isNil: boolean;
}

const INSTANCE_PREFIX = /^(?:xsi|i):/;

/** Tells each attribute that is a value; returns whether one says that the element is nil. */
export function readAttributes(
  attributes: Readonly<Record<string, string>>,
  onValue: (name: string, value: string) => void,
): boolean {
  let isNil = false;
  for (const name in attributes) {
    const value = attributes[name] ?? '';
    if (name === 'xmlns' || name.startsWith('xmlns:')) continue;
    if (INSTANCE_PREFIX.test(name)) {
      if (localName(name) === 'nil') isNil = value === 'true' || value === '1';
      continue;
    }
    onValue(name, value);
  }
  return isNil;
}

/** The cell of an element that has ended; undefined for one that has none. */
export function cellOf({ text, hasElements, isNil }: OpenElement): string | undefined {
  if (isNil) return undefined;
  // Between elements, space is only how the document is laid out.
  const cell = hasElements ? text.trim() : text;
  return hasElements && cell === '' ? undefined : cell;
}
