/**
 * @file Which hosts are reached without a proxy. Pure. The grammar is that of NO_PROXY, as curl reads it:
 *
 * | entry                         | covers                                     |
 * |-------------------------------|--------------------------------------------|
 * | `*`                           | everything                                 |
 * | `bank.example`                | the host and all hosts below it            |
 * | `.bank.example`, `*.bank.example` | the same                               |
 * | `10.1.2.3`, `::1`, `[::1]`    | the IP address                             |
 * | `10.0.0.0/8`, `fd00::/8`      | the IP addresses of the block              |
 * | any of these with `:port`     | the host, on this port only                |
 */

import { BlockList, isIP, isIPv4 } from 'node:net';
import { withBrackets, withoutBrackets } from './proxy.ts';

/** True for this machine: requests to it never go through a proxy. */
export function isThisMachine(address: string): boolean {
  const host = hostOf(new URL(address));
  if (isIPv4(host)) return host.startsWith('127.');
  return host === '::1' || host === 'localhost' || host.endsWith('.localhost');
}

/** Whether one of the entries covers the host of an http(s) address. */
export function isBypassed(address: string, entries: readonly string[]): boolean {
  const url = new URL(address);
  const host = hostOf(url);
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return entries.some((entry) => covers(entry.trim().toLowerCase(), host, port));
}

/** The entries of a NO_PROXY variable. */
export function readBypass(text: string): string[] {
  return text.split(/[\s,;]+/).filter((entry) => entry !== '');
}

function covers(entry: string, host: string, port: string): boolean {
  if (entry === '*') return true;
  const subnet = /^(.+)\/(\d{1,3})$/.exec(entry);
  if (subnet !== null) return isInSubnet(host, withoutBrackets(subnet[1] ?? ''), Number(subnet[2]));
  if (isIP(withoutBrackets(entry)) !== 0) return canonical(withoutBrackets(entry)) === host;
  const [, name = '', entryPort] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
  if (entryPort !== undefined && entryPort !== port) return false;
  const wanted = canonical(
    withoutBrackets(name)
      .replace(/^\*?\./, '')
      .replace(/\.$/, ''),
  );
  if (wanted === '') return false;
  return host === wanted || (isIP(host) === 0 && host.endsWith(`.${wanted}`));
}

function isInSubnet(host: string, network: string, prefix: number): boolean {
  const family = isIP(network);
  if (family === 0 || isIP(host) !== family || prefix > (family === 4 ? 32 : 128)) return false;
  const name = family === 4 ? 'ipv4' : 'ipv6';
  const subnet = new BlockList();
  subnet.addSubnet(network, prefix, name);
  return subnet.check(host, name);
}

/** The host as URLs spell it: lower case, international names in ASCII, IP addresses in their shortest form. */
function canonical(host: string): string {
  const url = URL.parse(`http://${withBrackets(host)}/`);
  return url === null ? host : hostOf(url);
}

function hostOf(url: URL): string {
  return withoutBrackets(url.hostname).replace(/\.$/, '');
}
