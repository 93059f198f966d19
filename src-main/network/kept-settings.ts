/** @file Reads the network settings from the settings file, and checks and stores what a person enters. */

import { AppError } from '../../src-shared/errors.ts';
import type { ProxyPassword } from '../credentials/proxy-password.ts';
import { keptObject, type SettingsFile } from '../settings/settings-file.ts';
import { readAuthorities } from './authorities.ts';
import { checkedHosts } from './authority-hosts.ts';
import { defaultNetworkSettings, type NetworkSettings, networkSettingsSchema } from './network-settings.ts';

const KEY = 'network';

const { proxy, authorities } = networkSettingsSchema.shape;
const keptSchema = networkSettingsSchema.strip().extend({
  proxy: proxy.catch(defaultNetworkSettings.proxy),
  authorities: authorities.catch(defaultNetworkSettings.authorities),
});

/** The stored settings. People edit the file, so an invalid value counts as missing. */
export function readNetworkSettings(file: SettingsFile): NetworkSettings {
  return keptSchema.parse(keptObject(file, KEY));
}

/**
 * Checks and stores what a person entered, and returns what is stored. `password` is that of the proxy: an empty one
 * removes it. Without one the stored password stays, unless it would be shown to another proxy or under another name
 * than it was entered for.
 * @throws AppError network.invalid, network.authorities, network.proxy-password, secret.no-store, folder.unusable,
 * disk.full
 */
export async function changeNetworkSettings(
  { settings, proxyPassword }: { settings: SettingsFile; proxyPassword: ProxyPassword },
  entered: NetworkSettings,
  password?: string,
): Promise<NetworkSettings> {
  const changed = { proxy: checkedProxy(entered.proxy), authorities: checkedAuthorities(entered.authorities) };
  const receiver = receiverOf(changed);
  const isSame = receiver === receiverOf(readNetworkSettings(settings));
  // The password first: where it cannot be stored, nothing is changed.
  if (receiver === undefined) await proxyPassword.set(undefined);
  else if (password !== undefined || !isSame) await proxyPassword.set(password || undefined);
  settings.set(KEY, changed);
  return changed;
}

/** The receiver of the password: one name at one proxy. */
function receiverOf({ proxy }: NetworkSettings): string | undefined {
  if (proxy.mode !== 'manual' || proxy.username === undefined) return undefined;
  return `${proxy.address} ${proxy.username}`;
}

function checkedProxy(proxy: NetworkSettings['proxy']): NetworkSettings['proxy'] {
  if (proxy.mode !== 'manual') return proxy;
  const address = proxy.address.trim().replace(/(:\d+)\/$/, '$1');
  const problem = problemOfAddress(address);
  if (problem !== undefined) throw new AppError('network.invalid', { field: 'The address of the proxy', problem });
  const username = proxy.username?.trim();
  const bypass = proxy.bypass.map((host) => host.trim()).filter((host) => host !== '');
  if (bypass.some((host) => host.includes('://') || /\s/.test(host))) {
    const oddity = 'one of them is no host; write them one by one, such as bank.example or 10.0.0.0/8';
    throw new AppError('network.invalid', { field: 'The hosts without a proxy', problem: oddity });
  }
  return { mode: 'manual', address, ...(username && { username }), bypass };
}

/** What is wrong with the address of a proxy, in words; undefined for http(s)://host:port. */
function problemOfAddress(address: string): string | undefined {
  if (!/^https?:\/\//i.test(address)) return 'must start with http:// or https://';
  const url = URL.parse(address);
  if (url === null) return 'is not an address such as http://host:port';
  if (url.username !== '' || url.password !== '') {
    return 'must not contain a name and a password; enter these separately';
  }
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    return 'must end after the port, as in http://host:port';
  }
  // Checks the text, because URL drops a port that is the default.
  if (!/:\d+$/.test(address)) return 'must end with the port, such as :3128';
  return undefined;
}

function checkedAuthorities(entered: NetworkSettings['authorities']): NetworkSettings['authorities'] {
  return entered.flatMap(({ pem, hosts }) => {
    const certificates = readAuthorities(pem).map((certificate) => `${certificate}\n`);
    if (certificates.length === 0) return [];
    return [{ pem: certificates.join(''), ...(hosts && { hosts: checkedHosts(hosts) }) }];
  });
}
