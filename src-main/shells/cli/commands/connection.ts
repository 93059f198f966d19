/** @file `tranship connection …`: adds, lists, tests and removes connections, and changes what they sign in with. */

import { randomUUID } from 'node:crypto';
import { AppError, toAppError } from '../../../../src-shared/errors.ts';
import type { App } from '../../../app.ts';
import type { KnownConnection } from '../../../connections/remote-services.ts';
import { changeConnection } from '../../../send/connection-change.ts';
import type { IdentityDescription } from '../../../wire/credentials/client-identity.ts';
import { destinationOf } from '../../../wire/credentials/connection.ts';
import type { Connections, StoredConnection } from '../../../wire/credentials/connections.ts';
import { secretFromEnvironment } from '../../../wire/credentials/environment.ts';
import { expiryNotice } from '../../../wire/credentials/identity-description.ts';
import { baseAddressDoubt } from '../../../wire/diagnosis/service-answer.ts';
import { endpointName, endpoints } from '../../../wire/service/endpoints.ts';
import { batchIdSchema } from '../../../wire/service/wire.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { type CertificateOptions, pickedIdentity } from '../identity-files.ts';
import { usageError } from '../output.ts';
import { askSecret } from '../prompt.ts';
import type { Session } from '../session.ts';
import { day, duration } from '../wording.ts';

export interface NewConnectionOptions extends CertificateOptions {
  baseUrl: string;
  tokenUrl: string;
  clientId: string;
  scope: string;
}

/** Stores a connection; what it signs in with only where that can be encrypted. */
export async function addConnection(
  session: Session,
  name: string,
  { certificate, key, ...parts }: NewConnectionOptions,
): Promise<ExitCode> {
  const { output } = session;
  const identity = await pickedIdentity(session.call, { certificate, key });
  const secret = await newSecret(session, identity === undefined);
  return await session.withApp('connection add', async ({ connections }) => {
    await connections.add({ name, ...parts }, { secret, identity });
    output.say(`The connection “${name}” is stored. “tranship connection test ${name}” tests it.`);
    tellCertificate(session, connections, name);
    if (secret === undefined && identity === undefined) {
      const reason = (await session.canStoreSecrets())
        ? 'none was given'
        : 'it cannot be encrypted without TRANSHIP_PASSPHRASE';
      output.say(`Its secret is not stored: ${reason}. Set TRANSHIP_CLIENT_SECRET for each command.`);
    }
    const stored = { secretStored: secret !== undefined, certificateStored: identity !== undefined };
    output.emit('summary', { connection: name, ...stored });
    return exitCodes.done;
  });
}

/** The secret to store, if it can be stored; no question where a certificate is enough. */
async function newSecret(session: Session, mayAsk: boolean): Promise<string | undefined> {
  if (!(await session.canStoreSecrets())) return undefined;
  return (
    secretFromEnvironment(session.environment) ??
    (mayAsk ? await askSecret('Client secret: ', session.call) : undefined)
  );
}

/** Corrects a connection; what waits for it, and has never got an upload address, continues with the new values. */
export async function changeStoredConnection(
  session: Session,
  name: string,
  { certificate, key, ...options }: Partial<NewConnectionOptions>,
): Promise<ExitCode> {
  const { output, environment } = session;
  const { baseUrl, tokenUrl, clientId, scope } = options;
  const given = Object.entries({ baseUrl, tokenUrl, clientId, scope }).filter(([, value]) => value !== undefined);
  if (given.length === 0)
    throw usageError('There is nothing to change: use --base-url, --token-url, --client-id or --scope.');
  const { connections: kept } = await session.kept();
  const before = kept.get(name);
  const after = { ...before, ...Object.fromEntries(given) };
  const identity = await pickedIdentity(session.call, { certificate, key });
  const isElsewhere = destinationOf(before) !== destinationOf(after);
  const needsSecret = isElsewhere && kept.authentication(name).secret;
  const secret = needsSecret
    ? (secretFromEnvironment(environment) ?? (await askSecret('Client secret: ', session.call)))
    : undefined;
  return await session.withApp('connection change', async (app) => {
    await changeConnection(app, after, { secret, identity });
    output.say(`The connection “${name}” is changed. The queue continues with the next “tranship work”.`);
    output.emit('summary', { connection: name });
    return exitCodes.done;
  });
}

/** Accepts a connection that was stored or changed without the key of the data folder. */
export async function confirmConnection(session: Session, name: string): Promise<ExitCode> {
  const { output } = session;
  return await session.withApp('connection confirm', async ({ connections, queue }) => {
    await connections.confirm(name);
    queue.releaseHolds();
    const { baseUrl, tokenUrl } = connections.get(name);
    output.say(`The connection “${name}” is confirmed: it signs in at ${tokenUrl} and sends to ${baseUrl}.`);
    output.emit('summary', { connection: name });
    return exitCodes.done;
  });
}

/** Stores another secret in place of the old one; what is in the queue stays as it is. */
export async function changeSecret(session: Session, name: string): Promise<ExitCode> {
  const { output, environment } = session;
  // A name that is not there is told before anybody types a secret.
  (await session.kept()).connections.get(name);
  const secret = secretFromEnvironment(environment) ?? (await askSecret('New client secret: ', session.call));
  if (secret === undefined)
    throw usageError('No secret was given: set TRANSHIP_CLIENT_SECRET, or run this command in a terminal.');
  return await session.withApp('connection secret', async ({ connections }) => {
    await connections.change(connections.get(name), { secret });
    output.say(`The new secret of “${name}” is stored. The queue continues with the next “tranship work”.`);
    output.emit('summary', { connection: name, secretStored: true });
    return exitCodes.done;
  });
}

/** Stores another client certificate, or with `remove` none; what is in the queue stays as it is. */
export async function changeCertificate(
  session: Session,
  name: string,
  { remove = false, ...files }: CertificateOptions & { remove?: boolean },
): Promise<ExitCode> {
  const { output } = session;
  const identity = remove ? 'none' : await pickedIdentity(session.call, files);
  if (identity === undefined) throw usageError('Name a certificate with --certificate FILE, or use --remove.');
  return await session.withApp('connection certificate', async ({ connections }) => {
    await connections.change(connections.get(name), { identity });
    if (remove) output.say(`The connection “${name}” now signs in without a certificate.`);
    tellCertificate(session, connections, name);
    const { secret } = connections.authentication(name);
    if (remove && !secret) output.say('No secret is stored either. “tranship connection secret” stores one.');
    output.emit('summary', { connection: name, certificateStored: !remove });
    return exitCodes.done;
  });
}

/** Says which certificate a connection signs in with, if any, and warns of its end. */
function tellCertificate(session: Session, connections: Connections, name: string): void {
  const certificate = connections.certificateOf(name);
  if (certificate === undefined) return;
  const { subject, issuer, validUntil } = certificate;
  session.output.say(
    `It signs in with the certificate of “${subject}”, issued by “${issuer}”, valid until ${day(validUntil)}.`,
  );
  warnOfEnd(session, name, certificate);
}

function warnOfEnd({ output, clock }: Session, name: string, certificate: IdentityDescription): void {
  const notice = expiryNotice(name, certificate, clock.now());
  if (notice !== undefined) output.warn(notice);
}

/** Lists the connections; also while another process works on the queue. */
export async function listConnections(session: Session): Promise<ExitCode> {
  const { output } = session;
  const kept = (await session.kept()).connections;
  const { connections, broken } = kept.list();
  for (const { error } of broken) output.complain(error);
  const rows = connections.map((connection) => {
    const { name } = connection;
    return {
      ...{ connection, authentication: kept.authentication(name), certificate: kept.certificateOf(name) },
      isSet: kept.isSet(name),
    };
  });
  if (rows.length === 0) output.say('There is no connection yet. “tranship connection add NAME …” stores one.');
  else {
    output.table(
      ['name', 'base address', 'token address', 'client', 'scope', 'signs in with'],
      rows.map((row) => {
        const { name, baseUrl, tokenUrl, clientId, scope } = row.connection;
        return [name, baseUrl, tokenUrl, clientId, scope, authenticationInWords(row)];
      }),
    );
  }
  for (const { connection, isSet } of rows) {
    if (isSet) output.say(`“${connection.name}” is set by your organisation: only its credentials can be changed.`);
  }
  for (const { connection, certificate } of rows) {
    if (certificate !== undefined) warnOfEnd(session, connection.name, certificate);
  }
  output.emit('summary', { connections: rows.map(connectionForPrograms) });
  return broken.length === 0 ? exitCodes.done : exitCodes.connection;
}

interface ConnectionListing {
  connection: StoredConnection;
  authentication: ReturnType<Connections['authentication']>;
  certificate: IdentityDescription | undefined;
  /** By the organisation. */
  isSet: boolean;
}

function authenticationInWords({ connection, authentication, certificate }: ConnectionListing): string {
  if (connection.kind === 'practice') return 'secret';
  const until = certificate === undefined ? '' : ` until ${day(certificate.validUntil)}`;
  const ways = [
    ...(authentication.secret ? ['secret'] : []),
    ...(authentication.certificate ? [`certificate${until}`] : []),
  ];
  return ways.length === 0 ? 'nothing stored' : ways.join(' and ');
}

function connectionForPrograms({ connection, authentication, certificate, isSet }: ConnectionListing): object {
  const shown = certificate && { ...certificate, validUntil: new Date(certificate.validUntil).toISOString() };
  return { ...connection, secretStored: authentication.secret, certificate: shown, setByOrganisation: isSet };
}

export async function removeConnection(session: Session, name: string): Promise<ExitCode> {
  return await session.withApp('connection remove', async ({ connections, storageHosts }) => {
    connections.remove(name);
    storageHosts.forget(name);
    session.output.say(
      `The connection “${name}” is removed with its secret and its certificate. Its submissions stay in the queue.`,
    );
    session.output.emit('summary', { connection: name });
    return exitCodes.done;
  });
}

/** Gets a token and asks for a batch that cannot exist: the answer “unknown” proves that the sign-in works. */
export async function testConnection(session: Session, name: string | undefined): Promise<ExitCode> {
  const { output } = session;
  return await session.withApp('connection test', async (app) => {
    const connection = app.services.connection(name);
    const started = session.clock.steady();
    await askForNothing(app, connection, session.interrupted);
    const took = duration(session.clock.steady() - started);
    output.say(`The connection “${connection.name}” works: a token was issued, and the service answered (${took}).`);
    output.emit('summary', { connection: connection.name, works: true });
    return exitCodes.done;
  });
}

/** @throws AppError connection.base-address where it is not the service that answers “unknown” */
async function askForNothing(app: App, connection: KnownConnection, signal: AbortSignal): Promise<void> {
  try {
    await app.services.client(connection).batchStatus(batchIdSchema.parse(randomUUID()), signal);
  } catch (thrown) {
    const error = toAppError(thrown);
    // Nothing is tried again once the test has ended.
    if (error.code === 'service.token-not-accepted')
      throw new AppError('auth.token-rejected', { endpoint: endpointName(endpoints.batchStatus) });
    if (error.code !== 'service.not-found') throw thrown;
    const doubt = baseAddressDoubt(connection.baseUrl, error);
    if (doubt !== undefined) throw doubt;
  }
}
