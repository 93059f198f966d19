/**
 * @file The records of connections in the settings file, beside what the organisation has set. A record that cannot be read
 * stays as it is.
 */

import { AppError } from '../../../src-shared/errors.ts';
import { type Fact, fact } from '../../../src-shared/languages/fact.ts';
import type { SettingsFile } from '../../ground/settings/settings-file.ts';
import { type Connection, destinationOf } from './connection.ts';
import {
  type ConnectionRecord,
  invalid,
  nameOf,
  recordSchema,
  type StoredConnection,
  withoutCredentials,
} from './connection-record.ts';
import { credentialsIn } from './sealed-credentials.ts';

const KEY = 'connections';
/** What people have entered for connections that are set by their organisation; their own under KEY stay as they are. */
const SET_KEY = 'setConnections';

/** What an organisation has set about connections on this computer. */
export interface SetConnections {
  /** They come before those that a person has stored; one of the same name is kept, but not used. */
  list: readonly StoredConnection[];
  /** Whether a connection that a person has stored may be used. */
  admits: (own: StoredConnection) => boolean;
}

/** All connections that can be used; and the names of the records that cannot be read, with the reason. */
export interface ListedConnections {
  connections: StoredConnection[];
  broken: { name: string; error: AppError }[];
}

export class ConnectionRecords {
  readonly #settings: SettingsFile;
  readonly #set: SetConnections;

  constructor(settings: SettingsFile, set: SetConnections) {
    this.#settings = settings;
    this.#set = set;
  }

  isSet(name: string): boolean {
    return this.#setOf(name) !== undefined;
  }

  /** Whether there is one of this name, even if it is broken. */
  has(name: string): boolean {
    return this.isSet(name) || this.#stored().some((record) => nameOf(record) === name);
  }

  list(): ListedConnections {
    const connections: StoredConnection[] = [...this.#set.list];
    const broken: ListedConnections['broken'] = [];
    for (const raw of this.#stored()) {
      if (this.isSet(nameOf(raw) ?? '')) continue;
      const parsed = recordSchema.safeParse(raw);
      if (parsed.success) {
        const own = withoutCredentials(parsed.data);
        if (this.#set.admits(own)) connections.push(own);
      } else {
        const name = nameOf(raw) ?? 'a connection without a name';
        broken.push({ name, error: invalid(parsed.error, `${name}: `) });
      }
    }
    return { connections, broken };
  }

  /** @throws AppError connection.unknown, connection.invalid, policy.managed */
  of(name: string): ConnectionRecord {
    const set = this.#setOf(name);
    if (set !== undefined) return this.#recordOfSet(set);
    const parsed = recordSchema.safeParse(this.#raw(name));
    if (!parsed.success) throw invalid(parsed.error, `${name}: `);
    this.requireAdmitted(withoutCredentials(parsed.data));
    return parsed.data;
  }

  /** The record of a connection, if it still has the same destination. @throws AppError connection.moved, and as `of` */
  for(connection: Connection): ConnectionRecord {
    const { name } = connection;
    const record = this.of(name);
    if (destinationOf(record) !== destinationOf(connection)) {
      throw new AppError('connection.moved', { connection: name });
    }
    return record;
  }

  add(record: ConnectionRecord): void {
    this.#write([...this.#stored(), record]);
  }

  replace(record: ConnectionRecord): void {
    if (this.isSet(record.name)) {
      const others = this.#entered().filter((other) => nameOf(other) !== record.name);
      this.#settings.set(SET_KEY, [...others, record]);
      return;
    }
    this.#write(this.#stored().map((other) => (nameOf(other) === record.name ? record : other)));
  }

  /**
   * Removes a record, even if it is broken.
   * @returns it as it was in the file
   * @throws AppError connection.unknown, policy.managed
   */
  remove(name: string): unknown {
    if (this.isSet(name)) throw managed(fact('the connection “{name}”', { name }));
    const removed = this.#raw(name);
    this.#write(this.#stored().filter((record) => nameOf(record) !== name));
    return removed;
  }

  /** @throws AppError policy.managed */
  requireAdmitted(own: StoredConnection): void {
    if (!this.#set.admits(own))
      throw managed(fact('which connections can be used; “{name}” is not among them', { name: own.name }));
  }

  /** Of what the organisation has set, only the credentials are the person's. @throws AppError policy.managed */
  requireAsSet(connection: StoredConnection): void {
    const set = this.#setOf(connection.name);
    if (set === undefined) this.requireAdmitted(connection);
    else if (destinationOf(set) !== destinationOf(connection) || set.kind !== connection.kind)
      throw managed(fact('the connection “{name}”', { name: set.name }));
  }

  #setOf(name: string): StoredConnection | undefined {
    return this.#set.list.find((one) => one.name === name);
  }

  /** What was entered for this very destination, also before the organisation set the connection. */
  #recordOfSet(set: StoredConnection): ConnectionRecord {
    const kept = [...this.#entered(), ...this.#stored()].map((raw) => recordSchema.safeParse(raw).data);
    const same = kept.find((one) => one?.name === set.name && destinationOf(one) === destinationOf(set));
    return { ...set, ...(same && credentialsIn(same, { withIdentity: true })), signatures: undefined };
  }

  #raw(name: string): unknown {
    const raw = this.#stored().find((record) => nameOf(record) === name);
    if (raw === undefined) throw new AppError('connection.unknown', { connection: name });
    return raw;
  }

  /** The records as they are in the file, including broken ones, so that a write keeps those unchanged. */
  #stored(): unknown[] {
    const stored = this.#settings.get(KEY);
    if (stored === undefined) return [];
    if (Array.isArray(stored)) return stored;
    throw new AppError('connection.invalid', { field: KEY, problem: fact('is not a list in the settings file') });
  }

  #entered(): unknown[] {
    const stored = this.#settings.get(SET_KEY);
    return Array.isArray(stored) ? stored : [];
  }

  #write(records: readonly unknown[]): void {
    this.#settings.set(KEY, records);
  }
}

function managed(what: Fact): AppError {
  return new AppError('policy.managed', { what });
}
