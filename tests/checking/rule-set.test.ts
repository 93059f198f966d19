import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { defaultRuleSet, loadRuleSet, parseRuleSet } from '../../src-main/checking/rules/rule-set.ts';
import { temporaryFolder } from './sources.ts';

it('an empty rule set is the default one', () => {
  expect(parseRuleSet('{}', 'rules.json')).toEqual(defaultRuleSet);
});

it('a rule set saved with a byte order mark is read', () => {
  expect(parseRuleSet('\uFEFF{"mainEntity":"sender"}', 'rules.json').mainEntity).toBe('sender');
});

it.each([
  ['no JSON', '{'],
  ['an unknown key', '{"severity":{}}'],
  ['an unknown rule', '{"severities":{"json.sintax":"off"}}'],
  ['an unknown severity', '{"severities":{"json.syntax":"fatal"}}'],
  ['a required field that does not exist', '{"required":["sender.nam"]}'],
  ['an unknown list of allowed values', '{"allowed":{"currency":["EUR"]}}'],
  ['an empty list of allowed values', '{"allowed":{"payment_type":[]}}'],
  ['an unknown main entity', '{"mainEntity":"both"}'],
])('a rule set with %s is refused', (_, text) => {
  expect(() => parseRuleSet(text, 'rules.json')).toThrow(expect.objectContaining({ code: 'rules.unreadable' }));
});

it('the refusal says which place of the rule set is wrong', () => {
  expect(() => parseRuleSet('{"required":["sender","foo"]}', 'rules.json')).toThrow(
    'rules.json: required.1: is not a field of a transaction',
  );
});

it('a rule set is loaded from its file', async () => {
  const path = join(temporaryFolder(), 'rules.json');
  writeFileSync(path, '{"severities":{"line.blank":"off"}}');
  await expect(loadRuleSet(path)).resolves.toMatchObject({ severities: { 'line.blank': 'off' } });
});

it('a rule set that is not there is reported as a missing file', async () => {
  const path = join(temporaryFolder(), 'rules.json');
  await expect(loadRuleSet(path)).rejects.toMatchObject({ code: 'file.not-found', params: { path } });
});
