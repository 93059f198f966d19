/**
 * @file The composition root that all shells share: takes their ports and returns the app. Each part is built of those above
 * it; what a part above should hear of one below, it is told at the end, where all are there.
 */

import { join } from 'node:path';
import manifest from '../package.json' with { type: 'json' };
import type { Diagnosis, TenantKind } from '../src-shared/contract.ts';
import type { AppError } from '../src-shared/errors.ts';
import type { RecordSecurity } from './audit/security-events.ts';
import type { RuleSet } from './check/rules/rule-set.ts';
import { AppNetwork } from './connections/app-network.ts';
import type { AppTransfer } from './connections/app-transfer.ts';
import { Diagnoses } from './connections/diagnoses.ts';
import type { DiagnosisOptions, RemoteServices } from './connections/remote-services.ts';
import { waysOut } from './connections/ways-out.ts';
import { type Clock, systemClock } from './ground/clock.ts';
import { freeBytesIn } from './ground/files/disk-space.ts';
import { type Logs, openLogs } from './ground/logs/logs.ts';
import { exportForSupport } from './ground/logs/support-export.ts';
import type { SettingsFile } from './ground/settings/settings-file.ts';
import { withPolicy } from './policy/managed-settings.ts';
import { type MachinePolicy, machinePolicy } from './policy/policy.ts';
import { trustOf } from './policy/rules.ts';
import { KeptTemplates } from './prepare/kept-templates.ts';
import { PreparationRecords } from './prepare/preparation-record.ts';
import { Preparations } from './prepare/preparations.ts';
import { PreparedOrigins } from './prepare/prepared-files.ts';
import { BatchReports } from './records/batch-reports.ts';
import { KeptData } from './records/kept-data.ts';
import { ReportReadings } from './records/reports/report-readings.ts';
import { readRetention } from './records/retention/retention.ts';
import { supportFactsOf } from './records/support-facts.ts';
import type { IdIndexes } from './records/whereabouts/id-indexes.ts';
import { idKeysOf } from './records/whereabouts/id-keys.ts';
import { KeptIds } from './records/whereabouts/kept-ids.ts';
import type { RuleRuns } from './rule-runs/rule-runs.ts';
import type { SubmissionId } from './send/batch.ts';
import { followEnvironment } from './send/connection-change.ts';
import { openQueue } from './send/open-queue.ts';
import { type Approval, type Carrier, PersonApproval } from './send/person-approval.ts';
import { notePolicy } from './send/policy-note.ts';
import type { Queue } from './send/queue.ts';
import { logPause, logQueue } from './send/queue-log.ts';
import { confirmRecovery, openRecovered, recoveryNotice } from './send/recovery/recovery.ts';
import { noteRuleSet } from './send/rule-set-changes.ts';
import { type FolderLock, lockFolder } from './send/storage/lock.ts';
import type { QueueStore } from './send/storage/store.ts';
import type { Submission, SubmissionOptions } from './send/submission.ts';
import { Auditing, authoritiesFor, type Who, whoIsHere } from './team/auditing.ts';
import { Doors } from './team/doors.ts';
import type { LedgerGate } from './team/ledger-gate.ts';
import type { Sharing } from './team/sharing/sharing.ts';
import type { Team } from './team/team.ts';
import type { IdentitySource } from './wire/credentials/client-identity.ts';
import type { Connections } from './wire/credentials/connections.ts';
import type { Environment } from './wire/credentials/environment.ts';
import type { SecretBox } from './wire/credentials/secret-box.ts';
import { createGuardedFetch } from './wire/following/guarded-fetch.ts';
import { Reports } from './wire/following/report.ts';
import { machineAuthorities } from './wire/network/machine-authorities.ts';
import type { SystemProxy } from './wire/network/network.ts';
import type { Fetch } from './wire/service/exchange.ts';
import type { ObservedPaths } from './wire/service/observability.ts';
import type { StorageHosts } from './wire/transfer/storage-hosts.ts';
import type { TransferSettings } from './wire/transfer/transfer-settings.ts';

export type { Carrier } from './send/person-approval.ts';

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
  /** Records who was let in, what decides where secrets go, and what was released. Does not throw. */
  readonly recordSecurity: RecordSecurity;
  readonly #ports: AppPorts;
  readonly #clock: Clock;
  readonly #transfer: AppTransfer;
  readonly #ids: KeptIds;
  readonly #gate: LedgerGate;
  readonly #approval: PersonApproval;
  readonly #diagnoses: Diagnoses;
  readonly #closing = new AbortController();
  /** The data folder, the log and what listens to the process, let go of in turn at the very end. */
  readonly #taken: DisposableStack;
  #closed: Promise<void> | undefined;

  /** @throws AppError policy.unusable, queue.locked, folder.unusable, queue.damaged, disk.full */
  constructor(ports: AppPorts) {
    const { folder, secretBox, sessionBox, environment, identity, systemProxy, historyKey } = ports;
    const { clock = systemClock, who = whoIsHere(), policy = machinePolicy() } = ports;
    const { values } = policy;
    const { version } = manifest;
    const settings = withPolicy(ports.settings, values);
    this.policy = policy;
    this.settings = settings;
    this.#ports = ports;
    this.#clock = clock;

    using taken = new DisposableStack();
    taken.adopt(ports.lock ?? lockFolder(folder, ports.holder), (lock) => lock.release());
    const keptDays = () => readRetention(settings).logs;
    const logs = taken.adopt(openLogs({ folder: join(folder, 'logs'), clock, version, keptDays }), (log) =>
      log.close(),
    );
    taken.defer(
      machineAuthorities(trustOf(values)).follow((report) =>
        logs.event(report.problem === undefined ? 'info' : 'warn', 'authorities.read', { ...report }),
      ),
    );
    this.logs = logs;

    const network = new AppNetwork({ settings, secretBox, environment, systemProxy, policy: values });
    const auditing = new Auditing({
      ...{ folder, settings, clock, version, historyKey, who },
      authorities: (host) => authoritiesFor(host, network.settings, trustOf(values)),
      onProblem: ({ detail }) => logs.event('warn', 'audit.not-noted', { detail }),
    });
    using unfinished = new DisposableStack();
    unfinished.defer(() => void auditing.close());
    const { record } = auditing;
    this.network = network;
    this.auditing = auditing;
    this.recordSecurity = record;

    const ways = waysOut({
      ...{ settings, secretBox, policy: values, network, clock, record, transfer: ports.transfer },
      onPause: (host, end) => logPause(logs, 'storage.paused', { host }, end),
    });
    const { connections, storageHosts, transfer, pauses } = ways;
    this.connections = connections;
    this.storageHosts = storageHosts;
    this.observedPaths = ways.observedPaths;
    this.#transfer = transfer;

    // The folder is locked: no check is under way.
    const ids = new KeptIds({ folder, keys: () => idKeysOf([secretBox, sessionBox]), settings, logs });
    this.idIndexes = ids.indexes;
    this.#ids = ids;
    const doors = new Doors({
      ...{ folder, settings, clock, version, machine: who.machine, box: secretBox, environment, policy: values },
      ...{ connections, transfer, ids, auditing, logs, closing: this.#closing.signal },
    });
    const { team, sharing } = doors;
    this.team = team;
    this.sharing = sharing;
    this.templates = new KeptTemplates(folder, clock);
    const records = new PreparationRecords(folder);
    this.preparations = new Preparations({ records, templates: this.templates, clock, version });
    notePolicy(policy, { file: settings, record, log: logs });

    const fetch = ports.fetch ?? createGuardedFetch((options) => network.requests.agent(undefined, options));
    const reports = new Reports(join(folder, 'reports'), { fetch, clock, log: logs.request });
    const open = () =>
      openQueue({
        ...{ folder, settings, clock, logs, policy, auditing, sessionBox, environment, identity, fetch: ports.fetch },
        ...{ ...ways, reports, fence: sharing.fence },
        onSending: (isSending) => sharing.follow(isSending),
        sharedTurns: (bound) => team.turnsFor(bound),
        idsOf: (store) => ids.keeperOf(store),
        gateOf: (store, services) => doors.gateOf(store, services),
      });
    // Last, because no step that could fail may follow once the queue is open.
    const { opened, recovery } = openRecovered(folder, () => clock.now(), open, auditing.author);
    const { store, services, queue } = opened;
    this.store = store;
    this.services = services;
    this.queue = queue;
    this.ruleRuns = opened.ruleRuns;
    this.#gate = opened.gate;
    this.reports = reports;
    const readings = new ReportReadings(join(folder, 'report-entries'), freeBytesIn);
    const stallMs = () => transfer.stallMs;
    this.batchReports = new BatchReports({ store, services, reports, readings, pauses, storageHosts, stallMs });
    this.#approval = new PersonApproval({ policy: values, services, queue, record });
    this.#diagnoses = new Diagnoses({ services, logs, onGood: () => queue.releaseHolds() });

    logQueue(queue, logs, clock);
    doors.attach(opened);
    network.subscribe(({ settings: { proxy }, events }) => {
      for (const event of events) record(event);
      logs.event('info', 'network.changed', { proxy: proxy.mode });
      queue.releaseHolds();
    });
    followEnvironment(queue, services.environmentConnection());
    this.notice = recovery && recoveryNotice(recovery);
    if (this.notice !== undefined) logs.event('warn', 'queue.recovered', { detail: this.notice.detail });
    this.keptData = new KeptData({ folder, settings, clock, store, queue, logs, record });
    unfinished.move();
    this.#taken = taken.move();
  }

  /** As PersonApproval says. */
  confirmation(connection: { kind?: TenantKind | undefined }): Pick<SubmissionOptions, 'awaitConfirmation'> {
    return this.#approval.confirmation(connection);
  }

  /** The option by which all that is added is judged by the rules of the organisation, where it has set them. */
  get setRules(): Partial<Pick<SubmissionOptions, 'ruleSet'>> {
    return this.#approval.setRules;
  }

  /** Whether a person types the name of the connection before this is sent from there. */
  mustType(submission: Pick<Submission, 'connection'>, from: Carrier): boolean {
    return this.#approval.mustType(submission, from);
  }

  /** Sends a held submission because a person wants it. @throws as PersonApproval.approve */
  approve(id: SubmissionId, approval: Approval): Promise<void> {
    return this.#approval.approve(id, approval);
  }

  /** @throws AppError policy.managed where what passed by these rules is not sent from this computer */
  requireAllowedRules(ruleSet: RuleSet): void {
    this.#approval.requireAllowedRules(ruleSet);
  }

  /** Records that the person has read the notice. */
  confirmNotice(): void {
    if (this.notice !== undefined) confirmRecovery(this.folder, this.#clock.now(), this.auditing.author);
  }

  /** Ends all work, stores the progress and unlocks the data folder. Later calls return the same promise. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    this.#closing.abort(new Error('Tranship is being closed.'));
    const diagnosed = this.#diagnoses.close();
    await this.preparations.close();
    this.#gate.close();
    await this.keptData.close();
    await Promise.all([this.queue.stop(), this.ruleRuns.close(), diagnosed]);
    await this.sharing.close();
    await this.auditing.close();
    await this.team.close();
    this.store.close();
    this.#taken.dispose();
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
    return this.#transfer.settings;
  }

  /** Stores the settings; they take effect at once. @throws AppError folder.unusable, disk.full */
  changeTransferSettings(settings: TransferSettings): void {
    this.#transfer.change(settings);
    this.queue.refresh();
  }

  /** Records that a person has changed the rules of the check. @returns when, in ms since the epoch */
  noteRuleSet(before: RuleSet, after: RuleSet): number {
    const at = this.#clock.now();
    noteRuleSet([before, after], { at, store: this.store, record: this.recordSecurity });
    return at;
  }

  /** Whether the modification ids of checked files are kept. */
  get keepsIds(): boolean {
    return this.#ids.isOn;
  }

  /** @throws AppError folder.unusable, disk.full, policy.managed */
  changeKeepsIds(kept: boolean): void {
    this.#ids.change(kept);
  }

  /** Requests of the app itself, over the person's proxy and with the authorities that are trusted. */
  get fetch(): typeof globalThis.fetch {
    return this.network.requests.fetch();
  }

  /**
   * Tests every part of a connection's route to the service. `onStep` receives each step as it ends. Closing the app
   * aborts it. What was held for a connection that works may try again.
   * @throws AppError connection.unknown, connection.invalid
   */
  diagnose(name: string | undefined, options: DiagnosisOptions, signal: AbortSignal): Promise<Diagnosis> {
    return this.#diagnoses.run(name, options, signal);
  }

  /** Writes the support file, a zip without secrets. @throws AppError file.cannot-write, disk.full */
  async exportForSupport(path: string, signal: AbortSignal, { withSecurityLog = false } = {}): Promise<void> {
    const facts = supportFactsOf(this, this.settings, this.#diagnoses.latest);
    await exportForSupport({ logs: this.logs.folder, facts, withSecurityLog }, path, signal);
    this.recordSecurity({ kind: 'exported', what: 'support-file', path });
  }
}
