/** @file A proxy: its address, and the name of it that people see. Pure. */

export interface ProxyCredentials {
  username: string;
  password: string;
}

export interface ProxyRoute {
  kind: 'proxy';
  /** The protocol of the connection to the proxy itself. */
  protocol: 'http' | 'https';
  /** A name or an IP address, an IPv6 one without brackets. */
  host: string;
  port: number;
  /** Secret: never shown or logged. */
  credentials?: ProxyCredentials;
}

/** How one connection is made: directly or through a proxy. */
export type Route = { kind: 'direct' } | ProxyRoute;

/** Reads `http(s)://[name:password@]host[:port]`; without a scheme it is http. Undefined for any other text. */
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

/** `host:port`, the only part of a proxy's address that is shown. */
export function proxyName({ host, port }: ProxyRoute): string {
  return `${withBrackets(host)}:${port}`;
}

/** An IPv6 address as in a URL; any other host unchanged. */
export function withBrackets(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/** The host of a URL in the form that sockets expect. */
export function withoutBrackets(host: string): string {
  return host.replace(/^\[|\]$/g, '');
}

/** Many people write a password into an address unescaped, percent signs included. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
