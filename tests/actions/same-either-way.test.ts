/**
 * @file Each action does the same for every carrier: the same wrong input ends with the same error and the same values, and
 * leaves the same entries in the histories. One row for each; `expected` is the code, or undefined where it goes well.
 */

import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startPracticeTenant } from '../../src-main/practice/tenant.ts';
import { transactionLine } from '../cli/transactions.ts';
import { isNight } from '../harness/night.ts';
import { csvOf, paymentRow, paymentTemplate } from '../prepare/exports.ts';
import { folderOfFile } from '../temporary-folder.ts';
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
    title: 'a token address where the secret could be read',
    expected: 'connection.invalid',
    ...adding({ tokenUrl: 'http://bank.example/token' }),
  },
  {
    title: 'a base address with a password in it',
    expected: 'connection.invalid',
    ...adding({ baseUrl: 'https://mara:secret@bank.example' }),
  },
  { title: 'an address that is none', expected: 'connection.invalid', ...adding({ baseUrl: 'bank' }) },
  { title: 'a scope of two words', expected: 'connection.invalid', ...adding({ scope: 'tenant one' }) },
  { title: 'a name that is too long', expected: 'connection.invalid', ...adding({ name: 'x'.repeat(70) }) },
  { title: 'the name of the variables', expected: 'connection.invalid', ...adding({ name: 'environment' }) },
  { title: 'a name that is taken', expected: 'connection.exists', ...adding({}), prepare: stored },
  {
    title: 'a connection beside those of the organisation',
    expected: 'policy.managed',
    ...adding({}),
    policy: { connections: [{ ...bank, name: 'Nordbank' }], connectionsOnly: true },
  },
  {
    title: 'a change of a connection that there is not',
    expected: 'connection.unknown',
    action: 'connections.change',
    input: { name, baseUrl },
    argv: ['connection', 'change', name, '--base-url', baseUrl],
  },
  {
    title: 'from where lines are counted over a connection that there is not',
    expected: 'connection.unknown',
    action: 'connections.countLines',
    input: { name, from: 0 },
    argv: ['connection', 'change', name, '--report-lines-from', '0'],
  },
  {
    title: 'a change that leads elsewhere, without the secret',
    expected: 'connection.invalid',
    action: 'connections.change',
    input: { name, clientId: 'other' },
    argv: ['connection', 'change', name, '--client-id', 'other'],
    prepare: stored,
  },
  {
    title: 'a change to where the secret could be read',
    expected: 'connection.invalid',
    action: 'connections.change',
    input: { name, baseUrl: 'http://bank.example' },
    argv: ['connection', 'change', name, '--base-url', 'http://bank.example'],
    prepare: stored,
  },
  {
    title: 'another secret',
    action: 'connections.change',
    input: { name, secret: 'b' },
    argv: ['connection', 'secret', name],
    environment: { TRANSHIP_CLIENT_SECRET: 'b' },
    prepare: stored,
  },
  {
    title: 'no certificate any more',
    action: 'connections.change',
    input: { name, certificate: 'none' },
    argv: ['connection', 'certificate', name, '--remove'],
    prepare: stored,
  },
  {
    title: 'the removal of a connection in use',
    expected: 'connection.in-use',
    action: 'connections.remove',
    input: { name },
    argv: ['connection', 'remove', name],
    prepare: inUse,
  },
  {
    title: 'the removal of a connection that there is not',
    expected: 'connection.unknown',
    action: 'connections.remove',
    input: { name },
    argv: ['connection', 'remove', name],
  },
  {
    title: 'the removal of a connection',
    action: 'connections.remove',
    input: { name },
    argv: ['connection', 'remove', name],
    prepare: stored,
    records: 'connection-removed',
  },
  {
    title: 'the removal of a connection of the organisation',
    expected: 'policy.managed',
    action: 'connections.remove',
    input: { name },
    argv: ['connection', 'remove', name],
    policy: { connections: [{ name, baseUrl, tokenUrl, clientId, scope }] },
  },
  {
    title: 'a connection that is confirmed',
    action: 'connections.confirm',
    input: { name },
    argv: ['connection', 'confirm', name],
    prepare: stored,
    records: 'connection-confirmed',
  },
  {
    title: 'the confirmation of a connection that there is not',
    expected: 'connection.unknown',
    action: 'connections.confirm',
    input: { name },
    argv: ['connection', 'confirm', name],
  },
  {
    title: 'the test of a connection that there is not',
    expected: 'connection.unknown',
    action: 'connections.test',
    input: { name },
    argv: ['connection', 'test', name],
  },
  {
    title: 'a diagnosis of a connection that there is not',
    expected: 'connection.unknown',
    action: 'connections.diagnose',
    input: { name, askForStorage: false },
    argv: ['diagnose', name],
  },
  {
    title: 'a storage host that is allowed',
    action: 'connections.changeHosts',
    input: { name, allow: ['storage.example'] },
    argv: ['connection', 'hosts', name, '--allow', 'storage.example'],
    prepare: stored,
  },
  {
    title: 'a storage host that is removed',
    action: 'connections.changeHosts',
    input: { name, remove: ['storage.example'] },
    argv: ['connection', 'hosts', name, '--remove', 'storage.example'],
    prepare: async (window) => {
      await stored(window);
      await window.done('connections.changeHosts', { name, allow: ['storage.example'] });
    },
    records: 'storage-host-removed',
  },
  {
    title: 'storage hosts in a private network, and no others',
    action: 'connections.changeHosts',
    input: { name, fixed: true, private: true },
    argv: ['connection', 'hosts', name, '--fix', '--private'],
    prepare: stored,
    records: 'storage-rule-changed',
  },
  {
    title: 'a storage host in a private network',
    expected: 'usage.invalid',
    action: 'connections.changeHosts',
    input: { name, allow: ['https://10.0.0.5'] },
    argv: ['connection', 'hosts', name, '--allow', 'https://10.0.0.5'],
    prepare: stored,
  },
  {
    title: 'a storage host of a connection that there is not',
    expected: 'connection.unknown',
    action: 'connections.changeHosts',
    input: { name, allow: ['storage.example'] },
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
    title: 'a proxy without a port',
    expected: 'network.invalid',
    action: 'network.change',
    input: { proxy: { ...proxy, address: 'http://proxy' } },
    argv: ['network', 'proxy', '--address', 'http://proxy'],
  },
  { title: 'a proxy beside that of the organisation', expected: 'policy.managed', ...noProxy, policy: { proxy } },
  {
    title: 'authorities that are none',
    expected: 'network.authorities',
    action: 'network.change',
    input: { authorities: [{ pem: readFileSync(noCertificate, 'latin1') }] },
    argv: ['network', 'authorities', noCertificate],
  },
  {
    title: 'authorities beside a proxy that somebody else has named',
    expected: 'network.unconfirmed',
    action: 'network.change',
    input: { authorities: [] },
    argv: ['network', 'authorities', '--remove'],
    prepare: otherProxy,
  },
  {
    title: 'a proxy that somebody else has named, and a person confirms',
    action: 'network.confirm',
    input: undefined,
    argv: ['network', 'confirm'],
    prepare: otherProxy,
    records: 'network-confirmed',
  },
];

const ledgerForm = { place: 'postgresql://127.0.0.1:1/tranship', person: 'cem' };
const setLedger = ['connection', 'ledger', name, '--address', ledgerForm.place, '--person'];
const withLedger = async (window: PlainWindow) => {
  await stored(window);
  await window.done('connections.changeLedger', { name, ledger: ledgerForm });
};
const inLedger = { ledger: 'cem@127.0.0.1:1/tranship' };
const elsewhere = { connection: 'elsewhere' };
const someCopy = '8f1b0f0a-3f52-4c3e-9a51-2f4f0e6a7c11';
const away = { expected: 'team.unreachable', prepare: withLedger };

/** Their ledger never answers; what only a real one can refuse, `tests/cli/team.test.ts` shows. */
const team: Row[] = [
  {
    title: 'the team ledger of a connection',
    action: 'connections.changeLedger',
    prepare: stored,
    input: { name, ledger: ledgerForm },
    argv: [...setLedger, 'cem'],
  },
  {
    title: 'no team ledger any more',
    action: 'connections.changeLedger',
    prepare: withLedger,
    input: { name, ledger: 'none' },
    argv: ['connection', 'ledger', name, '--none'],
  },
  {
    title: 'a team ledger without a person',
    expected: 'team.address',
    action: 'connections.changeLedger',
    input: { name, ledger: { ...ledgerForm, person: ' ' } },
    argv: [...setLedger, ' '],
    prepare: stored,
  },
  {
    title: 'a team ledger with a password in its address',
    expected: 'team.address',
    prepare: stored,
    action: 'connections.changeLedger',
    input: { name, ledger: { ...ledgerForm, place: 'postgresql://cem:secret@ledger.example/tranship' } },
    argv: [
      'connection',
      'ledger',
      name,
      '--address',
      'postgresql://cem:secret@ledger.example/tranship',
      '--person',
      'cem',
    ],
  },
  {
    title: 'the team ledger of a connection that there is not',
    expected: 'connection.unknown',
    action: 'connections.ledger',
    input: { name },
    argv: ['connection', 'ledger', name],
  },
  {
    title: 'a ledger that is away',
    ...away,
    action: 'team.status',
    input: inLedger,
    argv: ['team', 'status'],
  },
  {
    title: 'offers of a ledger that is away',
    ...away,
    action: 'team.offers',
    input: inLedger,
    argv: ['team', 'offers'],
  },
  {
    title: 'an offer of a ledger that is away',
    ...away,
    action: 'team.offer',
    input: { ...inLedger, id: 12 },
    argv: ['team', 'offers', '12'],
  },
  {
    title: 'a decision in a ledger that is away',
    ...away,
    action: 'team.decide',
    input: { ...inLedger, id: 12, outcome: 'refused', reason: 'A day is missing.' },
    argv: ['team', 'refuse', '12', '--reason', 'A day is missing.'],
  },
  {
    title: 'an offer for a connection that there is not',
    expected: 'connection.unknown',
    prepare: withLedger,
    action: 'team.offerFiles',
    input: { ...inLedger, ...elsewhere, offers: [someCopy], reason: 'The export of November.', again: false },
    argv: ['team', 'offer', noCertificate, '--connection', 'elsewhere', '--reason', 'The export of November.'],
  },
  {
    title: 'whether a file is released for a connection that there is not',
    expected: 'connection.unknown',
    action: 'team.verify',
    input: { ...inLedger, ...elsewhere, copy: someCopy },
    prepare: withLedger,
    argv: ['team', 'verify', noCertificate, '--connection', 'elsewhere'],
  },
  {
    title: 'a role in a ledger that is away',
    ...away,
    action: 'team.roles',
    input: { ...inLedger, give: { role: 'maker', person: 'mara' } },
    argv: ['team', 'roles', '--give', 'maker', '--to', 'mara'],
  },
  {
    title: 'a release that is required in a ledger that is away',
    ...away,
    action: 'team.requireRelease',
    input: { ...inLedger, isRequired: true, reason: 'From December on.' },
    argv: ['team', 'require-release', '--reason', 'From December on.'],
  },
  {
    title: 'parts in a ledger that is away',
    ...away,
    action: 'team.parts',
    input: inLedger,
    argv: ['team', 'parts'],
  },
  {
    title: 'ids in a ledger that is away',
    ...away,
    action: 'team.find',
    input: { ...inLedger, ids: ['m-1'], most: 1 },
    argv: ['team', 'find', 'm-1'],
  },
  {
    title: 'the history of a ledger that is away',
    ...away,
    action: 'team.history',
    input: { ...inLedger, filter: {}, limit: 100 },
    argv: ['team', 'history'],
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
    title: 'a run for a day that there is not',
    expected: 'rule-run.date',
    action: 'rules.start',
    input: { connection: name, kind: 'execute', date: '2026-02-30', ruleIds: [], force: false },
    argv: ['rules', 'execute', '--date', '2026-02-30', ...over],
    prepare: stored,
  },
  {
    title: 'a run that the service does not know',
    expected: 'rule-run.unknown-id',
    action: 'rules.status',
    input: { executionId: 'e-1', connection: name },
    argv: ['rules', 'status', 'e-1', ...over],
    prepare: overTenant,
  },
  {
    title: 'a schedule of which only half arrives',
    expected: 'service.bad-reply',
    action: 'rules.schedule',
    input: { connection: name },
    argv: ['rules', 'schedule', ...over],
    prepare: overTenant,
  },
  {
    title: 'a path where nothing is',
    expected: 'service.nothing-there',
    action: 'observability.ask',
    input: { connection: name, path: '/api/elsewhere' },
    argv: ['observe', '/api/elsewhere', ...over],
    prepare: overTenant,
  },
  {
    title: 'a path that leads elsewhere',
    expected: 'service.path-invalid',
    action: 'observability.ask',
    input: { connection: name, path: '/api/../admin' },
    argv: ['observe', '/api/../admin', ...over],
    prepare: stored,
  },
  {
    title: 'paths of a connection that there is not',
    expected: 'connection.unknown',
    action: 'observability.paths',
    input: { connection: name },
    argv: ['observe', ...over],
  },
];

const file = '/etc/hostname';
const sending = (change: object, ...more: string[]) => ({
  action: 'files.add' as const,
  input: async (window: PlainWindow) => ({
    offers: [await window.offered(file)],
    options: { ...options, connection: name, ...change },
  }),
  argv: ['send', file, ...over, ...more],
});
const impossible = '{"severities":{"file.empty":"off"}}';
const rules = folderOfFile();
function rulesIn(text: string) {
  const path = join(rules, `${hash('sha256', text)}.json`);
  writeFileSync(path, text);
  return sending({ rules: { name: path, text } }, '--rules', path);
}
const files: Row[] = [
  { title: 'a file over a connection that there is not', expected: 'connection.unknown', ...sending({}) },
  {
    title: 'a file for a team that there is not',
    expected: 'team.address',
    ...sending({ forTeam: true }, '--team'),
    prepare: stored,
  },
  {
    title: 'a file by rules that cannot be',
    expected: 'rules.unreadable',
    prepare: stored,
    ...rulesIn(impossible),
  },
  {
    title: 'a file by other rules than the organisation has set',
    expected: 'policy.managed',
    prepare: stored,
    ...rulesIn('{}'),
    policy: { ruleSet: { severities: { 'field.unknown': 'error' } } },
  },
  {
    title: 'a file of which the service is to decide',
    expected: 'policy.managed',
    prepare: stored,
    ...sending({ onInvalid: 'service-decides' }, '--on-invalid', 'service-decides'),
    policy: { serviceDecides: false },
  },
];

const retention = { submissions: 7, findings: null, reports: null, ids: null, logs: 14 };
const settings: Row[] = [
  {
    title: 'how long submissions are kept',
    action: 'settings.change',
    input: { retention },
    argv: ['retention', 'set', '--submissions', '7'],
  },
  {
    title: 'another time than the organisation has set',
    expected: 'policy.managed',
    action: 'settings.change',
    input: { retention },
    argv: ['retention', 'set', '--submissions', '7'],
    policy: { retention: { submissions: 90 } },
  },
  {
    title: 'an index that the organisation has turned off',
    expected: 'policy.managed',
    action: 'settings.change',
    input: { idIndex: true },
    argv: ['settings', 'set', '--id-index', 'on'],
    policy: { idIndex: false },
  },
];

const wish = { steps: [], withEdits: false, sendChanged: false };
const nowhere = '/nowhere/new.jsonl';
const corrections: Row[] = [
  {
    title: 'a correction of a submission that there is not',
    expected: 'queue.unknown-id',
    action: 'submission.correct',
    input: { id: 7, ...wish },
    argv: ['resend', '7'],
  },
  {
    title: 'a correction of what is not checked yet',
    expected: 'submission.not-correctable',
    action: 'submission.correct',
    input: { id: 1, ...wish },
    argv: ['resend', '1'],
    prepare: inUse,
  },
  {
    title: 'a preview of what is not checked yet',
    expected: 'submission.not-correctable',
    prepare: inUse,
    action: 'submission.previewCorrection',
    input: { id: 1, ...wish },
    argv: ['resend', '1', '--dry-run'],
  },
  {
    title: 'a corrected file of a submission that there is not',
    expected: 'queue.unknown-id',
    action: 'files.save',
    input: { kind: 'corrected', id: 7, ...wish, withEdits: true },
    argv: ['fix', '7', '--with-edits', '--out', nowhere],
  },
  {
    title: 'the same, to be added',
    expected: 'queue.unknown-id',
    action: 'files.save',
    input: { kind: 'correction', id: 7, ...wish, withEdits: true },
    argv: ['fix', '7', '--with-edits', '--add', '--out', nowhere],
  },
  {
    title: 'accepted lines of what is not checked yet',
    expected: 'edit.not-checked',
    prepare: inUse,
    action: 'files.save',
    input: { kind: 'lines', id: 1, accepted: true, rejected: false, unknown: false },
    argv: ['export', '1', '--accepted', '--out', nowhere],
  },
  {
    title: 'rejected lines of a submission that there is not',
    expected: 'queue.unknown-id',
    action: 'files.save',
    input: { kind: 'lines', id: 7, accepted: false, rejected: true, unknown: false },
    argv: ['export', '7', '--rejected', '--out', nowhere],
  },
];

const passphrase = 'correct horse battery staple';
const auditing: Row[] = [
  {
    title: 'a receiver that is none',
    expected: 'usage.invalid',
    action: 'audit.change',
    input: { syslog: 'http://log' },
    argv: ['audit', 'set', '--syslog', 'http://log'],
  },
  {
    title: 'a receiver',
    action: 'audit.change',
    input: { syslog: 'syslog+udp://127.0.0.1:9' },
    argv: ['audit', 'set', '--syslog', 'syslog+udp://127.0.0.1:9'],
    records: 'policy-changed',
  },
  {
    title: 'a review of a history that holds',
    action: 'audit.review',
    input: { reason: 'the night job' },
    argv: ['audit', 'review', '--reason', 'the night job'],
  },
  {
    title: 'a passphrase that is too weak',
    expected: 'secret.weak-passphrase',
    argv: ['passphrase'],
    action: 'passphrase.change',
    input: { present: passphrase, next: 'short' },
    environment: { TRANSHIP_NEW_PASSPHRASE: 'short' },
  },
  {
    title: 'another passphrase',
    argv: ['passphrase'],
    records: 'passphrase-changed',
    action: 'passphrase.change',
    input: { present: passphrase, next: 'four words without any sense' },
    environment: { TRANSHIP_NEW_PASSPHRASE: 'four words without any sense' },
  },
];

const folder = folderOfFile();
const november = join(folder, 'november.csv');
writeFileSync(november, csvOf([paymentRow(1)]));
const own = { text: JSON.stringify(paymentTemplate), name: paymentTemplate.name };
const noTemplate = { text: readFileSync(noCertificate, 'utf8'), name: noCertificate };
const withTemplate = (window: PlainWindow) => window.done('templates.keep', { template: paymentTemplate });

/** A plan of exports, by default of a file that is none. */
const planning = (change: object, argv: readonly string[], path = noCertificate) => ({
  action: 'preparations.run' as const,
  input: async (window: PlainWindow) => ({
    offers: [await window.offered(path)],
    template: own,
    reading: [],
    name: 'a',
    isPlan: true,
    keepPayments: false,
    leaveOutProcessed: false,
    expected: [],
    ...change,
  }),
  argv: ['prepare', path, '--plan', '--template', paymentTemplate.name, ...argv],
  prepare: withTemplate,
});

const preparing: Row[] = [
  { title: 'a plan', ...planning({}, [], november) },
  {
    title: 'exports by what is no template',
    expected: 'template.unreadable',
    ...planning({ template: noTemplate }, []),
    argv: ['prepare', noCertificate, '--plan', '--template', noCertificate],
  },
  {
    title: 'exports read in a way that there is not',
    expected: 'usage.invalid',
    ...planning({ reading: ['headerRow=abc'] }, ['--reading', 'headerRow=abc']),
  },
  {
    title: 'control figures that are none',
    expected: 'control.unreadable',
    ...planning({ control: noTemplate }, ['--control', noCertificate]),
  },
  {
    title: 'a control figure that is none',
    expected: 'usage.invalid',
    ...planning({ expected: ['EUR'] }, ['--expect', 'EUR']),
  },
  {
    title: 'a plan beside what went over a connection that there is not',
    expected: 'connection.unknown',
    ...planning({ connection: name }, ['--connection', name]),
  },
  {
    title: 'what went over any connection is left out',
    expected: 'preparation.not-compared',
    ...planning({ leaveOutProcessed: true }, ['--leave-out-processed']),
  },
  { title: 'an export with other columns than its template', expected: 'template.other-columns', ...planning({}, []) },
  {
    title: 'a proposal for exports read in a way that there is not',
    expected: 'usage.invalid',
    action: 'preparations.propose',
    input: async (window: PlainWindow) => ({
      offers: [await window.offered(noCertificate)],
      reading: ['sheet=a'],
      name: 'a',
    }),
    argv: ['prepare', noCertificate, '--reading', 'sheet=a'],
  },
  {
    title: 'what is no template',
    expected: 'template.unreadable',
    action: 'templates.import',
    input: noTemplate,
    argv: ['template', 'import', noCertificate],
  },
  {
    title: 'the removal of a template',
    action: 'templates.remove',
    input: async (window: PlainWindow) => await window.templateId(),
    argv: ['template', 'remove', paymentTemplate.name],
    prepare: withTemplate,
  },
  {
    title: 'a template without a name',
    expected: 'usage.invalid',
    action: 'templates.rename',
    input: async (window: PlainWindow) => ({ ...(await window.templateId()), name: ' ' }),
    argv: ['template', 'rename', paymentTemplate.name, ' '],
    prepare: withTemplate,
  },
];

const noFilter = { search: '', states: [], connections: [] };
const exports = folderOfFile();

function writtenFile(file: string, text: string): { text: string; name: string } {
  writeFileSync(join(exports, file), text);
  return { text, name: join(exports, file) };
}
const coreFigures = writtenFile('core.csv', 'day,currency,count,amount\n2025-12-31,EUR,2,10.50\n');
const dayless = writtenFile('dayless.csv', 'currency,count\nEUR,2\n');
const entering = (figures: { text: string; name: string }) => ({
  action: 'statement.enter' as const,
  input: { connection: name, figures },
  argv: ['statement', '--from', '2026-01-05', '--to', '2026-01-05', ...over, '--control', figures.name, '--keep'],
});
const queue: Row[] = [
  {
    title: 'a submission that there is not',
    expected: 'queue.unknown-id',
    action: 'queue.list',
    input: { ids: ['7'], filter: noFilter },
    argv: ['queue', 'list', '7'],
  },
  {
    title: 'a statement',
    action: 'statement.read',
    prepare: inUse,
    input: { from: '2026-01-05', to: '2026-01-05' },
    argv: ['statement', '--from', '2026-01-05', '--to', '2026-01-05'],
  },
  {
    title: 'a statement beside figures that are none',
    expected: 'control.unreadable',
    action: 'statement.read',
    input: { from: '2026-01-05', to: '2026-01-05', control: noTemplate },
    argv: ['statement', '--from', '2026-01-05', '--to', '2026-01-05', '--control', noCertificate],
    prepare: inUse,
  },
  { title: 'control figures', ...entering(coreFigures), prepare: stored },
  {
    title: 'control figures that are removed',
    action: 'statement.enter',
    input: { connection: name, replaces: '2025-12-31' },
    argv: ['statement', '--from', '2026-01-05', '--to', '2026-01-05', ...over, '--forget', '2025-12-31'],
    prepare: async (window: PlainWindow) => {
      await stored(window);
      await window.done('statement.enter', entering(coreFigures).input);
    },
  },
  { title: 'control figures without a day', expected: 'control.unreadable', ...entering(dayless), prepare: stored },
  {
    title: 'control figures of a connection that there is not',
    expected: 'connection.unknown',
    ...entering(coreFigures),
  },
  {
    title: 'all of it',
    action: 'queue.list',
    prepare: inUse,
    input: { ids: [], filter: noFilter },
    argv: ['queue', 'list'],
  },
];

const watching = (folder: string, choices: { release?: boolean } = {}) => ({
  action: 'watching.add' as const,
  input: { connection: name, release: false, ...choices },
  folder,
  argv: ['watch', 'add', folder, ...over, ...(choices.release === true ? ['--release'] : [])],
});
const watched: Row[] = [
  { title: 'a watched folder', ...watching(exports), prepare: stored },
  {
    title: 'a watched folder that is not there',
    expected: 'watch.folder-unfit',
    ...watching(join(exports, 'missing')),
    prepare: stored,
  },
  {
    title: 'a watched folder of a connection that there is not',
    expected: 'connection.unknown',
    ...watching(exports),
  },
  {
    title: 'a watched folder whose files nobody releases',
    expected: 'policy.no-release',
    ...watching(exports, { release: true }),
    prepare: stored,
  },
  {
    title: 'a watched folder whose files nobody releases, as the policy allows',
    ...watching(exports, { release: true }),
    prepare: stored,
    policy: { watchedRelease: true },
  },
];

const transactions = { sound: join(exports, 'sound.jsonl'), faulty: join(exports, 'faulty.jsonl') };
writeFileSync(transactions.sound, `${transactionLine()}\n`);
writeFileSync(transactions.faulty, '{"sender":{}}\n');

const posting = (path: string, { evenWithErrors = false } = {}) => ({
  action: 'transaction.sendFile' as const,
  input: async (window: PlainWindow) => ({
    offer: await window.offered(path),
    connection: name,
    evenWithErrors,
    concurrency: 100,
    resendUnknown: false,
    resendRejected: false,
    savesResults: false,
  }),
  argv: ['post', path, ...over, ...(evenWithErrors ? ['--on-invalid', 'service-decides'] : [])],
});
const posted: Row[] = [
  {
    title: 'transactions of a file',
    ...posting(transactions.sound),
    prepare: overTenant,
    records: 'transactions-sent',
  },
  {
    title: 'transactions over a connection that there is not',
    expected: 'connection.unknown',
    ...posting(transactions.sound),
  },
  {
    title: 'faulty transactions, which the organisation never sends',
    expected: 'policy.managed',
    ...posting(transactions.faulty, { evenWithErrors: true }),
    prepare: overTenant,
    policy: { serviceDecides: false },
  },
  {
    title: 'transactions where another person releases all that is sent',
    expected: 'policy.managed',
    ...posting(transactions.sound),
    prepare: overTenant,
    policy: { ledger: { address: 'postgres://ledger.bank.example/tranship', release: 'required' } },
  },
];

/** By day each action with each code once; at night all inputs that end with it. */
function isShown({ action, expected }: Row, place: number, rows: readonly Row[]): boolean {
  return isNight || rows.findIndex((row) => row.action === action && row.expected === expected) === place;
}

describe.each([
  { subject: 'preparing', rows: preparing },
  { subject: 'connections', rows: connections },
  { subject: 'network', rows: network },
  { subject: 'the service', rows: service },
  { subject: 'files', rows: files },
  { subject: 'settings', rows: settings },
  { subject: 'corrections', rows: corrections },
  { subject: 'auditing and the key', rows: auditing },
  { subject: 'the team', rows: team },
  { subject: 'the queue', rows: queue },
  { subject: 'watched folders', rows: watched },
  { subject: 'single transactions', rows: posted },
])('The same either way: $subject', ({ rows }) => {
  it.each(rows.filter(isShown))('$title ($action)', async ({ expected, records, ...row }) => {
    const { window, commandLine } = await eitherWay(row);
    expect(commandLine).toEqual(window);
    expect(window.error?.code).toBe(expected);
    if (records !== undefined) expect(window.recorded).toContainEqual(expect.objectContaining({ event: records }));
  });
});
