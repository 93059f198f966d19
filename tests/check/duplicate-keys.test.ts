import fc from 'fast-check';
import { expect, it } from 'vitest';
import { duplicateKeys } from '../../src-main/check/rules/duplicate-keys.ts';
import { inEnglish } from '../../src-shared/languages/message.ts';

/** JSON as a tree that keeps duplicate keys. */
type Tree = { keys: [string, Tree][] } | { items: Tree[] } | { leaf: string | number | null };

// No key starts with a backslash, because V8 has a defect there: it reads the key “\u0062” as “\”.
const key = fc.constantFrom('a', 'b', '__proto__', 'constructor', 'x"y', 'c:{', 'x\\y', '', '1', 'é');
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    fc.record({ leaf: fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.constant('"a":{[,')) }),
    fc.record({ items: fc.array(tie('tree'), { maxLength: 4 }) }),
    fc.record({ keys: fc.array(fc.tuple(key, tie('tree')), { maxLength: 5 }) }),
  ),
}));

function escapeAll(text: string): string {
  return `"${[...text].map((character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`;
}

function print(tree: Tree, escaped: boolean): string {
  if ('leaf' in tree) return JSON.stringify(tree.leaf);
  if ('items' in tree) return `[ ${tree.items.map((item) => print(item, escaped)).join(' ,')}]`;
  const name = (text: string, index: number) => (escaped && index % 2 === 1 ? escapeAll(text) : JSON.stringify(text));
  return `{${tree.keys.map(([text, value], index) => `${name(text, index)} \t: ${print(value, escaped)}`).join(', ')} }`;
}

/** The paths of all keys that repeat an earlier key of their object, in the order of the text. */
function reference(tree: Tree, path: readonly string[] = []): string[] {
  if ('leaf' in tree) return [];
  if ('items' in tree) return tree.items.flatMap((item, index) => reference(item, [...path, String(index)]));
  const seen = new Set<string>();
  return tree.keys.flatMap(([text, value]) => {
    const own = [...path, text];
    const repeated = seen.has(text) ? [own.join('.')] : [];
    seen.add(text);
    return [...repeated, ...reference(value, own)];
  });
}

it('The same duplicate keys are named as by a reference that keeps all keys, up to ten', () => {
  fc.assert(
    fc.property(tree, fc.boolean(), (whole, escaped) => {
      const text = print(whole, escaped);
      const value: unknown = JSON.parse(text);
      // As above, once any test in this process has read the key “\”.
      fc.pre(!JSON.stringify(value).includes('"\\\\":'));
      const paths = duplicateKeys(text, value).map((complaint) => complaint.path);
      const expected = reference(whole);
      expect(paths).toEqual([...expected.slice(0, 10), ...(expected.length > 10 ? [''] : [])]);
    }),
    { numRuns: 500 },
  );
});

it('A duplicate key below 10,000 levels of nesting is found', () => {
  const text = `${'{"a":['.repeat(5000)}{"b":1,"b":2}${']}'.repeat(5000)}`;
  expect(duplicateKeys(text, JSON.parse(text)).map((complaint) => complaint.path)).toEqual(['a.0.a.0.a.0.a.0.….0.b']);
});

it('Of more than ten duplicate keys, it is said how many others there are', () => {
  const twice = Array.from({ length: 13 }, (_, at) => `"k${at}":1,"k${at}":1`).join(',');
  const text = `{${twice}}`;
  const found = duplicateKeys(text, JSON.parse(text));
  expect(found).toHaveLength(11);
  expect(inEnglish(found[10]?.message ?? '')).toBe('3 more keys appear more than once in an object of this line.');
});
