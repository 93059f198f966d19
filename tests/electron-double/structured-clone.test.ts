/** @file What crosses Electron's IPC arrives as it was, and what does not is refused. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCloneCodec } from './page/structured-clone.ts';

const { encode, decode } = createCloneCodec();
const passed = (value: unknown) => decode(encode(value));

test('every value that can be cloned arrives as structuredClone makes it', () => {
  const value = fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withTypedArray: true,
    withSparseArray: true,
  });
  fc.assert(
    fc.property(value, (given) => {
      expect(passed(given)).toStrictEqual(structuredClone(given));
    }),
  );
});

test('circles, shared objects, errors and missing values keep their form', () => {
  const circle: Record<string, unknown> = { nothing: undefined, not: Number.NaN, zero: -0 };
  circle['self'] = circle;
  const arrived = passed({ circle, again: circle, error: new TypeError('no') }) as Record<string, unknown>;
  expect(arrived['circle']).toBe(arrived['again']);
  expect(arrived['circle']).toHaveProperty('self', arrived['circle']);
  expect(arrived['circle']).toHaveProperty('nothing', undefined);
  expect(arrived['error']).toBeInstanceOf(TypeError);
});

test.each([
  ['a function', () => {}],
  ['a symbol', Symbol('no')],
  ['a function deep inside', { a: [{ b: () => {} }] }],
  ['a promise', Promise.resolve()],
  ['a blob', new Blob(['text'])],
])('%s is refused as Electron refuses it', (_name, value) => {
  expect(() => encode(value)).toThrow('An object could not be cloned.');
});
