/**
 * @file The connections that a person has stored, and what they sign in with (a secret, a client certificate or both),
 * stored only as ciphertext of the SecretBox.
 */

import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type TenantKind, tenantKindSchema } from '../../src-shared/contract.ts';
import { AppError } from '../../src-shared/errors.ts';
import { changesOf, type RecordSecurity } from '../audit/security-events.ts';
import type { SettingsFile } from '../settings/settings-file.ts';
import {
  type ClientIdentity,
  clientIdentitySchema,
  type IdentityDescription,
  identityDescriptionSchema,
} from './client-identity.ts';
import { type Connection, connectionSchema, destinationOf, type NetworkRoute } from './connection.ts';
import { ENVIRONMENT } from './environment.ts';
import { describeIdentity } from './identity-description.ts';
import type { SealContext, Sealed, SecretBox } from './secret-box.ts';
import { isSigned, type Signatures, sign, signaturesSchema } from './signature.ts';
import { forgetToken } from './token-store.ts';

const KEY = 'connections';
/** What people have entered for connections that are set by their organisation; their own under KEY stay as they are. */
const SET_KEY = 'setConnections';
/** A stored connection, with the kind of its tenant. */
const storedConnectionSchema = connectionSchema.extend({
  /** Connections from before there were kinds may lead to production. */
  kind: tenantKindSchema.default('production'),
});
export type StoredConnection = z.infer<typeof storedConnectionSchema>;

const sealedSchema = z.custom<Sealed>((value) => typeof value === 'string', 'is damaged').optional();

const recordSchema = storedConnectionSchema.extend({
  sealedSecret: sealedSchema,
  sealedIdentity: sealedSchema,
  /** The parts of the sealed identity that may be shown, so that they need no decryption. */
  certificate: identityDescriptionSchema.optional().catch(undefined),
  /** Digests of the network route that each credential was entered for; it cannot be opened for another one. */
  sealedFor: z.record(z.string(), z.string()).optional().catch(undefined),
  signatures: signaturesSchema,
});
type ConnectionRecord = z.infer<typeof recordSchema>;

/** What a connection signs in with (§5.7): at least one of the two. */
export interface Credentials {
  secret?: string | undefined;
  identity?: ClientIdentity | undefined;
}

/** A field that is left out stays as it is. */
export interface CredentialsChange {
  secret?: string | undefined;
  /** `none` removes the certificate. */
  identity?: ClientIdentity | 'none' | undefined;
}

/** What an organisation has set about connections on this computer. */
export interface SetConnections {
  /** They come before those that a person has stored; one of the same name is kept, but not used. */
  list: readonly StoredConnection[];
  /** Whether a connection that a person has stored may be used. */
  admits: (own: StoredConnection) => boolean;
}

const nothingSet: SetConnections = { list: [], admits: () => true };

export class Connections {
  readonly #settings: SettingsFile;
  readonly #box: SecretBox;
  readonly #route: NetworkRoute;

  readonly #tell: RecordSecurity;
  readonly #set: SetConnections;

  constructor(
    settings: SettingsFile,
    box: SecretBox,
    route: NetworkRoute,
    tell: RecordSecurity = () => {},
    set: SetConnections = nothingSet,
  ) {
    this.#settings = settings;
    this.#box = box;
    this.#route = route;
    this.#tell = tell;
    this.#set = set;
  }

  /** Whether the connection of this name is set by the organisation: only what it signs in with can be changed. */
  isSet(name: string): boolean {
    return this.#setOf(name) !== undefined;
  }

  #setOf(name: string): StoredConnection | undefined {
    return this.#set.list.find((one) => one.name === name);
  }

  /**
   * All connections that can be used; and the names of the records that cannot be read, with the reason. Those stay
   * unchanged.
   */
  list(): { connections: StoredConnection[]; broken: { name: string; error: AppError }[] } {
    const connections: StoredConnection[] = [...this.#set.list];
    const broken: { name: string; error: AppError }[] = [];
    for (const raw of this.#records()) {
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

  /** Throws connection.unknown, or connection.invalid when its record cannot be read. */
  get(name: string): StoredConnection {
    return withoutCredentials(this.#record(name));
  }

  /** What is stored for a connection to sign in with; whether it can be opened is not checked. */
  authentication(name: string): { secret: boolean; certificate: boolean } {
    const { sealedSecret, sealedIdentity } = this.#record(name);
    return { secret: sealedSecret !== undefined, certificate: sealedIdentity !== undefined };
  }

  /** The description of a connection's client certificate; undefined without one. */
  certificateOf(name: string): IdentityDescription | undefined {
    const { sealedIdentity, certificate } = this.#record(name);
    return sealedIdentity && certificate;
  }

  /**
   * Stores a connection, with its credentials if given. Throws policy.managed, connection.invalid, connection.exists,
   * certificate.unusable, secret.no-store (nothing is stored then), or secret.unreadable when they cannot be read back.
   */
  async add(connection: Connection & { kind?: TenantKind }, credentials: Credentials = {}): Promise<void> {
    const stored = parse(connection);
    const { name } = stored;
    if (name === ENVIRONMENT) {
      const problem = `cannot be “${name}”, which is reserved for the connection in the environment variables`;
      throw new AppError('connection.invalid', { field: 'name', problem });
    }
    if (this.#has(name)) throw new AppError('connection.exists', { connection: name });
    this.#requireAdmitted(stored);
    // Encryption is asynchronous, and the same name may be added meanwhile.
    const sealed = isEmpty(credentials) ? {} : await this.#seal(stored, credentials);
    const signed = await this.#sign(stored);
    if (this.#has(name)) throw new AppError('connection.exists', { connection: name });
    this.#write([...this.#records(), { ...stored, ...sealed, ...signed }]);
    if (await this.#isKept(name, credentials)) return this.#tell({ kind: 'connection-added', connection: name });
    this.remove(name);
    throw new AppError('secret.unreadable', { connection: name });
  }

  /**
   * Stores other values under the same name. The secret and the certificate stay unless others are given; both must be
   * given again when anything changed that decides where they go. The old ones are removed only once the new ones can
   * be read back. Throws as `add`, and connection.unknown.
   */
  async change(connection: StoredConnection, { secret, identity }: CredentialsChange = {}): Promise<void> {
    const stored = parse(connection);
    const { name } = stored;
    const given = { secret, identity: identity === 'none' ? undefined : identity };
    this.#requireAsSet(stored);
    const sealed: SealedCredentials = isEmpty(given) ? {} : await this.#seal(stored, given);
    const signed = await this.#sign(stored);
    const before = this.#record(name);
    requireAgain(before, stored, { secret, identity });
    const kept = credentialsIn(before, { withIdentity: identity !== 'none' });
    const sealedFor = { ...kept.sealedFor, ...sealed.sealedFor };
    // Those of other boxes stay: they count only for the values that they were made for.
    const signatures = { ...before.signatures, ...signed.signatures };
    this.#replace({ ...stored, ...kept, ...sealed, sealedFor, signatures });
    if (!(await this.#isKept(name, given))) {
      this.#replace(before);
      throw new AppError('secret.unreadable', { connection: name });
    }
    if (destinationOf(before) !== destinationOf(stored)) forgetToken(this.#settings, before);
    this.#tellChange(before, stored, { secret, identity });
  }

  /**
   * Removes a connection, its credentials and its token, even if its record is broken. Throws connection.unknown,
   * policy.managed.
   */
  remove(name: string): void {
    if (this.isSet(name)) throw managed(`the connection “${name}”`);
    const raw = this.#records().find((record) => nameOf(record) === name);
    if (raw === undefined) throw new AppError('connection.unknown', { connection: name });
    const connection = connectionSchema.safeParse(raw).data;
    this.#write(this.#records().filter((record) => nameOf(record) !== name));
    if (connection !== undefined) forgetToken(this.#settings, connection);
    this.#tell({ kind: 'connection-removed', connection: name });
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
   * The secret of a stored connection. Throws auth.no-secret, secret.unreadable (the ciphertext stays: the right
   * passphrase may come back), or connection.moved when the stored connection has another destination than this one.
   */
  async secretOf(connection: Connection): Promise<string> {
    const secret = await this.#openSecret(this.#recordFor(connection));
    if (secret === undefined) throw new AppError('auth.no-secret', { connection: connection.name });
    return secret;
  }

  /** The client certificate of a stored connection, if it has one. Throws as `secretOf`, except auth.no-secret. */
  async identityOf(connection: Connection): Promise<ClientIdentity | undefined> {
    return await this.#openIdentity(this.#recordFor(connection));
  }

  /** All credentials of a stored connection. Throws as `secretOf`; auth.no-secret only when there are none. */
  async credentialsOf(connection: Connection): Promise<Credentials> {
    const record = this.#recordFor(connection);
    const secret = await this.#openSecret(record);
    const identity = await this.#openIdentity(record);
    if (isEmpty({ secret, identity })) throw new AppError('auth.no-secret', { connection: connection.name });
    return { secret, identity };
  }

  async #openSecret(record: ConnectionRecord): Promise<string | undefined> {
    const { sealedSecret } = record;
    return sealedSecret && (await this.#open(record, sealedSecret, 'secret'));
  }

  async #openIdentity(record: ConnectionRecord): Promise<ClientIdentity | undefined> {
    const { name, sealedIdentity } = record;
    return sealedIdentity && parseIdentity(await this.#open(record, sealedIdentity, 'identity'), name);
  }

  /** Throws secret.moved, secret.unreadable. */
  async #open(record: ConnectionRecord, sealed: Sealed, purpose: 'secret' | 'identity'): Promise<string> {
    const { name, sealedFor } = record;
    const plain = await this.#openQuietly(sealed, this.#contextOf(purpose, record));
    if (plain !== undefined) return plain;
    const enteredFor = sealedFor?.[purpose];
    const isElsewhere = enteredFor !== undefined && enteredFor !== digestOf(this.#route());
    if (isElsewhere) throw new AppError('secret.moved', { connection: name, what: 'The proxy or an authority' });
    throw new AppError('secret.unreadable', { connection: name });
  }

  /** A folder's key that cannot be opened is told as what it keeps from being read. */
  async #openQuietly(sealed: Sealed, context: SealContext): Promise<string | undefined> {
    try {
      return await this.#box.open(sealed, context);
    } catch (thrown) {
      if (thrown instanceof AppError && thrown.code === 'secret.wrong-passphrase') return undefined;
      throw thrown;
    }
  }

  async #seal(connection: StoredConnection, { secret, identity }: Credentials): Promise<SealedCredentials> {
    if (!this.#box.survivesRestart) throw new AppError('secret.no-store', {});
    const seal = (plain: string, purpose: 'secret' | 'identity') =>
      this.#box.seal(plain, this.#contextOf(purpose, connection));
    const route = digestOf(this.#route());
    return {
      sealedFor: { ...(secret !== undefined && { secret: route }), ...(identity !== undefined && { identity: route }) },
      ...(secret !== undefined && { sealedSecret: await seal(secret, 'secret') }),
      ...(identity !== undefined && {
        certificate: await describeIdentity(identity),
        sealedIdentity: await seal(JSON.stringify(identity), 'identity'),
      }),
    };
  }

  /** Everything that decides where the credentials go. */
  #contextOf(purpose: 'secret' | 'identity', connection: Connection): SealContext {
    return [purpose, connection.name, destinationOf(connection), this.#route()];
  }

  async #sign(connection: StoredConnection): Promise<{ signatures: Signatures }> {
    return { signatures: await sign(this.#box, signedValue(connection)) };
  }

  /**
   * Makes sure that the connection is as somebody with the key of this data folder stored it.
   * @throws AppError connection.unconfirmed, connection.unknown, connection.moved
   */
  async requireConfirmed(connection: Connection): Promise<void> {
    const record = this.#recordFor(connection);
    // Its addresses come from where people of this computer cannot write.
    if (this.isSet(record.name)) return;
    if (await isSigned(this.#box, signedValue(record), record.signatures)) return;
    throw new AppError('connection.unconfirmed', { connection: record.name });
  }

  /** Signs a connection as it is stored: a person has checked its addresses. @throws AppError connection.unknown */
  async confirm(name: string): Promise<void> {
    if (this.isSet(name)) return;
    const { signatures } = await this.#sign(this.#record(name));
    const record = this.#record(name);
    this.#replace({ ...record, signatures: { ...record.signatures, ...signatures } });
    this.#tell({ kind: 'connection-confirmed', connection: name });
  }

  /**
   * Binds what was stored before there were keyrings: credentials to where they stand now, and all records by signature.
   * What cannot be opened stays as it is.
   */
  async adopt(openFormer: (sealed: string) => Promise<string | undefined>): Promise<void> {
    for (const { name } of this.list().connections) {
      const { sealedSecret, sealedIdentity } = this.#record(name);
      const secret = sealedSecret && (await openFormer(sealedSecret));
      const identity = sealedIdentity && (await openFormer(sealedIdentity));
      const record = this.#record(name);
      const given = { secret, identity: identity === undefined ? undefined : parseIdentity(identity, name) };
      const sealed = isEmpty(given) ? {} : await this.#seal(record, given);
      this.#replace({ ...record, ...sealed });
      await this.confirm(name);
    }
  }

  /** Whether the given credentials can be read back unchanged. */
  async #isKept(name: string, { secret, identity }: Credentials): Promise<boolean> {
    const record = this.#record(name);
    const reads = async (purpose: 'secret' | 'identity', sealed: Sealed | undefined, plain: string | undefined) => {
      if (plain === undefined) return true;
      const opening = sealed && this.#box.open(sealed, this.#contextOf(purpose, record)).catch(() => undefined);
      return (await opening) === plain;
    };
    return (
      (await reads('secret', record.sealedSecret, secret)) &&
      (await reads('identity', record.sealedIdentity, identity && JSON.stringify(identity)))
    );
  }

  #requireAdmitted(own: StoredConnection): void {
    if (!this.#set.admits(own)) throw managed(`which connections can be used; “${own.name}” is not among them`);
  }

  /** Of what the organisation has set, only the credentials are the person's. Throws policy.managed. */
  #requireAsSet(connection: StoredConnection): void {
    const set = this.#setOf(connection.name);
    if (set === undefined) this.#requireAdmitted(connection);
    else if (destinationOf(set) !== destinationOf(connection) || set.kind !== connection.kind)
      throw managed(`the connection “${set.name}”`);
  }

  /** What was entered for this very destination, also before the organisation set the connection. */
  #recordOfSet(set: StoredConnection): ConnectionRecord {
    const kept = [...this.#entered(), ...this.#records()].map((raw) => recordSchema.safeParse(raw).data);
    const same = kept.find((one) => one?.name === set.name && destinationOf(one) === destinationOf(set));
    return { ...set, ...(same && credentialsIn(same, { withIdentity: true })), signatures: undefined };
  }

  #has(name: string): boolean {
    return this.isSet(name) || this.#records().some((record) => nameOf(record) === name);
  }

  #record(name: string): ConnectionRecord {
    const set = this.#setOf(name);
    if (set !== undefined) return this.#recordOfSet(set);
    const raw = this.#records().find((record) => nameOf(record) === name);
    if (raw === undefined) throw new AppError('connection.unknown', { connection: name });
    const parsed = recordSchema.safeParse(raw);
    if (!parsed.success) throw invalid(parsed.error, `${name}: `);
    this.#requireAdmitted(withoutCredentials(parsed.data));
    return parsed.data;
  }

  /** The record of a connection, if it still has the same destination. */
  #recordFor(connection: Connection): ConnectionRecord {
    const { name } = connection;
    const record = this.#record(name);
    if (destinationOf(record) !== destinationOf(connection)) {
      throw new AppError('connection.moved', { connection: name });
    }
    return record;
  }

  #replace(record: ConnectionRecord): void {
    if (this.isSet(record.name)) {
      const others = this.#entered().filter((other) => nameOf(other) !== record.name);
      this.#settings.set(SET_KEY, [...others, record]);
      return;
    }
    this.#write(this.#records().map((other) => (nameOf(other) === record.name ? record : other)));
  }

  /** The records as they are in the file, including broken ones, so that a write keeps those unchanged. */
  #records(): unknown[] {
    const stored = this.#settings.get(KEY);
    if (stored === undefined) return [];
    if (Array.isArray(stored)) return stored;
    throw new AppError('connection.invalid', { field: KEY, problem: 'is not a list in the settings file' });
  }

  #entered(): unknown[] {
    const stored = this.#settings.get(SET_KEY);
    return Array.isArray(stored) ? stored : [];
  }

  #write(records: readonly unknown[]): void {
    this.#settings.set(KEY, records);
  }
}

/** Throws connection.invalid. */
function parse(connection: Connection): StoredConnection {
  const parsed = storedConnectionSchema.safeParse(connection);
  if (!parsed.success) throw invalid(parsed.error);
  return parsed.data;
}

function isEmpty({ secret, identity }: Credentials): boolean {
  return secret === undefined && identity === undefined;
}

type SealedCredentials = Pick<ConnectionRecord, 'sealedSecret' | 'sealedIdentity' | 'certificate' | 'sealedFor'>;

function credentialsIn(record: ConnectionRecord, { withIdentity }: { withIdentity: boolean }): SealedCredentials {
  const { sealedSecret, sealedIdentity, certificate, sealedFor } = record;
  return {
    ...(sealedFor && { sealedFor }),
    ...(sealedSecret && { sealedSecret }),
    ...(withIdentity && sealedIdentity && { sealedIdentity, ...(certificate && { certificate }) }),
  };
}

/** Requires credentials again that were entered for another destination. Throws connection.invalid. */
function requireAgain(before: ConnectionRecord, after: StoredConnection, given: CredentialsChange): void {
  if (destinationOf(before) === destinationOf(after)) return;
  const missing =
    before.sealedSecret !== undefined && given.secret === undefined
      ? 'secret'
      : before.sealedIdentity !== undefined && given.identity === undefined
        ? 'certificate'
        : undefined;
  if (missing === undefined) return;
  const problem = 'must be entered again, because the connection now leads elsewhere';
  throw new AppError('connection.invalid', { field: missing, problem });
}

/** Throws secret.unreadable; an identity that was sealed here can always be parsed. */
function parseIdentity(plain: string, connection: string): ClientIdentity {
  try {
    return clientIdentitySchema.parse(JSON.parse(plain));
  } catch {
    // The cause would carry parts of the identity.
    throw new AppError('secret.unreadable', { connection });
  }
}

function withoutCredentials(record: ConnectionRecord): StoredConnection {
  const { name, baseUrl, tokenUrl, clientId, scope, kind } = record;
  return { name, baseUrl, tokenUrl, clientId, scope, kind };
}

function managed(what: string): AppError {
  return new AppError('policy.managed', { what });
}

/** What of a connection decides where its secrets go, for the record. */
function placeOf({ baseUrl, tokenUrl, clientId, scope }: Connection): Record<string, string> {
  return { baseUrl, tokenUrl, clientId, scope };
}

function signedValue(connection: StoredConnection): string[] {
  return ['connection', connection.name, destinationOf(connection), connection.kind];
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

function nameOf(raw: unknown): string | undefined {
  return typeof raw === 'object' && raw !== null && 'name' in raw && typeof raw.name === 'string'
    ? raw.name
    : undefined;
}

/** The first fault; `where` precedes the field's name. */
function invalid(error: z.ZodError, where = ''): AppError {
  const [issue] = error.issues;
  const field = `${where}${issue?.path.join('.') || 'record'}`;
  return new AppError('connection.invalid', { field, problem: issue?.message ?? 'is not valid' });
}
