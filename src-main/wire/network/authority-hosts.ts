/**
 * @file For which hosts an additional certificate authority is trusted. Pure. An entry is a host (`a.example`,
 * `10.1.2.3`), or `*.b.example` for all hosts below b.example, but not for b.example itself.
 */

import { isIP } from 'node:net';
import { AppError } from '../../../src-shared/errors.ts';
import { type Fact, fact } from '../../../src-shared/languages/fact.ts';
import type { TrustedAuthority } from './network-settings.ts';
import { withBrackets, withoutBrackets } from './proxy.ts';

const EVERYTHING_BELOW = '*.';

/** Whether the authority is trusted for this host. Without a list of hosts it is for every one. */
export function isTrustedFor({ hosts }: TrustedAuthority, host: string): boolean {
  if (hosts === undefined) return true;
  const name = canonicalHost(host);
  return name !== undefined && hosts.some((entry) => covers(entry, name));
}

/**
 * The entries in the form in which they are stored.
 * @throws AppError network.invalid for one that is no host, and where there is none at all
 */
export function checkedHosts(entries: readonly string[]): string[] {
  const written = entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
  if (written.length === 0) throw wrong(fact('none is named'));
  return written.map((entry) => {
    const found = canonicalEntry(entry);
    if (found === undefined)
      throw wrong(
        fact('“{entry}” is no host; write a name such as {name} or {below}, without a port', {
          entry: entry.slice(0, 60),
          name: 'a.example',
          below: '*.b.example',
        }),
      );
    return found;
  });
}

/** Undefined for what is neither a host nor `*.` before the name of one. */
export function canonicalEntry(entry: string): string | undefined {
  if (!entry.startsWith(EVERYTHING_BELOW)) return canonicalHost(entry);
  const name = canonicalHost(entry.slice(EVERYTHING_BELOW.length));
  return name === undefined || isIP(name) !== 0 ? undefined : EVERYTHING_BELOW + name;
}

function covers(entry: string, name: string): boolean {
  const known = canonicalEntry(entry);
  if (known?.startsWith(EVERYTHING_BELOW)) return name.endsWith(known.slice(1));
  return known === name;
}

/** As URLs have it, without brackets and the dot at the end. */
function canonicalHost(text: string): string | undefined {
  const bare = withoutBrackets(text.trim()).replace(/\.$/, '');
  if (!/^[^\s/?#@\\*,]+$/.test(bare) || (bare.includes(':') && isIP(bare) === 0)) return undefined;
  const url = URL.parse(`https://${withBrackets(bare)}`);
  return url === null ? undefined : withoutBrackets(url.hostname);
}

function wrong(problem: Fact): AppError {
  return new AppError('network.invalid', { field: fact('The hosts of the authorities'), problem });
}
