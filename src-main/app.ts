/** @file The composition root that all shells share: takes their ports and returns the app. */

import { join } from 'node:path';
import manifest from '../package.json' with { type: 'json' };
import type { Diagnosis, TenantKind } from '../src-shared/contract.ts';
import { AppError } from '../src-shared/errors.ts';
import { isEndState } from '../src-shared/states.ts';
import type { RecordSecurity } from './audit/security-events.ts';
import type { RuleSet } from './check/rules/rule-set.ts';
import { AppNetwork } from './connections/app-network.ts';
import { type DiagnosisOptions, RemoteServices } from './connections/remote-services.ts';
import { type Clock, SECOND, systemClock } from './ground/clock.ts';
import { freeBytesIn } from './ground/files/disk-space.ts';
import { type Logs, openLogs } from './ground/logs/logs.ts';
import { exportForSupport } from './ground/logs/support-export.ts';
import type { SettingsFile } from './ground/settings/settings-file.ts';
import { withPolicy } from './policy/managed-settings.ts';
import { type MachinePolicy, machinePolicy } from './policy/policy.ts';
import {
  confirmationOf,
  leadsToProduction,
  mayReleaseItself,
  requireAllowedRules,
  requireOwnConnections,
  requireServiceMayDecide,
  requireSetDestination,
  setConnections,
  setHostsFor,
  setRuleSet,
  trustOf,
} from './policy/rules.ts';
import { KeptTemplates } from './prepare/kept-templates.ts';
import { PreparationRecords } from './prepare/preparation-record.ts';
import { Preparations } from './prepare/preparations.ts';
import { PreparedOrigins } from './prepare/prepared-files.ts';
import { BatchReports } from './records/batch-reports.ts';
import { KeptData } from './records/kept-data.ts';
import { ReportReadings } from './records/reports/report-readings.ts';
import { readRetention } from './records/retention/retention.ts';
import { supportFactsOf } from './records/support-facts.ts';
import { keepsIdIndexes, setIdIndexes } from './records/whereabouts/id-index-settings.ts';
import { IdIndexes } from './records/whereabouts/id-indexes.ts';
import { idKeysOf } from './records/whereabouts/id-keys.ts';
import { findSentIds } from './records/whereabouts/sent-ids.ts';
import { RuleRuns } from './rule-runs/rule-runs.ts';
import type { IdComparison } from './send/approvals.ts';
import type { SubmissionId } from './send/batch.ts';
import { followEnvironment } from './send/connection-change.ts';
import { EffectPerformer } from './send/effects.ts';
import type { IdKeeper } from './send/intake.ts';
import { notePolicy } from './send/policy-note.ts';
import { Queue } from './send/queue.ts';
import { logPause, logQueue } from './send/queue-log.ts';
import { confirmRecovery, openRecovered, recoveryNotice } from './send/recovery/recovery.ts';
import { ruleSetChanges } from './send/rule-set-changes.ts';
import type { Slot } from './send/slots.ts';
import { type FolderLock, lockFolder } from './send/storage/lock.ts';
import { QueueStore } from './send/storage/store.ts';
import type { Submission, SubmissionOptions } from './send/submission.ts';
import { hasEndedRefused } from './send/view/standing.ts';
import { Auditing, authoritiesFor, type Who, whoIsHere } from './team/auditing.ts';
import type { TeamLink } from './team/connection/team-link.ts';
import { LedgerGate } from './team/ledger-gate.ts';
import { notedHistories } from './team/noted-histories.ts';
import { objectionTo } from './team/shared-file-rules.ts';
import { Sharing } from './team/sharing/sharing.ts';
import { Team } from './team/team.ts';
import { TeamHistories } from './team/team-histories.ts';
import type { IdentitySource } from './wire/credentials/client-identity.ts';
import { destinationOf } from './wire/credentials/connection.ts';
import { Connections } from './wire/credentials/connections.ts';
import type { Environment } from './wire/credentials/environment.ts';
import type { SecretBox } from './wire/credentials/secret-box.ts';
import { createGuardedFetch } from './wire/following/guarded-fetch.ts';
import { Reports } from './wire/following/report.ts';
import { machineAuthorities } from './wire/network/machine-authorities.ts';
import type { SystemProxy } from './wire/network/network.ts';
import type { Fetch } from './wire/service/exchange.ts';
import { ObservedPaths } from './wire/service/observability.ts';
import { Bandwidth } from './wire/transfer/bandwidth.ts';
import { StorageHosts } from './wire/transfer/storage-hosts.ts';
import { StoragePauses } from './wire/transfer/storage-pauses.ts';
import {
  keepTransferSettings,
  readTransferSettings,
  requestTimeout,
  type TransferSettings,
} from './wire/transfer/transfer-settings.ts';

export interface AppPorts {
  /** The data folder; only one process may use it at a time. */
  folder: string;
  /** A name for this process, shown by others that find the folder locked. */
  holder: string;
  /** Where the folder was locked before, as it must be where its key may be made: two processes would make two. */
  lock?: FolderLock;
  settings: SettingsFile;
  /** Seals the secrets of stored connections. */
  secretBox: SecretBox;
  /** Seals tokens and signed addresses. */
  sessionBox: SecretBox;
  /** Seals the history; without one, entries prove only that their links fit. */
  historyKey?: Buffer | undefined;
  /** Who the history says has recorded it; by default the user of the system, and this machine. */
  who?: Who;
  /** Variables that may define a connection, its credentials or a proxy; the desktop passes none. */
  environment: Environment;
  /** The client certificate that these variables name, read when it is needed. */
  identity?: IdentitySource;
  /** The system's proxy settings; by default the proxy variables. */
  systemProxy?: SystemProxy;
  /** Replaces stored settings for this run only. */
  transfer?: Partial<TransferSettings>;
  /** What the organisation has set; read from its place on this computer, except in tests. */
  policy?: MachinePolicy;
  clock?: Clock;
  /** Replaces the network in tests. */
  fetch?: Fetch;
}

/** By which way a person acts: scripts do so by the command line. */
export type Carrier = 'window' | 'command-line';

/** What a person gives to have a held submission sent. */
export interface Approval {
  /** Needed for one with errors, or that was sent before. */
  reason?: string | undefined;
  /** The name of the connection, where it has to be typed: see `mustType`. */
  typed?: string | undefined;
  from: Carrier;
}

export class App {
  readonly queue: Queue;
  readonly connections: Connections;
  readonly services: RemoteServices;
  readonly ruleRuns: RuleRuns;
  readonly observedPaths: ObservedPaths;
  readonly network: AppNetwork;
  /** Where the files of each connection may go. */
  readonly storageHosts: StorageHosts;
  readonly reports: Reports;
  readonly batchReports: BatchReports;
  readonly store: QueueStore;
  /** What holds customer data, and how long it is kept. */
  readonly keptData: KeptData;
  /** The modification ids of checked files. */
  readonly idIndexes: IdIndexes;
  readonly logs: Logs;
  /** The templates of preparations. */
  readonly templates: KeptTemplates;
  readonly preparations: Preparations;
  /** Where the lines of prepared files come from. */
  readonly preparedOrigins = new PreparedOrigins();
  /** Who does what, noted so that it can be verified. */
  readonly auditing: Auditing;
  /** The ledgers that are shared with other desks. */
  readonly team: Team;
  /** What several desks of a team carry. */
  readonly sharing: Sharing;
  /** What the person must be told: the queue was damaged. Repeated at each start until it is confirmed. */
  readonly notice: AppError | undefined;
  /** What the organisation has set, as it was at the start. */
  readonly policy: MachinePolicy;
  /** The settings file, with what the policy sets in it. */
  readonly settings: SettingsFile;
  readonly #ports: AppPorts;
  readonly #clock: Clock;
  readonly #lock: FolderLock;
  readonly #bandwidth: Bandwidth;
  readonly #storagePauses: StoragePauses;
  #gate: LedgerGate | undefined;
  #transferSettings: TransferSettings;
  #latestDiagnosis: string | undefined;
  readonly #endAuthorityNews: () => void;
  readonly #closing = new AbortController();
  readonly #diagnoses = new Set<Promise<Diagnosis>>();
  #closed: Promise<void> | undefined;

  /** @throws AppError policy.unusable, queue.locked, folder.unusable, queue.damaged, disk.full */
  constructor(ports: AppPorts) {
    const { folder, secretBox, clock = systemClock, historyKey, who = whoIsHere(), policy = machinePolicy() } = ports;
    const settings = withPolicy(ports.settings, policy.values);
    this.policy = policy;
    this.settings = settings;
    this.#ports = { ...ports, settings };
    this.#clock = clock;
    this.network = new AppNetwork({
      ...{ settings, secretBox, environment: ports.environment, systemProxy: ports.systemProxy, policy: policy.values },
      record: this.recordSecurity,
      onChange: ({ proxy }) => {
        this.logs.event('info', 'network.changed', { proxy: proxy.mode });
        // A change of the network settings may have removed the cause of any hold.
        this.queue.releaseHolds();
      },
    });
    const route = () => this.network.kept.route();
    const set = setConnections(policy.values);
    this.connections = new Connections(settings, secretBox, route, this.recordSecurity, set);
    this.storageHosts = new StorageHosts({
      ...{ file: settings, box: secretBox, record: this.recordSecurity },
      setFor: (destination) => setHostsFor(policy.values, destination),
    });
    this.observedPaths = new ObservedPaths(settings);
    this.#transferSettings = { ...readTransferSettings(settings), ...ports.transfer };
    this.#bandwidth = new Bandwidth(clock, this.#transferSettings.bytesPerSecond);
    this.#storagePauses = new StoragePauses(clock, (host, end) => logPause(this.logs, 'storage.paused', { host }, end));
    this.#lock = ports.lock ?? lockFolder(folder, ports.holder);
    this.logs = openLogs({
      folder: join(folder, 'logs'),
      clock,
      version: manifest.version,
      keptDays: () => readRetention(settings).logs,
    });
    this.#endAuthorityNews = machineAuthorities(trustOf(policy.values)).follow((report) =>
      this.logs.event(report.problem === undefined ? 'info' : 'warn', 'authorities.read', { ...report }),
    );
    this.auditing = new Auditing({
      ...{ folder, settings, clock, version: manifest.version, historyKey, who },
      authorities: (host) => authoritiesFor(host, this.network.settings, trustOf(policy.values)),
      ledgers: () => notedHistories(this.team, this.#connectionNames, settings),
      onProblem: ({ detail }) => this.logs.event('warn', 'audit.not-noted', { detail }),
    });
    this.team = new Team({
      ...{ folder, settings, clock, version: manifest.version, machine: who.machine, box: secretBox },
      ...{ environment: ports.environment, policy: policy.values },
      onLink: (link) => this.#gate?.hear(link),
      onSharing: (ledger, state) =>
        this.logs.event(state === 'shared' ? 'info' : 'warn', 'team.limits', { ledger, state }),
    });
    this.sharing = new Sharing({
      clock,
      linkFor: (bound) => this.team.linkFor(bound),
      uploads: () => this.#transferSettings.uploadsPerConnection,
      objectionTo: async (file, { bound, ...where }) => {
        const link = this.team.linkFor(bound);
        const asked = { policy: policy.values, signal: this.#closing.signal };
        return link && (await objectionTo({ file, ...where }, { ...asked, link }));
      },
      log: ({ code, detail }) => this.logs.event('warn', 'team.problem', { code, detail }),
    });
    this.templates = new KeptTemplates(folder, clock);
    this.preparations = new Preparations({
      ...{ records: new PreparationRecords(folder), templates: this.templates, clock, version: manifest.version },
    });
    this.idIndexes = new IdIndexes(folder, () => idKeysOf([secretBox, ports.sessionBox]));
    // The folder is locked: no check is under way.
    if (keepsIdIndexes(settings)) this.idIndexes.removeUnfinished();
    else this.idIndexes.removeAll();
    notePolicy(policy, { file: settings, record: this.recordSecurity, log: this.logs });
    try {
      const fetch = ports.fetch ?? createGuardedFetch((options) => this.network.requests.agent(undefined, options));
      this.reports = new Reports(join(folder, 'reports'), { fetch, clock, log: this.logs.request });
      this.ruleRuns = new RuleRuns({ file: settings, clock, serviceFor: (run) => this.services.clientFor(run) });
      // Last, because no step that could fail may follow once the queue is open.
      const { opened, recovery } = openRecovered(
        folder,
        () => clock.now(),
        () => this.#openQueue(),
        this.auditing.author,
      );
      this.store = opened.store;
      this.services = opened.services;
      this.queue = opened.queue;
      this.batchReports = new BatchReports({
        ...opened,
        ...{ reports: this.reports, pauses: this.#storagePauses, storageHosts: this.storageHosts },
        readings: new ReportReadings(join(folder, 'report-entries'), freeBytesIn),
        stallMs: () => this.#transferSettings.stallSeconds * SECOND,
      });
      logQueue(this.queue, this.logs, clock);
      this.queue.subscribe((change) => {
        if (change.kind === 'submission' && change.cause === 'rebound') this.#gate?.noteOnItsWay(change.submission);
        if (change.kind === 'action' && change.action === 'retry') {
          const retried = this.store.submission(change.submission);
          if (retried !== undefined) this.#gate?.noteOnItsWay(retried);
        }
        if (change.kind !== 'batch' || !isEndState(change.batch.state)) return;
        const { submission: id } = change.batch;
        if (!this.queue.has(id) || !hasEndedRefused(this.queue.standing(id))) return;
        const refused = this.store.submission(id);
        if (refused !== undefined) this.#gate?.noteRefused(refused);
      });
      followEnvironment(this.queue, this.services.environmentConnection());
      this.notice = recovery && recoveryNotice(recovery);
      if (this.notice !== undefined) this.logs.event('warn', 'queue.recovered', { detail: this.notice.detail });
      this.auditing.tell(this.#teamHistories(opened.store));
      this.keptData = new KeptData({
        ...{ folder, settings, clock, store: this.store, queue: this.queue, logs: this.logs },
        record: this.recordSecurity,
      });
    } catch (thrown) {
      void this.auditing.close();
      this.#endAuthorityNews();
      this.logs.close();
      this.#lock.release();
      throw thrown;
    }
  }

  #openQueue(): { store: QueueStore; services: RemoteServices; queue: Queue } {
    const { folder, settings, sessionBox, environment, identity, fetch } = this.#ports;
    const store = new QueueStore(folder, { author: this.auditing.author });
    try {
      this.auditing.follow(store);
      const transferSettings = () => this.#transferSettings;
      const services = new RemoteServices({
        ...{ settings, sessionBox, environment, identity, fetch },
        ...{ connections: this.connections, network: this.network.requests, ledger: store.ledger },
        networkRoute: () => this.network.kept.route(),
        policy: this.policy,
        requireOwnConnections: () => requireOwnConnections(this.policy.values),
        storageHosts: this.storageHosts,
        clock: this.#clock,
        proxyOrigin: () => this.network.proxyOrigin,
        log: this.logs.request,
        onPause: (connection, endpoint, end) => logPause(this.logs, 'service.paused', { connection, endpoint }, end),
        sharedTurns: (bound) => this.team.turnsFor(bound),
        timeout: () => requestTimeout(this.#transferSettings),
      });
      const line = { clock: this.#clock, bandwidth: this.#bandwidth, transferSettings };
      const pauses = this.#storagePauses;
      const performer = new EffectPerformer({
        ...line,
        pauses,
        box: sessionBox,
        reports: this.reports,
        serviceFor: async (submission) => services.clientFor(submission),
        wrongClock: (submission) => services.wrongClock(submission),
        agent: this.network.requests.agent(),
        log: this.logs.request,
        destinations: {
          admit: async (bound, address, use) => {
            requireSetDestination(this.policy.values, bound.destination);
            return await this.storageHosts.admit(bound, address, use);
          },
        },
      });
      const storagePause = (slot: Slot, { destination }: Submission) =>
        slot === 'status' ? 0 : pauses.remaining(slot, destination);
      const serviceMayDecide = this.policy.values.serviceDecides !== false;
      const { isEverywhere } = confirmationOf(this.policy.values);
      const mustConfirm = ({ connection }: Pick<Submission, 'connection'>) =>
        isEverywhere && leadsToProduction(services.kindOf(connection));
      const allowed = {
        ...{ serviceMayDecide, mayReleaseItself: mayReleaseItself(this.policy.values), mustConfirm },
        requireRules: (ruleSet: RuleSet) => this.requireAllowedRules(ruleSet),
      };
      const ids = this.#idKeeper(store);
      this.#gate = new LedgerGate({
        ...{ team: this.team, indexes: this.idIndexes, store, clock: this.#clock },
        isReleaseRequired: this.policy.values.ledger?.release === 'required',
        isFor: (link, submission) => this.#isFor(link, submission),
        isChecking: () => this.queue.situation().checking > 0,
        keepsIds: () => this.keepsIds,
        onUncompared: (submission) => this.logs.event('warn', 'ids.not-compared', { submission, index: 'team' }),
      });
      const shared = {
        fence: this.sharing.fence,
        onSending: (isSending: boolean) => this.sharing.follow(isSending),
      };
      const queue = new Queue({
        ...{ ...line, ...allowed, ...shared, store, performer, storagePause, ids },
        ...{ random: Math.random, team: this.#gate },
      });
      this.sharing.attach(queue);
      return { store, services, queue };
    } catch (thrown) {
      store.close();
      throw thrown;
    }
  }

  #teamHistories(store: QueueStore): TeamHistories {
    return new TeamHistories({
      ...{ team: this.team, store, settings: this.settings, clock: this.#clock },
      connections: () => this.#connectionNames,
      onParted: (ledger) => this.auditing.noteParted(ledger),
      onFailure: (place, reason) => this.auditing.noteFailure(place, reason),
    });
  }

  /** Whether a connection that uses this ledger carries it, or another one to the same place. */
  #isFor(link: TeamLink, { connection, destination }: Pick<Submission, 'connection' | 'destination'>): boolean {
    const environment = this.services.environmentConnection();
    const leads = (name: string) => {
      try {
        if (this.team.linkFor({ connection: name }) !== link) return false;
        return name === connection || destinationOf(this.services.connection(name)) === destination;
      } catch {
        return false;
      }
    };
    return [connection, ...this.#connectionNames, ...(environment === undefined ? [] : [environment.name])].some(leads);
  }

  get #connectionNames(): string[] {
    return this.connections.list().connections.map(({ name }) => name);
  }

  #idKeeper(store: QueueStore): IdKeeper & IdComparison {
    const { idIndexes: indexes, logs } = this;
    const onUncompared = ({ id }: Submission, index: string) =>
      logs.event('warn', 'ids.not-compared', { submission: id, index });
    return {
      order: async (id) => (this.keepsIds ? await indexes.order(id) : undefined),
      onFailure: (submission, { code }) => logs.event('warn', 'ids.not-kept', { submission, code }),
      compare: async (submission, sha256, signal) => {
        if (!this.keepsIds) return undefined;
        const found = findSentIds(submission, sha256, { store, indexes, signal, onUncompared });
        return await found.catch((thrown: unknown) => {
          if (!(thrown instanceof AppError) || thrown.code !== 'check.failed') throw thrown;
          logs.event('warn', 'ids.not-compared', { submission: submission.id, reason: thrown.detail });
          return { lines: 0, files: [], uncompared: 1 };
        });
      },
    };
  }

  /** Records who was let in, what decides where secrets go, and what was released. Does not throw. */
  readonly recordSecurity: RecordSecurity = (event) => this.auditing.record(event);

  /** The option by which what a person sends over a connection waits until the person has seen what is in it. */
  confirmation({ kind }: { kind?: TenantKind | undefined }): Pick<SubmissionOptions, 'awaitConfirmation'> {
    return leadsToProduction(kind) && confirmationOf(this.policy.values).isAsked ? { awaitConfirmation: true } : {};
  }

  /** The option by which all that is added is judged by the rules of the organisation, where it has set them. */
  get setRules(): Partial<Pick<SubmissionOptions, 'ruleSet'>> {
    const ruleSet = setRuleSet(this.policy.values);
    return ruleSet === undefined ? {} : { ruleSet };
  }

  /** Whether a person types the name of the connection before this is sent from there. */
  mustType({ connection }: Pick<Submission, 'connection'>, from: Carrier): boolean {
    const { isTyped, isEverywhere } = confirmationOf(this.policy.values);
    const isWanted = from === 'window' ? isTyped : isEverywhere;
    return isWanted && leadsToProduction(this.services.kindOf(connection));
  }

  /**
   * Sends a held submission because a person wants it.
   * @throws AppError policy.managed, submission.not-confirmed, submission.no-reason, and as Queue.approve
   */
  async approve(id: SubmissionId, { reason, typed, from }: Approval): Promise<void> {
    const { check, options, connection } = this.queue.view(id).submission;
    if (this.mustType({ connection }, from) && typed?.trim() !== connection)
      throw new AppError('submission.not-confirmed', { connection });
    if (check !== undefined && check.errors > 0) {
      requireServiceMayDecide(this.policy.values);
      if ((reason ?? '').trim() === '') throw new AppError('submission.no-reason', {});
    }
    this.requireAllowedRules(options.ruleSet);
    await this.queue.approve(id, reason);
    const { name } = this.queue.standing(id).submission;
    this.recordSecurity({ kind: 'submission-approved', submission: id, name, reason: reason?.trim() ?? '' });
  }

  /** @throws AppError policy.managed where what passed by these rules is not sent from this computer */
  requireAllowedRules(ruleSet: RuleSet): void {
    requireAllowedRules(this.policy.values, ruleSet);
  }

  /** Records that the person has read the notice. */
  confirmNotice(): void {
    if (this.notice !== undefined) confirmRecovery(this.#ports.folder, this.#clock.now(), this.auditing.author);
  }

  /** Ends all work, stores the progress and unlocks the data folder. Later calls return the same promise. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    this.#closing.abort(new Error('Tranship is being closed.'));
    await this.preparations.close();
    this.#gate?.close();
    await this.keptData.close();
    await Promise.all([this.queue.stop(), this.ruleRuns.close(), Promise.allSettled(this.#diagnoses)]);
    await this.sharing.close();
    await this.auditing.close();
    await this.team.close();
    this.store.close();
    this.#endAuthorityNews();
    this.logs.close();
    this.#lock.release();
  }

  /** The data folder. */
  get folder(): string {
    return this.#ports.folder;
  }

  /** What this process is called by others that find the folder in use. */
  get holder(): string {
    return this.#ports.holder;
  }

  /** Whether the secrets of stored connections survive a restart. */
  get keepsSecrets(): boolean {
    return this.#ports.secretBox.survivesRestart;
  }

  get transferSettings(): TransferSettings {
    return this.#transferSettings;
  }

  /**
   * Stores the settings; they take effect at once, also for uploads under way. @throws AppError folder.unusable,
   * disk.full
   */
  changeTransferSettings(settings: TransferSettings): void {
    keepTransferSettings(this.#ports.settings, settings);
    this.#transferSettings = settings;
    this.#bandwidth.limit = settings.bytesPerSecond;
    this.queue.refresh();
  }

  /** Records that a person has changed the rules of the check. @returns when, in ms since the epoch */
  noteRuleSet(before: RuleSet, after: RuleSet): number {
    const at = this.#clock.now();
    const changes = ruleSetChanges(before, after);
    if (changes.length === 0) return at;
    this.store.record({ at, kind: 'rule-set-changed', detail: { changes } });
    this.recordSecurity({ kind: 'rule-set-changed', changes });
    return at;
  }

  /** Whether the modification ids of checked files are kept. Read from the file each time. */
  get keepsIds(): boolean {
    return keepsIdIndexes(this.settings);
  }

  /**
   * Stores it; what was kept is removed at once where it is no longer wanted.
   * @throws AppError folder.unusable, disk.full, policy.managed
   */
  changeKeepsIds(kept: boolean): void {
    setIdIndexes(this.settings, kept);
    this.logs.event('info', 'ids.changed', { kept });
    if (!kept) this.idIndexes.removeAll();
  }

  /** Requests of the app itself, over the person's proxy and with the authorities that are trusted. */
  get fetch(): typeof globalThis.fetch {
    return this.network.requests.fetch();
  }

  /**
   * Tests every part of a connection's route to the service. `onStep` receives each step as it ends. Closing the app
   * aborts it.
   * @throws AppError connection.unknown, connection.invalid
   */
  async diagnose(name: string | undefined, options: DiagnosisOptions, signal: AbortSignal): Promise<Diagnosis> {
    const running = this.services.diagnose(name, options, AbortSignal.any([signal, this.#closing.signal]));
    this.#diagnoses.add(running);
    const diagnosis = await running.finally(() => this.#diagnoses.delete(running));
    this.#latestDiagnosis = diagnosis.text;
    const failed = diagnosis.steps.filter(({ outcome }) => outcome === 'bad').map(({ step }) => step);
    this.logs.event('info', 'diagnosis.made', { connection: name, failed: failed.join(' ') });
    // The connection works now, so what was held for it may try again.
    if (diagnosis.steps.every(({ outcome }) => outcome !== 'bad')) this.queue.releaseHolds();
    return diagnosis;
  }

  /** Writes the support file, a zip without secrets. @throws AppError file.cannot-write, disk.full */
  async exportForSupport(path: string, signal: AbortSignal, { withSecurityLog = false } = {}): Promise<void> {
    const facts = supportFactsOf(this, this.#ports.settings, this.#latestDiagnosis);
    await exportForSupport({ logs: this.logs.folder, facts, withSecurityLog }, path, signal);
    this.recordSecurity({ kind: 'exported', what: 'support-file', path });
  }
}
