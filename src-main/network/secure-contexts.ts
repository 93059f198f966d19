/**
 * @file The TLS contexts of encrypted connections. One context per identity, because reading all authorities takes
 * milliseconds.
 */

import tls from 'node:tls';
import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../src-shared/errors.ts';
import type { ClientIdentity, IdentitySource } from '../credentials/client-identity.ts';
import { machineAuthorities, readAuthorities } from './authorities.ts';
import { trusting } from './connect.ts';

interface Made {
  identity: ClientIdentity | undefined;
  authorities: string;
  context: tls.SecureContext;
}

export class SecureContexts {
  readonly #authorities: () => string;
  readonly #made = new WeakMap<IdentitySource, Made>();

  /** @param authorities returns the PEM text of the settings */
  constructor(authorities: () => string) {
    this.#authorities = authorities;
  }

  /**
   * The context with the present identity of the source and the present authorities.
   * @throws AppError network.authorities, certificate.unusable, and what the source throws
   */
  async get(source: IdentitySource): Promise<tls.SecureContext> {
    const identity = await source();
    const authorities = this.#authorities();
    const known = this.#made.get(source);
    const isCurrent = known?.authorities === authorities && isDeepStrictEqual(known.identity, identity);
    if (known !== undefined && isCurrent) return known.context;
    const context = makeContext(identity, authorities);
    this.#made.set(source, { identity, authorities, context });
    return context;
  }
}

function makeContext(identity: ClientIdentity | undefined, authorities: string): tls.SecureContext {
  const ca = [...machineAuthorities(), ...readAuthorities(authorities)];
  try {
    return tls.createSecureContext({ ca, minVersion: trusting.minVersion, ...(identity && identityOptions(identity)) });
  } catch (thrown) {
    if (identity === undefined) throw thrown;
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    throw new AppError('certificate.unusable', { reason });
  }
}

function identityOptions(identity: ClientIdentity): tls.SecureContextOptions {
  const { passphrase } = identity;
  const lock = passphrase === undefined ? {} : { passphrase };
  return identity.kind === 'pem'
    ? { cert: identity.certificate, key: identity.key, ...lock }
    : { pfx: Buffer.from(identity.content, 'base64'), ...lock };
}
