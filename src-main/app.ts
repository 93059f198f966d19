/** @file The app that all shells share: takes their ports, and offers its parts and what is done with several of them. */

import type { Diagnosis, TenantKind } from '../src-shared/contract.ts';
import { type AppError, toAppError } from '../src-shared/errors.ts';
import type { Said } from '../src-shared/languages/fact.ts';
import { type AppParts, type AppPorts, buildParts } from './app-parts.ts';
import type { RecordSecurity } from './audit/security-events.ts';
import type { RuleSet } from './check/rules/rule-set.ts';
import type { AppNetwork } from './connections/app-network.ts';
import type { KeptSending } from './connections/kept-sending.ts';
import type { DiagnosisOptions, RemoteServices } from './connections/remote-services.ts';
import type { Logs } from './ground/logs/logs.ts';
import { exportForSupport } from './ground/logs/support-export.ts';
import type { SettingsFile } from './ground/settings/settings-file.ts';
import type { MachinePolicy } from './policy/policy.ts';
import { trustOf, updatesOf } from './policy/rules.ts';
import type { KeptTemplates } from './prepare/kept-templates.ts';
import type { Preparations } from './prepare/preparations.ts';
import { PreparedOrigins } from './prepare/prepared-files.ts';
import type { BatchReports } from './records/batch-reports.ts';
import type { KeptData } from './records/kept-data.ts';
import type { ReportLines } from './records/reports/report-lines.ts';
import { supportFactsOf } from './records/support-facts.ts';
import type { RuleRuns } from './rule-runs/rule-runs.ts';
import type { SubmissionId } from './send/batch.ts';
import type { Approval, Carrier } from './send/person-approval.ts';
import type { AskedBatch, WithoutId } from './send/questions.ts';
import type { Queue } from './send/queue.ts';
import { confirmRecovery } from './send/recovery/recovery.ts';
import { noteRuleSet } from './send/rule-set-changes.ts';
import type { IdIndexes } from './send/sent-before/id-indexes.ts';
import { comparedContent, type SentIds } from './send/sent-before/same-ids.ts';
import type { QueueStore } from './send/storage/store.ts';
import type { Submission, SubmissionOptions } from './send/submission.ts';
import type { Auditing } from './team/auditing.ts';
import type { ToldElsewhere } from './team/history/told-elsewhere.ts';
import type { Sharing } from './team/sharing/sharing.ts';
import type { Team } from './team/team.ts';
import type { Connections } from './wire/credentials/connections.ts';
import type { Reports } from './wire/following/report.ts';
import { machineAuthorities } from './wire/network/machine-authorities.ts';
import type { ObservedPaths } from './wire/service/observability.ts';
import type { StorageHosts } from './wire/transfer/storage-hosts.ts';
import type { TransferSettings } from './wire/transfer/transfer-settings.ts';

export type { AppPorts } from './app-parts.ts';
export type { Carrier } from './send/person-approval.ts';
export { KeyStoreBox } from './wire/credentials/data-folder-key.ts';
export type { KeyWrap, Unwrapped } from './wire/credentials/keyring.ts';
export type { SealContext, Sealed, SecretBox } from './wire/credentials/secret-box.ts';
export type { SystemProxy } from './wire/network/routes.ts';

/** What others know of what was sent from a data folder that may be a copy. */
export interface AnswersOnFolder {
  /** What the team ledgers have heard; or why they were not heard. */
  heard: HeardFile[] | AppError;
  asked: AskedBatch[];
  withoutId: WithoutId[];
}
type HeardFile = ToldElsewhere & { isHere: boolean };

export class App {
  readonly queue: Queue;
  readonly connections: Connections;
  readonly services: RemoteServices;
  readonly ruleRuns: RuleRuns;
  readonly observedPaths: ObservedPaths;
  /** When each connection sends, and how fast. */
  readonly sending: KeptSending;
  readonly network: AppNetwork;
  /** Where the files of each connection may go. */
  readonly storageHosts: StorageHosts;
  readonly reports: Reports;
  readonly batchReports: BatchReports;
  /** From where each service counts the lines of its reports. */
  readonly reportLines: ReportLines;
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
  readonly #parts: AppParts;
  #closed: Promise<void> | undefined;

  /** @throws AppError policy.unusable, queue.locked, folder.unusable, queue.damaged, disk.full */
  constructor(ports: AppPorts) {
    const parts = buildParts(ports);
    this.#ports = ports;
    this.#parts = parts;
    this.queue = parts.queue;
    this.connections = parts.connections;
    this.services = parts.services;
    this.ruleRuns = parts.ruleRuns;
    this.observedPaths = parts.observedPaths;
    this.sending = parts.sending;
    this.network = parts.network;
    this.storageHosts = parts.storageHosts;
    this.reports = parts.reports;
    this.batchReports = parts.batchReports;
    this.reportLines = parts.reportLines;
    this.store = parts.store;
    this.keptData = parts.keptData;
    this.logs = parts.logs;
    this.templates = parts.templates;
    this.preparations = parts.preparations;
    this.auditing = parts.auditing;
    this.team = parts.team;
    this.sharing = parts.sharing;
    this.notice = parts.notice;
    this.policy = parts.policy;
    this.settings = parts.settings;
    this.idIndexes = parts.ids.indexes;
    this.recordSecurity = parts.auditing.record;
  }

  /** As PersonApproval says. */
  confirmation(connection: { kind?: TenantKind | undefined }): Pick<SubmissionOptions, 'awaitConfirmation'> {
    return this.#parts.approval.confirmation(connection);
  }

  /** The option by which all that is added is judged by the rules of the organisation, where it has set them. */
  get setRules(): Partial<Pick<SubmissionOptions, 'ruleSet'>> {
    return this.#parts.approval.setRules;
  }

  /** Whether a person types the name of the connection before this is sent from there. */
  mustType(submission: Pick<Submission, 'connection'>, from: Carrier): boolean {
    return this.#parts.approval.mustType(submission, from);
  }

  /** Sends a held submission because a person wants it. @throws as PersonApproval.approve */
  approve(id: SubmissionId, approval: Approval): Promise<void> {
    return this.#parts.approval.approve(id, approval);
  }

  /** @throws AppError policy.managed where what passed by these rules is not sent from this computer */
  requireAllowedRules(ruleSet: RuleSet, advice?: Said): void {
    this.#parts.approval.requireAllowedRules(ruleSet, advice);
  }

  /** Records that the person has read the notice. */
  confirmNotice(): void {
    if (this.notice !== undefined) confirmRecovery(this.folder, this.#parts.clock.now(), this.auditing.author);
  }

  /**
   * Asks the services and the team ledgers what became of all that another copy of this data folder may have sent; nothing is sent.
   * @throws the signal's reason
   */
  async askAboutFolder(signal: AbortSignal): Promise<AnswersOnFolder> {
    const heard = await this.#hearTold().catch((thrown: unknown) => toAppError(thrown));
    return { heard, asked: await this.queue.questions.ask(signal), withoutId: this.queue.questions.withoutId() };
  }

  /**
   * Records that a person has decided to go on with this data folder, which may be a copy.
   * @returns how many files wait for a person now; undefined where there was no doubt
   * @throws AppError file.cannot-write, disk.full; team.* where a ledger is not heard, which may know what was sent
   */
  async confirmFolder(reason: string): Promise<number | undefined> {
    const { doubt } = this.auditing;
    if (doubt === undefined) return undefined;
    await this.#hearTold();
    // Where it is a copy at another place, it is another desk by that. First, since what is still under way would doubt it again.
    const { why } = doubt.params;
    if (why === 'behind' || why === 'told') await this.team.becomeAnotherDesk();
    // Before the doubt ends: a crash between the two lets nothing go.
    const waiting = this.queue.questions.keepBackUnknown();
    this.auditing.confirmFolder(reason);
    this.auditing.tellTeam();
    this.queue.endDoubt();
    return waiting;
  }

  /** What a team ledger knows to be sent is not sent again before the service was asked about it. @throws AppError team.* */
  async #hearTold(): Promise<HeardFile[]> {
    return this.queue.questions.noteTold(await this.auditing.toldElsewhere());
  }

  /** Ends all work, stores the progress and unlocks the data folder. Later calls return the same promise. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    this.#parts.closing.abort(new Error('Tranship is being closed.'));
    const diagnosed = this.#parts.diagnoses.close();
    await this.preparations.works.close();
    this.#parts.gate.close();
    await this.keptData.close();
    await Promise.all([this.queue.stop(), this.ruleRuns.close(), diagnosed]);
    await this.sharing.close();
    await this.auditing.close();
    await this.team.close();
    this.store.close();
    this.#parts.taken.dispose();
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

  /** Why the key store opens nothing that is stored; undefined where it does. */
  get closedKeyStore(): AppError | undefined {
    return this.#ports.secretBox.closed;
  }

  get transferSettings(): TransferSettings {
    return this.#parts.transfer.settings;
  }

  /** Stores the settings; they take effect at once. @throws AppError folder.unusable, disk.full */
  changeTransferSettings(settings: TransferSettings): void {
    this.#parts.transfer.change(settings);
    this.queue.refresh();
  }

  /** Records that a person has changed the rules of the check. @returns when, in ms since the epoch */
  noteRuleSet(before: RuleSet, after: RuleSet): number {
    const at = this.#parts.clock.now();
    noteRuleSet([before, after], { at, store: this.store, record: this.recordSecurity });
    return at;
  }

  /** Whether the modification ids of checked files are kept. */
  get keepsIds(): boolean {
    return this.#parts.ids.isOn;
  }

  /**
   * What of a checked file went to the same destination before, by the modification ids; undefined where that cannot be said.
   * @param mostNamed so many of the lines are named @throws AppError queue.damaged, and the signal's reason
   */
  async sentBefore(submission: Submission, signal: AbortSignal, mostNamed: number): Promise<SentIds | undefined> {
    const sha256 = comparedContent(submission);
    if (sha256 === undefined) return undefined;
    return await this.#parts.ids.keeperOf(this.store).compare(submission, sha256, signal, mostNamed);
  }

  /** @throws AppError folder.unusable, disk.full, policy.managed */
  changeKeepsIds(kept: boolean): void {
    this.#parts.ids.change(kept);
  }

  /** Begins to read the authorities of the system, which takes a while, before a request waits for them. */
  readAuthorities(): void {
    machineAuthorities(trustOf(this.policy.values)).start();
  }

  /** Whether this app may look for updates of itself, and where. */
  get updates(): ReturnType<typeof updatesOf> {
    return updatesOf(this.policy.values);
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
    return this.#parts.diagnoses.run(name, options, signal);
  }

  /** Writes the support file, a zip without secrets. @throws AppError file.cannot-write, disk.full */
  async exportForSupport(path: string, signal: AbortSignal, { withSecurityLog = false } = {}): Promise<void> {
    const facts = supportFactsOf(this, this.settings, this.#parts.diagnoses.latest);
    await exportForSupport({ logs: this.logs.folder, facts, withSecurityLog }, path, signal);
    this.recordSecurity({ kind: 'exported', what: 'support-file', path });
  }
}
