/** @file `tranship connection …`: adds, lists, tests and removes connections, and changes what they sign in with. */

import type { ConnectionRow } from '../../../../src-shared/contract.ts';
import { ENVIRONMENT } from '../../../../src-shared/environment-connection.ts';
import { AppError } from '../../../../src-shared/errors.ts';
import { fact } from '../../../../src-shared/languages/fact.ts';
import { message } from '../../../../src-shared/languages/message.ts';
import { isUnruled } from '../../../../src-shared/sending-hours.ts';
import type { Actions } from '../../../actions/actions.ts';
import { keptSending, storedConnections } from '../../../actions/connections.ts';
import { secretFromEnvironment } from '../../../ground/environment.ts';
import { whenItGoesOn } from '../action-words.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { type Certificate, expiryNotice } from '../expiry-notice.ts';
import { type CertificateOptions, pickedCertificate } from '../identity-files.ts';
import { usageError } from '../output.ts';
import { askSecret } from '../prompt.ts';
import { aloneUnlessNamed, type Session } from '../session.ts';
import { counted, day, duration } from '../wording.ts';
import {
  changeOnlySending,
  changeSending,
  type SendingOptions,
  sayHours,
  sendingAsText,
  sendingChange,
} from './connection-hours.ts';

export interface NewConnectionOptions extends CertificateOptions, SendingOptions {
  baseUrl: string;
  tokenUrl: string;
  clientId: string;
  scope: string;
}

interface ConnectionChanges extends Partial<NewConnectionOptions> {
  reportLinesFrom?: '0' | '1' | 'unknown';
}

/** Stores a connection; what it signs in with only where that can be encrypted. */
export async function addConnection(
  session: Session,
  name: string,
  { certificate: file, key, baseUrl, tokenUrl, clientId, scope, ...times }: NewConnectionOptions,
): Promise<ExitCode> {
  const { output } = session;
  const sending = sendingChange(times);
  const certificate = await pickedCertificate(session.call, { certificate: file, key });
  const secret = await newSecret(session, certificate === undefined);
  return await session.withActions('connection add', async (actions) => {
    const parts = { baseUrl, tokenUrl, clientId, scope };
    const form = { name, kind: 'production', ...parts, secret, certificate } as const;
    const stored = named(await actions.call('connections.add', form), name);
    output.say(message('The connection “{name}” is stored. “tranship connection test {name}” tests it.', { name }));
    if (sending !== undefined) await changeSending(session, actions, name, sending);
    tellCertificate(session, stored);
    const [secretStored, certificateStored] = [stored.hasSecret, stored.certificate !== undefined];
    if (!secretStored && !certificateStored) {
      const reason = (await session.canStoreSecrets())
        ? message('none was given')
        : message('it cannot be encrypted without TRANSHIP_PASSPHRASE');
      output.say(
        message('Its secret is not stored: {reason}. Set TRANSHIP_CLIENT_SECRET for each command.', { reason }),
      );
    }
    output.emit('summary', { connection: name, secretStored, certificateStored });
    return exitCodes.done;
  });
}

/** The secret to store, if it can be stored; no question where a certificate is enough. */
async function newSecret(session: Session, mayAsk: boolean): Promise<string | undefined> {
  if (!(await session.canStoreSecrets())) return undefined;
  return mayAsk ? await givenSecret(session, message('Client secret: ')) : secretFromEnvironment(session.environment);
}

/** Corrects a connection; what waits for it, and has never got an upload address, continues with the new values. */
export async function changeStoredConnection(
  session: Session,
  name: string,
  { certificate: file, key, reportLinesFrom, ...options }: ConnectionChanges,
): Promise<ExitCode> {
  const { output } = session;
  const { baseUrl, tokenUrl, clientId, scope } = options;
  const sending = sendingChange(options);
  if (reportLinesFrom !== undefined) {
    if ([file, key, baseUrl, tokenUrl, clientId, scope, sending].some((value) => value !== undefined))
      throw usageError(fact('Use --report-lines-from by itself.'));
    return await countReportLines(session, name, reportLinesFrom);
  }
  if ([baseUrl, tokenUrl, clientId, scope].every((value) => value === undefined)) {
    if (sending !== undefined && file === undefined) return await changeOnlySending(session, name, sending);
    throw usageError(
      fact(
        'There is nothing to change: use --base-url, --token-url, --client-id, --scope, --hours, --bandwidth or --report-lines-from.',
      ),
    );
  }
  const certificate = await pickedCertificate(session.call, { certificate: file, key });
  const change = { name, baseUrl, tokenUrl, clientId, scope, certificate };
  return await session.withActions('connection change', async (actions) => {
    try {
      await actions.call('connections.change', change);
    } catch (thrown) {
      const secret = needsSecret(thrown) ? await givenSecret(session, message('Client secret: ')) : undefined;
      if (secret === undefined) throw thrown;
      await actions.call('connections.change', { ...change, secret });
    }
    if (sending !== undefined) await changeSending(session, actions, name, sending);
    output.say(
      message('The connection “{name}” is changed. The queue continues {whenItGoesOn}.', {
        name,
        whenItGoesOn: whenItGoesOn(actions.holder),
      }),
    );
    output.emit('summary', { connection: name });
    return exitCodes.done;
  });
}

/** Whether a change was refused because the connection would lead elsewhere: its secret was not meant for there. */
function needsSecret(thrown: unknown): boolean {
  if (!(thrown instanceof AppError) || thrown.code !== 'connection.invalid') return false;
  return thrown.toRecord().params['field'] === 'secret';
}

async function givenSecret({ environment, call }: Session, question: string): Promise<string | undefined> {
  return secretFromEnvironment(environment) ?? (await askSecret(question, call));
}

/** Accepts a connection that was stored or changed without the key of the data folder. */
export async function confirmConnection(session: Session, name: string): Promise<ExitCode> {
  const { output } = session;
  return await session.withActions('connection confirm', async (actions) => {
    const { baseUrl, tokenUrl } = named(await actions.call('connections.confirm', { name }), name);
    output.say(
      message('The connection “{name}” is confirmed: it signs in at {tokenUrl} and sends to {baseUrl}.', {
        name,
        tokenUrl,
        baseUrl,
      }),
    );
    output.emit('summary', { connection: name });
    return exitCodes.done;
  });
}

/** Stores another secret in place of the old one; what is in the queue stays as it is. */
export async function changeSecret(session: Session, name: string): Promise<ExitCode> {
  const { output } = session;
  // Refuses a name that is not there before anybody types a secret.
  (await session.kept()).connections.get(name);
  const secret = await givenSecret(session, message('New client secret: '));
  if (secret === undefined)
    throw usageError(fact('No secret was given: set TRANSHIP_CLIENT_SECRET, or run this command in a terminal.'));
  return await session.withActions('connection secret', async (actions) => {
    await actions.call('connections.change', { name, secret });
    output.say(
      message('The new secret of “{name}” is stored. The queue continues {whenItGoesOn}.', {
        name,
        whenItGoesOn: whenItGoesOn(actions.holder),
      }),
    );
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
  const certificate = remove ? 'none' : await pickedCertificate(session.call, files);
  if (certificate === undefined) throw usageError(fact('Name a certificate with --certificate FILE, or use --remove.'));
  return await session.withActions('connection certificate', async (actions) => {
    const changed = named(await actions.call('connections.change', { name, certificate }), name);
    if (remove) output.say(message('The connection “{name}” now signs in without a certificate.', { name }));
    tellCertificate(session, changed);
    if (remove && !changed.hasSecret)
      output.say(message('No secret is stored either. “tranship connection secret” stores one.'));
    output.emit('summary', { connection: name, certificateStored: !remove });
    return exitCodes.done;
  });
}

/** The row of a connection that was just stored. */
function named(rows: readonly ConnectionRow[], name: string): ConnectionRow {
  const row = rows.find((one) => one.name === name.trim());
  if (row === undefined) throw new AppError('connection.unknown', { connection: name });
  return row;
}

/** Says which certificate a connection signs in with, if any, and warns of its end. */
function tellCertificate(session: Session, { name, certificate }: ConnectionRow): void {
  if (certificate === undefined) return;
  const { subject, issuer, validUntil } = certificate;
  session.output.say(
    message('It signs in with the certificate of “{subject}”, issued by “{issuer}”, valid until {validUntil}.', {
      subject,
      issuer,
      validUntil: day(validUntil),
    }),
  );
  warnOfEnd(session, name, certificate);
}

function warnOfEnd({ output, clock }: Session, name: string, certificate: Certificate): void {
  const notice = expiryNotice(name, certificate, clock.now());
  if (notice !== undefined) output.warn(notice);
}

/** Lists the connections; also while another process works on the queue. */
export async function listConnections(session: Session): Promise<ExitCode> {
  const { output } = session;
  const { connections, settings } = await session.kept();
  const all = storedConnections(connections);
  const sending = keptSending(settings, session.policy.values);
  const broken = all.flatMap(({ error }) => (error === undefined ? [] : [error]));
  for (const error of broken) output.complain(error);
  const rows = all.filter(({ error }) => error === undefined);
  if (rows.length === 0)
    output.say(message('There is no connection yet. “tranship connection add NAME …” stores one.'));
  else {
    output.table(
      [
        message('name'),
        message('base address'),
        message('token address'),
        message('client'),
        message('scope'),
        message('signs in with'),
      ],
      rows.map((row) => [row.name, row.baseUrl, row.tokenUrl, row.clientId, row.scope, signInWords(row)]),
    );
  }
  for (const { name, origin } of rows) {
    if (origin === 'policy')
      output.say(message('“{name}” is set by your organisation: only its credentials can be changed.', { name }));
  }
  for (const { name } of rows) if (!isUnruled(sending.of(name))) sayHours(session, name, sending.of(name));
  for (const { name, certificate } of rows) {
    if (certificate !== undefined) warnOfEnd(session, name, certificate);
  }
  output.emit('summary', {
    connections: rows.map((row) => ({
      ...connectionForPrograms(row),
      ...(!isUnruled(sending.of(row.name)) && sendingAsText(sending.of(row.name))),
    })),
  });
  return broken.length === 0 ? exitCodes.done : exitCodes.connection;
}

type StoredRow = ReturnType<typeof storedConnections>[number];

function signInWords({ hasSecret, certificate, refusedSignIn }: StoredRow): string {
  const ways = [
    ...(hasSecret ? [message('secret')] : []),
    ...(certificate === undefined
      ? []
      : [message('certificate until {validUntil}', { validUntil: day(certificate.validUntil) })]),
  ];
  const way = ways.length === 0 ? message('nothing stored') : ways.join(` ${message('and')} `);
  return refusedSignIn === undefined ? way : message('{way}; the last sign-in was REFUSED', { way });
}

function connectionForPrograms({ hasSecret, certificate, origin, error: _, ...connection }: StoredRow): object {
  const shown = certificate && { ...certificate, validUntil: new Date(certificate.validUntil).toISOString() };
  return { ...connection, secretStored: hasSecret, certificate: shown, setByOrganisation: origin === 'policy' };
}

/** Sets from where its service counts the lines of its reports; those that left it open are read again. */
async function countReportLines(session: Session, name: string, given: '0' | '1' | 'unknown'): Promise<ExitCode> {
  const { output } = session;
  const from = given === '0' ? 0 : given === '1' ? 1 : 'unknown';
  const work = async (actions: Actions) => {
    const { asked } = await actions.call('connections.countLines', { name, from });
    output.say(
      from === 'unknown'
        ? message('From where the service of “{name}” counts the lines of its reports is no longer set.', { name })
        : message(
            'The lines of reports over “{name}” are counted from {from}, where a report does not prove otherwise.',
            { name, from },
          ),
    );
    if (asked > 0)
      output.say(
        message('The reports on {batches}, which left it open, are asked for again.', {
          batches: counted(asked, 'batch'),
        }),
      );
    if (asked > 0 && actions.holder === undefined) output.say(message('“tranship work” does so.'));
    output.emit('summary', { connection: name, from, asked });
    return exitCodes.done;
  };
  return await session.withActions('connection change', work, undefined, { alone: aloneUnlessNamed(name) });
}

export async function removeConnection(session: Session, name: string): Promise<ExitCode> {
  const { output } = session;
  return await session.withActions('connection remove', async (actions) => {
    await actions.call('connections.remove', { name });
    output.say(
      message(
        'The connection “{name}” is removed with its secret and its certificate. Its submissions stay in the queue.',
        { name },
      ),
    );
    output.emit('summary', { connection: name });
    return exitCodes.done;
  });
}

/** Signs in and asks the service, which changes nothing there. */
export async function testConnection(session: Session, name: string = ENVIRONMENT): Promise<ExitCode> {
  const { output, clock } = session;
  const work = async (actions: Actions) => {
    const started = clock.steady();
    await actions.call('connections.test', { name });
    const took = duration(clock.steady() - started);
    output.say(
      message('The connection “{name}” works: a token was issued, and the service answered ({took}).', { name, took }),
    );
    output.emit('summary', { connection: name, works: true });
    return exitCodes.done;
  };
  return await session.withActions('connection test', work, undefined, { alone: aloneUnlessNamed(name) });
}
