/**
 * @file Schemes of the app's own, which Chromium does not know: each of their origins is played by an https origin that
 * does not exist, and is mapped back wherever the app sees an address.
 */

interface Scheme {
  isSupportedByFetch: boolean;
  isStandard: boolean;
}

const schemes = new Map<string, Scheme>();
const SUFFIX = 'electron-double.test';

export function addScheme(scheme: string, properties: Scheme): void {
  schemes.set(scheme, properties);
}

/** The properties of the app's own scheme that an address has; undefined for the web's schemes. */
export function schemeOf(address: string): (Scheme & { name: string }) | undefined {
  const name = /^([a-z][a-z0-9+.-]*):/i.exec(address)?.[1]?.toLowerCase() ?? '';
  const scheme = schemes.get(name);
  return scheme === undefined ? undefined : { ...scheme, name };
}

/** The address that Chromium loads for one of the app. */
export function toChromium(address: string): string {
  const scheme = schemeOf(address);
  if (scheme === undefined) return address;
  const [, host = '', rest = ''] = /^[^:]+:\/\/([^/?#]*)(.*)$/s.exec(address) ?? [];
  return `https://${host}.${scheme.name}.${SUFFIX}${rest.startsWith('/') ? '' : '/'}${rest}`;
}

/** The address as the app knows it. */
export function toApp(address: string): string {
  const [, host = '', scheme = '', rest = ''] =
    new RegExp(`^https://([^/?#]*)\\.([a-z0-9+-]+)\\.${SUFFIX.replaceAll('.', '\\.')}(.*)$`, 's').exec(address) ?? [];
  return scheme === '' ? address : `${scheme}://${host}${rest}`;
}
