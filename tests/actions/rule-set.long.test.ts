import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { spoilt } from '../check/sources.ts';
import { bank, openWindow, type TestWindow } from './window.ts';

let window: TestWindow;

beforeEach(async () => {
  window = await openWindow();
});

afterEach(() => window.close());

const sender = '{"mainEntity":"sender"}';
const kept = async (ruleSet: string) => await window.value('settings.change', { ruleSet });

describe('The rule set', () => {
  it('is empty at first, with a form of every rule, and none before it', async () => {
    const { text, previous, form } = await window.value('ruleSet.get');
    expect([text, previous]).toEqual(['', undefined]);
    const fixed = Object.fromEntries(form.rules.map(({ rule, fixedBy }) => [rule, fixedBy]));
    // §2.6.2: all transactions that share a modification id are rejected.
    expect(fixed).toMatchObject({
      'modification.duplicate': 'service',
      'file.empty': 'app',
      'field.format': undefined,
    });
    expect(form.fields).toContain('receiving_partner.unknown.risk_assessment');
    expect(form.required).toEqual(['sender', 'receiver', 'modification', 'modification.external_id']);
  });

  it('is kept with the one before it, which survives a restart', async () => {
    await kept(sender);
    await kept('{"severities":{"field.unknown":"off"}}');
    window = await window.reopened();
    const { text, previous } = await window.value('ruleSet.get');
    expect(text).toBe('{"severities":{"field.unknown":"off"}}');
    expect(previous).toEqual({ text: sender, until: expect.any(Number) });
  });

  it('that is kept again leaves the one before it as it is', async () => {
    await kept(sender);
    await kept(sender);
    expect((await window.value('ruleSet.get')).previous?.text).toBe('');
  });

  it('leaves an entry in the history that says what changed', async () => {
    await kept('{"severities":{"field.unknown":"off"},"allowed":{"payment_type":["A","B"]},"required":["sender"]}');
    const entry = window.app.store.lastEntry('rule-set-changed');
    expect(JSON.parse(entry?.detail ?? '')).toEqual({
      changes: expect.arrayContaining([
        { field: 'severities.field.unknown', after: 'off' },
        { field: 'allowed.payment_type', after: 'A,B' },
        { field: 'required', before: 'sender, receiver, modification, modification.external_id', after: 'sender' },
      ]),
    });
  });

  it('that was made invalid by hand can be replaced', async () => {
    window.settings.set('ruleSet', '{"mainEntity":7}');
    await kept(sender);
    expect(await window.value('ruleSet.get')).toMatchObject({ text: sender, previous: { text: '{"mainEntity":7}' } });
  });

  it.each([
    ['', []],
    [' \n', []],
    [sender, []],
    ['{"severities":{"field.format":"fatal"}}', [['severities', 'field.format']]],
    ['{"required":["sender","sendr"]}', [['required', '1']]],
    ['{"allowed":{"payment_method":[]}}', [['allowed', 'payment_method']]],
    ['{"mainEntity":null,"required":7}', [['required'], ['mainEntity']]],
    ['{"severities":{"file.empty":"off"}}', [['severities', 'file.empty']]],
    ['{"surprise":1}', [[]]],
    ['{"mainEntity":"sender","mainEntity":"either"}', [[]]],
    ['{', [[]]],
    ['[]', [[]]],
    ['{"__proto__":{"mainEntity":"sender"}}', [[]]],
  ])('is judged at its places: %s', async (text, places) => {
    const problems = await window.value('ruleSet.judge', { text });
    expect(problems.map(({ at }) => at)).toEqual(places);
    for (const { problem } of problems) expect(problem).not.toBe('');
  });
});

describe('A trial of a rule set in the window', () => {
  it('has no file where none was checked', async () => {
    expect(await window.value('ruleSet.try', { text: sender })).toEqual({ kind: 'no-file' });
  });

  it('refuses a rule set that cannot be used', async () => {
    expect(await window.code('ruleSet.try', { text: '{"mainEntity":7}' })).toBe('rules.unreadable');
  });

  it('tries the last file that is still there, and keeps nothing', async () => {
    await window.value('connections.add', bank);
    await window.backend.start();
    for (const [name, country] of [
      ['old.jsonl', 'Germany'],
      ['new.jsonl', 'DE'],
    ] as const) {
      const id = await window.added(name, `${spoilt('payment_source_country', country)}\n`);
      await window.until(id, ({ lines }) => lines > 0);
    }
    await rm(join(window.folder, 'new.jsonl'));
    const result = await window.value('ruleSet.try', { text: '{"severities":{"field.format":"warning"}}' });
    expect(result).toMatchObject({
      kind: 'tried',
      trial: {
        fileName: 'old.jsonl',
        lines: 1,
        before: { faulty: 1, warned: 0 },
        after: { faulty: 0, warned: 1 },
        changes: [{ rule: 'field.format', from: 'error', to: 'warning', lines: 1, examples: [{ line: 1 }] }],
      },
    });
    expect((await window.value('ruleSet.get')).text).toBe('');
    expect(window.told.some(([name]) => name === 'ruleSet.progress')).toBe(true);
  });
});
