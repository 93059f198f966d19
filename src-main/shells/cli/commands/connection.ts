/** @file `tranship connection …`: adds, lists, tests and removes connections. */

import { randomUUID } from 'node:crypto';
import { AppError } from '../../../../src-preload/errors.ts';
import type { App } from '../../../app.ts';
import { keyMaterialFrom, secretFromEnvironment } from '../../../credentials/environment.ts';
import { batchIdSchema } from '../../../service/wire.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { askSecret } from '../prompt.ts';
import type { Session } from '../session.ts';
import { duration } from '../wording.ts';

export interface NewConnectionOptions {
  baseUrl: string;
  tokenUrl: string;
  clientId: string;
  scope: string;
}

/** Stores a connection; its secret only where it can be encrypted. */
export async function addConnection(session: Session, name: string, options: NewConnectionOptions): Promise<ExitCode> {
  const { output, environment } = session;
  const canBeStored = keyMaterialFrom(environment, 'stored-secrets').kind !== 'none';
  const secret = canBeStored ? (secretFromEnvironment(environment) ?? (await askSecret('Client secret: '))) : undefined;
  return await session.withApp('connection add', async ({ connections }) => {
    await connections.add({ name, ...options }, secret);
    output.say(`The connection “${name}” is stored. “tranship connection test ${name}” tries it.`);
    if (secret === undefined) {
      const reason = canBeStored ? 'None was given' : 'Without TRANSHIP_PASSPHRASE there is nothing to encrypt it with';
      output.say(`Its secret is not stored: ${reason}. Set TRANSHIP_CLIENT_SECRET at each call.`);
    }
    output.emit('summary', { connection: name, secretStored: secret !== undefined });
    return exitCodes.done;
  });
}

/** Lists the connections; also while another process works on the queue. */
export function listConnections(session: Session): ExitCode {
  const { output } = session;
  const { connections, broken } = session.connections().list();
  for (const { error } of broken) output.complain(error);
  if (connections.length === 0) output.say('There is no connection yet. “tranship connection add NAME …” stores one.');
  else {
    output.table(
      ['name', 'base address', 'token address', 'client', 'scope'],
      connections.map(({ name, baseUrl, tokenUrl, clientId, scope }) => [name, baseUrl, tokenUrl, clientId, scope]),
    );
  }
  output.emit('summary', { connections });
  return broken.length === 0 ? exitCodes.done : exitCodes.connection;
}

export async function removeConnection(session: Session, name: string): Promise<ExitCode> {
  return await session.withApp('connection remove', async ({ connections }) => {
    connections.remove(name);
    session.output.say(
      `The connection “${name}” and its secret are removed. Submissions bound to it stay in the queue.`,
    );
    session.output.emit('summary', { connection: name });
    return exitCodes.done;
  });
}

/** Gets a token and asks for a batch that cannot exist: whoever answers “unknown” lets us in. */
export async function testConnection(session: Session, name: string | undefined): Promise<ExitCode> {
  const { output } = session;
  return await session.withApp('connection test', async (app) => {
    const connection = app.connection(name);
    const started = performance.now();
    await askForNothing(app, connection, session.interrupted);
    const took = duration(performance.now() - started);
    output.say(`The connection “${connection.name}” works: a token was issued, and the service answered (${took}).`);
    output.emit('summary', { connection: connection.name, works: true });
    return exitCodes.done;
  });
}

async function askForNothing(app: App, connection: ReturnType<App['connection']>, signal: AbortSignal): Promise<void> {
  try {
    await app.service(connection).batchStatus(batchIdSchema.parse(randomUUID()), signal);
  } catch (thrown) {
    if (!(thrown instanceof AppError) || thrown.code !== 'service.not-found') throw thrown;
  }
}
