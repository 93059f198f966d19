import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openLogs } from '../../../src-main/ground/logs/logs.ts';
import { exportForSupport } from '../../../src-main/ground/logs/support-export.ts';
import type { SupportFacts } from '../../../src-main/ground/logs/support-facts.ts';
import { FakeClock } from '../../fake-clock.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { unzipped } from './folders.ts';

const facts: SupportFacts = {
  version: '1.2.3',
  settings: {
    appearance: 'dark',
    transfer: { uploadsPerConnection: 2, stallSeconds: 60 },
    ruleSet: '{"canary":1}',
    network: {
      proxy: {
        mode: 'manual',
        address: 'http://clerk:canary-1@proxy.bank.example:8080',
        username: 'canary-2',
        password: 'canary-3',
      },
      authorities: '-----BEGIN CERTIFICATE-----\ncanary-4\n-----END CERTIFICATE-----\n',
    },
    tokens: { sealed: 'canary-5' },
    sealedProxyPassword: 'canary-6',
  },
  connections: [
    {
      name: 'Nordbank',
      kind: 'production',
      baseUrl: 'https://api.example.com/tm?key=canary-7',
      tokenUrl: 'https://login.example.com/token',
      clientId: 'client-canary-8-id',
      scope: 'tenant/canary-9',
      sealedSecret: 'canary-10',
      certificate: { subject: 'CN=bank', issuer: 'CN=ca', validUntil: 1, key: 'canary-11' },
    },
    'canary-12',
  ],
  policy: { sources: ['/etc/tranship/policy.json'], values: { updates: 'off' }, ignored: [] },
  queue: { states: { processed: 3 }, errors: { 'network.cut': 1 } },
  diagnosis: 'The token endpoint answered. Authorization: Bearer canary-13-canary',
};

function filledLogs(): string {
  const folder = temporaryFolder();
  const logs = openLogs({ folder, clock: new FakeClock(), version: '1.2.3' });
  logs.event('warn', 'error', { reason: 'https://b.example.com/k?sig=canary-14', client_secret: 'canary-15' });
  logs.close();
  return folder;
}

describe('the export for support', () => {
  it('the export for support holds the logs, the facts, the diagnosis, and a list of its content', async () => {
    const path = join(temporaryFolder(), 'support.zip');
    const logs = filledLogs();
    writeFileSync(join(logs, 'something-else.txt'), 'not a log');

    await exportForSupport({ logs, facts }, path);

    const texts = await unzipped(path);
    expect([...texts.keys()]).toEqual(['README.txt', 'facts.json', 'diagnosis.txt', 'logs/tranship-2026-01-05.log']);
    for (const name of ['facts.json', 'diagnosis.txt', 'logs/']) expect(texts.get('README.txt')).toContain(name);
    expect(texts.get('logs/tranship-2026-01-05.log')).toContain('app.started');
    expect(JSON.parse(texts.get('facts.json') ?? '')).toMatchObject({
      versions: { tranship: '1.2.3', node: process.versions.node },
      settings: {
        appearance: 'dark',
        ruleSet: 'own',
        network: { proxy: { mode: 'manual', address: expect.stringContaining('proxy.bank.example') }, authorities: 1 },
      },
      connections: [
        { name: 'Nordbank', tokenUrl: 'https://login.example.com/token', clientId: 'clie…id' },
        'cannot be read',
      ],
      queue: { states: { processed: 3 }, errors: { 'network.cut': 1 } },
    });
  });

  it('the export for support holds no secret', async () => {
    const path = join(temporaryFolder(), 'support.zip');
    await exportForSupport({ logs: filledLogs(), facts }, path);
    const everything = [...(await unzipped(path)).values()].join('\n');
    expect(everything).not.toMatch(/canary/);
  });

  it('the export for support works where there is no log yet', async () => {
    const path = join(temporaryFolder(), 'support.zip');
    await exportForSupport({ logs: join(temporaryFolder(), 'none'), facts }, path);
    expect([...(await unzipped(path)).keys()]).toContain('facts.json');
  });

  it('an export that cannot be written is reported, and leaves no half file', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'no-such-folder', 'support.zip');
    await expect(exportForSupport({ logs: filledLogs(), facts }, path)).rejects.toMatchObject({
      code: 'file.cannot-write',
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('an aborted export leaves nothing behind', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'support.zip');
    const reason = new Error('the window was closed');
    await expect(exportForSupport({ logs: filledLogs(), facts }, path, AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(existsSync(path)).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  });
});
