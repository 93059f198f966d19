/**
 * @file The connections a person has stored, and what they sign in with (a secret, a client certificate or both), which
 * rests only as ciphertext of the SecretBox.
 */

import { z } from 'zod';
import { type TenantKind, tenantKindSchema } from '../../src-shared/contract.ts';
import { AppError } from '../../src-shared/errors.ts';
import type { SettingsFile } from '../settings/settings-file.ts';
import {
  type ClientIdentity,
  clientIdentitySchema,
  type IdentityDescription,
  identityDescriptionSchema,
} from './client-identity.ts';
import { type Connection, connectionSchema, destinationOf } from './connection.ts';
import { ENVIRONMENT } from './environment.ts';
import { describeIdentity } from './identity-description.ts';
import type { Sealed, SecretBox } from './secret-box.ts';
import { forgetToken } from './token-store.ts';

const KEY = 'connections';
/** A connection as it is kept, with the kind of tenant that it leads to. */
const storedConnectionSchema = connectionSchema.extend({
  /** Those from before there were kinds may lead to production. */
  kind: tenantKindSchema.default('production'),
});
export type StoredConnection = z.infer<typeof storedConnectionSchema>;

const sealedSchema = z.custom<Sealed>((value) => typeof value === 'string', 'is damaged').optional();

const recordSchema = storedConnectionSchema.extend({
  sealedSecret: sealedSchema,
  sealedIdentity: sealedSchema,
  /** What may be shown of the sealed identity, so that nobody has to open it for that. */
  certificate: identityDescriptionSchema.optional().catch(undefined),
});
type ConnectionRecord = z.infer<typeof recordSchema>;

/** What a connection signs in with (§5.7): at least one of them. */
export interface Credentials {
  secret?: string | undefined;
  identity?: ClientIdentity | undefined;
}

/** What is not given stays as it is. */
export interface CredentialsChange {
  secret?: string | undefined;
  /** `none` takes the certificate away. */
  identity?: ClientIdentity | 'none' | undefined;
}

export class Connections {
  readonly #settings: SettingsFile;
  readonly #box: SecretBox;

  constructor(settings: SettingsFile, box: SecretBox) {
    this.#settings = settings;
    this.#box = box;
  }

  /** All stored connections, and the names of the records that cannot be read (they stay as they are) with the reason. */
  list(): { connections: StoredConnection[]; broken: { name: string; error: AppError }[] } {
    const connections: StoredConnection[] = [];
    const broken: { name: string; error: AppError }[] = [];
    for (const raw of this.#records()) {
      const parsed = recordSchema.safeParse(raw);
      if (parsed.success) connections.push(withoutCredentials(parsed.data));
      else {
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

  /** What is kept for a connection to sign in with; not whether it can be opened. */
  authentication(name: string): { secret: boolean; certificate: boolean } {
    const { sealedSecret, sealedIdentity } = this.#record(name);
    return { secret: sealedSecret !== undefined, certificate: sealedIdentity !== undefined };
  }

  /** What may be shown of the client certificate of a connection, if it has one. */
  certificateOf(name: string): IdentityDescription | undefined {
    const { sealedIdentity, certificate } = this.#record(name);
    return sealedIdentity && certificate;
  }

  /**
   * Stores a connection, with what it signs in with if that is given. Throws connection.invalid, connection.exists,
   * certificate.unusable, secret.no-store (nothing is stored then), or secret.unreadable when it cannot be read back.
   */
  async add(connection: Connection & { kind?: TenantKind }, credentials: Credentials = {}): Promise<void> {
    const stored = parse(connection);
    const { name } = stored;
    if (name === ENVIRONMENT) {
      const problem = `cannot be “${name}”, which is reserved for the connection in the environment variables`;
      throw new AppError('connection.invalid', { field: 'name', problem });
    }
    if (this.#has(name)) throw new AppError('connection.exists', { connection: name });
    // Sealing takes a moment, in which the same name may be added; without anything to seal there is no such moment.
    const sealed = isEmpty(credentials) ? {} : await this.#seal(credentials);
    if (this.#has(name)) throw new AppError('connection.exists', { connection: name });
    this.#write([...this.#records(), { ...stored, ...sealed }]);
    if (await this.#isKept(name, credentials)) return;
    this.remove(name);
    throw new AppError('secret.unreadable', { connection: name });
  }

  /**
   * Keeps other values under the same name. The secret and the certificate stay unless others are given; both have to be
   * given again when the address at which they are shown is on another host. The old ones are given up only once the new
   * ones can be read back. Throws as `add`, and connection.unknown.
   */
  async change(connection: StoredConnection, { secret, identity }: CredentialsChange = {}): Promise<void> {
    const stored = parse(connection);
    const { name } = stored;
    const given = { secret, identity: identity === 'none' ? undefined : identity };
    const sealed = isEmpty(given) ? {} : await this.#seal(given);
    const before = this.#record(name);
    requireAgain(before, stored, { secret, identity });
    this.#replace({ ...stored, ...credentialsIn(before, { withIdentity: identity !== 'none' }), ...sealed });
    if (!(await this.#isKept(name, given))) {
      this.#replace(before);
      throw new AppError('secret.unreadable', { connection: name });
    }
    if (destinationOf(before) !== destinationOf(stored)) forgetToken(this.#settings, before);
  }

  /** Removes a connection, what it signs in with and its token, also one whose record is broken. Throws connection.unknown. */
  remove(name: string): void {
    const raw = this.#records().find((record) => nameOf(record) === name);
    if (raw === undefined) throw new AppError('connection.unknown', { connection: name });
    const connection = connectionSchema.safeParse(raw).data;
    this.#write(this.#records().filter((record) => nameOf(record) !== name));
    if (connection !== undefined) forgetToken(this.#settings, connection);
  }

  /**
   * The secret of a stored connection. Throws auth.no-secret, secret.unreadable (the ciphertext is kept: the right
   * passphrase may come back), or connection.moved when the stored one leads to another place than this one.
   */
  async secretOf(connection: Connection): Promise<string> {
    const secret = await this.#openSecret(this.#recordFor(connection));
    if (secret === undefined) throw new AppError('auth.no-secret', { connection: connection.name });
    return secret;
  }

  /** The client certificate of a stored connection, if it has one. Throws as `secretOf`, but for auth.no-secret. */
  async identityOf(connection: Connection): Promise<ClientIdentity | undefined> {
    return await this.#openIdentity(this.#recordFor(connection));
  }

  /** All that a stored connection signs in with. Throws as `secretOf`; auth.no-secret only when there is nothing. */
  async credentialsOf(connection: Connection): Promise<Credentials> {
    const record = this.#recordFor(connection);
    const secret = await this.#openSecret(record);
    const identity = await this.#openIdentity(record);
    if (isEmpty({ secret, identity })) throw new AppError('auth.no-secret', { connection: connection.name });
    return { secret, identity };
  }

  async #openSecret({ name, sealedSecret }: ConnectionRecord): Promise<string | undefined> {
    return sealedSecret && (await this.#open(name, sealedSecret));
  }

  async #openIdentity({ name, sealedIdentity }: ConnectionRecord): Promise<ClientIdentity | undefined> {
    return sealedIdentity && parseIdentity(await this.#open(name, sealedIdentity), name);
  }

  /** Throws secret.unreadable. */
  async #open(name: string, sealed: Sealed): Promise<string> {
    const plain = await this.#box.open(sealed);
    if (plain === undefined) throw new AppError('secret.unreadable', { connection: name });
    return plain;
  }

  async #seal({ secret, identity }: Credentials): Promise<SealedCredentials> {
    if (!this.#box.survivesRestart) throw new AppError('secret.no-store', {});
    return {
      ...(secret !== undefined && { sealedSecret: await this.#box.seal(secret) }),
      ...(identity !== undefined && {
        certificate: await describeIdentity(identity),
        sealedIdentity: await this.#box.seal(JSON.stringify(identity)),
      }),
    };
  }

  /** Whether what was given can be read back as it was given. */
  async #isKept(name: string, { secret, identity }: Credentials): Promise<boolean> {
    const reads = async (sealed: Sealed | undefined, plain: string | undefined) =>
      plain === undefined || (sealed !== undefined && (await this.#box.open(sealed).catch(() => undefined)) === plain);
    const { sealedSecret, sealedIdentity } = this.#record(name);
    return (await reads(sealedSecret, secret)) && (await reads(sealedIdentity, identity && JSON.stringify(identity)));
  }

  #has(name: string): boolean {
    return this.#records().some((record) => nameOf(record) === name);
  }

  #record(name: string): ConnectionRecord {
    const raw = this.#records().find((record) => nameOf(record) === name);
    if (raw === undefined) throw new AppError('connection.unknown', { connection: name });
    const parsed = recordSchema.safeParse(raw);
    if (!parsed.success) throw invalid(parsed.error, `${name}: `);
    return parsed.data;
  }

  /** The record of a connection, as long as it leads to the same place. */
  #recordFor(connection: Connection): ConnectionRecord {
    const { name } = connection;
    const record = this.#record(name);
    if (destinationOf(record) !== destinationOf(connection)) {
      throw new AppError('connection.moved', { connection: name });
    }
    return record;
  }

  #replace(record: ConnectionRecord): void {
    this.#write(this.#records().map((other) => (nameOf(other) === record.name ? record : other)));
  }

  /** The records as they are in the file, broken ones among them: whoever writes, writes those back unchanged. */
  #records(): unknown[] {
    const stored = this.#settings.get(KEY);
    if (stored === undefined) return [];
    if (Array.isArray(stored)) return stored;
    throw new AppError('connection.invalid', { field: KEY, problem: 'is not a list in the settings file' });
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

type SealedCredentials = Pick<ConnectionRecord, 'sealedSecret' | 'sealedIdentity' | 'certificate'>;

function credentialsIn(record: ConnectionRecord, { withIdentity }: { withIdentity: boolean }): SealedCredentials {
  const { sealedSecret, sealedIdentity, certificate } = record;
  return {
    ...(sealedSecret && { sealedSecret }),
    ...(withIdentity && sealedIdentity && { sealedIdentity, ...(certificate && { certificate }) }),
  };
}

/** What was entered for one host is not shown to another one. Throws connection.invalid. */
function requireAgain(before: ConnectionRecord, after: StoredConnection, given: CredentialsChange): void {
  if (new URL(before.tokenUrl).origin === new URL(after.tokenUrl).origin) return;
  const missing =
    before.sealedSecret !== undefined && given.secret === undefined
      ? 'secret'
      : before.sealedIdentity !== undefined && given.identity === undefined
        ? 'certificate'
        : undefined;
  if (missing === undefined) return;
  const problem = 'must be entered again, because the token address is now on another host';
  throw new AppError('connection.invalid', { field: missing, problem });
}

/** Throws secret.unreadable: what was sealed here reads back. */
function parseIdentity(plain: string, connection: string): ClientIdentity {
  try {
    return clientIdentitySchema.parse(JSON.parse(plain));
  } catch {
    // The cause would carry parts of the identity.
    throw new AppError('secret.unreadable', { connection });
  }
}

function withoutCredentials(record: ConnectionRecord): StoredConnection {
  const { sealedSecret: _, sealedIdentity: __, certificate: ___, ...connection } = record;
  return connection;
}

function nameOf(raw: unknown): string | undefined {
  return typeof raw === 'object' && raw !== null && 'name' in raw && typeof raw.name === 'string'
    ? raw.name
    : undefined;
}

/** The first thing that is wrong; `where` stands before the field's name. */
function invalid(error: z.ZodError, where = ''): AppError {
  const [issue] = error.issues;
  const field = `${where}${issue?.path.join('.') || 'record'}`;
  return new AppError('connection.invalid', { field, problem: issue?.message ?? 'is not valid' });
}
