import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { commandNames, eventNames } from '../../src-shared/channels.ts';
import { schemasOf } from '../../src-shared/command-schemas.ts';
import type { savableSchema } from '../../src-shared/contract.ts';
import { events } from '../../src-shared/events.ts';
import { commands } from '../harness/commands.ts';

/** Where each named field of a schema stands, however deep: “rows.connection”. */
function fieldPaths(schema: z.ZodType): string[] {
  const paths: string[] = [];
  const walk = (node: unknown, path: readonly string[]): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      if (key !== 'properties' || typeof value !== 'object' || value === null) walk(value, path);
      else {
        for (const [name, field] of Object.entries(value)) {
          paths.push([...path, name].join('.'));
          walk(field, [...path, name]);
        }
      }
    }
  };
  walk(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'output' }), []);
  return paths;
}

const outgoing = [
  ...Object.entries(commands).map(([name, { output }]) => [name, output] as const),
  ...Object.entries(events),
];
const submissions = { ids: [1, 2] };
const sending = { connection: 'Nordbank', onInvalid: 'stop', ingestValid: false, maxBatchBytes: 1_000_000 };
const form = { name: 'N', kind: 'test', baseUrl: 'b', tokenUrl: 't', clientId: 'c', scope: 's', secret: 'x' };

const preparation = { id: '3f1b0f0a-3f52-4c3e-9a51-2f4f0e6a7c11' };
const template = {
  version: 1,
  name: 'konten',
  reading: { format: 'delimited' },
  columns: ['Betrag'],
  numbers: { decimal: ',', thousands: '.' },
  dates: { formats: ['DD.MM.YYYY'], zone: 'as-written' },
  fields: { 'modification.amount': { source: { from: 'column', column: 'Betrag' } } },
  entities: {},
  additionalFields: {},
  otherColumns: 'leave-out',
  leaveOutRows: [],
};
const oneOffer = { ledger: 'cem@ledger.example:5432/tranship', id: 12 };
const draft = {
  template,
  split: { by: 'day', maxBytes: 1_000_000, maxTransactions: 1000, keepPayments: true },
  figures: [{ currency: 'EUR', day: '2026-11-30', count: 2, amount: '-12.50' }],
};

const correction = { id: 1, steps: [{ step: 'drop-bom' as const }], withEdits: true, sendChanged: false };

type Wanted = z.input<typeof savableSchema>;

/** One of each kind that can be saved. */
const savables: { [Kind in Wanted['kind']]: Extract<Wanted, { kind: Kind }> } = {
  findings: { kind: 'findings', id: 1, format: 'csv' },
  report: { kind: 'report', batch: 3 },
  'report-table': { kind: 'report-table', batch: 3 },
  receipt: { kind: 'receipt', batch: 3, format: 'pdf' },
  'submission-receipt': { kind: 'submission-receipt', id: 1, format: 'html' },
  'payment-receipt': { kind: 'payment-receipt', of: { submission: 1, line: 7 }, format: 'json' },
  support: { kind: 'support', securityLog: true },
  'anchor-file': { kind: 'anchor-file' },
  'history-entries': { kind: 'history-entries', filter: { named: 'november', isRemoved: true }, format: 'jsonl' },
  'queue-list': { kind: 'queue-list', ids: [2, 1], format: 'csv' },
  statement: { kind: 'statement', from: '2026-11-01', to: '2026-11-30', format: 'csv' },
  history: { kind: 'history' },
  template: { kind: 'template', id: preparation.id },
  prepared: { kind: 'prepared', id: preparation.id },
  'rule-set': { kind: 'rule-set', text: '{}' },
  corrected: { kind: 'corrected', ...correction, rejectedLines: [7] },
  correction: { kind: 'correction', ...correction },
  lines: { kind: 'lines', id: 1, accepted: false, rejected: true, unknown: false },
  'left-out': { kind: 'left-out', id: 1, format: 'csv' },
  changes: { kind: 'changes', id: 1, format: 'jsonl' },
  'refused-rows': { kind: 'refused-rows', id: 1, part: 0 },
  recipe: { kind: 'recipe', name: 'november.jsonl', steps: [{ step: 'drop-bom' }] },
};

/** For each command something that it takes; undefined where it takes nothing. */
const accepted: Record<(typeof commandNames)[number], object | undefined> = {
  'app.info': undefined,
  'app.confirmNotice': undefined,
  'folder.confirm': { reason: 'the disk was replaced' },
  'folder.ask': undefined,
  'queue.snapshot': undefined,
  'queue.older': { before: 7 },
  'queue.watch': submissions,
  'queue.situation': { ...submissions, waitFor: 'final' },
  'queue.named': { ids: ['7', '8f1b0f0a-3f52-4c3e-9a51-2f4f0e6a7c11'] },
  'queue.list': { ids: ['7'], filter: { search: 'final', states: ['held'], connections: ['a'], added: 'week' } },
  'queue.open': undefined,
  'queue.pause': submissions,
  'queue.resume': submissions,
  'queue.retry': submissions,
  'queue.sendNow': submissions,
  'queue.cancel': submissions,
  'queue.remove': submissions,
  'queue.restore': submissions,
  'queue.summary': submissions,
  'queue.approve': { id: 1, reason: 'Asked for by the provider' },
  'queue.settleRefused': { id: 1, reason: 'Test rows of the old system' },
  'queue.findFile': { id: 1, offer: '8f1b0f0a-3f52-4c3e-9a51-2f4f0e6a7c11' },
  'queue.send': { id: 1, options: sending },
  'queue.find': { ids: ['any form'], thorough: false, beginnings: true, most: 100 },
  'queue.findInFiles': { ids: ['8f1b0f0a-3f52-4c3e-9a51-2f4f0e6a7c11'], most: 100, from: { submission: 7, at: 0 } },
  'submission.details': { id: 1 },
  'submission.groups': { id: 1, severity: 'error', text: 'Sweden', offset: 0, limit: 100 },
  'submission.place': { id: 1, rules: ['line.blank'], group: 5, line: 7 },
  'submission.findings': { id: 1, rules: ['line.blank'], severity: 'error', offset: 0, limit: 200 },
  'submission.account': { id: 1 },
  'submission.leftOut': { id: 1 },
  'submission.changes': { id: 1 },
  'submission.faults': { id: 1, steps: [{ step: 'drop-blank' }], withEdits: false },
  'submission.previewCorrection': correction,
  'submission.correct': correction,
  'submission.line': { id: 1, line: 7 },
  'edits.list': { id: 1 },
  'edits.line': { id: 1, line: 7 },
  'edits.check': { id: 1, line: 7, text: '{}', steps: [] },
  'edits.corrected': { id: 1, line: 7, steps: [] },
  'edits.payments': { id: 1, lines: [7, 9] },
  'edits.explain': { id: 1, reasons: [{ lines: [3], reason: 'Sent twice by the core system.' }] },
  'edits.save': { id: 1, line: 7, edit: { kind: 'replaced', text: '{}' } },
  'edits.undo': { id: 1, line: 7 },
  'edits.undoAll': { id: 1 },
  'edits.turns': { id: 1 },
  'edits.keepTurns': { id: 1, turns: [] },
  'batch.report': { batch: 3 },
  'report.reading': { batch: 3 },
  'report.stricter': { batch: 3 },
  'report.lines': { batch: 3, offset: 0, limit: 100, foundBy: ['service'], text: 'currency' },
  'receipt.read': { submission: 7 },
  'receipt.page': { of: { submission: 7 }, language: 'de' },
  'statement.read': { from: '2026-11-01', to: '2026-11-30', connection: 'bank' },
  'statement.page': { from: '2026-11-01', to: '2026-11-30', language: 'de' },
  'statement.enter': { connection: 'bank', figures: { text: '[]', name: 'figures' } },
  'files.choose': undefined,
  'files.stopReading': undefined,
  'files.look': { offer: '8f1b0f0a-3f52-4c3e-9a51-2f4f0e6a7c11', connection: 'Nordbank' },
  'files.add': { offers: ['8f1b0f0a-3f52-4c3e-9a51-2f4f0e6a7c11'], options: sending },
  'files.check': { offers: ['8f1b0f0a-3f52-4c3e-9a51-2f4f0e6a7c11'], maxBatchBytes: 1_000_000_000 },
  'files.save': savables.report,
  'preparations.list': undefined,
  'preparations.begin': { offers: ['8f1b0f0a-3f52-4c3e-9a51-2f4f0e6a7c11'] },
  'preparations.beginRefused': { id: 1 },
  'preparations.reopen': { id: 1, line: 7, field: 'modification.amount' },
  'preparations.get': preparation,
  'preparations.read': { ...preparation, reading: { format: 'delimited', delimiter: ';', headerRow: 2 } },
  'preparations.choose': { ...preparation, leftOut: [{ source: 0, name: 'november/fees.csv' }] },
  'preparations.goBack': preparation,
  'preparations.useTemplate': { ...preparation, template: preparation.id },
  'preparations.keep': { ...preparation, draft },
  'preparations.preview': { ...preparation, template, table: '', rows: [2, 3] },
  'preparations.values': { ...preparation, columns: ['Betrag'] },
  'preparations.plan': { ...preparation, draft },
  'preparations.prepare': { ...preparation, draft, options: sending },
  'preparations.save': { ...preparation, draft, continues: false },
  'preparations.cancel': preparation,
  'preparations.discard': preparation,
  'preparations.propose': { offers: [preparation.id], reading: [], name: 'november' },
  'preparations.run': {
    offers: [preparation.id],
    template: preparation,
    reading: ['headerRow=2'],
    name: 'november',
    isPlan: true,
    keepPayments: true,
    leaveOutProcessed: false,
    expected: ['EUR=1:2'],
    control: { text: '', name: 'a.csv' },
  },
  'watching.list': undefined,
  'watching.add': {
    template: 'konten',
    connection: 'Nordbank',
    release: false,
    shared: true,
    settleSeconds: 90,
    marker: '.done',
  },
  'watching.remove': { id: '0123456789abcdef' },
  'templates.list': undefined,
  'templates.read': preparation,
  'templates.versions': preparation,
  'templates.goBack': { ...preparation, version: 1 },
  'templates.keep': { template },
  'templates.rename': { ...preparation, name: 'konten' },
  'templates.copy': preparation,
  'templates.remove': preparation,
  'templates.import': { text: '{}', name: 'konten.json' },
  'history.find': { filter: { named: 'november', state: 'held', from: 0, isRemoved: true }, olderThan: 7, limit: 100 },
  'history.overview': { starts: [0, 1] },
  'history.choices': undefined,
  'audit.review': { reason: 'The night job' },
  'audit.change': { anchors: 'none', syslog: 'syslog://log.example:601' },
  'passphrase.change': { present: 'a', next: 'b' },
  'team.history': {
    ledger: 'mara@ledger.example:5432/tranship',
    filter: { person: 'mara', from: 0 },
    olderThan: '1767603600000000.1.7',
    limit: 100,
  },
  'connections.list': undefined,
  'connections.judge': {
    form: { name: 'A', kind: 'test', baseUrl: '', tokenUrl: '', clientId: '', scope: '' },
    isNew: true,
  },
  'connections.add': form,
  'connections.change': form,
  'connections.remove': { name: 'Nordbank' },
  'connections.diagnose': { name: 'Nordbank', askForStorage: false },
  'network.confirm': undefined,
  'connections.confirm': { name: 'Nordbank' },
  'connections.test': { name: 'Nordbank' },
  'connections.changeHosts': { name: 'Nordbank', allow: ['https://storage.example'], fixed: true },
  'connections.countLines': { name: 'Nordbank', from: 0 },
  'connections.changeSending': {
    name: 'Nordbank',
    hours: [{ days: 'mon-fri', from: 1200, to: 360 }],
    monthEndDays: 2,
    bandwidth: 'none',
  },
  'connections.observe': { name: 'Nordbank', paths: [{ name: 'Exports', path: '/api/exports' }] },
  'connections.ledger': { name: 'Nordbank' },
  'connections.changeLedger': {
    name: 'Nordbank',
    ledger: { place: 'postgresql://ledger.example:5432/tranship', person: 'mara', password: 'x', authority: 'x' },
  },
  'network.get': undefined,
  'network.change': {
    proxy: { mode: 'system' },
    authorities: [{ pem: 'x', hosts: ['a.example'] }],
    proxyPassword: 'x',
  },
  'transaction.check': { text: '{}' },
  'transaction.send': { text: '{}', connection: 'Nordbank', evenWithErrors: false },
  'transaction.sendFile': {
    offer: preparation.id,
    rules: { name: 'r.json', text: '{}' },
    connection: 'Nordbank',
    evenWithErrors: false,
    concurrency: 100,
    resendUnknown: false,
    resendRejected: true,
    savesResults: true,
  },
  'rules.start': { connection: 'Nordbank', kind: 'execute', date: '2026-11-20', ruleIds: [], force: false },
  'rules.list': undefined,
  'rules.stopFollowing': { id: 'r' },
  'rules.wait': { connection: 'Nordbank' },
  'rules.status': { executionId: 'e-1' },
  'observability.paths': { connection: 'Nordbank' },
  'rules.schedule': { connection: 'Nordbank' },
  'observability.ask': { connection: 'Nordbank', path: '/api/exports' },
  'practice.start': undefined,
  'team.ledgers': undefined,
  'team.sharing': { connection: 'Nordbank' },
  'team.status': { ledger: 'cem@ledger.example:5432/tranship' },
  'team.requireRelease': { ledger: 'cem@ledger.example:5432/tranship', isRequired: true, reason: 'From December on.' },
  'team.continueWithout': {
    ledger: 'cem@ledger.example:5432/tranship',
    desks: ['8f1b0f0a-3f52-4c3e-9a51-2f4f0e6a7c11'],
    reason: 'Its computer is broken.',
  },
  'team.roles': { ledger: 'cem@ledger.example:5432/tranship', give: { role: 'maker', person: 'mara' } },
  'team.parts': { ledger: 'cem@ledger.example:5432/tranship' },
  'team.find': { ledger: 'cem@ledger.example:5432/tranship', ids: ['m-1'], most: 100 },
  'team.offers': { ledger: 'cem@ledger.example:5432/tranship', isOpen: true, before: 7 },
  'team.offer': oneOffer,
  'team.compare': { ...oneOffer, copy: '8f1b0f0a-3f52-4c3e-9a51-2f4f0e6a7c11' },
  'team.stopComparing': undefined,
  'team.decide': { ...oneOffer, outcome: 'released', reason: 'The sums agree.' },
  'team.offerFiles': {
    ledger: 'cem@ledger.example:5432/tranship',
    connection: 'Nordbank',
    offers: ['8f1b0f0a-3f52-4c3e-9a51-2f4f0e6a7c11'],
    reason: 'The export of November.',
    again: false,
    rules: { name: 'rules.json', text: '{}' },
  },
  'team.verify': {
    ledger: 'cem@ledger.example:5432/tranship',
    connection: 'Nordbank',
    copy: '8f1b0f0a-3f52-4c3e-9a51-2f4f0e6a7c11',
  },
  'team.ofSubmission': { id: 1 },
  'team.offerSubmission': { id: 1, connection: 'Nordbank', reason: 'The export of November.', again: false },
  'settings.get': undefined,
  'settings.change': { appearance: 'dark', sending },
  'ruleSet.get': undefined,
  'ruleSet.judge': { text: 'any text' },
  'ruleSet.try': { text: '' },
  'ruleSet.stopTrial': undefined,
  'retention.kept': undefined,
  'retention.freeable': undefined,
  'retention.free': { kind: 'copies' },
  'retention.purge': undefined,
  'keyStore.tryAgain': undefined,
  'keyStore.replaceKey': undefined,
  'updates.state': undefined,
  'updates.turn': { isOn: true },
  'updates.ask': undefined,
  'updates.install': undefined,
};

describe('the contract', () => {
  it('has a schema for exactly the names that the preload exposes', () => {
    expect(Object.keys(commands).sort()).toEqual([...commandNames].sort());
    expect(Object.keys(events).sort()).toEqual([...eventNames].sort());
  });

  it('finds the schemas of each command by its name', async () => {
    for (const name of commandNames) expect(await schemasOf(name)).toBe(commands[name]);
  });
});

const examples = [
  ...commandNames.map((name) => ({ title: name, name, example: accepted[name] })),
  ...Object.values(savables).map((example) => ({
    title: `files.save for ${example.kind}`,
    name: 'files.save' as const,
    example,
  })),
];

describe.each(examples)('what $title takes', ({ name, example }) => {
  const takes = (input: unknown) => commands[name].input.safeParse(input).success;

  it('is what the window sends', () => {
    expect(takes(example)).toBe(true);
  });

  it('is nothing else', () => {
    const junk = ['7', 7, null, true, [], [example], { '': 1 }, JSON.parse('{"__proto__":{"id":1}}'), () => {}];
    expect(junk.filter(takes)).toEqual([]);
  });

  it('has no field besides its own', () => {
    const more = { elsewhere: '/etc/passwd' };
    expect(takes({ ...example, ...more })).toBe(false);
  });

  it('has no field in a field besides its own', () => {
    for (const [field, value] of Object.entries(example ?? {})) {
      if (typeof value !== 'object' || Array.isArray(value)) continue;
      expect(takes({ ...example, [field]: { ...value, path: '/etc/passwd' } })).toBe(false);
    }
  });

  it('has each field as it must be', () => {
    for (const field of Object.keys(example ?? {})) expect(takes({ ...example, [field]: { toString: 1 } })).toBe(false);
  });

  it('holds no path and no address of a file', () => {
    const names = fieldPaths(commands[name].input).map((path) => path.split('.').at(-1) ?? '');
    const suspicious = names.filter((field) => /path|folder|director|file|dest|target/i.test(field));
    // What the service is asked for lies below its own address.
    const atTheService = name === 'connections.observe' || name === 'observability.ask' ? ['paths', 'path'] : [];
    expect(suspicious.filter((field) => !atTheService.includes(field))).toEqual([]);
  });
});

describe('what goes out to the window', () => {
  it('is walked to its deepest fields', () => {
    const paths = fieldPaths(commands['submission.details'].output);
    expect(paths).toEqual(expect.arrayContaining(['batches.batchId', 'row.error.code', 'history.remoteState']));
  });

  it('holds no secret, no token and no signed address', () => {
    const suspicious = outgoing.flatMap(([name, schema]) =>
      fieldPaths(schema)
        .filter((path) => /secret|token|url|address|passw|passphrase|authori|signature|seal|cipher|key/i.test(path))
        .map((path) => `${name} ${path}`),
    );
    // Where a connection leads is no secret; of its secret only is told whether there is one.
    const ofConnections = ['list', 'add', 'change', 'changed', 'changeSending', 'confirm', 'remove', 'observe'].flatMap(
      (name) => ['baseUrl', 'tokenUrl', 'hasSecret'].map((field) => `connections.${name} ${field}`),
    );
    // Authorities are public certificates.
    const ofTheNetwork = ['get', 'change', 'confirm'].flatMap((name) =>
      ['proxy.address', 'authorities', 'authorities.hosts', 'authorities.pem', 'hasProxyPassword'].map(
        (field) => `network.${name} ${field}`,
      ),
    );
    // Of the password of a ledger is told whether there is one, and of its authority.
    const ofLedgers = ['ledger', 'changeLedger'].flatMap((name) =>
      ['hasPassword', 'hasAuthority'].map((field) => `connections.${name} ${field}`),
    );
    expect(suspicious.sort()).toEqual(
      // A download is fetched from the app itself, under an id that opens nothing else.
      [
        ...ofConnections,
        ...ofLedgers,
        ...ofTheNetwork,
        'app.info keepsSecrets',
        'app.info secretsHint',
        'files.save address',
        // Of each kind of receipt: for everybody to check its signature with.
        ...Array(3).fill('receipt.read receipt.publicKey'),
      ].sort(),
    );
  });

  it('loses what does not belong to it', () => {
    const row = { name: 'N', kind: 'test', baseUrl: 'b', tokenUrl: 't', clientId: 'c', scope: 's' };
    const rows = [{ ...row, hasSecret: true, observed: [], origin: 'stored', openSubmissions: 0, secret: 'canary' }];
    expect(JSON.stringify(commands['connections.list'].output.parse(rows))).not.toContain('canary');
  });
});
