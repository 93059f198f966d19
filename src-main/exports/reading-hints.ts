/** @file What is known of an export before it is looked at: from a template, or because a person says so. Pure. */

import type { Encoding, Format } from '../../src-shared/template-shapes.ts';
import type { Delimiter } from './delimited/record-cells.ts';

/** What is given is obeyed; the rest is detected. Each `Reading` is one. */
export interface ReadingHints {
  format?: Format | undefined;
  encoding?: Encoding | undefined;
  delimiter?: Delimiter | undefined;
  headerRow?: number | undefined;
  columns?: { name: string; width: number }[] | undefined;
  list?: string | undefined;
  sheets?: string[] | undefined;
  element?: string | undefined;
}

/** The properties that have a value. */
export function given<Properties extends object>(
  properties: Properties,
): { [Key in keyof Properties]?: Exclude<Properties[Key], undefined> } {
  const entries = Object.entries(properties).filter(([, value]) => value !== undefined);
  return Object.assign({}, ...entries.map(([key, value]) => ({ [key]: value })));
}
