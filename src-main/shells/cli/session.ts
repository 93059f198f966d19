/**
 * @file One run of the command line with its data: where that is, who it is, and the app that works on it. An app, and the door
 * of a running one, are loaded where they are needed: many commands only read.
 */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../../../package.json' with { type: 'json' };
import type { ManagedName, Settings } from '../../../src-shared/contract.ts';
import { ENVIRONMENT } from '../../../src-shared/environment-connection.ts';
import { AppError } from '../../../src-shared/errors.ts';
import { unpacked } from '../../../src-shared/languages/fact.ts';
import { message } from '../../../src-shared/languages/message.ts';
import { type Actions, actionsOf } from '../../actions/actions.ts';
import type { Backend } from '../../actions/backend.ts';
import type { Tell } from '../../actions/ports.ts';
import { storedSettings } from '../../actions/window-settings.ts';
import type { App } from '../../app.ts';
import { doubtAbout } from '../../audit/folder-witness.ts';
import { keptCheckpoints } from '../../audit/head-file.ts';
import { createHistoryKey, type HistoryKey } from '../../audit/history-key.ts';
import type { SecurityEvent } from '../../audit/security-events.ts';
import type { IdKey } from '../../check/id-index/keyed-ids.ts';
import type { Clock } from '../../ground/clock.ts';
import { type Environment, keyMaterialFrom, secretFromEnvironment } from '../../ground/environment.ts';
import { lockFolder } from '../../ground/files/folder-lock.ts';
import { noteFault } from '../../ground/logs/fault-entry.ts';
import { makeDataFolder, openSettings } from '../../ground/settings/open-settings.ts';
import { keptObject, type SettingsFile } from '../../ground/settings/settings-file.ts';
import { asHere, asTheApp } from '../../ground/speech.ts';
import { withPolicy } from '../../policy/managed-settings.ts';
import type { MachinePolicy } from '../../policy/policy.ts';
import { managedNames, setConnections, setNetwork, trustOf } from '../../policy/rules.ts';
import type { ReceiptContext } from '../../send/receipt.ts';
import { idKeysOf } from '../../send/sent-before/id-keys.ts';
import { databaseName } from '../../send/storage/database.ts';
import { QueueStore } from '../../send/storage/store.ts';
import { Auditing, authoritiesFor, historyKeyOf, whoIsHere } from '../../team/auditing.ts';
import { type NotedHistory, notedHistories } from '../../team/noted-histories.ts';
import { Team } from '../../team/team.ts';
import { Connections } from '../../wire/credentials/connections.ts';
import { hasFormerSecrets, openDataFolderKey } from '../../wire/credentials/data-folder-key.ts';
import { environmentIdentity } from '../../wire/credentials/environment-identity.ts';
import { createMemoryBox } from '../../wire/credentials/memory-box.ts';
import { createClientSecretBox, keptSalt, passphraseWrap } from '../../wire/credentials/passphrase.ts';
import type { SecretBox } from '../../wire/credentials/secret-box.ts';
import { KeptNetworkSettings } from '../../wire/network/kept-settings.ts';
import type { TransferSettings } from '../../wire/transfer/transfer-settings.ts';
import type { Visit } from '../door/client.ts';
import { readDoorFile } from '../door/place.ts';
import { terminalShell } from '../terminal-shell.ts';
import type { Call } from './call.ts';
import type { Output } from './output.ts';

/** What holds only for an app of this process. */
export interface OwnRun {
  transfer?: Partial<TransferSettings>;
  /** What of the call no other app can do: beside one, it is not done. */
  alone?: string | undefined;
}

type WithApp<Result> = (app: App, settings: SettingsFile, secretBox: SecretBox) => Promise<Result>;

/** What the variables name is known to this process only: elsewhere they may name another one, or none. */
export function aloneUnlessNamed(connection: string = ENVIRONMENT): string | undefined {
  return connection === ENVIRONMENT ? message('The connection of the TRANSHIP_… variables') : undefined;
}

export class Session {
  readonly call: Call;
  readonly output: Output;
  readonly environment: Environment;
  readonly clock: Clock;
  /** What the organisation has set on this computer. */
  readonly policy: MachinePolicy;
  /** Aborts when the person interrupts; its reason is an Interrupted. */
  readonly interrupted: AbortSignal;
  #app: App | undefined;

  constructor(call: Call) {
    this.call = call;
    this.output = call.output;
    this.environment = call.environment;
    this.clock = call.clock;
    this.policy = call.policy;
    this.interrupted = call.interrupted;
    call.onFault = { note: (thrown) => this.#noteFault(thrown), stop: () => this.#closeApp() };
  }

  /** The data folder. Found when it is needed, because some commands need none. @throws AppError folder.left-behind */
  get folder(): string {
    return this.call.folder;
  }

  /** What of the settings no person can change here. */
  get managed(): ManagedName[] {
    return managedNames(this.policy.values);
  }

  /** Runs `work` with the app, and always closes it afterwards. */
  async withApp<Result>(command: string, work: WithApp<Result>, transfer?: Partial<TransferSettings>): Promise<Result> {
    const inWords = asHere(work);
    return await asTheApp(() => this.#runApp(command, inWords, transfer));
  }

  async #runApp<Result>(
    command: string,
    work: WithApp<Result>,
    transfer: Partial<TransferSettings> = {},
  ): Promise<Result> {
    const { policy, clock } = this;
    const { systemProxy } = this.call.ports;
    const settings = openSettings(this.folder);
    const secretBox = await this.#box(settings, 'stored-secrets');
    const { App } = await import('../../app.ts');
    const session = this.#nameOf(command);
    // First, because the key of the folder may be made now: two processes would make two.
    const lock = lockFolder(this.folder, session);
    const formerBox = this.#formerBox(settings, secretBox);
    const historyKey = await openKey(secretBox).catch((thrown: unknown) => {
      lock.release();
      throw thrown;
    });
    const app = new App({
      folder: this.folder,
      holder: session,
      lock,
      settings,
      secretBox,
      historyKey,
      witnesses: this.call.witnesses,
      sessionBox: secretBox.survivesRestart ? secretBox : await this.#box(settings, 'session'),
      ...(formerBox && { formerBox }),
      environment: this.environment,
      identity: environmentIdentity(this.environment),
      ...(systemProxy && { systemProxy }),
      transfer,
      policy,
      clock,
    });
    this.#app = app;
    app.recordSecurity({ kind: 'session-begun', shell: 'terminal', session });
    try {
      this.#tellNotice(app);
      return await work(app, app.settings, secretBox);
    } finally {
      const why = this.interrupted.aborted ? 'It was interrupted.' : 'It has ended.';
      app.recordSecurity({ kind: 'session-ended', shell: 'terminal', session, why });
      await app.close();
      if (app.auditing.problem !== undefined) this.output.warn(app.auditing.problem);
    }
  }

  /**
   * Runs `work` with the actions of the app, the same that the window has: of the app that has the data folder, where one is
   * running, else of one of its own. @throws AppError queue.other-version, queue.unanswered, queue.own-run, and as `withApp`
   */
  async withActions<Result>(
    command: string,
    work: (actions: Actions, own?: Backend) => Promise<Result>,
    tell?: Tell,
    { transfer, alone }: OwnRun = {},
  ): Promise<Result> {
    const atRunning = async (app: Visit) => {
      if (alone !== undefined) throw new AppError('queue.own-run', { what: alone, holder: unpacked(app.holder) });
      return await work(app);
    };
    const running = await this.atRunningApp(command, atRunning, tell);
    if (running !== undefined) return running.result;
    return await this.withApp(
      command,
      async (app, settings) => {
        const { clock, interrupted: signal } = this;
        const parts = { shell: terminalShell, tell: asHere(tell ?? (() => {})) };
        const { Backend } = await import('../../actions/backend.ts');
        const backend = asTheApp(() => new Backend({ app, settings, ...parts, signal, clock }));
        return await work(actionsOf(app, backend, 'command-line'), backend).finally(() => backend.leave());
      },
      transfer,
    );
  }

  /** Runs `work` with the app that has the data folder; undefined where none is running, or it has no door. */
  async atRunningApp<Result>(
    command: string,
    work: (app: Visit) => Promise<Result>,
    tell?: Tell,
  ): Promise<{ result: Result } | undefined> {
    const { folder, interrupted: signal } = this;
    if (readDoorFile(folder) === undefined) return undefined;
    const { knock } = await import('../door/client.ts');
    const session = this.#nameOf(command);
    const app = await knock({ folder, session, workingFolder: this.call.ports.folder, tell, signal });
    return app && { result: await work(app).finally(() => app.leave()) };
  }

  #nameOf(command: string): string {
    return `tranship ${command} (process ${this.call.ports.processId})`;
  }

  /** Notes an error that no part of the command has caught, where there is a log. */
  #noteFault(thrown: unknown): void {
    if (this.#app !== undefined) noteFault(this.#app.logs, thrown);
  }

  /** Ends all work, stores the progress and unlocks the data folder. */
  async #closeApp(): Promise<void> {
    await this.#app?.close();
  }

  /** Records an event of a command that does not take the queue. */
  async recordSecurity(event: SecurityEvent): Promise<void> {
    const settings = this.settings();
    const { values } = this.policy;
    const network = new KeptNetworkSettings(settings, createMemoryBox(), setNetwork(values));
    const auditing = new Auditing({
      folder: this.folder,
      settings,
      clock: this.clock,
      version: manifest.version,
      who: whoIsHere(),
      historyKey: undefined,
      authorities: (host) => authoritiesFor(host, network.read(), trustOf(values)),
      onProblem: (problem) => this.output.warn(problem),
    });
    auditing.record(event);
    await auditing.close();
  }

  /** All settings, to be shown while another process may be working. */
  storedSettings(): Settings {
    const settings = this.settings();
    const set = setConnections(this.policy.values);
    return storedSettings(settings, new Connections(settings, createMemoryBox(), () => '', undefined, set));
  }

  /** The stored settings, to be read while another process may be working. */
  settings(): SettingsFile {
    return withPolicy(openSettings(this.folder), this.policy.values);
  }

  /** Whether the data folder has a key of any kind. */
  hasKeyring(): boolean {
    return Object.keys(keptObject(this.settings(), 'keyrings')).length > 0;
  }

  /** The key that seals the history, if this process has it; none is made. @throws AppError secret.wrong-passphrase */
  async historyKey(): Promise<HistoryKey | undefined> {
    const settings = this.settings();
    const box = await this.#box(settings, 'stored-secrets');
    if (!(box.name in keptObject(settings, 'keyrings'))) return undefined;
    const key = await historyKeyOf(box);
    return key && createHistoryKey(key);
  }

  /** The keys for modification ids that this process has; none is made. @throws AppError secret.wrong-passphrase */
  async idKeys(): Promise<IdKey[]> {
    const settings = this.settings();
    const stored = await this.#box(settings, 'stored-secrets');
    const session = await this.#box(settings, 'session');
    const hasKey = ({ name }: SecretBox) =>
      name in keptObject(settings, 'keyrings') || (name === 'client-secret' && keptSalt(settings) !== undefined);
    return await idKeysOf([...[stored, session].filter(hasKey), this.#formerBox(settings, session)]);
  }

  /** Whether a passphrase protects the data folder that was not given: what it has sealed cannot be read then. */
  async lacksPassphrase(): Promise<boolean> {
    const settings = this.settings();
    const { name } = await this.#box(settings, 'stored-secrets');
    return name === 'memory' && 'passphrase' in keptObject(settings, 'keyrings');
  }

  /** What a receipt is made with. */
  async receiptContext(): Promise<ReceiptContext> {
    const key = await this.historyKey();
    const issued = { ...whoIsHere(), version: manifest.version, at: new Date(this.clock.now()).toISOString() };
    return { key, issued, checkpoints: keptCheckpoints(this.folder, key) };
  }

  /** Whether secrets given now can be stored, by the app that would do so: they rest only as ciphertext. */
  async canStoreSecrets(): Promise<boolean> {
    const running = await this.atRunningApp('secrets', (app) => app.call('app.info', undefined));
    if (running !== undefined) return running.result.keepsSecrets;
    return (await this.#box(this.settings(), 'stored-secrets')).survivesRestart;
  }

  /** What is kept in the settings, to be read while another process may be working. */
  async kept(): Promise<{ settings: SettingsFile; connections: Connections; network: KeptNetworkSettings }> {
    const { values } = this.policy;
    const settings = this.settings();
    const box = await this.#box(settings, 'stored-secrets');
    const network = new KeptNetworkSettings(settings, box, setNetwork(values));
    const set = setConnections(values);
    return { settings, network, connections: new Connections(settings, box, () => network.route(), undefined, set) };
  }

  /** The team ledgers that have notes of the history of this folder. */
  async notedHistories(): Promise<NotedHistory[]> {
    const { settings, connections } = await this.kept();
    const team = new Team({
      settings,
      environment: this.environment,
      policy: this.policy.values,
      clock: this.clock,
      box: await this.#box(settings, 'stored-secrets'),
      version: manifest.version,
      folder: this.folder,
      machine: whoIsHere().machine,
    });
    return notedHistories(team, connections.names(), settings);
  }

  /** Reads the queue without taking it from a process that works on it. */
  readStore<Result>(read: (store: QueueStore) => Result): Result {
    makeDataFolder(this.folder);
    const store = openForReading(this.folder);
    try {
      return read(store);
    } finally {
      store.close();
    }
  }

  /** As `readStore`, for work that waits. */
  async readStoreDuring<Result>(read: (store: QueueStore) => Promise<Result>): Promise<Result> {
    makeDataFolder(this.folder);
    const store = openForReading(this.folder);
    try {
      return await read(store);
    } finally {
      store.close();
    }
  }

  /** Why the data folder may be a copy, if so; to be asked while another process may be working. @throws AppError queue.damaged … */
  doubt(): AppError | undefined {
    const { folder, witnesses } = this.call;
    const { machine } = whoIsHere();
    const settings = this.settings();
    return this.readStore((history) => doubtAbout({ folder, witnesses, machine, settings, history }));
  }

  #tellNotice(app: App): void {
    if (app.notice === undefined) return;
    this.output.warn(app.notice);
    app.confirmNotice();
  }

  async #box(settings: SettingsFile, purpose: 'stored-secrets' | 'session'): Promise<SecretBox> {
    const material = keyMaterialFrom(this.environment, purpose);
    // A passphrase that is given is meant; otherwise the key store opens what was stored in the window.
    const keyStore = material.kind === 'passphrase' ? undefined : await this.call.ports.openKeyStore?.();
    // One that is closed says so where it is needed: what it has sealed is not lost.
    const isNeeded = keyStore?.isOpen === true || 'keychain' in keptObject(settings, 'keyrings');
    if (keyStore !== undefined && isNeeded) return openDataFolderKey(settings, keyStore.wrap);
    switch (material.kind) {
      case 'none':
        return createMemoryBox();
      case 'client-secret':
        return createClientSecretBox(material.text, settings);
      case 'passphrase': {
        const mayBeWeak = hasFormerSecrets(settings);
        return openDataFolderKey(settings, passphraseWrap(material.text, { salt: keptSalt(settings), mayBeWeak }));
      }
    }
  }

  /** The box of the client secret, beside the one that takes its place since the folder has a key; undefined where it sealed nothing. */
  #formerBox(settings: SettingsFile, { name }: SecretBox): SecretBox | undefined {
    const secret = secretFromEnvironment(this.environment);
    if (secret === undefined || (name !== 'passphrase' && name !== 'keychain')) return undefined;
    return keptSalt(settings) === undefined ? undefined : createClientSecretBox(secret, settings);
  }
}

/** Refuses a wrong passphrase before anything begins. @returns the key that seals the history */
async function openKey(box: SecretBox): Promise<Buffer | undefined> {
  if (box.survivesRestart) await box.key('settings');
  return await historyKeyOf(box);
}

/** The queue as it stands; where there is none yet, an empty one is made. @throws AppError queue.damaged … */
function openForReading(folder: string): QueueStore {
  return new QueueStore(folder, { readOnly: existsSync(join(folder, databaseName)) });
}
