/**
 * @file The TLS contexts of encrypted connections. One context per identity and set of authorities, because reading all
 * authorities takes milliseconds.
 */

import tls from 'node:tls';
import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../src-shared/errors.ts';
import type { ClientIdentity, IdentitySource } from '../credentials/client-identity.ts';
import { type MachineTrust, machineAuthorities, readAuthorities } from './authorities.ts';
import { isTrustedFor } from './authority-hosts.ts';
import { trusting } from './connect.ts';
import type { NetworkSettings } from './network-settings.ts';

interface Made {
  identity: ClientIdentity | undefined;
  authorities: NetworkSettings['authorities'];
  /** By the PEM text of the authorities that are trusted for a host. */
  contexts: Map<string, tls.SecureContext>;
}

export class SecureContexts {
  readonly #authorities: () => Promise<NetworkSettings['authorities']>;
  readonly #trust: MachineTrust;
  readonly #made = new WeakMap<IdentitySource, Made>();

  /** @param authorities returns those of the settings */
  constructor(authorities: () => Promise<NetworkSettings['authorities']>, trust: MachineTrust = {}) {
    this.#authorities = authorities;
    this.#trust = trust;
  }

  /**
   * The context for a host, with the present identity of the source and the present authorities.
   * @throws AppError network.authorities, certificate.unusable, and what the source throws
   */
  async get(source: IdentitySource, host: string): Promise<tls.SecureContext> {
    const { identity, authorities, contexts } = this.#current(source, await source(), await this.#authorities());
    const pem = authorities.flatMap((authority) => (isTrustedFor(authority, host) ? [authority.pem] : [])).join('\n');
    const known = contexts.get(pem);
    if (known !== undefined) return known;
    const context = makeContext(identity, [...machineAuthorities(this.#trust), ...readAuthorities(pem)]);
    contexts.set(pem, context);
    return context;
  }

  #current(
    source: IdentitySource,
    identity: ClientIdentity | undefined,
    authorities: NetworkSettings['authorities'],
  ): Made {
    const known = this.#made.get(source);
    if (known !== undefined && isDeepStrictEqual([known.identity, known.authorities], [identity, authorities]))
      return known;
    const made = { identity, authorities, contexts: new Map<string, tls.SecureContext>() };
    this.#made.set(source, made);
    return made;
  }
}

function makeContext(identity: ClientIdentity | undefined, ca: string[]): tls.SecureContext {
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
