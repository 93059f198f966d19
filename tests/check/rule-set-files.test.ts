import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { parseRuleSet, ruleSetSchema } from '../../src-main/check/rules/rule-set-file.ts';

const pathOf = (name: string) => fileURLToPath(new URL(`../../src-main/check/rules/${name}`, import.meta.url));

it('The published schema is the one that rule sets are read with (vitest -u rewrites it)', async () => {
  const schema = `${JSON.stringify(z.toJSONSchema(ruleSetSchema, { io: 'input' }), null, 2)}\n`;
  await expect(schema).toMatchFileSnapshot(pathOf('rule-set.schema.json'));
});

it('The published example is a valid rule set', () => {
  const path = pathOf('rule-set.example.json');
  expect(parseRuleSet(readFileSync(path, 'utf8'), path)).toMatchObject({ mainEntity: 'sender' });
});
