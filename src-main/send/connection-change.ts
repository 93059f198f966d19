/** @file Changes a connection while submissions wait for it: once a mistyped address is corrected, they continue. */

import { ENVIRONMENT } from '../../src-shared/environment-connection.ts';
import { AppError } from '../../src-shared/errors.ts';
import { fact } from '../../src-shared/languages/fact.ts';
import { type Connection, destinationOf } from '../wire/credentials/connection.ts';
import type { Connections, CredentialsChange, StoredConnection } from '../wire/credentials/connections.ts';
import type { Queue } from './queue.ts';
import type { Submission } from './submission.ts';

/**
 * Stores new values for a connection. Submissions that wait for it and have never got an upload address continue with
 * the new values.
 * @throws AppError connection.in-use when an open submission has got one and the connection would lead elsewhere;
 * connection.invalid, connection.unknown, and what Connections.change throws
 */
export async function changeConnection(
  { connections, queue }: { connections: Connections; queue: Queue },
  connection: StoredConnection,
  credentials: CredentialsChange = {},
): Promise<void> {
  if (connections.get(connection.name).kind === 'practice') {
    throw new AppError('connection.invalid', {
      field: 'name',
      problem: fact('is the connection of the practice service'),
    });
  }
  const change = () => connections.change(connection, credentials);
  const destination = destinationOf(connection);
  if (destination === destinationOf(connections.get(connection.name))) await change();
  else await queue.rebindings.rebind({ connection: connection.name, destination }, change);
  // The change may have removed the cause of any hold.
  queue.releaseHolds();
}

/** After these errors, another address in the variables counts as a correction. */
const addressErrors: ReadonlySet<string> = new Set([
  'connection.base-address',
  'connection.token-address',
  // What a gateway answers to a sign-in at a wrong path.
  'auth.refused',
  'network.unreachable',
]);

/** By what was stored last: how its connection is now is not known of the old addresses. */
function hasFailedThere(queue: Queue, { id }: Pick<Submission, 'id'>): boolean {
  return queue.view(id).batches.some(({ error }) => error !== undefined && addressErrors.has(error.code));
}

/**
 * The variables may have been corrected since files were added with them. Only submissions that could not reach the old
 * addresses follow, and only for the same client and tenant: other variables may mean another tenant.
 */
export function followEnvironment(queue: Queue, connection: Connection | undefined): void {
  if (connection === undefined) return;
  const destination = destinationOf(connection);
  const tenant = ` ${connection.clientId} ${connection.scope}`;
  const from = new Set(
    queue
      .standings()
      .map(({ submission }) => submission)
      .filter((one) => one.connection === ENVIRONMENT && one.destination !== destination)
      .filter((one) => one.destination.endsWith(tenant) && hasFailedThere(queue, one))
      .map((one) => one.destination),
  );
  if (from.size === 0) return;
  try {
    queue.rebindings.rebindAtRest({ connection: ENVIRONMENT, destination, from });
  } catch (thrown) {
    // The submission stays bound to its old destination; its own error says so.
    if (!(thrown instanceof AppError)) throw thrown;
  }
}
