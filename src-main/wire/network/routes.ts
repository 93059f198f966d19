/** @file The routes to an address, in the order in which they are tried. Pure except for the call to the system. */

import { AppError } from '../../../src-shared/errors.ts';
import { fact } from '../../../src-shared/languages/fact.ts';
import type { Environment } from '../../ground/environment.ts';
import { isBypassed, isThisMachine, readBypass } from './bypass.ts';
import type { NetworkSettings } from './network-settings.ts';
import { type ProxyRoute, parseProxyAddress, type Route } from './proxy.ts';

/**
 * The system's proxies for an address (only its origin: paths and queries stay private), in the format of PAC: "PROXY
 * host:8080; DIRECT". `session.resolveProxy` of Electron is one.
 */
export type SystemProxy = (address: string) => Promise<string>;

export interface RoutePorts {
  /** The settings to be used. @throws AppError network.unconfirmed */
  settings: () => Promise<NetworkSettings>;
  /** The password of the proxy in the settings. */
  proxyPassword: () => Promise<string | undefined>;
  systemProxy: SystemProxy;
}

const direct: Route = { kind: 'direct' };

/**
 * The routes to an address; at least one.
 * @throws AppError network.proxy-unusable when only proxies of unsupported kinds are named
 */
export async function routesTo(address: string, ports: RoutePorts): Promise<Route[]> {
  const { proxy } = await ports.settings();
  if (proxy.mode === 'none' || isThisMachine(address)) return [direct];
  if (proxy.mode === 'system') return readProxyWords(await ports.systemProxy(new URL(address).origin));
  if (isBypassed(address, proxy.bypass)) return [direct];
  const found = parseProxyAddress(proxy.address);
  if (found === undefined)
    throw new AppError('network.proxy-unusable', {
      problem: fact('the address set by hand is not the address of a proxy'),
    });
  const { username } = proxy;
  if (username === undefined || username === '') return [found];
  const password = (await ports.proxyPassword()) ?? '';
  return [{ ...found, credentials: { username, password } }];
}

/**
 * Reads a PAC result; an empty one means DIRECT. Skips SOCKS and unknown kinds. Credentials, which PAC does not have,
 * may precede the host: "PROXY name:password@host:8080".
 * @throws AppError network.proxy-unusable when nothing else is left
 */
export function readProxyWords(words: string): Route[] {
  const entries = words.split(';').map((entry) => entry.trim());
  const named = entries.filter((entry) => entry !== '');
  if (named.length === 0) return [direct];
  const routes = named.map(readEntry).filter((route) => route !== undefined);
  if (routes.length > 0) return routes;
  const kinds = [...new Set(named.map((entry) => entry.split(/\s/)[0]?.toUpperCase() ?? ''))].join(', ');
  const problem = fact('this computer names only kinds of proxy that Tranship does not support ({kinds})', {
    kinds: kinds.slice(0, 60),
  });
  throw new AppError('network.proxy-unusable', { problem });
}

function readEntry(entry: string): Route | undefined {
  const [kind = '', place = ''] = entry.split(/\s+/);
  switch (kind.toUpperCase()) {
    case 'DIRECT':
      return direct;
    case 'PROXY':
    case 'HTTP':
      return parseProxyAddress(`http://${place}`);
    case 'HTTPS':
      return parseProxyAddress(`https://${place}`);
    default:
      return undefined;
  }
}

/**
 * The proxies of HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY, in any letter case; the lower-case spelling wins, as
 * with curl. Credentials in an address are used.
 */
export function proxyFromEnvironment(environment: Environment): SystemProxy {
  return async (address) => {
    const own = new URL(address).protocol === 'https:' ? 'https_proxy' : 'http_proxy';
    const value = variable(environment, own) ?? variable(environment, 'all_proxy');
    if (value === undefined || isBypassed(address, readBypass(variable(environment, 'no_proxy') ?? '')))
      return 'DIRECT';
    const proxy = parseProxyAddress(value);
    return proxy === undefined ? schemeOf(value) : inProxyWords(proxy);
  };
}

function variable(environment: Environment, name: string): string | undefined {
  const spelling = Object.keys(environment).find((key) => key !== name && key.toLowerCase() === name);
  return environment[name]?.trim() || (spelling && environment[spelling]?.trim()) || undefined;
}

/** Only the kind of an unusable address is shown: the rest may hold a password. */
function schemeOf(value: string): string {
  return /^([a-z][a-z0-9+.-]*):\/\//i.exec(value)?.[1] ?? 'UNKNOWN';
}

function inProxyWords({ protocol, host, port, credentials }: ProxyRoute): string {
  const address = new URL(`${protocol}://${host.includes(':') ? `[${host}]` : host}`);
  const names = credentials && [credentials.username, credentials.password].map(encodeURIComponent).join(':');
  return `${protocol === 'https' ? 'HTTPS' : 'PROXY'} ${names === undefined ? '' : `${names}@`}${address.hostname}:${port}`;
}
