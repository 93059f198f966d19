/** @file `tranship connection ledger`: the team ledger of a connection, and who signs in to it. */

import type { CommandInput, ConnectionLedger } from '../../../../src-shared/contract.ts';
import { message } from '../../../../src-shared/languages/message.ts';
import { ledgerPasswordFromEnvironment } from '../../../ground/environment.ts';
import { certificateFile } from '../../../ground/files/certificate-file.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { askSecret } from '../prompt.ts';
import type { Session } from '../session.ts';

export interface ConnectionLedgerOptions {
  address?: string;
  person?: string;
  authority?: string;
  none?: boolean;
}

/** Sets what is given, then shows how it is. @throws AppError connection.unknown, team.address, file.*, … */
export async function connectionLedger(
  session: Session,
  name: string,
  options: ConnectionLedgerOptions,
): Promise<ExitCode> {
  const { output } = session;
  const shown = await session.withActions('connection ledger', async (actions) => {
    const before = await actions.call('connections.ledger', { name });
    const ledger = await changeOf(session, before, options);
    return ledger === undefined ? before : await actions.call('connections.changeLedger', { name, ledger });
  });
  const { place, person, hasPassword, setBy } = shown;
  if (place === '') output.say(message('The connection “{name}” uses no team ledger.', { name }));
  else
    output.say(
      message('The connection “{name}” uses the team ledger {place}, as {person}.', {
        name,
        place,
        person: person || message('nobody yet'),
      }),
    );
  if (place !== '' && !hasPassword) output.say(message('Its password is not stored.'));
  if (setBy === 'policy') output.say(message('Where it is, your organisation has set.'));
  if (setBy === 'environment') output.say(message('TRANSHIP_LEDGER names it for all connections.'));
  output.emit('summary', { connection: name, ...shown });
  return exitCodes.done;
}

async function changeOf(
  session: Session,
  before: ConnectionLedger,
  { address, person, authority, none }: ConnectionLedgerOptions,
): Promise<CommandInput<'connections.changeLedger'>['ledger'] | undefined> {
  if (none === true) return 'none';
  if ([address, person, authority].every((one) => one === undefined)) return undefined;
  const password = (await session.canStoreSecrets())
    ? (ledgerPasswordFromEnvironment(session.environment) ?? (await askSecret(message('Password: '), session.call)))
    : undefined;
  return {
    place: address ?? before.place,
    person: person ?? before.person,
    password,
    ...(authority !== undefined && {
      authority: (await certificateFile(authority, session.interrupted)).toString('latin1'),
    }),
  };
}
