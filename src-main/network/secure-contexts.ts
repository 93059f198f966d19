/** @file What encrypted connections are made with. One context per identity: reading all authorities takes milliseconds. */

import tls from 'node:tls';
import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../src-preload/errors.ts';
import type { ClientIdentity, IdentitySource } from '../credentials/client-identity.ts';
import { machineAuthorities, readAuthorities } from './authorities.ts';

interface Made {
  identity: ClientIdentity | undefined;
  context: tls.SecureContext;
}

export class SecureContexts {
  readonly #authorities: () => string;
  #made = new WeakMap<IdentitySource, Made>();

  /** @param authorities the PEM text of the settings */
  constructor(authorities: () => string) {
    this.#authorities = authorities;
  }

  /**
   * The context with the identity that the source has now.
   * @throws AppError network.authorities, certificate.unusable, and what the source throws
   */
  async get(source: IdentitySource): Promise<tls.SecureContext> {
    const identity = await source();
    const known = this.#made.get(source);
    if (known !== undefined && isDeepStrictEqual(known.identity, identity)) return known.context;
    const context = this.#make(identity);
    this.#made.set(source, { identity, context });
    return context;
  }

  /** The settings have changed. */
  refresh(): void {
    this.#made = new WeakMap();
  }

  #make(identity: ClientIdentity | undefined): tls.SecureContext {
    const ca = [...machineAuthorities(), ...readAuthorities(this.#authorities())];
    try {
      return tls.createSecureContext({ ca, minVersion: 'TLSv1.2', ...(identity && identityOptions(identity)) });
    } catch (thrown) {
      if (identity === undefined) throw thrown;
      const reason = thrown instanceof Error ? thrown.message : String(thrown);
      throw new AppError('certificate.unusable', { reason });
    }
  }
}

function identityOptions(identity: ClientIdentity): tls.SecureContextOptions {
  const { passphrase } = identity;
  const lock = passphrase === undefined ? {} : { passphrase };
  return identity.kind === 'pem'
    ? { cert: identity.certificate, key: identity.key, ...lock }
    : { pfx: Buffer.from(identity.content, 'base64'), ...lock };
}
