/** @file Where the team ledger is and who signs in to it, as the variables of the environment say. Pure. */

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

/**
 * `postgresql://PERSON@HOST:PORT/DATABASE`; the folder of a socket stands in place of the host with %2F for each slash.
 * @throws AppError team.address
 */
export function ledgerAddressFrom(environment: Environment): LedgerAddress {
  const text = environment[ADDRESS];
  if (!text) throw wrong('is not set');
  const url = URL.parse(text);
  if (url === null || !['postgresql:', 'postgres:'].includes(url.protocol))
    throw wrong('is no address of the form postgresql://PERSON@HOST:PORT/DATABASE');
  if (url.password !== '') throw wrong(`holds a password, which belongs into ${PASSWORD}`);
  // Such as sslmode=disable: here TLS is no option.
  if (url.search !== '' || url.hash !== '') throw wrong('holds options, and takes none');
  const host = decoded(url.hostname).replace(/^\[(.*)\]$/, '$1');
  const database = decoded(url.pathname.slice(1));
  const person = decoded(url.username);
  if (host === '') throw wrong('names no host');
  if (person === '') throw wrong('names no person: it is the login that your administrator gave you');
  if (database === '' || database.includes('/')) throw wrong('names no database');
  const port = url.port === '' ? DEFAULT_PORT : Number(url.port);
  return {
    ...{ host, port, database, person },
    name: `${host}:${port}/${database}`,
    isSocket: host.startsWith('/'),
    password: environment[PASSWORD] || undefined,
    authorityFile: environment[AUTHORITY] || undefined,
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw wrong('has a percent sign that encodes nothing');
  }
}

function wrong(problem: string): AppError {
  return new AppError('team.address', { problem: `${ADDRESS} ${problem}.` });
}
