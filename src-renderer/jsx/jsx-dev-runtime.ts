/** @file The same while the window is developed and tested: React then says where an element was written. */

import type { ElementType, Key } from 'react';
import * as react from 'react/jsx-dev-runtime';
import { seen } from './jsx-runtime.ts';

export { Fragment, type JSX } from 'react/jsx-dev-runtime';

export function jsxDEV(
  type: ElementType,
  properties: Readonly<Record<string, unknown>>,
  key: Key | undefined,
  isStatic: boolean,
  source?: react.JSXSource,
  self?: unknown,
) {
  return react.jsxDEV(type, seen(type, properties), key, isStatic, source, self);
}
