/** @file The commands about connections. */

import type { CertificateFiles, ConnectionForm, ConnectionRow } from '../../src-shared/contract.ts';
import { AppError } from '../../src-shared/errors.ts';
import { connectionProblems } from '../connections/connection-problems.ts';
import type { KnownConnection } from '../connections/remote-services.ts';
import { changeConnection } from '../send/connection-change.ts';
import type { Standing } from '../send/view/standing.ts';
import type { ClientIdentity } from '../wire/credentials/client-identity.ts';
import { type Connection, destinationOf } from '../wire/credentials/connection.ts';
import { readIdentity } from '../wire/credentials/identity-file.ts';
import { requireProtected } from '../wire/service/protected-address.ts';
import { changeLedgerOfConnection, ledgerOfConnection } from './connection-ledger.ts';
import type { CommandHandlers, CommandPorts } from './ports.ts';

type ConnectionCommands = Pick<CommandHandlers, Extract<keyof CommandHandlers, `connections.${string}`>>;
type Ports = Pick<CommandPorts, 'app' | 'practice' | 'team' | 'signal' | 'tell'>;

export function connectionCommands(ports: Ports): ConnectionCommands {
  const { app, practice, team, signal, tell } = ports;
  const { connections } = app;
  return {
    'connections.list': () => list(ports),
    'connections.judge': ({ form, isNew }) => connectionProblems(connections, trimmed(form), isNew),
    'connections.add': async (form) => {
      const { secret, certificate, ...connection } = given(form);
      const identity = certificate === 'none' ? undefined : identityOf(certificate);
      await connections.add(connection, { secret, identity });
      return list(ports);
    },
    'connections.change': async (form) => {
      const { secret, certificate, ...connection } = given(form);
      const identity = certificate === 'none' ? certificate : identityOf(certificate);
      await changeConnection(app, connection, { secret, identity });
      return list(ports);
    },
    'connections.remove': async ({ name }) => {
      refuseInUse(app.queue.standings(), name);
      const isPractice = list(ports).some((row) => row.name === name && row.kind === 'practice');
      connections.remove(name);
      app.storageHosts.forget(name);
      if (app.team.ledgers.of(name) !== undefined) app.team.ledgers.change(name, undefined);
      if (isPractice) await practice.close();
      return list(ports);
    },
    'connections.diagnose': async ({ name, askForStorage }) =>
      await app.diagnose(
        name,
        { audience: 'window', askForStorage, onStep: (step) => tell('diagnosis.stepped', { name, step }) },
        signal,
      ),
    'connections.allowHost': async ({ name, host }) => {
      await app.storageHosts.allow(boundTo(app.services.connection(name)), host);
      app.queue.releaseHolds();
      return list(ports);
    },
    'connections.ledger': ({ name }) => ledgerOfConnection(app, name),
    'connections.changeLedger': async ({ name, ledger }) => {
      const changed = await changeLedgerOfConnection(app, name, ledger);
      tell('team.changed', team.ledgers());
      return changed;
    },
    'connections.observe': ({ name, paths }) => {
      // Throws for an unknown connection, which cannot be observed.
      app.services.connection(name);
      app.observedPaths.change(name, paths);
      return list(ports);
    },
  };
}

/** Removes the spaces that come with pasted values. @throws AppError connection.invalid */
function given({ secret, certificate, ...form }: ConnectionForm): ConnectionForm {
  const cleaned = {
    ...trimmed(form),
    ...(secret?.trim() && { secret: secret.trim() }),
    ...(certificate !== undefined && { certificate }),
  };
  refuseUnprotected(cleaned);
  return cleaned;
}

type PlainForm = Omit<ConnectionForm, 'secret' | 'certificate'>;

function trimmed({ name, kind, baseUrl, tokenUrl, clientId, scope }: PlainForm): PlainForm {
  return {
    name: name.trim(),
    kind,
    baseUrl: baseUrl.trim(),
    tokenUrl: tokenUrl.trim(),
    clientId: clientId.trim(),
    scope: scope.trim(),
  };
}

/** @throws AppError certificate.unusable */
function identityOf(files: CertificateFiles | undefined): ClientIdentity | undefined {
  if (files === undefined) return undefined;
  const { content, key, passphrase } = files;
  return readIdentity(Buffer.from(content, 'base64'), key ? Buffer.from(key, 'base64') : undefined, passphrase);
}

/** A text that is not an address is refused where connections are stored. */
function refuseUnprotected(connection: Connection): void {
  for (const field of ['baseUrl', 'tokenUrl'] as const) {
    if (URL.canParse(connection[field])) requireProtected(field, connection[field]);
  }
}

/** The stored connections, those whose record cannot be read, and the one of the environment. */
function list({ app, practice }: Ports): ConnectionRow[] {
  const standings = app.queue.standings();
  const { connections, broken } = app.connections.list();
  const openOver = (name: string) => standings.filter((standing) => isOpenOver(standing, name)).length;
  const stored = connections.map((connection): ConnectionRow => {
    const isPractice = connection.kind === 'practice';
    return {
      ...partsOf(connection),
      kind: connection.kind,
      ...signInOf(app, connection.name, isPractice),
      ...lifeOf(app, connection),
      origin: isPractice ? 'made-here' : app.connections.isSet(connection.name) ? 'policy' : 'stored',
      openSubmissions: openOver(connection.name),
      ...(isPractice && practice.error !== undefined && { error: practice.error.toRecord() }),
    };
  });
  const unreadable = (name: string, error: AppError): ConnectionRow => {
    const nothing = { baseUrl: '', tokenUrl: '', clientId: '', scope: '', hasSecret: false, observed: [] };
    const parts = { name, kind: 'production', ...nothing, origin: 'stored' } as const;
    return { ...parts, openSubmissions: openOver(name), error: error.toRecord() };
  };
  return [...fromEnvironment(app, openOver), ...stored, ...broken.map(({ name, error }) => unreadable(name, error))];
}

/**
 * None when the variables define no usable connection; the command line reports that to the person who starts the app.
 */
function fromEnvironment(app: Ports['app'], openOver: (name: string) => number): ConnectionRow[] {
  const connection = app.services.environmentConnection();
  if (connection === undefined) return [];
  const hasSecret = app.services.environmentHasSecret;
  const parts = { ...partsOf(connection), kind: 'production', hasSecret, origin: 'environment' } as const;
  return [{ ...parts, ...lifeOf(app, connection), openSubmissions: openOver(connection.name) }];
}

function boundTo(connection: Connection) {
  return { connection: connection.name, destination: destinationOf(connection) };
}

/** The public part of its credentials. */
function signInOf({ connections }: Ports['app'], name: string, isPractice: boolean) {
  const certificate = connections.certificateOf(name);
  const hasSecret = isPractice || connections.authentication(name).secret;
  return { hasSecret, ...(certificate !== undefined && { certificate }) };
}

/** The paths that can be observed over it, and until when it is signed in. */
function lifeOf({ services, observedPaths, storageHosts }: Ports['app'], connection: KnownConnection) {
  const signedInUntil = services.signedInUntil(connection);
  const hosts = storageHosts.origins(boundTo(connection));
  return {
    observed: observedPaths.of(connection.name),
    ...(hosts.length > 0 && { storageHosts: hosts }),
    ...(signedInUntil !== undefined && { signedInUntil }),
  };
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
