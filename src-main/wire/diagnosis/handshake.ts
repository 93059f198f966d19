/** @file A TLS handshake with a host, over an open connection. */

import type { Socket } from 'node:net';
import type tls from 'node:tls';
import type { Said } from '../../../src-shared/languages/fact.ts';
import type { LogRequest } from '../../ground/logs/request-log.ts';
import type { IdentityDescription } from '../credentials/client-identity.ts';
import { secure } from '../network/connect.ts';
import type { Patience, Place } from './place.ts';
import { namesOf } from './way.ts';

export interface EncryptionPorts {
  /** Opens a new connection to the host, over the route that was found. */
  connect: () => Promise<Socket>;
  /** With the trusted authorities, and the identity if there is one. */
  secureContext: () => Promise<tls.SecureContext>;
  /** The client certificate of the connection. */
  certificate: IdentityDescription | undefined;
  /** Why the authorities of this computer do not count now. */
  authoritiesProblem?: () => Said | undefined;
  patience: Patience;
  log?: LogRequest | undefined;
}

/** A connection with TLS. @throws AppError network.identity-wanted, otherwise what node:tls throws */
export async function shakeHands(
  connection: Socket,
  { host, name }: Place,
  options: tls.ConnectionOptions,
  signal: AbortSignal,
): Promise<tls.TLSSocket> {
  return await secure(connection, { ...options, ...namesOf(host) }, { host: name, signal });
}
