/**
 * @file What a proxy gets that does not open a tunnel without a login: a Kerberos ticket where it takes one, and never
 * NTLM. A password is sent with the first CONNECT already. Pure, except for the ticket.
 */

import { AppError } from '../../../src-shared/errors.ts';
import { fact } from '../../../src-shared/languages/fact.ts';
import { type ProxyRoute, proxyName } from './proxy.ts';

/**
 * A SPNEGO token in base64 with a Kerberos ticket for this proxy; each serves one CONNECT. Secret: never shown or logged.
 * @throws AppError network.proxy-ticket, network.proxy-login; the signal's reason
 */
export type TicketFor = (proxy: ProxyRoute, signal: AbortSignal) => Promise<string>;

/**
 * The Proxy-Authorization for the second CONNECT, after the proxy of the settings or the system has replied 407 to the
 * first one. There is never a third.
 * @param offered the values of Proxy-Authenticate
 * @throws AppError network.proxy-credentials, network.proxy-login, and what `ticketFor` throws
 */
export async function loginFor(
  proxy: ProxyRoute,
  offered: readonly string[],
  ticketFor: TicketFor,
  signal: AbortSignal,
): Promise<string> {
  const schemes = schemesIn(offered);
  const name = proxyName(proxy);
  const takesPassword = schemes.length === 0 || schemes.includes('basic');
  // A person entered the password for this proxy; where it is wrong, nothing else takes its place.
  const isPasswordWrong = takesPassword && proxy.credentials !== undefined;
  if (schemes.includes('negotiate') && !isPasswordWrong) return `Negotiate ${await ticketFor(proxy, signal)}`;
  if (takesPassword) throw new AppError('network.proxy-credentials', { proxy: name });
  const kinds = schemes.map((scheme) => spellings.get(scheme) ?? scheme).join(', ');
  const problem = fact('it accepts only {kinds}, which Tranship does not speak', { kinds: kinds.slice(0, 60) });
  throw new AppError('network.proxy-login', { proxy: name, problem });
}

const spellings: ReadonlyMap<string, string> = new Map([
  ['ntlm', 'NTLM'],
  ['digest', 'Digest'],
  ['bearer', 'Bearer'],
]);

/** One that does not end extends to the end of the value, so that each search takes linear time. */
const quoted = /"(?:\\.|[^"\\])*(?:"|\\?$)/gs;
const parameter = /^[^\s=]+\s*=/;
const scheme = /^[\w!#$%&'*+.^`|~-]+(?=\s|$)/;

/**
 * The schemes of all challenges, in lower case and in their order. One value may hold several challenges, and a
 * challenge several parameters, all divided by commas (RFC 9110 §11.6.1).
 */
export function schemesIn(offered: readonly string[]): string[] {
  const elements = offered.flatMap((value) => value.replaceAll(quoted, '""').split(','));
  const found = elements.flatMap((element) => {
    const text = element.trim();
    return parameter.test(text) ? [] : (scheme.exec(text)?.[0].toLowerCase() ?? []);
  });
  return [...new Set(found)];
}
