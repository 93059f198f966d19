/** @file The connection that a name means: a stored one, or that of the environment. */

import { ENVIRONMENT } from '../../src-shared/environment-connection.ts';
import { AppError } from '../../src-shared/errors.ts';
import type { Environment } from '../ground/environment.ts';
import type { Connection } from '../wire/credentials/connection.ts';
import type { Connections, StoredConnection } from '../wire/credentials/connections.ts';
import { connectionFromEnvironment } from '../wire/credentials/environment-connection.ts';

/** A connection of the environment has no kind. */
export type KnownConnection = Connection & Partial<Pick<StoredConnection, 'kind'>>;

export interface ConnectionSources {
  connections: Pick<Connections, 'get'>;
  environment: Environment;
  /** @throws AppError policy.managed where that of the environment may not be used */
  requireOwnConnections: () => void;
}

/** Without a name, the one of the environment. @throws AppError connection.unknown, connection.none, connection.invalid, policy.managed */
export function knownConnection(
  { connections, environment, requireOwnConnections }: ConnectionSources,
  name: string | undefined,
): KnownConnection {
  if (name !== undefined && name !== ENVIRONMENT) return connections.get(name);
  requireOwnConnections();
  const found = connectionFromEnvironment(environment);
  if ('missing' in found) throw new AppError('connection.none', { missing: found.missing.join(', ') });
  return found.connection;
}
