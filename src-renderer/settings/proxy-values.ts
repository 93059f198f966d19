/** @file A proxy as a person types it, and as it is stored. Pure. */

import type { NetworkState } from '../../src-shared/contract.ts';

export type ManualProxy = Extract<NetworkState['proxy'], { mode: 'manual' }>;

export interface ProxyValues {
  address: string;
  username: string;
  /** One host on each line. */
  bypass: string;
}

export function valuesOf(proxy: ManualProxy | undefined): ProxyValues {
  return {
    address: proxy?.address ?? '',
    username: proxy?.username ?? '',
    bypass: proxy?.bypass.join('\n') ?? '',
  };
}

/** The proxy that is meant; undefined where its address is none. One without a protocol is taken for http. */
export function proxyOf({ address, username, bypass }: ProxyValues): ManualProxy | undefined {
  const typed = address.trim().replace(/\/+$/, '');
  const whole = /^https?:\/\//i.test(typed) ? typed : `http://${typed}`;
  // The port must be named: that of a proxy is hardly ever the usual one, and an address hides it.
  if (!/^https?:\/\/[^\s/:@]+:\d{1,5}$/i.test(whole.replace(/\[[\da-f:.]+\]/i, 'ipv6')) || !URL.canParse(whole)) {
    return undefined;
  }
  const name = username.trim();
  return {
    mode: 'manual',
    address: whole,
    ...(name !== '' && { username: name }),
    bypass: bypass
      .split(/[\n,;]/)
      .map((host) => host.trim())
      .filter((host) => host !== ''),
  };
}
