/** @file A proxy: where it is, and how it is named in front of people. Pure. */

export interface ProxyCredentials {
  username: string;
  password: string;
}

export interface ProxyRoute {
  kind: 'proxy';
  /** How the proxy itself is spoken to. */
  protocol: 'http' | 'https';
  /** A name or an IP address, an IPv6 one without brackets. */
  host: string;
  port: number;
  /** Secret: never shown or logged. */
  credentials?: ProxyCredentials;
}

/** The way of one connection. */
export type Route = { kind: 'direct' } | ProxyRoute;

/** Reads `http(s)://[name:password@]host[:port]`; without a scheme it is http. Undefined if it is no such address. */
export function parseProxyAddress(address: string): ProxyRoute | undefined {
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `http://${address}`;
  const url = URL.parse(text.trim());
  if (url === null || url.hostname === '') return undefined;
  const protocol = url.protocol.slice(0, -1);
  if (protocol !== 'http' && protocol !== 'https') return undefined;
  const port = Number(url.port) || (protocol === 'https' ? 443 : 80);
  const credentials = { username: decoded(url.username), password: decoded(url.password) };
  const host = withoutBrackets(url.hostname);
  return { kind: 'proxy', protocol, host, port, ...(url.username !== '' && { credentials }) };
}

/** `host:port`, all that is shown of a proxy. */
export function proxyName({ host, port }: ProxyRoute): string {
  return `${withBrackets(host)}:${port}`;
}

/** An IPv6 address as it stands in a URL; anything else as it is. */
export function withBrackets(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/** A host of a URL as sockets want it. */
export function withoutBrackets(host: string): string {
  return host.replace(/^\[|\]$/g, '');
}

/** Many people write a password into an address as it is, percent signs and all. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
