/** @file No text from elsewhere comes into the page unseen. */

import { describe, expect, it } from 'vitest';
import { Fragment, seen } from '../../src-renderer/jsx/jsx-runtime.ts';

const hostile = 'invoice\u202elnosj.exe\u001b[2K\u0085';
const harmless = 'invoice\\u202elnosj.exe\\x1b[2K\\x85';

describe('a text in the page', () => {
  it('is shown with what could turn it around, alone and among elements', () => {
    expect(seen('p', { children: hostile })).toEqual({ children: harmless });
    expect(seen(Fragment, { children: ['a', 1, [hostile, null]] })).toEqual({ children: ['a', 1, [harmless, null]] });
  });

  it.each(['title', 'alt', 'placeholder', 'label', 'aria-label'])('is shown so by its %s too', (name) => {
    expect(seen('input', { [name]: hostile })).toEqual({ [name]: harmless });
  });

  it('keeps its line ends and tabs, which lay it out', () => {
    expect(seen('pre', { children: 'a\r\n\tb\n\u202ec' })).toEqual({ children: 'a\r\n\tb\n\\u202ec' });
  });

  it('is handed on as it is to a component, and to a field in which it is edited', () => {
    for (const [type, properties] of [
      [() => null, { children: hostile, title: hostile }],
      ['input', { value: hostile, type: 'text' }],
      ['p', { children: ['harmless', 'too'], title: 'Größe 12 €, 東京, \u{1f600}' }],
    ] as const)
      expect(seen(type, properties)).toBe(properties);
  });
});
