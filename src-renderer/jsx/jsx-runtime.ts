/**
 * @file What JSX becomes in the window: React's elements, whose texts pass `visible` on their way into the page. A file name or a
 * reply could otherwise turn the direction of what stands beside it, and no component can forget this. Values of fields stay
 * as they are, because they are edited.
 */

import type { ElementType, Key } from 'react';
import * as react from 'react/jsx-runtime';
import { isVisible, visibleLines } from '../../src-shared/visible-text.ts';

export { Fragment, type JSX } from 'react/jsx-runtime';

type Properties = Readonly<Record<string, unknown>>;

/** What shows a text beside the content of an element, or has it read aloud. */
const shown = ['title', 'alt', 'placeholder', 'label', 'aria-label', 'aria-description', 'aria-valuetext'] as const;

export function jsx(type: ElementType, properties: Properties, key?: Key) {
  return react.jsx(type, seen(type, properties), key);
}

export function jsxs(type: ElementType, properties: Properties, key?: Key) {
  return react.jsxs(type, seen(type, properties), key);
}

/** Only elements of the page, and fragments, put texts there; a component hands them on to these. */
export function seen(type: ElementType, properties: Properties): Properties {
  if (typeof type === 'function') return properties;
  let changed: Record<string, unknown> | undefined;
  const set = (name: string, value: unknown) => {
    if (value !== properties[name]) changed = { ...(changed ?? properties), [name]: value };
  };
  set('children', seenContent(properties['children']));
  if (typeof type === 'string') for (const name of shown) set(name, seenContent(properties[name]));
  return changed ?? properties;
}

function seenContent(content: unknown): unknown {
  if (typeof content === 'string') return isVisible(content) ? content : visibleLines(content);
  if (!Array.isArray(content)) return content;
  const parts: readonly unknown[] = content;
  const clear = parts.map(seenContent);
  return clear.some((part, at) => part !== parts[at]) ? clear : content;
}
