/** @file Where a team ledger is and who signs in to it: as the environment, a connection or the policy says. Pure. */

import { AppError } from '../../../src-shared/errors.ts';
import { type Fact, fact, type Said } from '../../../src-shared/languages/fact.ts';
import { type Environment, LEDGER_PASSWORD, ledgerPasswordFromEnvironment } from '../../ground/environment.ts';

export const LEDGER_VARIABLE = 'TRANSHIP_LEDGER';
const AUTHORITY = 'TRANSHIP_LEDGER_AUTHORITY';
const DEFAULT_PORT = 5432;
/** As libpq spells it. */
const BEHIND_POOLER = '?channel_binding=disable';

export interface LedgerAddress {
  /** How people read it: never with a password. */
  name: string;
  /** A host, or the folder of a socket on this computer. */
  host: string;
  /** Whether the host is the folder of a socket: what is sent there never leaves this computer, so it needs no TLS. */
  isSocket: boolean;
  /** Whether TLS ends at a pooler in front of the server, which cannot bind a sign-in to its certificate. Only ever said by people. */
  isBehindPooler: boolean;
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
  const text = environment[LEDGER_VARIABLE];
  if (!text) throw wrong(LEDGER_VARIABLE, fact('is not set'));
  return {
    ...parsedLedgerAddress(text, LEDGER_VARIABLE),
    password: ledgerPasswordFromEnvironment(environment),
    authorityFile: environment[AUTHORITY] || undefined,
  };
}

/** What the organisation sets: a place without a person. */
export interface SetLedger {
  address: string;
  authorityFile?: string | undefined;
}

/**
 * The ledger that the policy or the variables name; undefined without one. The policy names the place; who signs in is for the
 * variables, or an own address of the person, to say, and what they say of another place does not count.
 * @throws AppError team.address, also where it is not said who signs in to the ledger of the policy
 */
export function chosenLedger(
  set: SetLedger | undefined,
  environment: Environment,
  own?: string,
): LedgerAddress | undefined {
  const named = environment[LEDGER_VARIABLE] ? ledgerAddressFrom(environment) : undefined;
  if (set === undefined) return named;
  const place = parsedLedgerPlace(set.address, fact('The address of the team ledger in the policy'));
  const isSamePlace = named?.name === place.name;
  const kept = own === undefined ? undefined : parsedLedgerPlace(own, fact('The address of the team ledger'));
  const person = (isSamePlace ? named.person : undefined) ?? (kept?.name === place.name ? kept.person : undefined);
  if (person === undefined) throw withoutPerson(place.name);
  const password = isSamePlace ? named.password : undefined;
  return { ...place, person, password, authorityFile: set.authorityFile };
}

function withoutPerson(name: string): AppError {
  return new AppError('team.address', {
    problem: fact(
      'This organisation uses the team ledger {name}, and it is not said who you are in it: set {variable}, or the ledger of the connection, to postgresql://PERSON@{name}.',
      { name, variable: LEDGER_VARIABLE },
    ),
  });
}

/**
 * `postgresql://PERSON@HOST:PORT/DATABASE`; the folder of a socket stands in place of the host with %2F for each slash, and
 * `?channel_binding=disable` behind a pooler that ends TLS.
 * @param named what has this text, for the sentence that says what is wrong with it
 * @throws AppError team.address
 */
export function parsedLedgerAddress(text: string, named: Said): Omit<LedgerAddress, 'password' | 'authorityFile'> {
  const place = parsedLedgerPlace(text, named);
  if (place.person === undefined)
    throw wrong(named, fact('names no person: it is the login that your administrator gave you'));
  return { ...place, person: place.person };
}

/** As `parsedLedgerAddress`; the person may be missing. @throws AppError team.address */
export function parsedLedgerPlace(
  text: string,
  named: Said,
): Omit<LedgerAddress, 'password' | 'authorityFile' | 'person'> & { person: string | undefined } {
  const url = URL.parse(text);
  if (url === null || !['postgresql:', 'postgres:'].includes(url.protocol))
    throw wrong(named, fact('is no address of the form postgresql://PERSON@HOST:PORT/DATABASE'));
  if (url.password !== '')
    throw wrong(named, fact('holds a password, which belongs into {variable}', { variable: LEDGER_PASSWORD }));
  const isBehindPooler = url.search === BEHIND_POOLER;
  // Such as sslmode=disable: here TLS is no option.
  if ((url.search !== '' && !isBehindPooler) || url.hash !== '')
    throw wrong(named, fact('holds options, and takes none but {option}', { option: BEHIND_POOLER.slice(1) }));
  const part = (text: string) => decoded(text, named);
  const host = part(url.hostname).replace(/^\[(.*)\]$/, '$1');
  const database = part(url.pathname.slice(1));
  const person = part(url.username) || undefined;
  if (host === '') throw wrong(named, fact('names no host'));
  if (database === '' || database.includes('/')) throw wrong(named, fact('names no database'));
  const port = url.port === '' ? DEFAULT_PORT : Number(url.port);
  const name = `${host}:${port}/${database}`;
  return { host, port, database, person, name, isBehindPooler, isSocket: host.startsWith('/') };
}

function decoded(part: string, named: Said): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw wrong(named, fact('has a percent sign that encodes nothing'));
  }
}

function wrong(named: Said, problem: Fact): AppError {
  return new AppError('team.address', { problem: fact('{named} {problem}.', { named, problem }) });
}
