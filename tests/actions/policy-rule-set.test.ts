/** @file Where the organisation has set the rules of the check, files are judged by those, whatever a page or a person wants. */

import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { policyOf } from '../../src-main/policy/policy.ts';
import { writeFaultySample } from '../../src-main/practice/sample-export.ts';
import { keychain, openWindow, options, TestWindow } from './window.ts';

const connection = {
  name: 'Nordbank',
  clientId: 'client',
  scope: 'tenant/a',
  baseUrl: 'https://api.nordbank.example/tm',
  tokenUrl: 'https://id.nordbank.example/token',
};
const rules = { mainEntity: 'sender' };
const own = '{"severities":{"field.format":"off"}}';

/** A window of a person with rules of their own, under a policy that sets the rules. */
async function windowUnder(ruleSet: unknown): Promise<TestWindow> {
  const free = await openWindow();
  await free.value('settings.change', { ruleSet: own });
  await free.backend.close();
  const policy = policyOf([{ place: 'a test', raw: { connections: [connection], ruleSet } }]);
  const window = new TestWindow(free.folder, free.settings, keychain(), {}, policy);
  onTestFinished(() => window.close());
  return window;
}

it('The window shows the rules of the organisation, and those of the person come back with its end', async () => {
  const window = await windowUnder(rules);
  expect(JSON.parse((await window.value('ruleSet.get')).text)).toEqual(rules);
  expect((await window.value('app.info')).managed).toEqual(['ruleSet']);
  await window.backend.close();
  const free = new TestWindow(window.folder, window.settings, keychain());
  onTestFinished(() => free.close());
  expect((await free.value('ruleSet.get')).text).toBe(own);
});

it('The rules cannot be changed, and other settings can', async () => {
  const window = await windowUnder(rules);
  expect(await window.code('settings.change', { ruleSet: '' })).toBe('policy.managed');
  expect(await window.code('settings.change', { appearance: 'dark' })).toBeUndefined();
});

it('A file is judged by the rules of the organisation', async () => {
  const window = await windowUnder(rules);
  const path = join(window.folder, 'faulty.jsonl');
  await writeFaultySample(path, 1);
  window.picks = [path];
  const { offers } = await window.value('files.choose');
  const chosen = { ...options, connection: 'Nordbank' };
  const { added } = await window.value('files.add', { offers: offers.map(({ offer }) => offer), options: chosen });
  const judgedBy = added.map((id) => window.app.queue.view(id).submission.options.ruleSet);
  expect(judgedBy).toMatchObject([{ mainEntity: 'sender', severities: {} }]);
});
