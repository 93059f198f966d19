/**
 * @file A fact that is joined or put into a text as it is would be read as “[object Object]”, which no type forbids: in tests it
 * throws. Also in the built command line, which runs in the process of its test; not in threads.
 */

import { isFact } from '../../src-shared/languages/fact.ts';

Object.defineProperty(Object.prototype, Symbol.toPrimitive, {
  configurable: true,
  // What defines a property of its own in its place, as Date does, is not touched.
  writable: true,
  value(this: object, hint: string): unknown {
    if (isFact(this)) throw new TypeError(`A fact is no text yet: ${JSON.stringify(this)}`);
    const [first, second] = hint === 'string' ? (['toString', 'valueOf'] as const) : (['valueOf', 'toString'] as const);
    const primitive: unknown = Reflect.get(this, first)?.call(this);
    const isObject = primitive === this || typeof primitive === 'object';
    return isObject ? Reflect.get(this, second)?.call(this) : primitive;
  },
});
