/** @file What changed in the network settings, as security events. Pure. */

import { createHash } from 'node:crypto';
import { changesOf, type SecurityEvent } from '../audit/security-events.ts';
import type { NetworkSettings } from '../wire/network/network-settings.ts';

/** One event for the proxy and one for the authorities, where they differ. */
export function networkChanges(before: NetworkSettings, after: NetworkSettings): SecurityEvent[] {
  const proxy = changesOf({ proxy: proxyAsText(before) }, { proxy: proxyAsText(after) });
  const authorities = changesOf(
    { authorities: fingerprintOf(before.authorities) },
    { authorities: fingerprintOf(after.authorities) },
  );
  return [
    ...(proxy.length === 0 ? [] : [{ kind: 'proxy-changed' as const, changes: proxy }]),
    ...(authorities.length === 0 ? [] : [{ kind: 'authorities-changed' as const, changes: authorities }]),
  ];
}

function proxyAsText({ proxy }: NetworkSettings): string {
  if (proxy.mode !== 'manual') return proxy.mode;
  const { address, username, bypass } = proxy;
  return `${address}${username === undefined ? '' : `, as ${username}`}${bypass.length === 0 ? '' : `, not for ${bypass.join(', ')}`}`;
}

/** Certificates are too long for a log: equal texts have equal fingerprints. */
function fingerprintOf(authorities: NetworkSettings['authorities']): string {
  const digest = createHash('sha256').update(JSON.stringify(authorities)).digest('hex');
  return authorities.length === 0 ? 'none' : `SHA-256 ${digest}`;
}
