/** @file Reads the network settings from the settings file, and checks and stores what a person enters. */

import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { AppError } from '../../../src-shared/errors.ts';
import { fact, type Said } from '../../../src-shared/languages/fact.ts';
import { keptObject, type SettingsFile } from '../../ground/settings/settings-file.ts';
import { hasReplacedKey } from '../credentials/keyring.ts';
import { ProxyPassword } from '../credentials/proxy-password.ts';
import type { SecretBox } from '../credentials/secret-box.ts';
import { isSigned, type Signatures, sign, signaturesSchema } from '../credentials/signature.ts';
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
  readonly #managed: Partial<NetworkSettings>;

  /** @param managed what is used instead of what is stored: no person at this computer may change it */
  constructor(file: SettingsFile, box: SecretBox, managed: Partial<NetworkSettings> = {}) {
    this.#file = file;
    this.#box = box;
    this.#managed = managed;
    this.password = new ProxyPassword(file, box);
  }

  /** The settings in force, to be shown. An invalid value that is stored counts as missing. */
  read(): NetworkSettings {
    return { ...this.#stored(), ...this.#managed };
  }

  #stored(): NetworkSettings {
    return keptSchema.parse(keptObject(this.#file, KEY));
  }

  /** Whether somebody with the key of this data folder stored what is stored. */
  async #isStoredByOwner(): Promise<boolean> {
    if (this.#file.get(KEY) === undefined) return true;
    return await isSigned(this.#box, signedValue(this.#stored()), this.#signatures());
  }

  /**
   * The settings in force, to be used: managed, or as somebody with the key of this data folder stored them.
   * @throws AppError network.unconfirmed
   */
  async trusted(): Promise<NetworkSettings> {
    const { proxy, authorities } = this.#managed;
    if (proxy !== undefined && authorities !== undefined) return { proxy, authorities };
    if (await this.#isStoredByOwner()) return this.read();
    throw new AppError('network.unconfirmed', hasReplacedKey(this.#file) ? { since: 'key-replaced' } : {});
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
   * What is managed cannot be changed, and what was stored in its place stays.
   * @throws AppError policy.managed, network.invalid, network.authorities, network.proxy-password, secret.no-store,
   * folder.unusable, disk.full
   */
  async change(entered: NetworkSettings, password?: string): Promise<NetworkSettings> {
    const changed = { proxy: checkedProxy(entered.proxy), authorities: checkedAuthorities(entered.authorities) };
    this.#refuseManaged(changed);
    const receiver = receiverOf(changed);
    const isSame = receiver === receiverOf(this.read());
    const kept = await this.#keptBeside(changed);
    const signatures = await sign(this.#box, signedValue(kept));
    // The password first: where it cannot be stored, nothing is changed.
    if (receiver === undefined) {
      // One for the proxy of the person is not in use, and stays.
      if (this.#managed.proxy === undefined) this.password.remove();
    } else if (password) await this.password.set(password, receiver);
    else if (password === '' || !isSame) this.password.remove();
    // Those of other boxes stay: they count only for the values that they were made for.
    const all = { ...this.#signatures(), ...signatures };
    this.#file.set(KEY, { ...kept, ...(Object.keys(all).length > 0 && { signatures: all }) });
    return changed;
  }

  #refuseManaged({ proxy, authorities }: NetworkSettings): void {
    const { proxy: setProxy = proxy, authorities: setAuthorities = authorities } = this.#managed;
    if (!isDeepStrictEqual(proxy, setProxy)) throw new AppError('policy.managed', { what: fact('the proxy') });
    if (!isDeepStrictEqual(authorities, setAuthorities))
      throw new AppError('policy.managed', { what: fact('the certificate authorities') });
  }

  /** What is to be stored: what a person stored before stays where it is managed, if it was theirs. */
  async #keptBeside(changed: NetworkSettings): Promise<NetworkSettings> {
    const stored = (await this.#isStoredByOwner()) ? this.#stored() : defaultNetworkSettings;
    return {
      proxy: this.#managed.proxy === undefined ? changed.proxy : stored.proxy,
      authorities: this.#managed.authorities === undefined ? changed.authorities : stored.authorities,
    };
  }

  /** Signs the settings as they are stored: a person has checked them. */
  async confirm(): Promise<void> {
    if (this.#file.get(KEY) === undefined) return;
    const settings = this.#stored();
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

/** The proxy as it is stored. @throws AppError network.invalid */
export function checkedProxy(proxy: NetworkSettings['proxy']): NetworkSettings['proxy'] {
  if (proxy.mode !== 'manual') return proxy;
  const address = proxy.address.trim().replace(/(:\d+)\/$/, '$1');
  const problem = problemOfAddress(address);
  if (problem !== undefined)
    throw new AppError('network.invalid', { field: fact('The address of the proxy'), problem });
  const username = proxy.username?.trim();
  const bypass = proxy.bypass.map((host) => host.trim()).filter((host) => host !== '');
  if (bypass.some((host) => host.includes('://') || /\s/.test(host))) {
    const problem = fact('one of them is no host; write them one by one, such as {name} or {network}', {
      name: 'bank.example',
      network: '10.0.0.0/8',
    });
    throw new AppError('network.invalid', { field: fact('The hosts without a proxy'), problem });
  }
  return { mode: 'manual', address, ...(username && { username }), bypass };
}

/** What is wrong with the address of a proxy, in words; undefined for http(s)://host:port. */
function problemOfAddress(address: string): Said | undefined {
  if (!/^https?:\/\//i.test(address)) return fact('must start with http:// or https://');
  const url = URL.parse(address);
  if (url === null) return fact('is not an address such as http://host:port');
  if (url.username !== '' || url.password !== '') {
    return fact('must not contain a name and a password; enter these separately');
  }
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    return fact('must end after the port, as in http://host:port');
  }
  // Checks the text, because URL drops a port that is the default.
  if (!/:\d+$/.test(address)) return fact('must end with the port, such as :3128');
  return undefined;
}

/** The authorities as they are stored. @throws AppError network.invalid, network.authorities */
export function checkedAuthorities(entered: NetworkSettings['authorities']): NetworkSettings['authorities'] {
  return entered.flatMap(({ pem, hosts }) => {
    const certificates = readAuthorities(pem).map((certificate) => `${certificate}\n`);
    if (certificates.length === 0) return [];
    return [{ pem: certificates.join(''), ...(hosts && { hosts: checkedHosts(hosts) }) }];
  });
}
