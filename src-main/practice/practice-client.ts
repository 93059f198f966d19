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

/** What was practised is never counted with what is real; where there is nothing else, it is what counts. */
export function apartFromPractice<Bound extends { destination: string }>(
  all: readonly Bound[],
): { counted: Bound[]; practised: Bound[] } {
  const { real = [], practised = [] } = Object.groupBy(all, ({ destination }) =>
    isPractice(destination) ? 'practised' : 'real',
  );
  return real.length === 0 ? { counted: practised, practised: [] } : { counted: real, practised };
}
