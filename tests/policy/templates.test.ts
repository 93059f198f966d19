/** @file The templates for administrators have exactly the keys of the policy, and their samples are valid. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { policyOf } from '../../src-main/policy/policy.ts';
import { policyKeys, policySchema } from '../../src-main/policy/policy-schema.ts';
import { all, type Element, plistValue, readXml } from './xml.ts';

const pathOf = (name: string) => fileURLToPath(new URL(`../../build/policies/${name}`, import.meta.url));
const contentOf = (name: string) => readFileSync(pathOf(name), 'utf8');
const plain = (names: Iterable<string>) => [...new Set(names)].map((name) => name.toLowerCase()).sort();

/** What an administrator is offered for a value: true and false, one of some words, a number between two, or a text. */
type Offer = 'flag' | 'text' | readonly string[] | { from: number; to: number };

type Schema = Readonly<Record<string, unknown>>;
const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;
const schemasIn = (value: unknown): Schema[] => (Array.isArray(value) ? value.filter(isSchema) : []);
const alternativesOf = (schema: Schema): Schema[] =>
  [schemasIn(schema['anyOf']), schemasIn(schema['oneOf']), [schema]].find((all) => all.length > 0) ?? [];
const propertiesOf = (schema: Schema): [string, Schema][] =>
  Object.entries(isSchema(schema['properties']) ? schema['properties'] : {}).filter((each): each is [string, Schema] =>
    isSchema(each[1]),
  );

/** A list or an object of free keys is offered as a text, in JSON. */
function offerOf(schemas: readonly Schema[]): Offer {
  const all = schemas.flatMap(alternativesOf);
  const words = all.flatMap((each) => [each['const'], ...(Array.isArray(each['enum']) ? each['enum'] : [])]);
  const [first = {}] = all;
  if (all.some(({ type }) => type === 'boolean')) return 'flag';
  if (first['type'] === 'integer') return { from: Number(first['minimum']), to: Number(first['maximum']) };
  const texts = words.filter((word) => typeof word === 'string');
  return texts.length > 0 ? texts : 'text';
}

/** By the names below a key, which is the empty one for the key itself. */
function formOf(schema: Schema): Record<string, Offer> {
  const alternatives = alternativesOf(schema);
  const below = new Map<string, Schema[]>();
  for (const [name, each] of alternatives.flatMap(propertiesOf))
    below.set(name.toLowerCase(), [...(below.get(name.toLowerCase()) ?? []), each]);
  const own = alternatives.filter((each) => propertiesOf(each).length === 0);
  const named = [...below].map(([name, each]): [string, Offer] => [name, offerOf(each)]);
  return Object.fromEntries([...(own.length > 0 ? [['', offerOf(own)] as const] : []), ...named]);
}

const forms = Object.fromEntries(
  propertiesOf(z.toJSONSchema(policySchema, { io: 'input' })).map(([key, schema]) => [key, formOf(schema)]),
);

describe('the templates for Windows', () => {
  const admx = readXml(contentOf('windows/Tranship.admx'));
  const adml = readXml(contentOf('windows/en-US/Tranship.adml'));
  const policies = all(admx, 'policy');
  const ROOT = 'Software\\Policies\\Tranship';
  /** The first name of what a policy writes, below the root. */
  const keysOf = (policy: Element) => {
    const below = policy.attributes['key']?.slice(ROOT.length + 1);
    const names = [policy, ...(policy.children.find(({ name }) => name === 'elements')?.children ?? [])]
      .map(({ attributes }) => attributes['valueName'])
      .filter((name) => name !== undefined);
    return below ? [below] : names;
  };

  const valuesIn = (element: Element) => all(element, 'string').map(({ text }) => text);
  const elementsOf = (policy: Element) => policy.children.find(({ name }) => name === 'elements')?.children ?? [];
  const offerBy = (element: Element): Offer => {
    // A box that is ticked or not is one word or none.
    if (element.name === 'enum' || element.name === 'boolean') return valuesIn(element);
    const { minValue, maxValue } = element.attributes;
    return element.name === 'decimal' ? { from: Number(minValue), to: Number(maxValue) } : 'text';
  };
  /** What the policies of a key write, by the names below it. */
  function offered(key: string): Record<string, Offer> {
    const own = policies.filter((policy) => plain(keysOf(policy)).includes(key.toLowerCase()));
    return Object.fromEntries(
      own.flatMap((policy): [string, Offer][] => {
        const isBelow = policy.attributes['key'] !== ROOT;
        const nameOf = (element: Element) => (isBelow ? (element.attributes['valueName'] ?? '').toLowerCase() : '');
        const elements = elementsOf(policy);
        if (elements.length > 0) return elements.map((element) => [nameOf(element), offerBy(element)]);
        const words = policy.children.filter(({ name }) => name === 'enabledValue').flatMap(valuesIn);
        return [[nameOf(policy), words.length > 0 ? words : 'flag']];
      }),
    );
  }

  it('have a policy for each key, and none for anything else', () => {
    expect(policies.every(({ attributes }) => attributes['class'] === 'Machine')).toBe(true);
    expect(policies.every(({ attributes }) => attributes['key']?.startsWith(ROOT))).toBe(true);
    expect(plain(policies.flatMap(keysOf))).toEqual(plain(policyKeys));
  });

  it.each(Object.entries(forms))('offer for “%s” exactly what the schema takes', (key, form) => {
    expect(offered(key)).toEqual(form);
  });

  it.each(['de-DE', 'fr-FR'])('say all of it in another language: %s', (language) => {
    const translated = readXml(contentOf(`windows/${language}/Tranship.adml`));
    const idsIn = (root: Element, kind: string) =>
      all(root, kind).map(({ attributes }) => attributes['id'] ?? attributes['refId']);
    const [kinds, shown] = [
      ['string', 'presentation'],
      ['multiTextBox', 'textBox', 'dropdownList', 'decimalTextBox', 'checkBox'],
    ];
    for (const kind of [...kinds, ...shown]) expect([kind, idsIn(translated, kind)]).toEqual([kind, idsIn(adml, kind)]);
    const names = ['Tranship', 'Syslog', 'Proxy'];
    const same = all(adml, 'string').filter(({ text }, index) => all(translated, 'string')[index]?.text === text);
    expect(same.filter(({ attributes }) => !names.includes(attributes['id'] ?? ''))).toEqual([]);
  });

  it('name only texts and presentations that the language file has, and all of those', () => {
    const used = (kind: string) => {
      const words = contentOf('windows/Tranship.admx').matchAll(new RegExp(`\\$\\(${kind}\\.(\\w+)\\)`, 'g'));
      return plain([...words].map(([, name = '']) => name));
    };
    expect(plain(all(adml, 'string').map(({ attributes }) => attributes['id'] ?? ''))).toEqual(used('string'));
    expect(plain(all(adml, 'presentation').map(({ attributes }) => attributes['id'] ?? ''))).toEqual(
      used('presentation'),
    );
  });

  it('show each element of a policy in its presentation', () => {
    const elements = all(admx, 'elements').flatMap(({ children }) =>
      children.map(({ attributes }) => attributes['id'] ?? ''),
    );
    const shown = all(adml, 'presentation').flatMap(({ children }) =>
      children.map(({ attributes }) => attributes['refId'] ?? ''),
    );
    expect(plain(shown)).toEqual(plain(elements));
  });

  it('give an example of a connection that can be used', () => {
    const explained =
      all(adml, 'string').find(({ attributes }) => attributes['id'] === 'ConnectionsExplain')?.text ?? '';
    const connections = explained.slice(explained.indexOf('[{'));
    expect(policyOf([{ place: 'the example', raw: { connections } }]).values.connections).toHaveLength(1);
  });
});

describe('the samples', () => {
  const linux: unknown = JSON.parse(contentOf('linux/policy.sample.json'));

  it('for Linux sets every key, and all of it is used', () => {
    const { values, ignored } = policyOf([{ place: 'the sample', raw: linux }]);
    expect([Object.keys(values).sort(), ignored]).toEqual([[...policyKeys].sort(), []]);
  });

  it('for macOS sets the same', () => {
    const [root] = readXml(contentOf('macos/Tranship.mobileconfig')).children;
    const profile = z
      .object({ PayloadContent: z.tuple([z.record(z.string(), z.unknown())]) })
      .parse(root && plistValue(root));
    const entries = Object.entries(profile.PayloadContent[0]);
    expect(Object.fromEntries(entries.filter(([name]) => !name.startsWith('Payload')))).toEqual(linux);
    expect(profile.PayloadContent[0]['PayloadType']).toBe('app.tranship.desktop');
  });

  it('the schema for editors is the one that policies are read with (vitest -u rewrites it)', async () => {
    const schema = `${JSON.stringify(z.toJSONSchema(policySchema, { io: 'input' }), null, 2)}\n`;
    await expect(schema).toMatchFileSnapshot(pathOf('linux/policy.schema.json'));
  });
});

it('The page for administrators has a row for each key, and for nothing else', () => {
  const page = readFileSync(fileURLToPath(new URL('../../docs/administration.md', import.meta.url)), 'utf8');
  const [, table = ''] = page.split('| key | value | what it does |');
  const rows = (table.split('\n\n')[0] ?? '').matchAll(/^\| `(\w+)` \|/gm);
  expect([...rows].map(([, key]) => key).sort()).toEqual([...policyKeys].sort());
});
