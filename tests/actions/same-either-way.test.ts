/**
 * @file Each action does the same whoever asks for it: the same wrong input ends with the same error and the same values, and
 * leaves the same entries in the histories. One row for each; `expected` is the code, or undefined where it goes well.
 */

import { hash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startPracticeTenant } from '../../src-main/practice/tenant.ts';
import { transactionLine } from '../cli/transactions.ts';
import { type EitherWay, eitherWay, type PlainWindow } from './either-way.ts';
import { bank, options } from './window.ts';

interface Row extends EitherWay {
  /** The code of the error; absent where it goes well. */
  expected?: string;
  /** An entry that the security log must have. */
  records?: string;
}

const { name, baseUrl, tokenUrl, clientId, scope } = bank;
const stored = (window: PlainWindow) => window.done('connections.add', { ...bank, kind: 'production', secret: 'a' });
const adding = (change: Partial<Record<'name' | 'baseUrl' | 'tokenUrl' | 'clientId' | 'scope', string>>) => {
  const form = { name, baseUrl, tokenUrl, clientId, scope, ...change };
  return {
    action: 'connections.add' as const,
    input: { ...form, kind: 'production' },
    argv: [
      ...['connection', 'add', form.name, '--base-url', form.baseUrl, '--token-url', form.tokenUrl],
      ...['--client-id', form.clientId, '--scope', form.scope],
    ],
  };
};

/** Stored, with a submission that has not ended. */
async function inUse(window: PlainWindow): Promise<void> {
  await stored(window);
  const path = join(window.folder, 'a.jsonl');
  await writeFile(path, '{}\n');
  const offers = [await window.offered(path)];
  await window.done('files.add', { offers, options: { ...options, connection: name } });
}

const connections: Row[] = [
  { title: 'a connection is added', ...adding({}) },
  {
    title: 'a connection is added with spaces around what was pasted, and its secret',
    action: 'connections.add',
    input: { ...bank, kind: 'production', baseUrl: ` ${baseUrl} `, scope: `${scope}\t`, secret: ' a\n' },
    argv: adding({ baseUrl: ` ${baseUrl} `, scope: `${scope}\t` }).argv,
    environment: { TRANSHIP_CLIENT_SECRET: ' a\n' },
  },
  {
    ...{ title: 'a token address where the secret could be read', expected: 'connection.invalid' },
    ...adding({ tokenUrl: 'http://bank.example/token' }),
  },
  {
    ...{ title: 'a base address with a password in it', expected: 'connection.invalid' },
    ...adding({ baseUrl: 'https://mara:secret@bank.example' }),
  },
  { title: 'an address that is none', expected: 'connection.invalid', ...adding({ baseUrl: 'bank' }) },
  { title: 'a scope of two words', expected: 'connection.invalid', ...adding({ scope: 'tenant one' }) },
  { title: 'a name that is too long', expected: 'connection.invalid', ...adding({ name: 'x'.repeat(70) }) },
  { title: 'the name of the variables', expected: 'connection.invalid', ...adding({ name: 'environment' }) },
  { title: 'a name that is taken', expected: 'connection.exists', ...adding({}), prepare: stored },
  {
    ...{ title: 'a connection beside those of the organisation', expected: 'policy.managed', ...adding({}) },
    policy: { connections: [{ ...bank, name: 'Nordbank' }], connectionsOnly: true },
  },
  {
    ...{ title: 'a change of a connection that there is not', expected: 'connection.unknown' },
    ...{ action: 'connections.change', input: { name, baseUrl } },
    argv: ['connection', 'change', name, '--base-url', baseUrl],
  },
  {
    ...{ title: 'a change that leads elsewhere, without the secret', expected: 'connection.invalid' },
    ...{ action: 'connections.change', input: { name, clientId: 'other' } },
    argv: ['connection', 'change', name, '--client-id', 'other'],
    prepare: stored,
  },
  {
    ...{ title: 'a change to where the secret could be read', expected: 'connection.invalid' },
    ...{ action: 'connections.change', input: { name, baseUrl: 'http://bank.example' } },
    argv: ['connection', 'change', name, '--base-url', 'http://bank.example'],
    prepare: stored,
  },
  {
    title: 'another secret',
    ...{ action: 'connections.change', input: { name, secret: 'b' } },
    argv: ['connection', 'secret', name],
    environment: { TRANSHIP_CLIENT_SECRET: 'b' },
    prepare: stored,
  },
  {
    title: 'no certificate any more',
    ...{ action: 'connections.change', input: { name, certificate: 'none' } },
    argv: ['connection', 'certificate', name, '--remove'],
    prepare: stored,
  },
  {
    ...{ title: 'the removal of a connection in use', expected: 'connection.in-use' },
    ...{ action: 'connections.remove', input: { name } },
    argv: ['connection', 'remove', name],
    prepare: inUse,
  },
  {
    ...{ title: 'the removal of a connection that there is not', expected: 'connection.unknown' },
    ...{ action: 'connections.remove', input: { name } },
    argv: ['connection', 'remove', name],
  },
  {
    title: 'the removal of a connection',
    ...{ action: 'connections.remove', input: { name } },
    argv: ['connection', 'remove', name],
    ...{ prepare: stored, records: 'connection-removed' },
  },
  {
    ...{ title: 'the removal of a connection of the organisation', expected: 'policy.managed' },
    ...{ action: 'connections.remove', input: { name } },
    argv: ['connection', 'remove', name],
    policy: { connections: [{ name, baseUrl, tokenUrl, clientId, scope }] },
  },
  {
    title: 'a connection that is confirmed',
    ...{ action: 'connections.confirm', input: { name } },
    argv: ['connection', 'confirm', name],
    ...{ prepare: stored, records: 'connection-confirmed' },
  },
  {
    ...{ title: 'the confirmation of a connection that there is not', expected: 'connection.unknown' },
    ...{ action: 'connections.confirm', input: { name } },
    argv: ['connection', 'confirm', name],
  },
  {
    ...{ title: 'the test of a connection that there is not', expected: 'connection.unknown' },
    ...{ action: 'connections.test', input: { name } },
    argv: ['connection', 'test', name],
  },
  {
    ...{ title: 'a diagnosis of a connection that there is not', expected: 'connection.unknown' },
    ...{ action: 'connections.diagnose', input: { name, askForStorage: false } },
    argv: ['diagnose', name],
  },
  {
    title: 'a storage host that is allowed',
    ...{ action: 'connections.changeHosts', input: { name, allow: ['storage.example'] } },
    argv: ['connection', 'hosts', name, '--allow', 'storage.example'],
    prepare: stored,
  },
  {
    title: 'a storage host that is removed',
    ...{ action: 'connections.changeHosts', input: { name, remove: ['storage.example'] } },
    argv: ['connection', 'hosts', name, '--remove', 'storage.example'],
    prepare: async (window) => {
      await stored(window);
      await window.done('connections.changeHosts', { name, allow: ['storage.example'] });
    },
    records: 'storage-host-removed',
  },
  {
    title: 'storage hosts in a private network, and no others',
    ...{ action: 'connections.changeHosts', input: { name, fixed: true, private: true } },
    argv: ['connection', 'hosts', name, '--fix', '--private'],
    ...{ prepare: stored, records: 'storage-rule-changed' },
  },
  {
    ...{ title: 'a storage host in a private network', expected: 'usage.invalid' },
    ...{ action: 'connections.changeHosts', input: { name, allow: ['https://10.0.0.5'] } },
    argv: ['connection', 'hosts', name, '--allow', 'https://10.0.0.5'],
    prepare: stored,
  },
  {
    ...{ title: 'a storage host of a connection that there is not', expected: 'connection.unknown' },
    ...{ action: 'connections.changeHosts', input: { name, allow: ['storage.example'] } },
    argv: ['connection', 'hosts', name, '--allow', 'storage.example'],
  },
];

const proxy = { mode: 'manual', address: 'http://proxy.bank.example:3128', bypass: [] } as const;
const noProxy = {
  action: 'network.change',
  input: { proxy: { mode: 'none' } },
  argv: ['network', 'proxy', '--none'],
} as const;
const noCertificate = '/etc/hostname';

/** Somebody without the key of the folder names another proxy. */
async function otherProxy(window: PlainWindow): Promise<void> {
  await window.done('network.change', { proxy });
  const path = join(window.folder, 'settings.json');
  await writeFile(path, (await readFile(path, 'utf8')).replace('proxy.bank.example', 'evil.example'));
}

const network: Row[] = [
  { title: 'no proxy', ...noProxy },
  {
    title: 'a proxy with a name and a password',
    action: 'network.change',
    input: { proxy: { ...proxy, username: 'mara', bypass: ['bank.example'] }, proxyPassword: 'canary' },
    argv: ['network', 'proxy', '--address', proxy.address, '--user', 'mara', '--bypass', 'bank.example'],
    environment: { TRANSHIP_PROXY_PASSWORD: 'canary' },
  },
  {
    ...{ title: 'a proxy without a port', expected: 'network.invalid' },
    ...{ action: 'network.change', input: { proxy: { ...proxy, address: 'http://proxy' } } },
    argv: ['network', 'proxy', '--address', 'http://proxy'],
  },
  { title: 'a proxy beside that of the organisation', expected: 'policy.managed', ...noProxy, policy: { proxy } },
  {
    ...{ title: 'authorities that are none', expected: 'network.authorities', action: 'network.change' },
    input: { authorities: [{ pem: readFileSync(noCertificate, 'latin1') }] },
    argv: ['network', 'authorities', noCertificate],
  },
  {
    ...{ title: 'authorities beside a proxy that somebody else has named', expected: 'network.unconfirmed' },
    ...{ action: 'network.change', input: { authorities: [] } },
    argv: ['network', 'authorities', '--remove'],
    prepare: otherProxy,
  },
  {
    title: 'a proxy that somebody else has named, and a person confirms',
    ...{ action: 'network.confirm', input: undefined },
    argv: ['network', 'confirm'],
    ...{ prepare: otherProxy, records: 'network-confirmed' },
  },
];

/** Its schedule arrives by halves. */
const tenant = await startPracticeTenant({ misfortunes: [{ name: 'bad-json', endpoint: 'rules-schedule' }] });
afterAll(() => tenant.close());

async function overTenant(window: PlainWindow): Promise<void> {
  const { clientSecret: secret, ...access } = tenant;
  const parts = { baseUrl: access.baseUrl, tokenUrl: access.tokenUrl, clientId: access.clientId, scope: access.scope };
  await window.done('connections.add', { name, kind: 'test', ...parts, secret });
}

const over = ['--connection', name];
const service: Row[] = [
  {
    ...{ title: 'a run for a day that there is not', expected: 'rule-run.date', action: 'rules.start' },
    input: { connection: name, kind: 'execute', date: '2026-02-30', ruleIds: [], force: false },
    argv: ['rules', 'execute', '--date', '2026-02-30', ...over],
    prepare: stored,
  },
  {
    ...{ title: 'a run that the service does not know', expected: 'rule-run.unknown-id', action: 'rules.status' },
    ...{ input: { executionId: 'e-1', connection: name }, argv: ['rules', 'status', 'e-1', ...over] },
    prepare: overTenant,
  },
  {
    ...{ title: 'a schedule of which only half arrives', expected: 'service.bad-reply', action: 'rules.schedule' },
    ...{ input: { connection: name }, argv: ['rules', 'schedule', ...over] },
    prepare: overTenant,
  },
  {
    ...{ title: 'a path where nothing is', expected: 'service.nothing-there', action: 'observability.ask' },
    ...{ input: { connection: name, path: '/api/elsewhere' }, argv: ['observe', '/api/elsewhere', ...over] },
    prepare: overTenant,
  },
  {
    ...{ title: 'a path that leads elsewhere', expected: 'service.path-invalid', action: 'observability.ask' },
    ...{ input: { connection: name, path: '/api/../admin' }, argv: ['observe', '/api/../admin', ...over] },
    prepare: stored,
  },
  {
    ...{ title: 'paths of a connection that there is not', expected: 'connection.unknown' },
    ...{ action: 'observability.paths', input: { connection: name }, argv: ['observe', ...over] },
  },
];

const file = '/etc/hostname';
const sending = (change: object, ...more: string[]) => ({
  action: 'files.add' as const,
  offers: async (window: PlainWindow) => ({
    offers: [await window.offered(file)],
    options: { ...options, connection: name, ...change },
  }),
  argv: ['send', file, ...over, ...more],
});
const impossible = '{"severities":{"file.empty":"off"}}';
const rules = mkdtempSync(join(tmpdir(), 'tranship-rules-'));
afterAll(() => rmSync(rules, { recursive: true }));
function rulesIn(text: string) {
  const path = join(rules, `${hash('sha256', text)}.json`);
  writeFileSync(path, text);
  return sending({ rules: { name: path, text } }, '--rules', path);
}
const files: Row[] = [
  { title: 'a file over a connection that there is not', expected: 'connection.unknown', ...sending({}) },
  {
    ...{
      title: 'a file for a team that there is not',
      expected: 'team.address',
      ...sending({ forTeam: true }, '--team'),
    },
    prepare: stored,
  },
  {
    ...{ title: 'a file by rules that cannot be', expected: 'rules.unreadable', prepare: stored },
    ...rulesIn(impossible),
  },
  {
    ...{ title: 'a file by other rules than the organisation has set', expected: 'policy.managed', prepare: stored },
    ...rulesIn('{}'),
    policy: { ruleSet: { severities: { 'field.unknown': 'error' } } },
  },
  {
    ...{ title: 'a file of which the service is to decide', expected: 'policy.managed', prepare: stored },
    ...sending({ onInvalid: 'service-decides' }, '--on-invalid', 'service-decides'),
    policy: { serviceDecides: false },
  },
];

const retention = { submissions: 7, findings: null, reports: null, logs: 14 };
const settings: Row[] = [
  {
    ...{ title: 'how long submissions are kept', action: 'settings.change', input: { retention } },
    argv: ['retention', 'set', '--submissions', '7'],
  },
  {
    ...{ title: 'another time than the organisation has set', expected: 'policy.managed' },
    ...{ action: 'settings.change', input: { retention }, argv: ['retention', 'set', '--submissions', '7'] },
    policy: { retention: { submissions: 90 } },
  },
  {
    ...{ title: 'an index that the organisation has turned off', expected: 'policy.managed' },
    ...{ action: 'settings.change', input: { idIndex: true }, argv: ['settings', 'set', '--id-index', 'on'] },
    policy: { idIndex: false },
  },
];

const exports = mkdtempSync(join(tmpdir(), 'tranship-exports-'));
afterAll(() => rmSync(exports, { recursive: true }));

const watching = (folder: string, choices: { release?: boolean } = {}) => ({
  ...{ action: 'watching.add' as const, input: { connection: name, release: false, ...choices }, folder },
  argv: ['watch', 'add', folder, ...over, ...(choices.release === true ? ['--release'] : [])],
});
const watched: Row[] = [
  { title: 'a watched folder', ...watching(exports), prepare: stored },
  {
    ...{ title: 'a watched folder that is not there', expected: 'watch.folder-unfit' },
    ...{ ...watching(join(exports, 'missing')), prepare: stored },
  },
  {
    ...{ title: 'a watched folder of a connection that there is not', expected: 'connection.unknown' },
    ...watching(exports),
  },
  {
    ...{ title: 'a watched folder whose files nobody releases', expected: 'policy.no-release' },
    ...{ ...watching(exports, { release: true }), prepare: stored },
  },
  {
    title: 'a watched folder whose files nobody releases, as the policy allows',
    ...{ ...watching(exports, { release: true }), prepare: stored, policy: { watchedRelease: true } },
  },
];

const transactions = { sound: join(exports, 'sound.jsonl'), faulty: join(exports, 'faulty.jsonl') };
writeFileSync(transactions.sound, `${transactionLine()}\n`);
writeFileSync(transactions.faulty, '{"sender":{}}\n');

const posting = (path: string, { evenWithErrors = false } = {}) => ({
  action: 'transaction.sendFile' as const,
  offers: async (window: PlainWindow) => ({
    ...{ offer: await window.offered(path), connection: name, evenWithErrors, concurrency: 100 },
    ...{ resendUnknown: false, resendRefused: false, savesResults: false },
  }),
  argv: ['post', path, ...over, ...(evenWithErrors ? ['--on-invalid', 'service-decides'] : [])],
});
const posted: Row[] = [
  {
    ...{ title: 'transactions of a file', ...posting(transactions.sound) },
    ...{ prepare: overTenant, records: 'transactions-sent' },
  },
  {
    ...{ title: 'transactions over a connection that there is not', expected: 'connection.unknown' },
    ...posting(transactions.sound),
  },
  {
    ...{ title: 'faulty transactions, which the organisation never sends', expected: 'policy.managed' },
    ...{ ...posting(transactions.faulty, { evenWithErrors: true }), prepare: overTenant },
    policy: { serviceDecides: false },
  },
  {
    ...{ title: 'transactions where another person releases all that is sent', expected: 'policy.managed' },
    ...{ ...posting(transactions.sound), prepare: overTenant },
    policy: { ledger: { address: 'postgres://ledger.bank.example/tranship', release: 'required' } },
  },
];

describe.each([
  { subject: 'connections', rows: connections },
  { subject: 'network', rows: network },
  { subject: 'the service', rows: service },
  { subject: 'files', rows: files },
  { subject: 'settings', rows: settings },
  { subject: 'watched folders', rows: watched },
  { subject: 'single transactions', rows: posted },
])('The same either way: $subject', ({ rows }) => {
  it.each(rows)('$title ($action)', async ({ expected, records, ...row }) => {
    const { window, commandLine } = await eitherWay(row);
    expect(commandLine).toEqual(window);
    expect(window.error?.code).toBe(expected);
    if (records !== undefined) expect(window.recorded).toContainEqual(expect.objectContaining({ event: records }));
  });
});
