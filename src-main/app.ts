/** @file The composition root that all shells share: takes their ports, returns the app. */

import { join } from 'node:path';
import type { DiagnosisStep, TenantKind } from '../src-preload/contract.ts';
import { AppError, type Audience } from '../src-preload/errors.ts';
import { type Clock, MINUTE, SECOND, systemClock } from './clock.ts';
import type { IdentitySource } from './credentials/client-identity.ts';
import { type Connection, destinationOf } from './credentials/connection.ts';
import { Connections, type Credentials } from './credentials/connections.ts';
import { connectionFromEnvironment, type Environment, secretFromEnvironment } from './credentials/environment.ts';
import { ProxyPassword } from './credentials/proxy-password.ts';
import type { SecretBox } from './credentials/secret-box.ts';
import type { SettingsFile } from './credentials/settings-file.ts';
import { createTokenStore } from './credentials/token-store.ts';
import { diagnose } from './diagnosis/diagnosis.ts';
import { Reports } from './following/report.ts';
import { Network, proxyFromEnvironment } from './network/network.ts';
import { defaultNetworkSettings } from './network/network-settings.ts';
import { practiceClient } from './practice/tenant.ts';
import type { Batch } from './queue/batch.ts';
import { EffectPerformer } from './queue/effects.ts';
import { Queue } from './queue/queue.ts';
import { confirmRecovery, openRecovered, recoveryNotice } from './queue/recovery/recovery.ts';
import { type FolderLock, lockFolder } from './queue/storage/lock.ts';
import { QueueStore } from './queue/storage/store.ts';
import type { Submission } from './queue/submission.ts';
import { RuleRuns } from './rule-runs/rule-runs.ts';
import type { Fetch, Line } from './service/exchange.ts';
import { ObservedPaths } from './service/observability.ts';
import { RateLimits } from './service/rate-limits.ts';
import { createServiceClient, type ServiceClient } from './service/service-client.ts';
import { TokenSource } from './service/token.ts';
import type { BatchId } from './service/wire.ts';
import { Bandwidth } from './transfer/bandwidth.ts';
import {
  keepTransferSettings,
  readTransferSettings,
  requestTimeout,
  type TransferSettings,
} from './transfer/transfer-settings.ts';

export interface AppPorts {
  /** The data folder; one process at a time. */
  folder: string;
  /** Who this process is, for others that find the folder locked. */
  holder: string;
  settings: SettingsFile;
  /** Seals the secrets of stored connections. */
  secretBox: SecretBox;
  /** Seals tokens and signed addresses. */
  sessionBox: SecretBox;
  /** Variables from which a connection or a secret may come; a desktop gives none. */
  environment: Environment;
  /** The client certificate that these variables name, as it is now; a desktop gives none. */
  identity?: IdentitySource;
  /** For this run only, instead of what is kept. */
  transfer?: Partial<TransferSettings>;
  clock?: Clock;
  fetch?: Fetch;
}

/** The name by which a submission remembers the connection of the environment. */
const ENVIRONMENT = 'environment';

/** A diagnosis ends even when the service asks to wait longer. */
const LONGEST_DIAGNOSIS = MINUTE;

export class App {
  readonly queue: Queue;
  readonly connections: Connections;
  readonly proxyPassword: ProxyPassword;
  readonly reports: Reports;
  readonly ruleRuns: RuleRuns;
  readonly observedPaths: ObservedPaths;
  readonly store: QueueStore;
  /** What a person must be told: the queue was damaged. It is told again at each start until it is confirmed. */
  readonly notice: AppError | undefined;
  readonly #ports: AppPorts;
  readonly #clock: Clock;
  readonly #fetch: Fetch;
  readonly #lock: FolderLock;
  readonly #services = new Map<string, ServiceClient>();
  readonly #bandwidth: Bandwidth;
  #transferSettings: TransferSettings;
  #closed: Promise<void> | undefined;

  /** @throws AppError queue.locked, folder.unusable, queue.damaged, disk.full */
  constructor(ports: AppPorts) {
    this.#ports = ports;
    this.#clock = ports.clock ?? systemClock;
    this.#fetch = ports.fetch ?? globalThis.fetch;
    this.connections = new Connections(ports.settings, ports.secretBox);
    this.observedPaths = new ObservedPaths(ports.settings);
    this.proxyPassword = new ProxyPassword(ports.settings, ports.secretBox);
    this.reports = new Reports(join(ports.folder, 'reports'), this.#fetch);
    this.#transferSettings = { ...readTransferSettings(ports.settings), ...ports.transfer };
    this.#bandwidth = new Bandwidth(this.#clock, this.#transferSettings.bytesPerSecond);
    this.#lock = lockFolder(ports.folder, ports.holder);
    try {
      this.ruleRuns = new RuleRuns({
        file: ports.settings,
        serviceFor: (run) => this.#serviceFor(run),
        clock: this.#clock,
      });
      const { opened, recovery } = openRecovered(
        ports.folder,
        () => this.#clock.now(),
        () => this.#openQueue(),
      );
      this.store = opened.store;
      this.queue = opened.queue;
      this.notice = recovery && recoveryNotice(recovery);
    } catch (thrown) {
      this.#lock.release();
      throw thrown;
    }
  }

  #openQueue(): { store: QueueStore; queue: Queue } {
    const { folder, sessionBox: box } = this.#ports;
    const store = new QueueStore(folder);
    try {
      const transferSettings = () => this.#transferSettings;
      const serviceFor = (submission: Submission) => Promise.resolve(this.#serviceFor(submission));
      const line = { clock: this.#clock, bandwidth: this.#bandwidth, transferSettings };
      const performer = new EffectPerformer({ ...line, box, reports: this.reports, serviceFor });
      return { store, queue: new Queue({ ...line, store, performer, random: Math.random }) };
    } catch (thrown) {
      store.close();
      throw thrown;
    }
  }

  /** A person has been told of the notice. */
  confirmNotice(): void {
    if (this.notice !== undefined) confirmRecovery(this.#ports.folder, this.#clock.now());
  }

  /** Ends all work, stores where it stopped, and lets go of the data folder; once, however often it is asked. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    await Promise.all([this.queue.stop(), this.ruleRuns.close()]);
    this.store.close();
    this.#lock.release();
  }

  /** The data folder. */
  get folder(): string {
    return this.#ports.folder;
  }

  /** Whether the secrets of stored connections can be kept over a restart. */
  get keepsSecrets(): boolean {
    return this.#ports.secretBox.survivesRestart;
  }

  get transferSettings(): TransferSettings {
    return this.#transferSettings;
  }

  /** Keeps the settings; they hold at once, also for uploads under way. @throws AppError folder.unusable, disk.full */
  changeTransferSettings(settings: TransferSettings): void {
    keepTransferSettings(this.#ports.settings, settings);
    this.#transferSettings = settings;
    this.#bandwidth.limit = settings.bytesPerSecond;
    this.queue.refresh();
  }

  /**
   * The connection that a person named, or without a name the one of the environment.
   * @throws AppError connection.unknown, connection.none, connection.invalid
   */
  connection(name?: string): Connection & { kind?: TenantKind } {
    if (name !== undefined && name !== ENVIRONMENT) return this.connections.get(name);
    const found = connectionFromEnvironment(this.#ports.environment);
    if ('missing' in found) throw new AppError('connection.none', { missing: found.missing.join(', ') });
    return found.connection;
  }

  /** The connection of the environment, where its variables give a whole one that can be used. */
  environmentConnection(): Connection | undefined {
    try {
      return this.connection();
    } catch {
      return undefined;
    }
  }

  /** The client for a connection; one for all callers, so that they share its token and its limits. */
  service(connection: Connection & { kind?: TenantKind }): ServiceClient {
    const destination = destinationOf(connection);
    const known = this.#services.get(destination);
    if (known !== undefined) return known;
    const line = this.#line;
    const limits = this.#limitsOf(connection);
    const tokens = new TokenSource({
      ...line,
      connection,
      limits,
      secret: () => this.#secretOf(connection),
      store: createTokenStore(this.#ports.settings, this.#ports.sessionBox, connection),
    });
    const service = createServiceClient({ ...line, connection, limits, tokens });
    this.#services.set(destination, service);
    return service;
  }

  /**
   * Tries a connection out, step by step; nothing is sent.
   * @throws AppError connection.unknown, connection.invalid
   */
  async testConnection(name: string, signal: AbortSignal): Promise<DiagnosisStep[]> {
    const steps: DiagnosisStep[] = [];
    for await (const step of this.diagnose(this.connection(name), { audience: 'window' }, signal)) steps.push(step);
    return steps;
  }

  /** All that lies between this computer and the service of a connection, each step as it ends; nothing is sent. */
  async *diagnose(
    connection: Connection & { kind?: TenantKind },
    { audience, askForStorage = false }: { audience: Audience; askForStorage?: boolean },
    signal: AbortSignal,
  ): AsyncGenerator<DiagnosisStep, void, void> {
    const { environment, fetch } = this.#ports;
    const network = new Network({
      settings: () => defaultNetworkSettings,
      proxyPassword: async () => undefined,
      systemProxy: proxyFromEnvironment(environment),
    });
    let works = true;
    const ports = {
      ...{ ...this.#line, fetch: fetch ?? network.fetch() },
      ...{ connection, limits: this.#limitsOf(connection), secret: () => this.#secretOf(connection) },
      ...{ network, proxyOrigin: 'environment' as const, storageAddress: () => undefined, askForStorage, audience },
    };
    for await (const step of diagnose(ports, AbortSignal.any([signal, AbortSignal.timeout(LONGEST_DIAGNOSIS)]))) {
      works &&= step.outcome !== 'bad';
      yield step;
    }
    // Somebody has seen to it: what waits for this connection may try again.
    if (works) this.queue.releaseHolds();
  }

  /**
   * The path of the report of the batch with this number: the one that was kept, else fetched now.
   * @throws as `report`
   */
  async reportOf(number: number, signal: AbortSignal): Promise<string> {
    return await this.#reportOf(this.store.batch(number), String(number), signal);
  }

  /**
   * The path of the report of a refused batch: the one that was kept, else fetched now.
   * @throws AppError queue.unknown-id, report.none, and what the service and the network throw
   */
  async report(batchId: string, signal: AbortSignal): Promise<string> {
    return await this.#reportOf(this.store.findBatch(batchId), batchId, signal);
  }

  async #reportOf(batch: Batch | undefined, name: string, signal: AbortSignal): Promise<string> {
    const submission = batch && this.store.submission(batch.submission);
    if (submission === undefined) throw new AppError('queue.unknown-id', { id: name });
    const id = batch?.delivery?.batchId;
    if (id === undefined) throw new AppError('report.none', { id: name });
    const kept = await this.reports.find(id);
    return kept ?? (await this.#fetchReport(submission, id, signal));
  }

  async #fetchReport(submission: Submission, id: BatchId, signal: AbortSignal): Promise<string> {
    const { reportUrl } = await this.#serviceFor(submission).validationResult(id, signal);
    if (reportUrl === undefined) throw new AppError('report.none', { id });
    return await this.reports.keep(id, reportUrl, { signal, stallMs: this.#transferSettings.stallSeconds * SECOND });
  }

  /** What was asked for over a connection keeps to where it led, whatever its name leads to now. */
  #serviceFor({ connection: name, destination }: Pick<Submission, 'connection' | 'destination'>): ServiceClient {
    const connection = this.connection(name);
    if (destinationOf(connection) !== destination) {
      throw new AppError('connection.moved', { connection: connection.name });
    }
    return this.service(connection);
  }

  get #line(): Line {
    return { fetch: this.#fetch, clock: this.#clock, timeout: requestTimeout(this.#transferSettings) };
  }

  #limitsOf(connection: Connection): RateLimits {
    return new RateLimits({ connection, clock: this.#clock, ledger: this.store.ledger });
  }

  async #secretOf(connection: Connection & { kind?: TenantKind }): Promise<string> {
    const { secret } = await this.#credentialsOf(connection);
    if (secret === undefined) throw new AppError('auth.no-secret', { connection: connection.name });
    return secret;
  }

  /** What a connection signs in with: its own, or what the environment has for one that has nothing stored. */
  async #credentialsOf(connection: Connection & { kind?: TenantKind }): Promise<Credentials> {
    if (connection.kind === 'practice') return { secret: practiceClient.clientSecret };
    if (connection.name === ENVIRONMENT) return await this.#environmentCredentials(connection);
    try {
      return await this.connections.credentialsOf(connection);
    } catch (thrown) {
      const noneStored = thrown instanceof AppError && thrown.code === 'auth.no-secret';
      if (noneStored) return await this.#environmentCredentials(connection);
      throw thrown;
    }
  }

  /** @throws AppError auth.no-secret when there is nothing, certificate.unusable */
  async #environmentCredentials({ name }: Connection): Promise<Credentials> {
    const secret = secretFromEnvironment(this.#ports.environment);
    const identity = await this.#ports.identity?.();
    if (secret === undefined && identity === undefined) throw new AppError('auth.no-secret', { connection: name });
    return { secret, identity };
  }
}
