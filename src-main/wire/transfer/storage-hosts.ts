/**
 * @file The hosts that the files of a connection may go to. The first one that the service names is kept; another one
 * waits for a person. The list belongs to what the connection leads to: a connection that leads elsewhere has none.
 * A host that was kept before this folder had the key at hand is no other host, but another program may have written it: a person confirms it once.
 * [Note: A host is not a domain] Everybody can have a bucket below s3.amazonaws.com, so the list holds whole hosts, with
 * scheme and port, and never a pattern.
 */

import { AppError } from '../../../src-shared/errors.ts';
import { fact, type Said } from '../../../src-shared/languages/fact.ts';
import { changesOf, type RecordSecurity } from '../../audit/security-events.ts';
import type { SettingsFile } from '../../ground/settings/settings-file.ts';
import type { SecretBox } from '../credentials/secret-box.ts';
import { dangerOf, type Reach, reachOf } from '../service/named-address.ts';
import { type Bound, type Known, StorageHostRecords, type StorageRule } from './storage-host-records.ts';
import type { StorageUse } from './storage-pauses.ts';

export type { Bound, StorageRule } from './storage-host-records.ts';

export interface StorageHostList extends StorageRule {
  /** `https://host:port`, without the port where it is the usual one. */
  hosts: { origin: string; isTrusted: boolean }[];
}

export type Verdict =
  | { kind: 'allowed'; reach: Reach }
  /** A person can allow the host. */
  | { kind: 'held'; error: AppError }
  /** The address can never be used. */
  | { kind: 'refused'; error: AppError };

export interface StorageHostsPorts {
  file: SettingsFile;
  /** Signs the list: what somebody else wrote into the file counts as a question. */
  box: SecretBox;
  record: RecordSecurity;
  /** What the organisation has set for what leads to this destination; no person at this computer changes it. */
  setFor?: (destination: string) => SetHosts | undefined;
}

/** Files may go only there: `https://host:port` each. */
export interface SetHosts {
  hosts: readonly string[];
  /** They may be in a private network. */
  private: boolean;
}

export class StorageHosts {
  readonly #ports: StorageHostsPorts;
  readonly #records: StorageHostRecords;
  /** Changes come one after the other: of two first hosts at once, only one is the first. */
  #last: Promise<unknown> = Promise.resolve();
  /** What was recorded as held, so that it is recorded once. */
  readonly #held = new Set<string>();

  constructor(ports: StorageHostsPorts) {
    this.#ports = ports;
    this.#records = new StorageHostRecords(ports);
  }

  /**
   * Whether an address that the service named may be used, and where it may lead. Keeps the first host of an upload; a
   * report may also be at the host of the service itself.
   * @throws AppError secret.*, folder.unusable, disk.full
   */
  admit(bound: Bound, address: string, use: StorageUse): Promise<Verdict> {
    return this.#inTurn(() => this.#admit(bound, address, use));
  }

  async #admit(bound: Bound, address: string, use: StorageUse): Promise<Verdict> {
    const { rule, trusted, kept, wasPrivate } = await this.#known(bound);
    const baseUrl = baseAddressOf(bound);
    const reach = reachOf(baseUrl, address, rule.private);
    const danger = dangerOf(address, reach);
    if (danger !== undefined) {
      const wasAllowed = wasPrivate && dangerOf(address, reachOf(baseUrl, address, true)) === undefined;
      const why = wasAllowed
        ? fact('{danger}, and was allowed without the key of this data folder', { danger })
        : danger;
      const error = new AppError(`${use}.unsafe-address`, { host: URL.parse(address)?.host ?? '', danger: why });
      return { kind: 'refused', error };
    }
    const allowed = { kind: 'allowed', reach } as const;
    const { origin } = new URL(address);
    const isOwnHost = origin === new URL(baseUrl).origin;
    if (trusted.includes(origin) || (use === 'report' && isOwnHost)) return allowed;
    if (kept.length === 0 && rule.keepsFirst && !rule.fixed) {
      if (use === 'upload') {
        await this.#records.add(bound, origin, rule);
        this.#ports.record({ kind: 'storage-host-kept', connection: bound.connection, host: origin });
      }
      return allowed;
    }
    const isKept = kept.includes(origin);
    return { kind: 'held', error: this.#hold(bound, origin, { trusted, isKept, use, rule }) };
  }

  #hold(
    { connection, destination }: Bound,
    host: string,
    { trusted, isKept, use, rule }: { trusted: string[]; isKept: boolean; use: StorageUse; rule: StorageRule },
  ): AppError {
    const isNews = !this.#held.has(`${destination} ${host}`);
    this.#held.add(`${destination} ${host}`);
    if (isNews) this.#ports.record({ kind: 'storage-host-held', connection, host });
    if (isKept) return new AppError(`${use}.unconfirmed-host`, { connection, host });
    const code = use === 'upload' && rule.fixed ? 'upload.host-refused' : (`${use}.other-host` as const);
    return new AppError(code, { connection, host, kept: trusted.join(', ') });
  }

  /** The list as it is stored; undefined where nothing was sent and nothing set. */
  async list(bound: Bound): Promise<StorageHostList | undefined> {
    const set = this.#setFor(bound);
    if (set !== undefined) {
      return { hosts: set.hosts.map((origin) => ({ origin, isTrusted: true })), fixed: true, private: set.private };
    }
    const entry = this.#records.read(bound);
    if (entry === undefined) return undefined;
    const { rule, trusted } = await this.#known(bound);
    const hosts = entry.hosts.map(({ origin }) => ({ origin, isTrusted: trusted.includes(origin) }));
    return { hosts, fixed: rule.fixed, private: rule.private };
  }

  /** The hosts as they are stored, to be shown. */
  origins(bound: Bound): string[] {
    const set = this.#setFor(bound);
    if (set !== undefined) return [...set.hosts];
    return this.#records.read(bound)?.hosts.map(({ origin }) => origin) ?? [];
  }

  /** Why an address must not be asked for anything, as `dangerOf` says it; undefined for a safe one. */
  async dangerOf(bound: Bound, address: string): Promise<Said | undefined> {
    const { rule } = await this.#known(bound);
    return dangerOf(address, reachOf(baseAddressOf(bound), address, rule.private));
  }

  /** The host that files go to, the latest one; where there is none, the latest one that is not confirmed. */
  async latest(bound: Bound): Promise<{ origin: string; isTrusted: boolean } | undefined> {
    const { trusted, kept } = await this.#known(bound);
    const origin = trusted.at(-1) ?? kept.at(-1);
    return origin === undefined ? undefined : { origin, isTrusted: trusted.length > 0 };
  }

  /**
   * Allows a host: `host`, `host:port` or `https://host:port`.
   * @returns it as it is stored
   * @throws AppError policy.managed, usage.invalid for an address that could never be used, secret.*, folder.unusable,
   * disk.full
   */
  allow(bound: Bound, host: string): Promise<string> {
    return this.#inTurn(async () => {
      this.#refuseSet(bound);
      const { rule } = await this.#known(bound);
      const origin = readOrigin(bound, host, rule);
      await this.#records.add(bound, origin, rule);
      this.#held.delete(`${bound.destination} ${origin}`);
      this.#ports.record({ kind: 'storage-host-allowed', connection: bound.connection, host: origin });
      return origin;
    });
  }

  /** Removes a host: the next upload to it waits for a person. @returns whether it was there @throws AppError policy.managed */
  remove(bound: Bound, host: string): Promise<boolean> {
    return this.#inTurn(async () => {
      this.#refuseSet(bound);
      const entry = this.#records.read(bound);
      const { rule } = await this.#known(bound);
      const origin = originIn(host) ?? host;
      const hosts = entry?.hosts.filter((one) => one.origin !== origin) ?? [];
      if (hosts.length === (entry?.hosts.length ?? 0)) return false;
      await this.#records.write(bound, hosts, { ...rule, keepsFirst: false });
      this.#ports.record({ kind: 'storage-host-removed', connection: bound.connection, host: origin });
      return true;
    });
  }

  /** Changes the rule of the list. @throws AppError policy.managed */
  change(bound: Bound, changed: Partial<StorageRule>): Promise<void> {
    return this.#inTurn(async () => {
      this.#refuseSet(bound);
      const { rule } = await this.#known(bound);
      const after = { ...rule, ...changed };
      await this.#records.write(bound, this.#records.read(bound)?.hosts ?? [], after);
      const changes = changesOf(ruleInWords(rule), ruleInWords(after));
      if (changes.length === 0) return;
      this.#ports.record({ kind: 'storage-rule-changed', connection: bound.connection, changes });
    });
  }

  /** Forgets the list of a connection that is removed: one with the same name starts without it. */
  forget(connection: string): void {
    this.#records.forget(connection);
  }

  #setFor({ destination }: Bound): SetHosts | undefined {
    return this.#ports.setFor?.(destination);
  }

  #refuseSet(bound: Bound): void {
    if (this.#setFor(bound) === undefined) return;
    throw new AppError('policy.managed', {
      what: fact('the storage hosts of “{connection}”', { connection: bound.connection }),
    });
  }

  /** What the organisation has set, or what the key of this data folder has signed. */
  async #known(bound: Bound): Promise<Known> {
    const set = this.#setFor(bound);
    if (set === undefined) return await this.#records.known(bound);
    const rule = { fixed: true, private: set.private, keepsFirst: false };
    return { rule, trusted: [...set.hosts], kept: [...set.hosts], wasPrivate: false };
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const next = this.#last.then(work);
    this.#last = next.catch(() => {});
    return next;
  }
}

function baseAddressOf({ destination }: Bound): string {
  return destination.split(' ')[0] ?? '';
}

/** For the record. */
function ruleInWords({ fixed, private: isPrivate }: StorageRule): Record<string, string> {
  return { fixed: String(fixed), private: String(isPrivate) };
}

function originIn(host: string): string | undefined {
  const address = host.includes('://') ? host : `https://${host}`;
  return URL.canParse(address) ? new URL(address).origin : undefined;
}

/** @throws AppError usage.invalid */
function readOrigin(bound: Bound, host: string, rule: StorageRule): string {
  const address = host.trim().includes('://') ? host.trim() : `https://${host.trim()}`;
  const refuse = (problem: Said) =>
    new AppError('usage.invalid', { problem: fact('“{host}” {problem}.', { host, problem }) });
  if (host.includes('*'))
    throw refuse(fact('is a pattern; others may have buckets in the same domain, so name whole hosts'));
  const danger = dangerOf(address, reachOf(baseAddressOf(bound), address, rule.private));
  if (danger !== undefined) throw refuse(danger);
  const { origin, pathname, search } = new URL(address);
  if (pathname !== '/' || search !== '') throw refuse(fact('must end after the host or its port'));
  return origin;
}
