/**
 * @file The connections that a person has stored, and what they sign in with (a secret, a client certificate or both),
 * stored only as ciphertext of the SecretBox.
 */

import type { TenantKind } from '../../../src-shared/contract.ts';
import { ENVIRONMENT } from '../../../src-shared/environment-connection.ts';
import { AppError, type ErrorRecord } from '../../../src-shared/errors.ts';
import { fact } from '../../../src-shared/languages/fact.ts';
import { changesOf, type RecordSecurity } from '../../audit/security-events.ts';
import type { SettingsFile } from '../../ground/settings/settings-file.ts';
import type { IdentityDescription } from './client-identity.ts';
import { type Connection, connectionSchema, destinationOf, type NetworkRoute } from './connection.ts';
import { parsedConnection, type StoredConnection, withoutCredentials } from './connection-record.ts';
import { ConnectionRecords, type ListedConnections, type SetConnections } from './connection-records.ts';
import { hasReplacedKey } from './keyring.ts';
import { noteSignIn, refusedSignIn } from './refused-sign-ins.ts';
import {
  CredentialSealer,
  type Credentials,
  type CredentialsChange,
  credentialsIn,
  isEmpty,
  parseIdentity,
  requireAgain,
} from './sealed-credentials.ts';
import type { SecretBox } from './secret-box.ts';
import { isSigned, type Signatures, sign } from './signature.ts';
import { forgetToken } from './token-store.ts';

export type { StoredConnection } from './connection-record.ts';
export type { SetConnections } from './connection-records.ts';
export type { Credentials, CredentialsChange } from './sealed-credentials.ts';

const nothingSet: SetConnections = { list: [], admits: () => true };

export class Connections {
  readonly #settings: SettingsFile;
  readonly #box: SecretBox;
  readonly #tell: RecordSecurity;
  readonly #records: ConnectionRecords;
  readonly #sealer: CredentialSealer;

  constructor(
    settings: SettingsFile,
    box: SecretBox,
    route: NetworkRoute,
    tell: RecordSecurity = () => {},
    set: SetConnections = nothingSet,
  ) {
    this.#settings = settings;
    this.#box = box;
    this.#tell = tell;
    this.#records = new ConnectionRecords(settings, set);
    this.#sealer = new CredentialSealer(box, route);
  }

  /** Whether the connection of this name is set by the organisation: only what it signs in with can be changed. */
  isSet(name: string): boolean {
    return this.#records.isSet(name);
  }

  /** All connections that can be used, and the names of those that cannot be read, with the reason. */
  list(): ListedConnections {
    return this.#records.list();
  }

  /** The names of those that can be used. */
  names(): string[] {
    return this.list().connections.map(({ name }) => name);
  }

  /** Throws connection.unknown, or connection.invalid when its record cannot be read. */
  get(name: string): StoredConnection {
    return withoutCredentials(this.#records.of(name));
  }

  /** Why its last sign-in was refused; undefined once one has worked. */
  refusedSignIn(connection: Connection): ErrorRecord | undefined {
    return refusedSignIn(this.#settings, connection);
  }

  /** What is stored for a connection to sign in with; whether it can be opened is not checked. */
  authentication(name: string): { secret: boolean; certificate: boolean } {
    const { sealedSecret, sealedIdentity } = this.#records.of(name);
    return { secret: sealedSecret !== undefined, certificate: sealedIdentity !== undefined };
  }

  /** The description of a connection's client certificate; undefined without one. */
  certificateOf(name: string): IdentityDescription | undefined {
    const { sealedIdentity, certificate } = this.#records.of(name);
    return sealedIdentity && certificate;
  }

  /**
   * Stores a connection, with its credentials if given. Throws policy.managed, connection.invalid, connection.exists,
   * certificate.unusable, secret.no-store (nothing is stored then), or secret.unreadable when they cannot be read back.
   */
  async add(connection: Connection & { kind?: TenantKind }, credentials: Credentials = {}): Promise<void> {
    const stored = parsedConnection(connection);
    const { name } = stored;
    if (name === ENVIRONMENT) {
      const problem = fact('cannot be “{name}”, which is reserved for the connection in the environment variables', {
        name,
      });
      throw new AppError('connection.invalid', { field: 'name', problem });
    }
    if (this.#records.has(name)) throw new AppError('connection.exists', { connection: name });
    this.#records.requireAdmitted(stored);
    // Encryption is asynchronous, and the same name may be added meanwhile.
    const sealed = await this.#sealer.seal(stored, credentials);
    const signed = await this.#sign(stored);
    if (this.#records.has(name)) throw new AppError('connection.exists', { connection: name });
    this.#records.add({ ...stored, ...sealed, ...signed });
    if (await this.#sealer.isKept(this.#records.of(name), credentials))
      return this.#tell({ kind: 'connection-added', connection: name });
    this.remove(name);
    throw new AppError('secret.unreadable', { connection: name });
  }

  /**
   * Stores other values under the same name. The secret and the certificate stay unless others are given; both must be
   * given again when anything changed that decides where they go. The old ones are removed only once the new ones can
   * be read back. Throws as `add`, and connection.unknown.
   */
  async change(connection: StoredConnection, { secret, identity }: CredentialsChange = {}): Promise<void> {
    const stored = parsedConnection(connection);
    const { name } = stored;
    const given = { secret, identity: identity === 'none' ? undefined : identity };
    this.#records.requireAsSet(stored);
    const sealed = await this.#sealer.seal(stored, given);
    const signed = await this.#sign(stored);
    const before = this.#records.of(name);
    requireAgain(before, stored, { secret, identity });
    const kept = credentialsIn(before, { withIdentity: identity !== 'none' });
    const sealedFor = { ...kept.sealedFor, ...sealed.sealedFor };
    // Those of other boxes stay: they count only for the values that they were made for.
    const signatures = { ...before.signatures, ...signed.signatures };
    this.#records.replace({ ...stored, ...kept, ...sealed, sealedFor, signatures });
    if (!(await this.#sealer.isKept(this.#records.of(name), given))) {
      this.#records.replace(before);
      throw new AppError('secret.unreadable', { connection: name });
    }
    if (destinationOf(before) !== destinationOf(stored)) this.#forgetSignIns(before);
    this.#tellChange(before, stored, { secret, identity });
  }

  /**
   * Removes a connection, its credentials and its token, even if its record is broken. Throws connection.unknown,
   * policy.managed.
   */
  remove(name: string): void {
    const connection = connectionSchema.safeParse(this.#records.remove(name)).data;
    if (connection !== undefined) this.#forgetSignIns(connection);
    this.#tell({ kind: 'connection-removed', connection: name });
  }

  #forgetSignIns(connection: Connection): void {
    forgetToken(this.#settings, connection);
    noteSignIn(this.#settings, connection, undefined);
  }

  #tellChange(before: Connection, after: Connection, { secret, identity }: CredentialsChange): void {
    const connection = after.name;
    const changes = changesOf(placeOf(before), placeOf(after));
    if (changes.length > 0) this.#tell({ kind: 'connection-changed', connection, changes });
    const fields = [
      ...(secret === undefined ? [] : ['secret' as const]),
      ...(identity === undefined ? [] : ['certificate' as const]),
    ];
    if (fields.length > 0) this.#tell({ kind: 'credentials-renewed', connection, fields });
  }

  /**
   * All credentials of a stored connection. Throws auth.no-secret when there are none, secret.unreadable (the ciphertext stays: the
   * right passphrase may come back), or connection.moved when the stored connection has another destination than this one.
   */
  async credentialsOf(connection: Connection): Promise<Credentials> {
    const record = this.#records.for(connection);
    const secret = await this.#sealer.openSecret(record);
    const identity = await this.#sealer.openIdentity(record);
    if (isEmpty({ secret, identity })) throw new AppError('auth.no-secret', { connection: connection.name });
    return { secret, identity };
  }

  async #sign(connection: StoredConnection): Promise<{ signatures: Signatures }> {
    return { signatures: await sign(this.#box, signedValue(connection)) };
  }

  /**
   * Makes sure that the connection is as somebody with the key of this data folder stored it.
   * @throws AppError connection.unconfirmed, connection.unknown, connection.moved
   */
  async requireConfirmed(connection: Connection): Promise<void> {
    const record = this.#records.for(connection);
    // Its addresses come from where people of this computer cannot write.
    if (this.isSet(record.name)) return;
    if (await isSigned(this.#box, signedValue(record), record.signatures)) return;
    const since = hasReplacedKey(this.#settings) ? ({ since: 'key-replaced' } as const) : {};
    throw new AppError('connection.unconfirmed', { connection: record.name, ...since });
  }

  /** Signs a connection as it is stored: a person has checked its addresses. @throws AppError connection.unknown */
  async confirm(name: string): Promise<void> {
    if (this.isSet(name)) return;
    const { signatures } = await this.#sign(this.#records.of(name));
    const record = this.#records.of(name);
    this.#records.replace({ ...record, signatures: { ...record.signatures, ...signatures } });
    this.#tell({ kind: 'connection-confirmed', connection: name });
  }

  /**
   * Binds what was stored before there were keyrings: credentials to where they stand now, and all records by signature.
   * What cannot be opened stays as it is.
   */
  async adopt(openFormer: (sealed: string) => Promise<string | undefined>): Promise<void> {
    for (const { name } of this.list().connections) {
      const { sealedSecret, sealedIdentity } = this.#records.of(name);
      const secret = sealedSecret && (await openFormer(sealedSecret));
      const identity = sealedIdentity && (await openFormer(sealedIdentity));
      const record = this.#records.of(name);
      const given = { secret, identity: identity === undefined ? undefined : parseIdentity(identity, name) };
      const sealed = await this.#sealer.seal(record, given);
      this.#records.replace({ ...record, ...sealed });
      await this.confirm(name);
    }
  }
}

/** What of a connection decides where its secrets go, for the record. */
function placeOf({ baseUrl, tokenUrl, clientId, scope }: Connection): Record<string, string> {
  return { baseUrl, tokenUrl, clientId, scope };
}

function signedValue(connection: StoredConnection): string[] {
  return ['connection', connection.name, destinationOf(connection), connection.kind];
}
