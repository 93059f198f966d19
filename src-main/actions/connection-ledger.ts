/** @file The team ledger of a connection as a person sets it in the window: its address, who signs in, and whom to trust. */

import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../src-shared/errors.ts';
import { fact } from '../../src-shared/languages/fact.ts';
import type { ConnectionLedger, LedgerForm } from '../../src-shared/team-shapes.ts';
import type { App } from '../app.ts';
import { toWriteError } from '../ground/files/file-errors.ts';
import { makeFolder } from '../ground/files/folders.ts';
import { PRIVATE_FILE } from '../ground/files/own-folder.ts';
import { parsedLedgerAddress, parsedLedgerPlace } from '../wire/credentials/ledger-address.ts';
import { readAuthorities } from '../wire/network/authorities.ts';

/** In the data folder: one file for each authority, named by its SHA-256. */
const AUTHORITIES = 'ledger-authorities';

type Ports = Pick<App, 'team' | 'services' | 'folder'>;

/** What is set for a connection; of its password only whether there is one. @throws AppError connection.unknown, team.address */
export function ledgerOfConnection({ team, services }: Ports, connection: string): ConnectionLedger {
  services.connection(connection);
  const set = team.setPlace();
  const own = team.ledgers.of(connection);
  const place = set?.place ?? own?.address;
  if (place === undefined) return { setBy: 'person', place: '', person: '', hasPassword: false, hasAuthority: false };
  const { name, person: named } = parsedLedgerPlace(place, fact('The address'));
  const kept = own === undefined ? undefined : parsedLedgerPlace(own.address, fact('The address'));
  const person = named ?? (kept?.name === name ? kept.person : undefined) ?? '';
  return {
    setBy: set?.by ?? 'person',
    place: withPerson(place, ''),
    person,
    hasPassword: person !== '' && team.ledgers.hasPassword({ name, person }),
    hasAuthority: own?.authorityFile !== undefined && kept?.name === name,
    ...(person !== '' && { ledger: `${person}@${name}` }),
  };
}

/**
 * Sets the ledger of a connection, or that it has none. Nothing is changed where it cannot be used.
 * @throws AppError connection.unknown, team.address, network.authorities, secret.*, folder.unusable, disk.full
 */
export async function changeLedgerOfConnection(
  ports: Ports,
  connection: string,
  form: LedgerForm | 'none',
): Promise<ConnectionLedger> {
  const { team, folder } = ports;
  const before = ledgerOfConnection(ports, connection);
  if (form === 'none') await team.ledgers.forget(connection);
  else {
    const place = before.setBy === 'person' ? form.place.trim() : before.place;
    const person = form.person.trim();
    if (person === '')
      throw new AppError('team.address', { problem: fact('It is not said who you are in the ledger.') });
    parsedLedgerPlace(place, fact('The address'));
    const address = withPerson(place, person);
    const receiver = parsedLedgerAddress(address, fact('The address'));
    const authorityFile =
      form.authority === undefined
        ? keptAuthority(ports, connection, receiver.name)
        : await keepAuthority(folder, form.authority);
    if (form.password !== undefined) await team.ledgers.changePassword(receiver, form.password);
    team.ledgers.change(connection, { address, ...(authorityFile !== undefined && { authorityFile }) });
  }
  await team.forgetLinks();
  return ledgerOfConnection(ports, connection);
}

/** The authority of the same ledger stays until another one is given. */
function keptAuthority({ team }: Ports, connection: string, name: string): string | undefined {
  const own = team.ledgers.of(connection);
  if (own === undefined || parsedLedgerPlace(own.address, fact('The address')).name !== name) return undefined;
  return own.authorityFile;
}

/** Keeps a certificate authority where the ledger's connections read it. @returns its path; undefined for an empty text */
async function keepAuthority(folder: string, pem: string): Promise<string | undefined> {
  const certificates = readAuthorities(pem);
  if (certificates.length === 0) return undefined;
  const text = `${certificates.join('\n')}\n`;
  const place = join(folder, AUTHORITIES);
  const path = join(place, `${createHash('sha256').update(text).digest('hex')}.pem`);
  try {
    makeFolder(place);
    await writeFile(path, text, { mode: PRIVATE_FILE });
  } catch (thrown) {
    throw toWriteError(thrown, path);
  }
  return path;
}

function withPerson(place: string, person: string): string {
  const url = new URL(place);
  url.username = person;
  return url.href;
}
