/**
 * @file What a connection signs in with (a secret, a client certificate or both), as ciphertext of the SecretBox that is
 * bound to where it may go.
 */

import { createHash } from 'node:crypto';
import { AppError } from '../../../src-shared/errors.ts';
import { fact } from '../../../src-shared/languages/fact.ts';
import { type ClientIdentity, clientIdentitySchema } from './client-identity.ts';
import { type Connection, destinationOf, type NetworkRoute } from './connection.ts';
import type { ConnectionRecord, StoredConnection } from './connection-record.ts';
import { describeIdentity } from './identity-description.ts';
import type { SealContext, Sealed, SecretBox } from './secret-box.ts';

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

/** The fields of a record that hold credentials. */
export type SealedCredentials = Pick<ConnectionRecord, 'sealedSecret' | 'sealedIdentity' | 'certificate' | 'sealedFor'>;

type Purpose = 'secret' | 'identity';

export class CredentialSealer {
  readonly #box: SecretBox;
  readonly #route: NetworkRoute;

  constructor(box: SecretBox, route: NetworkRoute) {
    this.#box = box;
    this.#route = route;
  }

  /** Nothing for no credentials. @throws AppError secret.no-store, certificate.unusable, and as SecretBox.seal */
  async seal(connection: StoredConnection, credentials: Credentials): Promise<SealedCredentials> {
    if (isEmpty(credentials)) return {};
    if (!this.#box.survivesRestart) throw new AppError('secret.no-store', {});
    const { secret, identity } = credentials;
    const seal = (plain: string, purpose: Purpose) => this.#box.seal(plain, this.#contextOf(purpose, connection));
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

  /** Undefined when there is none. @throws AppError secret.moved, secret.unreadable */
  async openSecret(record: ConnectionRecord): Promise<string | undefined> {
    const { sealedSecret } = record;
    return sealedSecret && (await this.#open(record, sealedSecret, 'secret'));
  }

  /** Undefined when there is none. @throws AppError secret.moved, secret.unreadable */
  async openIdentity(record: ConnectionRecord): Promise<ClientIdentity | undefined> {
    const { name, sealedIdentity } = record;
    return sealedIdentity && parseIdentity(await this.#open(record, sealedIdentity, 'identity'), name);
  }

  /** Whether the given credentials can be read back unchanged. */
  async isKept(record: ConnectionRecord, { secret, identity }: Credentials): Promise<boolean> {
    const reads = async (purpose: Purpose, sealed: Sealed | undefined, plain: string | undefined) => {
      if (plain === undefined) return true;
      const opening = sealed && this.#box.open(sealed, this.#contextOf(purpose, record)).catch(() => undefined);
      return (await opening) === plain;
    };
    return (
      (await reads('secret', record.sealedSecret, secret)) &&
      (await reads('identity', record.sealedIdentity, identity && JSON.stringify(identity)))
    );
  }

  async #open(record: ConnectionRecord, sealed: Sealed, purpose: Purpose): Promise<string> {
    const { name, sealedFor } = record;
    const plain = await this.#openQuietly(sealed, this.#contextOf(purpose, record));
    if (plain !== undefined) return plain;
    // A box of this process alone opens nothing that was stored before, whatever has changed since.
    if (!this.#box.survivesRestart) throw new AppError('secret.unreadable', { connection: name, hasKey: 'no' });
    const enteredFor = sealedFor?.[purpose];
    const isElsewhere = enteredFor !== undefined && enteredFor !== digestOf(this.#route());
    if (isElsewhere) throw new AppError('secret.moved', { connection: name, what: fact('The proxy or an authority') });
    throw new AppError('secret.unreadable', { connection: name });
  }

  /** Of a folder's key that cannot be opened, the error names what cannot be read without it. */
  async #openQuietly(sealed: Sealed, context: SealContext): Promise<string | undefined> {
    try {
      return await this.#box.open(sealed, context);
    } catch (thrown) {
      if (thrown instanceof AppError && thrown.code === 'secret.wrong-passphrase') return undefined;
      throw thrown;
    }
  }

  /** Everything that decides where the credentials go. */
  #contextOf(purpose: Purpose, connection: Connection): SealContext {
    return [purpose, connection.name, destinationOf(connection), this.#route()];
  }
}

export function isEmpty({ secret, identity }: Credentials): boolean {
  return secret === undefined && identity === undefined;
}

/** What a record has to sign in with. */
export function credentialsIn(
  record: ConnectionRecord,
  { withIdentity }: { withIdentity: boolean },
): SealedCredentials {
  const { sealedSecret, sealedIdentity, certificate, sealedFor } = record;
  return {
    ...(sealedFor && { sealedFor }),
    ...(sealedSecret && { sealedSecret }),
    ...(withIdentity && sealedIdentity && { sealedIdentity, ...(certificate && { certificate }) }),
  };
}

/** Requires credentials again that were entered for another destination. @throws AppError connection.invalid */
export function requireAgain(before: ConnectionRecord, after: StoredConnection, given: CredentialsChange): void {
  if (destinationOf(before) === destinationOf(after)) return;
  const missing =
    before.sealedSecret !== undefined && given.secret === undefined
      ? 'secret'
      : before.sealedIdentity !== undefined && given.identity === undefined
        ? 'certificate'
        : undefined;
  if (missing === undefined) return;
  const problem = fact('must be entered again, because the connection now leads elsewhere');
  throw new AppError('connection.invalid', { field: missing, problem });
}

/** @throws AppError secret.unreadable; an identity that was sealed here can always be parsed */
export function parseIdentity(plain: string, connection: string): ClientIdentity {
  try {
    return clientIdentitySchema.parse(JSON.parse(plain));
  } catch {
    // The cause would carry parts of the identity.
    throw new AppError('secret.unreadable', { connection });
  }
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
