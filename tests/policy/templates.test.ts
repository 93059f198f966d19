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

  it('have a policy for each key, and none for anything else', () => {
    expect(policies.every(({ attributes }) => attributes['class'] === 'Machine')).toBe(true);
    expect(policies.every(({ attributes }) => attributes['key']?.startsWith(ROOT))).toBe(true);
    expect(plain(policies.flatMap(keysOf))).toEqual(plain(policyKeys));
  });

  it.each([
    ['proxy', ['mode', 'address', 'username', 'bypass']],
    ['retention', ['submissions', 'findings', 'reports', 'logs']],
    ['updates', ['feed', 'channel']],
    ['ledger', ['address', 'authorityFile', 'release']],
  ])('have all that stands below “%s”', (key, names) => {
    const policy = policies.find(
      ({ attributes }) => attributes['key']?.toLowerCase() === `${ROOT}\\${key}`.toLowerCase(),
    );
    const elements = policy?.children.find(({ name }) => name === 'elements')?.children ?? [];
    expect(plain(elements.map(({ attributes }) => attributes['valueName'] ?? ''))).toEqual(plain(names));
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
