/** @file Reads the network settings from the settings file, and checks and stores what a person enters. */

import { z } from 'zod';
import { AppError } from '../../src-shared/errors.ts';
import { ProxyPassword } from '../credentials/proxy-password.ts';
import type { SecretBox } from '../credentials/secret-box.ts';
import { isSigned, type Signatures, sign, signaturesSchema } from '../credentials/signature.ts';
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

const signedSchema = z.object({ signatures: signaturesSchema }).catch({ signatures: undefined });

export class KeptNetworkSettings {
  readonly password: ProxyPassword;
  readonly #file: SettingsFile;
  readonly #box: SecretBox;

  constructor(file: SettingsFile, box: SecretBox) {
    this.#file = file;
    this.#box = box;
    this.password = new ProxyPassword(file, box);
  }

  /** The stored settings, to be shown. An invalid value counts as missing. */
  read(): NetworkSettings {
    return keptSchema.parse(keptObject(this.#file, KEY));
  }

  /**
   * The stored settings, to be used: as somebody with the key of this data folder stored them.
   * @throws AppError network.unconfirmed
   */
  async trusted(): Promise<NetworkSettings> {
    const settings = this.read();
    const isUntouched = this.#file.get(KEY) === undefined;
    if (isUntouched || (await isSigned(this.#box, signedValue(settings), this.#signatures()))) return settings;
    throw new AppError('network.unconfirmed', {});
  }

  /** All of the settings that decides where secrets go, as one text. */
  route(): string {
    return JSON.stringify(signedValue(this.read()));
  }

  /** The password of the proxy for the stored settings; undefined where none is stored or needed. @throws as ProxyPassword.get */
  async proxyPassword(): Promise<string | undefined> {
    const receiver = receiverOf(this.read());
    return receiver === undefined ? undefined : await this.password.get(receiver);
  }

  /**
   * Checks and stores what a person entered, and returns what is stored. `password` is that of the proxy: an empty one
   * removes it. Without one the stored password stays, unless it would be shown to another proxy or under another name
   * than it was entered for.
   * @throws AppError network.invalid, network.authorities, network.proxy-password, secret.no-store, folder.unusable,
   * disk.full
   */
  async change(entered: NetworkSettings, password?: string): Promise<NetworkSettings> {
    const changed = { proxy: checkedProxy(entered.proxy), authorities: checkedAuthorities(entered.authorities) };
    const receiver = receiverOf(changed);
    const isSame = receiver === receiverOf(this.read());
    const signatures = await sign(this.#box, signedValue(changed));
    // The password first: where it cannot be stored, nothing is changed.
    if (receiver === undefined) this.password.remove();
    else if (password) await this.password.set(password, receiver);
    else if (password === '' || !isSame) this.password.remove();
    // Those of other boxes stay: they count only for the values that they were made for.
    const all = { ...this.#signatures(), ...signatures };
    this.#file.set(KEY, { ...changed, ...(Object.keys(all).length > 0 && { signatures: all }) });
    return changed;
  }

  /** Signs the settings as they are stored: a person has checked them. */
  async confirm(): Promise<void> {
    if (this.#file.get(KEY) === undefined) return;
    const settings = this.read();
    const signatures = { ...this.#signatures(), ...(await sign(this.#box, signedValue(settings))) };
    this.#file.set(KEY, { ...settings, signatures });
  }

  /** Binds what was stored before there were keyrings. May run again after a crash. */
  async adopt(openFormer: (sealed: string) => Promise<string | undefined>): Promise<void> {
    const receiver = receiverOf(this.read());
    if (receiver !== undefined) await this.password.adopt(openFormer, receiver);
    await this.confirm();
  }

  #signatures(): Signatures {
    return signedSchema.parse(keptObject(this.#file, KEY)).signatures;
  }
}

function signedValue({ proxy, authorities }: NetworkSettings): string[] {
  const parts =
    proxy.mode === 'manual' ? [proxy.mode, proxy.address, proxy.username ?? '', ...proxy.bypass] : [proxy.mode];
  return ['network', JSON.stringify(authorities), ...parts];
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
