/** @file By which the client of the practice tenant is known, so that what went there is marked as practice. Pure. */

/** The credentials of the practice tenant's client. None of them is secret. */
export const practiceClient = {
  clientId: 'practice',
  clientSecret: 'practice-secret',
  scope: 'tenant/practice',
} as const;

/** @param destination as a submission is bound to it; also after its connection was removed */
export function isPractice(destination: string): boolean {
  const [, , clientId, ...scope] = destination.split(' ');
  return clientId === practiceClient.clientId && scope.join(' ') === practiceClient.scope;
}
