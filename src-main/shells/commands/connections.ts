/** @file The commands about connections. */

import type { ConnectionForm, ConnectionRow } from '../../../src-preload/contract.ts';
import { AppError } from '../../../src-preload/errors.ts';
import { type Connection, destinationOf } from '../../credentials/connection.ts';
import type { Standing } from '../../queue/standing.ts';
import { requireProtected } from '../../service/protected-address.ts';
import type { CommandHandlers, CommandPorts } from './ports.ts';

type ConnectionCommands = Pick<CommandHandlers, Extract<keyof CommandHandlers, `connections.${string}`>>;
type Ports = Pick<CommandPorts, 'app' | 'practice' | 'signal'>;

export function connectionCommands(ports: Ports): ConnectionCommands {
  const { app, practice, signal } = ports;
  const { connections } = app;
  return {
    'connections.list': () => list(ports),
    'connections.add': async (form) => {
      const { secret, ...connection } = given(form);
      await connections.add(connection, { secret });
      return list(ports);
    },
    'connections.change': async (form) => {
      const { secret, ...connection } = given(form);
      const before = connections.get(connection.name);
      if (before.kind === 'practice') {
        throw new AppError('connection.invalid', { field: 'name', problem: 'is the one that Tranship practises with' });
      }
      if (destinationOf(before) !== destinationOf(connection)) refuseInUse(app.queue.standings(), connection.name);
      await connections.change(connection, { secret });
      // Whatever was wrong with it, somebody has seen to it.
      app.queue.releaseHolds();
      return list(ports);
    },
    'connections.remove': async ({ name }) => {
      refuseInUse(app.queue.standings(), name);
      const isPractice = list(ports).some((row) => row.name === name && row.kind === 'practice');
      connections.remove(name);
      if (isPractice) await practice.close();
      return list(ports);
    },
    'connections.test': async ({ name }) => await app.testConnection(name, signal),
  };
}

/** Pasted values bring spaces along. @throws AppError connection.invalid */
function given({ secret, ...form }: ConnectionForm): ConnectionForm {
  const trimmed = {
    name: form.name.trim(),
    kind: form.kind,
    baseUrl: form.baseUrl.trim(),
    tokenUrl: form.tokenUrl.trim(),
    clientId: form.clientId.trim(),
    scope: form.scope.trim(),
    ...(secret?.trim() && { secret: secret.trim() }),
  };
  refuseUnprotected(trimmed);
  return trimmed;
}

/** What is no address at all is refused where connections are kept. */
function refuseUnprotected(connection: Connection): void {
  for (const field of ['baseUrl', 'tokenUrl'] as const) {
    if (URL.canParse(connection[field])) requireProtected(field, connection[field]);
  }
}

/** The stored ones, those whose record cannot be read, and the one of the environment. */
function list({ app, practice }: Ports): ConnectionRow[] {
  const standings = app.queue.standings();
  const { connections, broken } = app.connections.list();
  const openOver = (name: string) => standings.filter((standing) => isOpenOver(standing, name)).length;
  const stored = connections.map((connection): ConnectionRow => {
    const isPractice = connection.kind === 'practice';
    return {
      ...partsOf(connection),
      kind: connection.kind,
      hasSecret: isPractice || app.connections.authentication(connection.name).secret,
      origin: isPractice ? 'made-here' : 'stored',
      openSubmissions: openOver(connection.name),
      ...(isPractice && practice.error !== undefined && { error: practice.error.toRecord() }),
    };
  });
  const unreadable = (name: string, error: AppError): ConnectionRow => {
    const nothing = { baseUrl: '', tokenUrl: '', clientId: '', scope: '', hasSecret: false };
    const parts = { name, kind: 'production', ...nothing, origin: 'stored' } as const;
    return { ...parts, openSubmissions: openOver(name), error: error.toRecord() };
  };
  return [...fromEnvironment(app, openOver), ...stored, ...broken.map(({ name, error }) => unreadable(name, error))];
}

/** None where the variables give none, or none that could be used: who starts the app is told by the command line. */
function fromEnvironment(app: Ports['app'], openOver: (name: string) => number): ConnectionRow[] {
  const connection = app.environmentConnection();
  if (connection === undefined) return [];
  const parts = { ...partsOf(connection), kind: 'production', hasSecret: true, origin: 'environment' } as const;
  return [{ ...parts, openSubmissions: openOver(connection.name) }];
}

function partsOf({ name, baseUrl, tokenUrl, clientId, scope }: Connection) {
  return { name, baseUrl, tokenUrl, clientId, scope };
}

/** @throws AppError connection.in-use */
function refuseInUse(standings: readonly Standing[], connection: string): void {
  const submissions = standings.filter((standing) => isOpenOver(standing, connection)).length;
  if (submissions > 0) throw new AppError('connection.in-use', { connection, submissions });
}

function isOpenOver({ submission, state, isMoving }: Standing, connection: string): boolean {
  return submission.connection === connection && (isMoving || state === 'held');
}
