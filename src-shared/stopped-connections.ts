/** @file Which errors concern everything that waits for a connection, not one batch of it. Pure. */

import type { ErrorRecord } from './errors.ts';

/** Where the service wants files to go to a host that they must not, or may not yet, go to. */
const aboutDestination: ReadonlySet<string> = new Set([
  'upload.unsafe-address',
  'upload.other-host',
  'upload.unconfirmed-host',
  'upload.host-refused',
]);

/** Where a team ledger, which shares the limits of the tenant, cannot be used. */
const aboutLedger: ReadonlySet<string> = new Set([
  ...[
    'team.address',
    'team.sign-in',
    'team.pooler',
    'team.not-trusted',
    'team.unsafe-sign-in',
    'team.not-set-up',
    'team.older',
    'team.newer',
    'team.refused',
  ],
]);

/** Whether nothing more goes over the connection until a person has helped. */
export function stopsConnection({ code, retryable }: Pick<ErrorRecord, 'code' | 'retryable'>): boolean {
  if (retryable) return false;
  if (aboutDestination.has(code) || aboutLedger.has(code)) return true;
  return /^(auth|secret|certificate|connection|network|policy)\./.test(code);
}

/** What may be put right elsewhere, by the provider or by IT, and costs nothing to try: no one is signed in for it. */
const healsElsewhere: ReadonlySet<string> = new Set([
  'network.untrusted',
  'network.identity-wanted',
  'network.proxy-refused',
  'network.proxy-ticket-refused',
]);

/** Whether a connection that is stopped so is tried now and then, although only a person can help. */
export function mayHealElsewhere({ code }: Pick<ErrorRecord, 'code'>): boolean {
  return healsElsewhere.has(code);
}
