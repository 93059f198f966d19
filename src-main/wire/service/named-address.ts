/**
 * @file The addresses that a reply names (of an upload, of a report, of a redirect): which of them may be used at all. A
 * service that was taken over must not be able to send a bank's file into the bank's own network, or to this computer.
 */

import dns from 'node:dns';
import net, { type LookupFunction } from 'node:net';
import { AppError } from '../../../src-shared/errors.ts';
import { fact, type Said } from '../../../src-shared/languages/fact.ts';
import { type AddressKind, kindOfAddress } from './address-kind.ts';

/** Where the addresses of one connection may lead, besides public hosts over https. */
export interface Reach {
  /** Hosts of a private network: a person has allowed them for this connection. */
  privateNetworks: boolean;
  /** This machine, also over http: the service itself is here, as the practice tenant is. */
  thisMachine: boolean;
}

/**
 * Where an address named by the service at `baseUrl` may lead. The host of the service itself was entered by a person, so
 * it may be private without more.
 */
export function reachOf(baseUrl: string, address: string, allowsPrivate: boolean): Reach {
  const own = new URL(baseUrl);
  const isOwnHost = URL.canParse(address) && new URL(address).origin === own.origin;
  return { privateNetworks: allowsPrivate || isOwnHost, thisMachine: kindOfHost(own.hostname) === 'loopback' };
}

/** Why an address that a reply names must not be used, as the end of a sentence about it; undefined for a safe one. */
export function dangerOf(address: string, reach: Reach): Said | undefined {
  // Parsers read spaces, controls, backslashes and letters beyond ASCII in different ways.
  if (!/^[\x21-\x5b\x5d-\x7e]+$/.test(address) || !URL.canParse(address))
    return fact('is not spelled as an address must be');
  const { protocol, hostname } = new URL(address);
  const [authority = ''] = address.replace(/^[a-z]+:\/*/i, '').split(/[/?#]/);
  if (authority.includes('@')) return fact('contains a name or a password');
  if (address.includes('#')) return fact('contains a #');
  const kind = kindOfHost(hostname);
  if (protocol !== 'https:' && !(protocol === 'http:' && kind === 'loopback' && reach.thisMachine))
    return fact('does not start with https://');
  return dangerOfKind(kind, reach);
}

function dangerOfKind(kind: AddressKind, { privateNetworks, thisMachine }: Reach): Said | undefined {
  switch (kind) {
    case 'public':
      return undefined;
    case 'private':
      return privateNetworks ? undefined : fact('leads into a private network');
    case 'loopback':
      return thisMachine ? undefined : fact('leads to this computer itself');
    case 'special':
      return fact('leads to a host that stores no files');
  }
}

/** Hosts that cloud machines ask for their own credentials, by names that resolve only there. */
const metadataHosts: ReadonlySet<string> = new Set(['metadata', 'metadata.google.internal', 'instance-data']);

/** Ends of names that only a private network resolves. */
const PRIVATE_NAME = /(?:^|\.)(?:internal|local|localdomain|lan|home\.arpa|intranet|corp|private)$/;

/** The kind of a host as `URL` spells it. A name is judged again when it is resolved. */
function kindOfHost(hostname: string): AddressKind {
  const address = hostname.replace(/^\[|\]$/g, '');
  if (net.isIP(address) !== 0) return kindOfAddress(address);
  // A dot at the end makes another text of the same name.
  if (hostname === '' || hostname.endsWith('.') || hostname.includes('..')) return 'special';
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return 'loopback';
  if (metadataHosts.has(hostname) || hostname.startsWith('instance-data.')) return 'special';
  return !hostname.includes('.') || PRIVATE_NAME.test(hostname) ? 'private' : 'public';
}

/** Finds all addresses of a name, as `dns.lookup` with `all` does. */
export type FindAll = (
  name: string,
  options: dns.LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, found: dns.LookupAddress[]) => void,
) => void;

/**
 * Resolves names for sockets, without the addresses that the connection must not lead to: a public name may resolve to
 * a private address. Fails with network.private-address where no other is left. Over a proxy, the proxy resolves names,
 * and this is not called.
 */
export function guardedLookup(reach: Reach, findAll: FindAll = dns.lookup): LookupFunction {
  return (name, options, callback) => {
    findAll(name, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, '');
      const allowed = found.filter(({ address }) => dangerOfKind(kindOfAddress(address), reach) === undefined);
      const [first] = allowed;
      if (first === undefined) {
        const address = found[0]?.address ?? '';
        return callback(new AppError('network.private-address', { host: name, address }), '');
      }
      if (options.all === true) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  };
}
