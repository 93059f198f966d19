/** @file Converts a proxy between the person's input and the stored form. Pure. */

import type { NetworkState } from '../../src-shared/contract.ts';

export type ManualProxy = Extract<NetworkState['proxy'], { mode: 'manual' }>;

export interface ProxyValues {
  address: string;
  username: string;
  /** One host a line. */
  bypass: string;
}

export function valuesOf(proxy: ManualProxy | undefined): ProxyValues {
  return {
    address: proxy?.address ?? '',
    username: proxy?.username ?? '',
    bypass: proxy?.bypass.join('\n') ?? '',
  };
}

/** The proxy described by the input; undefined when its address is invalid. Without a protocol it counts as http. */
export function proxyOf({ address, username, bypass }: ProxyValues): ManualProxy | undefined {
  const typed = address.trim().replace(/\/+$/, '');
  const whole = /^https?:\/\//i.test(typed) ? typed : `http://${typed}`;
  // The port is required: a proxy rarely uses the default port, and URL parsing hides that one.
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
