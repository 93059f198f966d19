import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { defaultRuleSet } from '../../src-main/check/rules/rule-set.ts';
import { loadRuleSet, parseRuleSet, ruleSetSchema } from '../../src-main/check/rules/rule-set-file.ts';
import { temporaryFolder } from './sources.ts';

it('An empty rule set equals the default one', () => {
  expect(parseRuleSet('{}', 'rules.json')).toEqual(defaultRuleSet);
});

it('A rule set saved with a byte order mark is read', () => {
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
  ['a key that is there twice', '{"required":[],"severities":{},"required":["sender"]}'],
  ['a rule that is there twice', '{"severities":{"line.blank":"off","line.blank":"error"}}'],
  ['an empty file let through', '{"severities":{"file.empty":"off"}}'],
  ['an unknown main entity', '{"mainEntity":"both"}'],
])('A rule set with %s is refused', (_, text) => {
  expect(() => parseRuleSet(text, 'rules.json')).toThrow(expect.objectContaining({ code: 'rules.unreadable' }));
});

it('The refusal of a rule set names the wrong place', () => {
  expect(() => parseRuleSet('{"required":["sender","foo"]}', 'rules.json')).toThrow(
    'rules.json: required.2: is not a field of a transaction',
  );
});

it('A rule set is loaded from its file', async () => {
  const path = join(temporaryFolder(), 'rules.json');
  writeFileSync(path, '{"severities":{"line.blank":"off"}}');
  await expect(loadRuleSet(path)).resolves.toMatchObject({ severities: { 'line.blank': 'off' } });
});

it('The refusal to let empty files pass says why', () => {
  expect(() => parseRuleSet('{"severities":{"file.empty":"warning"}}', 'rules.json')).toThrow(
    'rules.json: severities.file.empty: must stay an error, because an empty file has nothing that could be sent.',
  );
});

it('The rule set of an earlier submission is still read if it let empty files pass', () => {
  expect(ruleSetSchema.parse({ severities: { 'file.empty': 'off' } }).severities).toEqual({ 'file.empty': 'off' });
});

it('The refusal of a key that is there twice names it', () => {
  const text = '{"severities":{"line.blank":"off","line.blank":"error"}}';
  expect(() => parseRuleSet(text, 'rules.json')).toThrow(
    'rules.json: severities.line.blank appears more than once. Keep only the one that counts.',
  );
});

it('A rule set that is not UTF-8 is refused, because its values would change', async () => {
  const path = join(temporaryFolder(), 'rules.json');
  writeFileSync(path, '{"allowed":{"payment_type":["Überweisung"]}}', 'latin1');
  await expect(loadRuleSet(path)).rejects.toMatchObject({
    code: 'rules.unreadable',
    params: { path, problem: 'this is not UTF-8. Save it as UTF-8.' },
  });
});

it('A missing rule set is reported as a missing file', async () => {
  const path = join(temporaryFolder(), 'rules.json');
  await expect(loadRuleSet(path)).rejects.toMatchObject({ code: 'file.not-found', params: { path } });
});
