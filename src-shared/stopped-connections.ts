/** @file Which errors concern everything that waits for a connection, not one batch of it. Pure. */

import type { ErrorRecord } from './errors.ts';

/** Where the service wants files to go to a host that they must not, or may not yet, go to. */
const aboutDestination: ReadonlySet<string> = new Set([
  'upload.unsafe-address',
  'upload.other-host',
  'upload.host-refused',
]);

/** Whether nothing more goes over the connection until a person has helped. */
export function stopsConnection({ code, retryable }: Pick<ErrorRecord, 'code' | 'retryable'>): boolean {
  if (retryable) return false;
  return aboutDestination.has(code) || /^(auth|secret|certificate|connection|network|policy)\./.test(code);
}
