/** @file Where a team ledger is and who signs in to it: as the environment, a connection or the policy says. Pure. */

import { AppError } from '../../src-shared/errors.ts';
import type { Environment } from '../credentials/environment.ts';

const ADDRESS = 'TRANSHIP_LEDGER';
const PASSWORD = 'TRANSHIP_LEDGER_PASSWORD';
const AUTHORITY = 'TRANSHIP_LEDGER_AUTHORITY';
const DEFAULT_PORT = 5432;

export interface LedgerAddress {
  /** How people read it: never with a password. */
  name: string;
  /** A host, or the folder of a socket on this computer. */
  host: string;
  /** Whether the host is the folder of a socket: what is sent there never leaves this computer, so it needs no TLS. */
  isSocket: boolean;
  port: number;
  database: string;
  /** The login of the person. */
  person: string;
  password: string | undefined;
  /** The file of the certificate authority; otherwise those that Node trusts count. */
  authorityFile: string | undefined;
}

/** The address that the variables name. @throws AppError team.address, also where there is none */
export function ledgerAddressFrom(environment: Environment): LedgerAddress {
  const text = environment[ADDRESS];
  if (!text) throw wrong(ADDRESS, 'is not set');
  return {
    ...parsedLedgerAddress(text, ADDRESS),
    password: environment[PASSWORD] || undefined,
    authorityFile: environment[AUTHORITY] || undefined,
  };
}

/** As `ledgerAddressFrom`; undefined where the variables name none. @throws AppError team.address */
export function ledgerAddressIn(environment: Environment): LedgerAddress | undefined {
  return environment[ADDRESS] ? ledgerAddressFrom(environment) : undefined;
}

/**
 * `postgresql://PERSON@HOST:PORT/DATABASE`; the folder of a socket stands in place of the host with %2F for each slash.
 * @param named what has this text, for the sentence that says what is wrong with it
 * @throws AppError team.address
 */
export function parsedLedgerAddress(text: string, named: string): Omit<LedgerAddress, 'password' | 'authorityFile'> {
  const place = parsedLedgerPlace(text, named);
  if (place.person === undefined)
    throw wrong(named, 'names no person: it is the login that your administrator gave you');
  return { ...place, person: place.person };
}

/** As `parsedLedgerAddress`; the person may be missing. @throws AppError team.address */
export function parsedLedgerPlace(
  text: string,
  named: string,
): Omit<LedgerAddress, 'password' | 'authorityFile' | 'person'> & { person: string | undefined } {
  const url = URL.parse(text);
  if (url === null || !['postgresql:', 'postgres:'].includes(url.protocol))
    throw wrong(named, 'is no address of the form postgresql://PERSON@HOST:PORT/DATABASE');
  if (url.password !== '') throw wrong(named, `holds a password, which belongs into ${PASSWORD}`);
  // Such as sslmode=disable: here TLS is no option.
  if (url.search !== '' || url.hash !== '') throw wrong(named, 'holds options, and takes none');
  const part = (text: string) => decoded(text, named);
  const host = part(url.hostname).replace(/^\[(.*)\]$/, '$1');
  const database = part(url.pathname.slice(1));
  const person = part(url.username) || undefined;
  if (host === '') throw wrong(named, 'names no host');
  if (database === '' || database.includes('/')) throw wrong(named, 'names no database');
  const port = url.port === '' ? DEFAULT_PORT : Number(url.port);
  return { ...{ host, port, database, person }, name: `${host}:${port}/${database}`, isSocket: host.startsWith('/') };
}

function decoded(part: string, named: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw wrong(named, 'has a percent sign that encodes nothing');
  }
}

function wrong(named: string, problem: string): AppError {
  return new AppError('team.address', { problem: `${named} ${problem}.` });
}
