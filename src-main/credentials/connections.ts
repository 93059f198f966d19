/** @file The connections a person has stored, and their secrets, which rest only as ciphertext of the SecretBox. */

import { z } from 'zod';
import { type TenantKind, tenantKindSchema } from '../../src-preload/contract.ts';
import { AppError } from '../../src-preload/errors.ts';
import { type Connection, connectionSchema, destinationOf } from './connection.ts';
import type { Sealed, SecretBox } from './secret-box.ts';
import type { SettingsFile } from './settings-file.ts';
import { forgetToken } from './token-store.ts';

const KEY = 'connections';

/** A connection as it is kept, with the kind of tenant that it leads to. */
const storedConnectionSchema = connectionSchema.extend({
  /** Those from before there were kinds may lead to production. */
  kind: tenantKindSchema.default('production'),
});
export type StoredConnection = z.infer<typeof storedConnectionSchema>;

const recordSchema = storedConnectionSchema.extend({
  sealedSecret: z.custom<Sealed>((value) => typeof value === 'string', 'is damaged').optional(),
});
type ConnectionRecord = z.infer<typeof recordSchema>;

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
      if (parsed.success) connections.push(withoutSecret(parsed.data));
      else {
        const name = nameOf(raw) ?? 'a connection without a name';
        broken.push({ name, error: invalid(parsed.error, `${name}: `) });
      }
    }
    return { connections, broken };
  }

  /** Throws connection.unknown, or connection.invalid when its record cannot be read. */
  get(name: string): StoredConnection {
    return withoutSecret(this.#record(name));
  }

  /** Whether a secret is kept for a connection; not whether it can be opened. */
  hasSecret(name: string): boolean {
    return this.#record(name).sealedSecret !== undefined;
  }

  /**
   * Stores a connection, with its secret if one is given. Throws connection.invalid, connection.exists, secret.no-store
   * when the box could not be opened after a restart, or secret.unreadable when the secret cannot be read back.
   */
  async add(connection: Connection & { kind?: TenantKind }, secret?: string): Promise<void> {
    const stored = parse(connection);
    const { name } = stored;
    if (this.#has(name)) throw new AppError('connection.exists', { connection: name });
    const sealedSecret = secret === undefined ? undefined : await this.#seal(secret);
    // Sealing takes a moment, in which the same name may have been added.
    if (this.#has(name)) throw new AppError('connection.exists', { connection: name });
    this.#write([...this.#records(), { ...stored, ...(sealedSecret && { sealedSecret }) }]);
    if (secret !== undefined && !(await this.#isKept(name, secret))) {
      this.remove(name);
      throw new AppError('secret.unreadable', { connection: name });
    }
  }

  /**
   * Keeps other values under the same name; the secret stays unless another one is given. It has to be given again when
   * the address that it is sent to is another one. Throws as `add`, and connection.unknown.
   */
  async change(connection: StoredConnection, secret?: string): Promise<void> {
    const stored = parse(connection);
    const before = this.#record(stored.name);
    const { sealedSecret } = before;
    const leadsElsewhere = new URL(before.tokenUrl).origin !== new URL(stored.tokenUrl).origin;
    if (secret === undefined && sealedSecret !== undefined && leadsElsewhere) {
      throw new AppError('connection.invalid', {
        field: 'secret',
        problem: 'must be entered again, because the token address is on another host now',
      });
    }
    this.#replace({ ...stored, ...(sealedSecret && { sealedSecret }) });
    try {
      if (secret !== undefined) await this.replaceSecret(stored.name, secret);
    } catch (thrown) {
      this.#replace(before);
      throw thrown;
    }
    if (destinationOf(before) !== destinationOf(stored)) forgetToken(this.#settings, before);
  }

  /** Stores another secret for a connection. The old one is restored unless the new one can be read back. */
  async replaceSecret(name: string, secret: string): Promise<void> {
    const sealedSecret = await this.#seal(secret);
    const before = this.#record(name);
    this.#replace({ ...before, sealedSecret });
    if (await this.#isKept(name, secret)) return;
    this.#replace(before);
    throw new AppError('secret.unreadable', { connection: name });
  }

  /** Removes a connection, its secret and its token, also one whose record is broken. Throws connection.unknown. */
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
    const { name } = connection;
    const record = this.#record(name);
    if (destinationOf(record) !== destinationOf(connection))
      throw new AppError('connection.moved', { connection: name });
    if (record.sealedSecret === undefined) throw new AppError('auth.no-secret', { connection: name });
    const secret = await this.#box.open(record.sealedSecret);
    if (secret === undefined) throw new AppError('secret.unreadable', { connection: name });
    return secret;
  }

  #seal(secret: string): Promise<Sealed> {
    if (!this.#box.survivesRestart) throw new AppError('secret.no-store', {});
    return this.#box.seal(secret);
  }

  async #isKept(name: string, secret: string): Promise<boolean> {
    const { sealedSecret } = this.#record(name);
    return sealedSecret !== undefined && (await this.#box.open(sealedSecret)) === secret;
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

function withoutSecret({ sealedSecret: _, ...connection }: ConnectionRecord): StoredConnection {
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
