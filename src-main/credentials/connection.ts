/** @file A connection: where one tenant's service lives and as whom to speak to it (§5). Holds no secret. */

import { z } from 'zod';

const address = z.url({ protocol: /^https?$/, error: 'must be an address that starts with https://' });

/** All of a connection but its secret. `baseUrl` may carry a path; the service's own paths follow it. */
export const connectionSchema = z.object({
  name: z
    .string()
    .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,63}$/u, 'may hold letters, digits, spaces, dots, dashes and underscores'),
  baseUrl: address,
  tokenUrl: address,
  clientId: z.string().min(1, 'must not be empty'),
  scope: z.string().regex(/^\S+$/, 'must not be empty or contain spaces; usually it is tenant/<tenant-id>'),
});

export type Connection = z.infer<typeof connectionSchema>;

/** What decides that two connections lead to the same place: a submission is bound to it for life. */
export function destinationOf({ baseUrl, tokenUrl, clientId, scope }: Connection): string {
  return [baseUrl, tokenUrl, clientId, scope].join(' ');
}
