/** @file Two lines are the same content if they say the same, however they are written. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentOf } from '../../src-main/fixing/same-content.ts';

const same = (one: string, other: string) =>
  Buffer.from(contentOf(Buffer.from(one))).equals(Buffer.from(contentOf(Buffer.from(other))));

type Value =
  | { number: [digits: bigint, decimals: number] }
  | { text: string }
  | { list: Value[] }
  | { object: [string, Value][] }
  | null
  | boolean;

const { value: values } = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, false),
    fc.record({ number: fc.tuple(fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }), fc.nat(20)) }),
    fc.record({ text: fc.string({ unit: 'binary' }) }),
    fc.record({ list: fc.array(tie('value'), { maxLength: 4 }) }),
    fc.record({
      object: fc.uniqueArray(fc.tuple(fc.string(), tie('value')), { selector: ([key]) => key, maxLength: 5 }),
    }),
  ),
}));

/** Any way to write a value, as the choices come. */
function written(value: Value, choose: (most: number) => number): string {
  const blank = () => [' ', '', '\t', '', '  '][choose(5)] ?? '';
  const pieces = (open: string, members: string[], close: string) =>
    `${blank()}${open}${blank()}${members.join(`${blank()},${blank()}`)}${blank()}${close}${blank()}`;
  if (value === null || typeof value === 'boolean') return `${blank()}${value}${blank()}`;
  if ('number' in value) return `${blank()}${numeral(...value.number, choose)}${blank()}`;
  if ('text' in value) return `${blank()}${textIn(value.text, choose)}${blank()}`;
  if ('list' in value)
    return pieces(
      '[',
      value.list.map((one) => written(one, choose)),
      ']',
    );
  const turned = [...value.object];
  for (let at = turned.length - 1; at > 0; at--) {
    const [one, other] = [turned[at], turned[choose(at + 1)]];
    if (one === undefined || other === undefined) continue;
    turned[turned.indexOf(other)] = one;
    turned[at] = other;
  }
  const members = turned.map(([key, one]) => `${textIn(key, choose)}${blank()}:${written(one, choose)}`);
  return pieces('{', members, '}');
}

function numeral(digits: bigint, decimals: number, choose: (most: number) => number): string {
  const sign = digits < 0n ? '-' : '';
  const zeros = '0'.repeat(choose(3));
  const figures = String(digits < 0n ? -digits : digits);
  if (choose(3) === 0)
    return `${sign}${figures}${['e', 'E'][choose(2)]}${decimals === 0 && choose(2) === 0 ? '+0' : -decimals}`;
  const padded = figures.padStart(decimals + 1, '0');
  const [whole, rest] = [padded.slice(0, padded.length - decimals), padded.slice(padded.length - decimals) + zeros];
  return rest === '' ? `${sign}${whole}` : `${sign}${whole}.${rest}`;
}

function textIn(text: string, choose: (most: number) => number): string {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const spell = (character: string) =>
    choose(4) === 0 ? character.split('').map(escaped).join('') : JSON.stringify(character).slice(1, -1);
  return `"${[...text].map(spell).join('')}"`;
}

/** Choices that are drawn once, and then come again. */
function choices(drawn: readonly number[]): (most: number) => number {
  let at = 0;
  return (most) => (drawn[at++ % drawn.length] ?? 0) % most;
}
const ways = fc.array(fc.nat(1000), { minLength: 1, maxLength: 60 });

describe('The content of a line', () => {
  it('is the same in whatever order, spacing and spelling it is written', () => {
    fc.assert(
      fc.property(values, ways, ways, (value, one, other) =>
        same(written(value, choices(one)), written(value, choices(other))),
      ),
    );
  });

  it('is another where any value is another', () => {
    const spelled = (value: Value) => JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? String(one) : one));
    const exact = (value: Value) => written(value, () => 1);
    fc.assert(
      fc.property(values, values, ways, (one, other, way) => {
        fc.pre(!same(exact(one), exact(other)));
        expect(spelled(one)).not.toBe(spelled(other));
        expect(same(written(one, choices(way)), exact(other))).toBe(false);
      }),
    );
  });

  it.each([
    ['{"a":1.0}', '{ "a" : 1.00 }'],
    ['{"a":1,"b":[2,3]}', '{"b":[ 2 ,3],"a":1}'],
    ['{"a":1e2}', '{"a":100}'],
    ['{"a":-0}', '{"a":0.00}'],
    ['{"\\u0061":"\\u00e9"}', '{"a":"é"}'],
    ['{"a" :no json', '{"a":no json'],
  ])('%s is that of %s', (one, other) => expect(same(one, other)).toBe(true));

  it.each([
    ['{"a":9007199254740993}', '{"a":9007199254740992}'],
    ['{"a":0.1}', '{"a":0.10000000000000001}'],
    ['{"a":1}', '{"a":"1"}'],
    ['{"a":1}', '{"a":1,"b":null}'],
    ['{"a":[1,2]}', '{"a":[2,1]}'],
    ['{"a":1,"a":2}', '{"a":2,"a":1}'],
    ['{"a":1,"a":2}', '{"a":2}'],
    ['{"a":"b c"}', '{"a":"bc"}'],
    ['{"a":1}', '{"a":1} {}'],
    ['{"a":1,}', '{"a":1}'],
  ])('%s is not that of %s', (one, other) => expect(same(one, other)).toBe(false));

  it('is compared as it is spelled where it is nested too deeply to be read', () => {
    const deep = '['.repeat(200_000);
    expect(same(`${deep} `, deep)).toBe(true);
    expect(same(`${deep}1`, deep)).toBe(false);
  });
});
