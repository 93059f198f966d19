/** @file A connection: where the service of one tenant is, and the client that signs in to it (§5). Holds no secret. */

import { z } from 'zod';
import { fact, packed } from '../../../src-shared/languages/fact.ts';

const address = z.url({ protocol: /^https?$/, error: packed(fact('must be an address that starts with https://')) });

/** All of a connection except its secret. `baseUrl` may have a path; the service's own paths follow it. */
export const connectionSchema = z.object({
  name: z
    .string()
    .regex(
      /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,63}$/u,
      packed(fact('may hold letters, digits, spaces, dots, dashes and underscores')),
    ),
  baseUrl: address,
  tokenUrl: address,
  clientId: z.string().min(1, packed(fact('must not be empty'))),
  scope: z
    .string()
    .regex(/^\S+$/, packed(fact('must not be empty or contain spaces; usually it is tenant/<tenant-id>'))),
});

export type Connection = z.infer<typeof connectionSchema>;

/**
 * The destination of a connection. Equal texts lead to the same place; a submission is bound to its destination for
 * life.
 */
export function destinationOf({ baseUrl, tokenUrl, clientId, scope }: Connection): string {
  return [baseUrl, tokenUrl, clientId, scope].join(' ');
}

/**
 * A connection by its name and its destination. The name alone may lead elsewhere by now; two names of one destination may
 * have different secrets, so what becomes of signing in is kept by both.
 */
export interface Bound {
  connection: string;
  destination: string;
}

/** One text for a connection at its destination. */
export function keyOf({ connection, destination }: Bound): string {
  return `${connection} ${destination}`;
}

/** The proxy and the authorities as one text: with a connection's addresses, all that decides where its secrets go. */
export type NetworkRoute = () => string;
