/** @file What an auditor needs of the running app: who records what, the security log, and the notes outside of the folder. */

import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../../src-shared/errors.ts';
import { AnchorFile } from '../audit/anchors.ts';
import { type AuditSettings, keepAuditSettings, readAuditSettings, settingsAsText } from '../audit/audit-settings.ts';
import type { Author, Head } from '../audit/chain.ts';
import { FolderWitness, noWitness, type Witness } from '../audit/folder-witness.ts';
import { keptCheckpoints } from '../audit/head-file.ts';
import { createHistoryKey } from '../audit/history-key.ts';
import { changesOf, type RecordSecurity } from '../audit/security-events.ts';
import { SecurityLog } from '../audit/security-log.ts';
import { Syslog } from '../audit/syslog.ts';
import { readSyslogAddress } from '../audit/syslog-message.ts';
import type { Clock } from '../ground/clock.ts';
import type { SettingsFile } from '../ground/settings/settings-file.ts';
import type { ReceiptContext } from '../send/receipt.ts';
import type { QueueStore } from '../send/storage/store.ts';
import type { Bound } from '../wire/credentials/connection.ts';
import type { SecretBox } from '../wire/credentials/secret-box.ts';
import { readAuthorities } from '../wire/network/authorities.ts';
import { isTrustedFor } from '../wire/network/authority-hosts.ts';
import { type MachineTrust, machineAuthorities } from '../wire/network/machine-authorities.ts';
import type { NetworkSettings } from '../wire/network/network-settings.ts';
import type { ToldElsewhere } from './history/told-elsewhere.ts';
import { HistoryKeeping } from './history-keeping.ts';
import type { TeamHistories } from './team-histories.ts';
import { type Verification, verifyHistory } from './verify-history.ts';

/** The user of the system, and the machine. */
export interface Who {
  user: string;
  machine: string;
}

export function whoIsHere(): Who {
  return { user: userName(), machine: hostname() };
}

/** Some systems know the running user by its number only. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}

/**
 * The key that seals the history: of a box that the folder keeps. What was made with a client secret proves nothing
 * about the folder. @throws as SecretBox.key
 */
export async function historyKeyOf(box: SecretBox): Promise<Buffer | undefined> {
  return box.name === 'passphrase' || box.name === 'keychain' ? await box.key('history') : undefined;
}

/** All certificates in PEM that count as trusted for this host with these settings. */
export async function authoritiesFor(
  host: string,
  { authorities }: Pick<NetworkSettings, 'authorities'>,
  trust: MachineTrust = {},
): Promise<string[]> {
  const added = authorities.flatMap((one) => (isTrustedFor(one, host) ? readAuthorities(one.pem) : []));
  return [...(await machineAuthorities(trust).get()), ...added];
}

export interface AuditingPorts {
  /** The data folder. */
  folder: string;
  settings: SettingsFile;
  clock: Clock;
  version: string;
  historyKey: Buffer | undefined;
  who: Who;
  /** Where the witness of the data folder is, outside of it; without one, a copy of the folder is not noticed. */
  witnesses?: string | undefined;
  /** The certificates, in PEM, that are trusted for a host that receives syslog. */
  authorities: (host: string) => Promise<readonly string[]>;
  /** Tells that something could not be noted. Must not throw. */
  onProblem: (problem: AppError) => void;
}

export class Auditing {
  readonly author: Author;
  readonly #ports: AuditingPorts;
  readonly #log: SecurityLog;
  #settings: AuditSettings;
  #syslog: Syslog | undefined;
  #anchors: AnchorFile | undefined;
  /** What earlier settings named, until its last words are out. */
  #former: Promise<unknown> = Promise.resolve();
  #keeping: HistoryKeeping | undefined;
  #team: TeamHistories | undefined;
  #problem: AppError<'audit.not-noted'> | undefined;
  #store: QueueStore | undefined;
  #witness: FolderWitness | undefined;

  constructor(ports: AuditingPorts) {
    const { folder, settings, clock, version, historyKey, who } = ports;
    this.#ports = ports;
    this.author = { ...who, version, key: historyKey && createHistoryKey(historyKey) };
    this.#settings = readAuditSettings(settings);
    this.#log = new SecurityLog({
      folder: join(folder, 'logs'),
      clock,
      recorder: { ...who, version },
      forward: (message) => this.#syslog?.send(message),
    });
    this.#open();
  }

  /** Records an event in the security log. Does not throw. */
  get record(): RecordSecurity {
    return this.#log.record;
  }

  get settings(): AuditSettings {
    return this.#settings;
  }

  /** The last thing that could not be noted outside of the folder, for the person. */
  get problem(): AppError | undefined {
    return this.#problem;
  }

  /** Why the data folder may be a copy, if so. */
  get doubt(): AppError<'folder.may-be-copy'> | undefined {
    return this.#witness?.doubt;
  }

  /** As QueuePorts.compared. */
  compared(bound: Pick<Bound, 'connection'>, signal: AbortSignal): Promise<void> | undefined {
    return this.#witness === undefined ? undefined : this.#team?.compared(bound, signal);
  }

  /** What copies of this folder have told the team ledgers, and this one does not know. @throws AppError team.* */
  async toldElsewhere(): Promise<ToldElsewhere[]> {
    return (await this.#team?.toldElsewhere()) ?? [];
  }

  /** Begins to keep the history of an opened store. @throws AppError folder.unusable, disk.full */
  follow(store: QueueStore): Witness {
    const { folder, clock, settings, who, witnesses } = this.#ports;
    this.#store = store;
    // First, since what is recorded from now on hides nothing of what is missing.
    this.#witness =
      witnesses === undefined
        ? undefined
        : new FolderWitness({ folder, witnesses, settings, clock, machine: who.machine, history: store });
    const { doubt, problem } = this.#witness ?? {};
    if (doubt !== undefined) this.record({ kind: 'tampering-found', what: doubt.detail });
    if (problem !== undefined) this.#tell(witnesses ?? '', problem.detail);
    this.#keeping = new HistoryKeeping({
      store,
      folder,
      clock,
      author: this.author,
      onHead: (head) => this.#noteHead(head),
      onTampering: (what) => this.record({ kind: 'tampering-found', what }),
      onFailure: (thrown) => this.#tell('history-head.json', thrown instanceof Error ? thrown.message : String(thrown)),
    });
    return this.#witness ?? noWitness;
  }

  /**
   * A person has decided that this folder, which may be a copy, is the one to continue with.
   * @returns false where there was no doubt @throws AppError file.cannot-write, disk.full
   */
  confirmFolder(reason: string): boolean {
    const doubt = this.#witness?.doubt;
    if (this.#witness === undefined || doubt === undefined) return false;
    const { why, elsewhere } = doubt.params;
    const detail = { why, ...(elsewhere !== '' && { elsewhere }), reason };
    this.#followed.record({ at: this.#ports.clock.now(), kind: 'folder-confirmed', detail });
    this.record({ kind: 'folder-confirmed', reason });
    this.#witness.settle();
    return true;
  }

  /** Tells the team ledgers from now on, and at once what they lack. */
  tell(team: TeamHistories): void {
    this.#team = team;
    team.note();
  }

  /** Tells the team ledgers what they lack: nothing was told while the folder was in doubt. */
  tellTeam(): void {
    this.#team?.note();
  }

  /** A team ledger has noted what the history does not have: nothing is sent before a person has decided. */
  noteStrange(ledger: string): void {
    if (this.#witness === undefined || this.#witness.doubt !== undefined) return;
    try {
      this.#witness.doubtBy(ledger);
    } catch (thrown) {
      // The ledger shows it again at the next start.
      this.#tell('settings.json', thrown instanceof Error ? thrown.message : String(thrown));
    }
    this.record({ kind: 'tampering-found', what: this.doubt?.detail ?? ledger });
  }

  /** Records that a team ledger has noted what the history does not have. */
  noteParted(ledger: string): void {
    const reason = `The team ledger ${ledger} has noted entries that this history does not have: it was cut off or rewritten, the data folder was put back to an earlier state, or two data folders are used as one desk.`;
    this.#followed.record({ at: this.#ports.clock.now(), kind: 'history-shortened', detail: { reason } });
    this.record({ kind: 'tampering-found', what: reason });
    this.noteStrange(ledger);
  }

  /** Tells that something could not be noted at a place outside of the folder. */
  noteFailure(place: string, reason: string): void {
    this.#tell(place, reason);
  }

  /** Stores other settings, and records the change in the history. @throws AppError folder.unusable, disk.full */
  change(settings: AuditSettings): void {
    const { clock, settings: file } = this.#ports;
    const changes = changesOf(settingsAsText(this.#settings), settingsAsText(settings));
    keepAuditSettings(file, settings);
    // The old receivers hear of the change too: it may be what takes them away.
    this.record({ kind: 'policy-changed', changes });
    this.#followed.record({ at: clock.now(), kind: 'audit-set', detail: settingsAsText(settings) });
    const former = [this.#syslog, this.#anchors];
    this.#settings = settings;
    this.#open();
    this.#former = Promise.all([this.#former, ...former.map((one) => one?.close())]);
    const head = this.#followed.historyHead();
    if (head !== undefined) this.#noteHead(head);
  }

  /** Verifies the history against all that was noted of it: it blocks for seconds where there are a million entries. */
  async verify(): Promise<Verification> {
    return await verifyHistory({
      store: this.#followed,
      folder: this.#ports.folder,
      settings: this.#settings,
      key: this.author.key,
      mustBeSealed: this.author.key !== undefined,
      ledgers: this.#team?.noted() ?? [],
    });
  }

  /** Records that a person with the key has looked at what a verification found, each by its fingerprint. */
  review(detail: { flaws: string[]; reason: string }): void {
    this.#followed.record({ at: this.#ports.clock.now(), kind: 'history-reviewed', detail });
  }

  /** What a receipt is made with: the key that signs it, and what was noted of the history beside the queue. */
  get receiptContext(): ReceiptContext {
    const { user, machine, version, key } = this.author;
    const { folder, clock } = this.#ports;
    return {
      key,
      checkpoints: keptCheckpoints(folder, key),
      issued: { user, machine, version, at: new Date(clock.now()).toISOString() },
    };
  }

  /** Ends with a last note of the history, whose store must still be open. */
  async close(): Promise<void> {
    this.#keeping?.close();
    // First, since what a ledger answers may have to be recorded.
    await this.#team?.close();
    this.#log.close();
    await Promise.all([this.#former, this.#anchors?.close(), this.#syslog?.close()]);
  }

  get #followed(): QueueStore {
    if (this.#store === undefined) throw new Error('The history is followed once the queue is open.');
    return this.#store;
  }

  #open(): void {
    const { clock, authorities } = this.#ports;
    const { anchorFile, syslog } = this.#settings;
    const { user, machine, version } = this.author;
    const address = syslog === undefined ? undefined : readSyslogAddress(syslog);
    this.#syslog =
      address &&
      new Syslog({
        address,
        clock,
        authorities: () => authorities(address.host),
        onFailure: (reason) => this.#tell(syslog ?? '', reason),
      });
    this.#anchors =
      anchorFile === undefined
        ? undefined
        : new AnchorFile({
            path: anchorFile,
            clock,
            recorder: { user, machine, version },
            onFailure: (reason) => this.#tell(anchorFile, reason),
          });
  }

  #noteHead(head: Head): void {
    this.#noteWitness();
    this.#anchors?.note(head);
    this.#team?.note();
    this.#log.note('history-head', { ...head });
  }

  #noteWitness(): void {
    try {
      this.#witness?.note();
      if (this.#problem?.params.place === this.#ports.witnesses) this.#problem = undefined;
    } catch (thrown) {
      this.#tell(this.#ports.witnesses ?? '', thrown instanceof Error ? thrown.message : String(thrown));
    }
  }

  #tell(place: string, reason: string): void {
    this.#problem = new AppError('audit.not-noted', { place, reason });
    this.#ports.onProblem(this.#problem);
  }
}
