/** @file An app in memory with sample data, to view and try pages without the real app. */

import type { Bridge } from '../../src-preload/bridge.ts';
import type { EventName } from '../../src-shared/channels.ts';
import type {
  AppInfo,
  ConnectionForm,
  ConnectionRow,
  EventPayload,
  FileOffer,
  NetworkState,
  PickedFiles,
  Result,
  RuleRun,
  Settings,
  SubmissionRow,
  UpdateState,
  WatchedFolderRow,
} from '../../src-shared/contract.ts';
import { AppError } from '../../src-shared/errors.ts';
import { needsReason } from '../../src-shared/sent-before.ts';
import { networkAfter, rowAfter, sampleConnections, sampleDiagnosis } from './demo-connections.ts';
import { demoDetails, demoFindings, demoGroups, demoLine, demoPlace, demoReportedLine } from './demo-details.ts';
import { DemoEdits } from './demo-edits.ts';
import { DemoLife } from './demo-life.ts';
import { demoPlaces, demoTeamPlaces } from './demo-places.ts';
import { DemoPreparations, demoPlan, demoPreviews, demoTemplate, demoTemplateRow } from './demo-preparations.ts';
import { demoRow, demoRows } from './demo-rows.ts';
import { demoRuleSet, demoRuleSetProblems, demoTrial } from './demo-rule-set.ts';
import { demoCheck, demoObserved, demoRun, demoRuns, demoSchedule, demoTransaction } from './demo-service.ts';
import { DemoTeam, demoLedgers } from './demo-team.ts';

export interface DemoOptions {
  /** The number of submissions; none by default. */
  submissions?: number;
  /** False: no connection yet, as at the first start. */
  hasConnections?: boolean;
  /** Whether uploads move on their own. */
  isMoving?: boolean;
  /** The disk is full. */
  isStopped?: boolean;
  /** There is a team ledger. */
  hasTeam?: boolean;
  /** A million findings in each submission. */
  manyFindings?: boolean;
  appearance?: Settings['appearance'];
  rows?: Settings['list']['rows'];
  info?: Partial<AppInfo>;
}

export interface DemoBridge extends Bridge {
  /** The queue behind it, so that a test can change rows. */
  life: DemoLife;
  /** Every command that was called, with its input. */
  calls: { name: string; input: unknown }[];
  offer(files: PickedFiles): void;
  showPage(page: EventPayload<'page.show'>['page']): void;
  /** Sends an event about rule runs. */
  tellRuns(runs: RuleRun[]): void;
}

/** The sample app. */
export function createDemoBridge(options: DemoOptions = {}): DemoBridge {
  const { submissions = 0, hasConnections = true, isMoving = true, manyFindings = false } = options;
  const listeners: { [Name in EventName]: Set<Listener<Name>> } = {
    'queue.changed': new Set(),
    'diagnosis.stepped': new Set(),
    'rules.changed': new Set(),
    'preparation.changed': new Set(),
    'watching.changed': new Set(),
    'files.offered': new Set(),
    'files.reading': new Set(),
    'page.show': new Set(),
    'command.run': new Set(),
    'submission.show': new Set(),
    'updates.changed': new Set(),
    'ruleSet.progress': new Set(),
    'team.changed': new Set(),
    'team.comparing': new Set(),
  };
  const calls: DemoBridge['calls'] = [];
  const life = new DemoLife({
    rows: demoRows(submissions, Date.now()),
    ...(options.isStopped === true && { stopped: new AppError('disk.full', { folder: '/home/mara' }).toRecord() }),
    tell: (change) => {
      for (const listener of listeners['queue.changed']) listener(change);
    },
  });
  const known = sampleConnections(Date.now());
  let connections = hasConnections ? known : [];
  let settings = sampleSettings(options.appearance ?? 'system', connections);
  if (options.rows !== undefined) settings = { ...settings, list: { ...settings.list, rows: options.rows } };
  let network: NetworkState = { proxy: { mode: 'system' }, authorities: [], hasProxyPassword: false };
  const processed = life.snapshot().submissions.find(({ state }) => state === 'processed')?.id;
  let runs = submissions > 0 ? demoRuns(Date.now(), processed) : [];
  let rerunAt = 0;
  let updates: UpdateState = { isOn: false, decidedBy: 'person', step: { kind: 'nothing' } };
  const tellRuns = (next: RuleRun[]) => {
    runs = next;
    for (const listener of listeners['rules.changed']) listener(runs);
  };
  const edits = new DemoEdits();
  const team = new DemoTeam();
  const watched: WatchedFolderRow[] = [];
  const preparations = new DemoPreparations();
  const tellPreparation = (id: string) => {
    for (const listener of listeners['preparation.changed']) listener({ id });
  };
  const changePreparation = (id: string, part: Parameters<DemoPreparations['change']>[1]) => {
    preparations.change(id, part);
    tellPreparation(id);
  };
  const offers = new Map<string, FileOffer>();

  const offerNames = (files: readonly { name: string; size: number }[]): PickedFiles => {
    const picked: PickedFiles = { offers: [], refused: [] };
    for (const { name, size } of files) {
      const offer = sampleOffer(name, size, settings.sending.maxBatchBytes);
      if (size === 0)
        picked.refused.push({ fileName: name, error: new AppError('file.not-found', { path: name }).toRecord() });
      else picked.offers.push(offer);
      offers.set(offer.offer, offer);
    }
    return picked;
  };
  const addRows = (wanted: readonly string[], connection: string) => {
    const next = Math.max(0, ...life.snapshot().submissions.map(({ id }) => id)) + 1;
    const rows = wanted.map((offer, index) => ({
      ...demoRow(next + index, 'checking', Date.now()),
      fileName: offers.get(offer)?.fileName ?? 'export.jsonl',
      connection,
    }));
    life.put(rows);
    return { added: rows.map(({ id }) => id), refused: [] };
  };
  const put = (form: ConnectionForm) => {
    const before = connections.find(({ name }) => name === form.name);
    const row = rowAfter(form, before, Date.now());
    connections = before === undefined ? [...connections, row] : connections.map((one) => (one === before ? row : one));
    return connections;
  };
  const change = (ids: readonly number[], state: SubmissionRow['state'], paused = false) =>
    life.change(ids, ({ error: _, speed: __, ...row }) => ({ ...row, state, paused }));
  const detailsOf = (id: number) => {
    const row = life.row(id);
    if (row === undefined) throw new AppError('queue.unknown-id', { id: String(id) });
    return demoDetails(row, manyFindings);
  };

  const invoke: Bridge['invoke'] = {
    'app.info': answer('app.info', () => ({ ...sampleInfo, ...options.info })),
    'app.confirmNotice': answer('app.confirmNotice', () => {}),
    'queue.snapshot': answer('queue.snapshot', () => {
      if (isMoving && options.isStopped !== true) life.start();
      return life.snapshot();
    }),
    'queue.older': answer('queue.older', () => ({ sequence: life.snapshot().sequence, submissions: [] })),
    'queue.watch': answer('queue.watch', () => {}),
    'queue.pause': answer('queue.pause', ({ ids }) => change(ids, 'paused', true)),
    'queue.resume': answer('queue.resume', ({ ids }) => change(ids, 'uploading')),
    'queue.restore': answer('queue.restore', () => {}),
    'history.find': answer('history.find', () => ({ entries: [] })),
    'history.overview': answer('history.overview', () => ({ days: [], byRule: [] })),
    'team.history': answer('team.history', () => ({ happenings: [] })),
    'history.choices': answer('history.choices', () => ({ people: ['mara'], hasModificationIndex: false })),
    'queue.retry': answer('queue.retry', ({ ids }) => change(ids, 'uploading')),
    'queue.cancel': answer('queue.cancel', ({ ids }) => change(ids, 'cancelled')),
    'queue.remove': answer('queue.remove', ({ ids }) => life.remove(ids)),
    'queue.summary': answer('queue.summary', ({ ids }) => ({
      ...{ files: ids.length, transactions: 1_236_000, bytes: 1_004_000_000, batches: 2, sendMs: 95_000 },
      ...{ isSpeedKnown: true, isTyped: false, sums: [{ currency: 'EUR', amount: '84120311.5' }] },
    })),
    'queue.approve': answer('queue.approve', ({ id, reason }) => {
      const row = life.row(id);
      if ((needsReason(row?.error) || (row?.errors ?? 0) > 0) && !reason)
        throw new AppError('submission.no-reason', {});
      change([id], 'waiting');
    }),
    'queue.send': answer('queue.send', ({ id, options: sending }) => {
      life.change([id], (row) => ({ ...row, state: 'waiting', connection: sending.connection }));
      return {};
    }),
    'queue.find': answer('queue.find', ({ id }) => demoPlaces(id, life.snapshot().submissions)),
    'submission.details': answer('submission.details', ({ id }) => detailsOf(id)),
    'submission.findings': answer('submission.findings', (query) => demoFindings(detailsOf(query.id).byRule, query)),
    'submission.groups': answer('submission.groups', (query) => demoGroups(detailsOf(query.id).byRule, query)),
    'submission.place': answer('submission.place', (query) => demoPlace(detailsOf(query.id).byRule, query)),
    'submission.line': answer('submission.line', ({ line }) => demoLine(line)),
    'submission.suggestSteps': answer('submission.suggestSteps', () => [
      { step: 'replace', field: 'payment_source_country', from: 'Sweden', count: 980_547 },
      { step: 'drop-refused', count: 980_560 },
    ]),
    'submission.correct': answer('submission.correct', () => ({
      ...{ lines: 5, kept: 5, changed: 2, dropped: 0, leftOut: 0, byStep: [], samples: [] },
      ...{ differing: { count: 0, lines: [] }, batches: { all: 0, taken: 0, doubtful: 0 } },
      byHand: { changed: 0, dropped: 0 },
    })),
    'edits.list': answer('edits.list', () => edits.list()),
    'edits.line': answer('edits.line', ({ line }) => edits.line(line)),
    'edits.check': answer('edits.check', ({ line, text }) => ({
      findings: demoCheck(text).map((finding) => ({ ...finding, line })),
    })),
    'edits.save': answer('edits.save', ({ line, edit }) => edits.save(line, edit)),
    'edits.undo': answer('edits.undo', ({ line }) => edits.undo(line)),
    'edits.undoAll': answer('edits.undoAll', () => edits.undoAll()),
    'batch.report': answer('batch.report', () => ({
      fileName: 'report.jsonl',
      bytes: 812,
      text: '{"line":3,"errors":["modification.external_id is not unique"]}\n'.repeat(12),
      isShortened: false,
    })),
    'report.reading': answer('report.reading', () => ({
      isKnown: true,
      counts: { check: 0, service: 12, both: 0, unmatched: 0 },
      notes: ['The batch carries lines 1 to 400 of the file.'],
    })),
    'report.stricter': answer('report.stricter', () => ({
      count: 1,
      notes: [
        'payment_method must be there. On 12 lines: “Field required.”',
        'It finds no line that the service took.',
      ],
      ruleSet: '{}',
    })),
    'report.lines': answer('report.lines', ({ offset, limit }) => ({
      count: 12,
      lines: Array.from({ length: 12 }, (_, index) => demoReportedLine(3 * index + 3)).slice(offset, offset + limit),
    })),
    'files.choose': answer('files.choose', () =>
      offerNames([{ name: 'retail-payments-2026-12.jsonl', size: 2_000_000_000 }]),
    ),
    'files.stopReading': answer('files.stopReading', () => undefined),
    'files.add': answer('files.add', ({ offers: wanted, options: sending }) => {
      settings = { ...settings, sending };
      return addRows(wanted, sending.connection);
    }),
    'files.check': answer('files.check', ({ offers: wanted }) => addRows(wanted, '')),
    'files.save': answer('files.save', () => ({ kind: 'saved' as const, path: '/home/mara/Downloads/findings.csv' })),
    'preparations.list': answer('preparations.list', () => preparations.list()),
    'preparations.begin': answer('preparations.begin', () => preparations.begin()),
    'preparations.get': answer('preparations.get', ({ id }) => preparations.get(id)),
    'preparations.read': answer('preparations.read', ({ id }) => tellPreparation(id)),
    'preparations.choose': answer('preparations.choose', ({ id }) => tellPreparation(id)),
    'preparations.useTemplate': answer('preparations.useTemplate', ({ id }) => tellPreparation(id)),
    'preparations.keep': answer('preparations.keep', ({ id, draft }) => preparations.change(id, { draft })),
    'preparations.preview': answer('preparations.preview', ({ rows }) => demoPreviews(rows)),
    'preparations.values': answer('preparations.values', ({ columns }) =>
      columns.map((column) => ({ column, values: [{ value: 'EUR', count: 2 }], empty: 0, isCut: false })),
    ),
    'preparations.plan': answer('preparations.plan', ({ id, draft }) =>
      changePreparation(id, { draft, plan: demoPlan }),
    ),
    'preparations.prepare': answer('preparations.prepare', ({ id }) => {
      const [first] = life.snapshot().submissions;
      changePreparation(id, { added: first === undefined ? [] : [first.id] });
    }),
    'preparations.save': answer('preparations.save', ({ id }) => {
      changePreparation(id, { saved: { folder: '/exports/konten', files: 1, bytes: 912, at: Date.now() } });
      return { isBegun: true };
    }),
    'preparations.cancel': answer('preparations.cancel', ({ id }) => tellPreparation(id)),
    'preparations.discard': answer('preparations.discard', ({ id }) => preparations.discard(id)),
    'watching.list': answer('watching.list', () => [...watched]),
    'watching.add': answer('watching.add', (input) => {
      const id = String(watched.length).padStart(16, '0');
      const counts = { settling: 1, inWork: 0, settleSeconds: 60 };
      const last = { fileName: 'november.csv', at: Date.now(), outcome: 'done' } as const;
      watched.push({ id, folder: `/exports/in-${watched.length + 1}`, ...input, ...counts, last });
      return [...watched];
    }),
    'watching.remove': answer('watching.remove', ({ id }) => {
      watched.splice(0, watched.length, ...watched.filter((row) => row.id !== id));
      return [...watched];
    }),
    'templates.list': answer('templates.list', () => preparations.templates()),
    'templates.keep': answer('templates.keep', ({ template }) =>
      preparations.templates((rows) => [...rows, demoTemplateRow(template)]),
    ),
    'templates.rename': answer('templates.rename', ({ id, name }) =>
      preparations.templates((rows) => rows.map((row) => (row.id === id ? { ...row, name } : row))),
    ),
    'templates.copy': answer('templates.copy', ({ id }) =>
      preparations.templates((rows) => [
        ...rows,
        ...rows.filter((row) => row.id === id).map((row) => ({ ...row, id: crypto.randomUUID() })),
      ]),
    ),
    'templates.remove': answer('templates.remove', ({ id }) =>
      preparations.templates((rows) => rows.filter((row) => row.id !== id)),
    ),
    'templates.import': answer('templates.import', () =>
      preparations.templates((rows) => [...rows, demoTemplateRow(demoTemplate)]),
    ),
    'connections.list': answer('connections.list', () => connections),
    'connections.judge': answer('connections.judge', () => []),
    'connections.add': answer('connections.add', put),
    'connections.change': answer('connections.change', put),
    'connections.remove': answer('connections.remove', ({ name }) => {
      connections = connections.filter((connection) => connection.name !== name);
      return connections;
    }),
    'connections.diagnose': answer('connections.diagnose', ({ name, askForStorage }) =>
      sampleDiagnosis(askForStorage, (step) => {
        for (const listener of listeners['diagnosis.stepped']) listener({ name, step });
      }),
    ),
    'connections.allowHost': answer('connections.allowHost', ({ name, host }) => {
      const allowed = (row: ConnectionRow) => ({ ...row, storageHosts: [...(row.storageHosts ?? []), host] });
      connections = connections.map((row) => (row.name === name ? allowed(row) : row));
      return connections;
    }),
    'connections.observe': answer('connections.observe', ({ name, paths }) => {
      connections = connections.map((row) => (row.name === name ? { ...row, observed: paths } : row));
      return connections;
    }),
    'connections.ledger': answer('connections.ledger', () => ledgerOfConnection),
    'connections.changeLedger': answer('connections.changeLedger', () => ledgerOfConnection),
    'network.get': answer('network.get', () => network),
    'network.change': answer('network.change', (form) => {
      network = networkAfter(form, network);
      return network;
    }),
    'transaction.check': answer('transaction.check', ({ text }) => ({ findings: demoCheck(text) })),
    'transaction.send': answer('transaction.send', ({ text }) => demoTransaction(text)),
    'rules.start': answer('rules.start', (request) => {
      const run = demoRun(request, Date.now());
      if (request.kind === 'rerun') rerunAt = Date.now() + 60_000;
      tellRuns([run, ...runs]);
      return run;
    }),
    'rules.list': answer('rules.list', () => runs),
    'rules.stopFollowing': answer('rules.stopFollowing', ({ id }) =>
      tellRuns(runs.map((run) => (run.id === id ? { ...run, state: 'stopped' as const, endedAt: Date.now() } : run))),
    ),
    'rules.wait': answer('rules.wait', () => ({ milliseconds: Math.max(0, rerunAt - Date.now()) })),
    'rules.schedule': answer('rules.schedule', () => demoSchedule),
    'observability.ask': answer('observability.ask', ({ path }) => demoObserved(path)),
    'practice.start': answer('practice.start', () => {
      const practice = known.find(({ kind }) => kind === 'practice');
      if (practice !== undefined) connections = [...connections.filter(({ kind }) => kind !== 'practice'), practice];
      settings = { ...settings, sending: { ...settings.sending, connection: 'Practice' } };
      return { connection: 'Practice', sample: offerNames([{ name: 'practice-export.jsonl', size: 3_200_000 }]) };
    }),
    'settings.get': answer('settings.get', () => settings),
    'settings.change': answer('settings.change', (wanted) => {
      settings = { ...settings, ...present(wanted) };
      return settings;
    }),
    'ruleSet.get': answer('ruleSet.get', () => demoRuleSet(settings.ruleSet)),
    'ruleSet.judge': answer('ruleSet.judge', ({ text }) => demoRuleSetProblems(text)),
    'ruleSet.try': answer('ruleSet.try', () => demoTrial),
    'ruleSet.stopTrial': answer('ruleSet.stopTrial', () => {}),
    'team.ledgers': answer('team.ledgers', () => (options.hasTeam === true ? demoLedgers : { ledgers: [] })),
    'team.sharing': answer('team.sharing', () => (options.hasTeam === true ? 'possible' : 'none')),
    'team.find': answer('team.find', ({ id }) => demoTeamPlaces(id)),
    'team.offers': answer('team.offers', ({ isOpen }) => ({
      roles: ['checker' as const, 'maker' as const],
      offers: team.offers(isOpen),
    })),
    'team.offer': answer('team.offer', ({ id }) => team.offer(id)),
    'team.compare': answer('team.compare', ({ id, copy }) => {
      team.change(id, { isProved: true });
      return { kind: 'same' as const, fileName: offers.get(copy)?.fileName ?? 'copy.jsonl', rules: [] };
    }),
    'team.stopComparing': answer('team.stopComparing', () => {}),
    'team.decide': answer('team.decide', ({ id, outcome, reason }) =>
      team.change(id, { state: outcome, decision: { by: 'cem', at: Date.now(), reason } }),
    ),
    'team.ofSubmission': answer('team.ofSubmission', () => ({ connections: ['Nordbank'], offers: [] })),
    'team.offerSubmission': answer('team.offerSubmission', () => ({ ledger: 'cem@ledger.bank.example', id: 3 })),
    'retention.kept': answer('retention.kept', () => [
      { kind: 'submissions', count: 12, bytes: 48_000_000, since: Date.UTC(2026, 9, 1) },
      { kind: 'findings', count: 1840, since: Date.UTC(2026, 9, 1) },
      { kind: 'reports', count: 2, bytes: 120_000, since: Date.UTC(2026, 10, 3) },
    ]),
    'updates.state': answer('updates.state', () => updates),
    'updates.turn': answer('updates.turn', ({ isOn }) => {
      updates = { ...updates, isOn };
      return updates;
    }),
    'updates.ask': answer('updates.ask', () => updates),
    'updates.install': answer('updates.install', () => {}),
  };

  function answer<Input, Value>(
    name: string,
    act: (input: Input) => Value | Promise<Value>,
  ): (input: Input) => Promise<Result<Value>> {
    return async (input) => {
      calls.push({ name, input });
      try {
        return { ok: true, value: await act(input) };
      } catch (thrown) {
        if (!(thrown instanceof AppError)) throw thrown;
        return { ok: false, error: thrown.toRecord() };
      }
    };
  }

  return {
    invoke,
    on: {
      'queue.changed': (listener) => listen(listeners['queue.changed'], listener),
      'diagnosis.stepped': (listener) => listen(listeners['diagnosis.stepped'], listener),
      'rules.changed': (listener) => listen(listeners['rules.changed'], listener),
      'preparation.changed': (listener) => listen(listeners['preparation.changed'], listener),
      'watching.changed': (listener) => listen(listeners['watching.changed'], listener),
      'command.run': (listener) => listen(listeners['command.run'], listener),
      'submission.show': (listener) => listen(listeners['submission.show'], listener),
      'files.offered': (listener) => listen(listeners['files.offered'], listener),
      'files.reading': (listener) => listen(listeners['files.reading'], listener),
      'page.show': (listener) => listen(listeners['page.show'], listener),
      'updates.changed': (listener) => listen(listeners['updates.changed'], listener),
      'ruleSet.progress': (listener) => listen(listeners['ruleSet.progress'], listener),
      'team.changed': (listener) => listen(listeners['team.changed'], listener),
      'team.comparing': (listener) => listen(listeners['team.comparing'], listener),
    },
    offerFiles: async (files, onProgress) => {
      const total = files.reduce((sum, { size }) => sum + size, 0);
      for (let part = 1; part <= 10; part += 1) {
        await new Promise((resolve) => setTimeout(resolve, 60));
        onProgress?.((total * part) / 10, total);
      }
      return { ok: true, value: offerNames(files) };
    },
    life,
    calls,
    offer: (files) => {
      for (const listener of listeners['files.offered']) listener(files);
    },
    showPage: (page) => {
      for (const listener of listeners['page.show']) listener({ page });
    },
    tellRuns,
  };
}

type Listener<Name extends EventName> = (payload: EventPayload<Name>) => void;

function listen<Entry>(entries: Set<Entry>, entry: Entry): () => void {
  entries.add(entry);
  return () => entries.delete(entry);
}

/** Removes keys whose value is undefined, which a partial allows in its input type. */
function present<Value extends object>(value: Value): { [Key in keyof Value]: Exclude<Value[Key], undefined> } {
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
  // Object.entries loses the keys' types; only undefined values are removed.
  return Object.fromEntries(entries) as { [Key in keyof Value]: Exclude<Value[Key], undefined> };
}

function sampleOffer(fileName: string, bytes: number, maxBatchBytes: number): FileOffer {
  const kind = fileName.endsWith('.csv') ? 'csv' : fileName.endsWith('.gz') ? 'compressed' : 'json-lines';
  return {
    offer: crypto.randomUUID(),
    fileName,
    folder: '/home/mara/exports',
    bytes,
    kind,
    estimatedBatches: Math.ceil(bytes / maxBatchBytes),
    estimatedCheckMs: Math.round(bytes / 200_000),
    estimatedSendMs: Math.round(bytes / 11_000),
  };
}

const ledgerOfConnection = {
  ...{ setBy: 'person' as const, place: '', person: '' },
  ...{ hasPassword: false, hasAuthority: false },
};
const sampleInfo: AppInfo = {
  version: '0.1.0',
  shell: 'electron',
  platform: 'linux',
  dataFolder: '/home/mara/.local/share/tranship',
  keepsSecrets: true,
  managed: [],
  canDrop: true,
};

function sampleSettings(appearance: Settings['appearance'], connections: readonly ConnectionRow[]): Settings {
  return {
    appearance,
    language: 'system',
    notifications: { ended: true, needsPerson: true },
    startAtLogin: false,
    window: { hasSeenTour: false, singleStrokes: true, recentCommands: [] },
    idIndex: true,
    transfer: { uploadsPerConnection: 4, stallSeconds: 60, askSeconds: 120, retryHours: 12 },
    retention: { submissions: null, findings: 90, reports: 90, logs: 14 },
    sending: {
      connection: connections[0]?.name ?? '',
      onInvalid: 'stop',
      ingestValid: false,
      maxBatchBytes: 1_000_000_000,
    },
    ruleSet: '',
    list: { rows: 'comfortable', details: 'beside', detailsWidth: 380 },
  };
}
