/**
 * @file The TLS contexts of encrypted connections. One context per identity and set of authorities, because reading all
 * authorities takes milliseconds.
 */

import tls from 'node:tls';
import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../../src-shared/errors.ts';
import type { ClientIdentity, IdentitySource } from '../credentials/client-identity.ts';
import { readAuthorities } from './authorities.ts';
import { isTrustedFor } from './authority-hosts.ts';
import { trusting } from './connect.ts';
import type { MachineAuthorities } from './machine-authorities.ts';
import type { NetworkSettings } from './network-settings.ts';

interface Made {
  machine: readonly string[];
  identity: ClientIdentity | undefined;
  authorities: NetworkSettings['authorities'];
  /** By the PEM text of the authorities that are trusted for a host. */
  contexts: Map<string, tls.SecureContext>;
}

export class SecureContexts {
  readonly #authorities: () => Promise<NetworkSettings['authorities']>;
  readonly #machine: Pick<MachineAuthorities, 'get'>;
  readonly #made = new WeakMap<IdentitySource, Made>();

  /** @param authorities returns those of the settings */
  constructor(authorities: () => Promise<NetworkSettings['authorities']>, machine: Pick<MachineAuthorities, 'get'>) {
    this.#authorities = authorities;
    this.#machine = machine;
  }

  /**
   * The context for a host, with the present identity of the source and the present authorities.
   * @throws AppError network.authorities, certificate.unusable, and what the source throws
   */
  async get(source: IdentitySource, host: string): Promise<tls.SecureContext> {
    const present = { identity: await source(), authorities: await this.#authorities() };
    const { machine, identity, authorities, contexts } = this.#current(source, {
      ...present,
      machine: await this.#machine.get(),
    });
    const pem = authorities.flatMap((authority) => (isTrustedFor(authority, host) ? [authority.pem] : [])).join('\n');
    const known = contexts.get(pem);
    if (known !== undefined) return known;
    const context = makeContext(identity, [...machine, ...readAuthorities(pem)]);
    contexts.set(pem, context);
    return context;
  }

  #current(source: IdentitySource, present: Omit<Made, 'contexts'>): Made {
    const known = this.#made.get(source);
    const { machine, identity, authorities } = present;
    const isSame =
      known?.machine === machine && isDeepStrictEqual([known.identity, known.authorities], [identity, authorities]);
    if (isSame) return known;
    const made = { ...present, contexts: new Map<string, tls.SecureContext>() };
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
