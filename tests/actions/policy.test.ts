/** @file A page that does not keep to what it shows calls every command that the policy forbids. */

import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { policyOf } from '../../src-main/policy/policy.ts';
import { writeFaultySample } from '../../src-main/practice/sample-export.ts';
import type { ConnectionForm } from '../../src-shared/contract.ts';
import { openWindow, options, type TestWindow } from './window.ts';

const connection = {
  name: 'Nordbank',
  baseUrl: 'https://api.nordbank.example/tm',
  tokenUrl: 'https://id.nordbank.example/token',
  clientId: 'client',
  scope: 'tenant/a',
};
const form: ConnectionForm = { ...connection, kind: 'production' };
const policy = policyOf([
  {
    place: 'a test',
    raw: {
      connections: [connection],
      connectionsOnly: true,
      proxy: { mode: 'none' },
      authorities: [],
      retention: { submissions: 90, ids: 365 },
      practice: false,
      serviceDecides: false,
    },
  },
]);

let window: TestWindow;

beforeEach(async () => {
  window = await openWindow({ policy });
});

afterEach(async () => {
  await window.close();
});

describe('under a policy', () => {
  it.each<[string, unknown]>([
    ['connections.add', { ...form, name: 'Own' }],
    ['connections.change', { ...form, baseUrl: 'https://evil.example' }],
    ['connections.remove', { name: 'Nordbank' }],
    ['network.change', { proxy: { mode: 'system' }, authorities: [] }],
    ['settings.change', { retention: { submissions: 1, findings: null, reports: null, ids: null, logs: 14 } }],
    ['settings.change', { retention: { submissions: 90, findings: null, reports: null, ids: null, logs: 14 } }],
    ['settings.change', { sending: { ...options, connection: 'Nordbank', onInvalid: 'service-decides' } }],
    ['practice.start', undefined],
    ['transaction.send', { connection: 'Nordbank', text: '{}', evenWithErrors: true }],
  ])('%s is refused', async (name, input) => {
    expect(await window.code(name, input)).toBe('policy.managed');
  });

  it.each([
    ['{"severities":{"field.format":"warning"}}', 1],
    ['{"required":["sender"]}', 1],
    ['{"severities":{"field.unknown":"error"},"allowed":{"payment_type":["A"]}}', 0],
    ['', 0],
  ])('a rule set that is less strict has a problem before it is in use: %s', async (text, count) => {
    const problems = await window.value('ruleSet.judge', { text });
    expect(problems).toHaveLength(count);
  });

  it('a file is not added with the wish that the service decides', async () => {
    const path = join(window.folder, 'faulty.jsonl');
    await writeFaultySample(path, 1);
    window.picks = [path];
    const { offers } = await window.value('files.choose');
    const input = {
      offers: offers.map(({ offer }) => offer),
      options: { ...options, connection: 'Nordbank', onInvalid: 'service-decides' as const },
    };
    const result = await window.call('files.add', input);
    expect(JSON.stringify(result)).toContain('policy.managed');
    expect((await window.value('queue.snapshot')).submissions).toEqual([]);
  });

  it('rules that only warn of what is faulty let nothing pass', async () => {
    const ruleSet = JSON.stringify({ severities: { 'json.syntax': 'warning', 'field.required': 'off' } });
    await window.value('settings.change', { ruleSet });
    const path = join(window.folder, 'faulty.jsonl');
    await writeFaultySample(path, 1);
    window.picks = [path];
    const { offers } = await window.value('files.choose');
    const chosen = { ...options, connection: 'Nordbank' };
    const result = await window.call('files.add', { offers: offers.map(({ offer }) => offer), options: chosen });
    expect(JSON.stringify(result)).toContain('policy.managed');
    expect((await window.value('queue.snapshot')).submissions).toEqual([]);
    const transaction = { connection: 'Nordbank', text: '{}', evenWithErrors: false };
    expect(await window.code('transaction.send', transaction)).toBe('policy.managed');
  });

  it('the page learns what is set, and sees the connection as the organisation’s', async () => {
    expect((await window.value('app.info')).managed).toEqual([
      ...[
        'connections',
        'proxy',
        'authorities',
        'retention.submissions',
        'retention.ids',
        'practice',
        'serviceDecides',
      ],
    ]);
    expect(await window.value('connections.list')).toMatchObject([{ name: 'Nordbank', origin: 'policy' }]);
    expect((await window.value('settings.get')).retention).toMatchObject({ submissions: 90, ids: 365 });
  });

  it('the secret of the connection is the person’s', async () => {
    const [row] = await window.value('connections.change', { ...form, secret: 'canary' });
    expect(row).toMatchObject({ hasSecret: true, origin: 'policy' });
  });
});
