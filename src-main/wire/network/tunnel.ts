/** @file Opens a tunnel through a proxy with CONNECT. The proxy's reply is never taken for the host's reply. */

import type http from 'node:http';
import type { Duplex } from 'node:stream';
import type tls from 'node:tls';
import { HttpsProxyAgent, type OnProxyAuthCallback } from 'https-proxy-agent';
import { AppError } from '../../../src-shared/errors.ts';
import { fact, type Said } from '../../../src-shared/languages/fact.ts';
import { SECOND } from '../../ground/clock.ts';
import { socketOptions, trusting } from './connect.ts';
import { readFailure } from './failures.ts';
import { type ProxyRoute, proxyName, withBrackets } from './proxy.ts';
import { loginFor, type TicketFor } from './proxy-login.ts';

/** How long a proxy may take to be reached and to reach the host. */
const TUNNEL_MS = 20 * SECOND;

export interface TunnelTarget {
  host: string;
  port: number;
}

/**
 * A connection to the target through the proxy, not encrypted yet. A proxy that asks for a login gets one, once.
 * @param request the request that needs the connection
 * @param secureContext for an https proxy: with the authorities, and never with an identity
 * @throws AppError network.proxy-unreachable, network.proxy-credentials, network.proxy-refused, network.untrusted,
 * network.proxy-login, network.proxy-ticket, network.proxy-ticket-refused
 */
export async function openTunnel(
  proxy: ProxyRoute,
  target: TunnelTarget,
  {
    request,
    secureContext,
    ticketFor,
    signal,
  }: { request: http.ClientRequest; secureContext: tls.SecureContext; ticketFor: TicketFor; signal: AbortSignal },
): Promise<Duplex> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), TUNNEL_MS);
  const connecting = { ...socketOptions, ...trusting, secureContext, signal: AbortSignal.any([signal, late.signal]) };
  let status: number | undefined;
  let isTicketShown = false;
  /** The library opens another connection with these headers; it does not ask again what that one has answered. */
  const onProxyAuth: OnProxyAuthCallback = async ({ response: { headers } }) => {
    const login = await loginFor(proxy, [headers['proxy-authenticate'] ?? []].flat(), ticketFor, connecting.signal);
    isTicketShown = true;
    status = undefined;
    return { headers: { 'Proxy-Authorization': login } };
  };
  // The credentials are passed beside the address and not in it, because the library shows the address.
  const options = { ...connecting, headers: authorization(proxy), onProxyAuth };
  const agent = new HttpsProxyAgent(new URL(`${proxy.protocol}://${proxyName(proxy)}`), options);
  agent.on('proxyConnect', (answer: { statusCode: number }) => {
    status = answer.statusCode;
  });
  try {
    const socket = await agent.connect(request, { ...target, secureEndpoint: false });
    // The caller adds its own handler a few ticks later; an error before that must not end the process.
    socket.on('error', () => {});
    if (status === 200) return socket;
    socket.destroy();
  } catch (thrown) {
    if (thrown instanceof AppError) throw thrown;
    // The library throws when the proxy refuses in spite of the login.
    if (!isTicketShown || status === undefined)
      throw late.signal.aborted
        ? unreachable(proxy, fact('no way was open within {seconds} s', { seconds: TUNNEL_MS / SECOND }))
        : failureOf(proxy, thrown);
  } finally {
    clearTimeout(timer);
  }
  if (isTicketShown && status === 407) throw new AppError('network.proxy-ticket-refused', { proxy: proxyName(proxy) });
  throw refusalOf(proxy, target, status);
}

function authorization({ credentials }: ProxyRoute): Record<string, string> {
  if (credentials === undefined) return {};
  const { username, password } = credentials;
  return { 'Proxy-Authorization': `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` };
}

/** The thrown error is not kept as the cause: the library quotes the proxy's reply. */
function failureOf(proxy: ProxyRoute, thrown: unknown): AppError {
  const name = proxyName(proxy);
  const failure = readFailure(thrown);
  if (failure?.kind === 'untrusted' || failure?.kind === 'identity-wanted')
    return new AppError('network.untrusted', { host: name, reason: failure.reason });
  return unreachable(proxy, failure?.reason ?? fact('it does not answer as a proxy does'));
}

function unreachable(proxy: ProxyRoute, reason: Said): AppError {
  return new AppError('network.proxy-unreachable', { proxy: proxyName(proxy), reason });
}

function refusalOf(proxy: ProxyRoute, { host, port }: TunnelTarget, status: number | undefined): AppError {
  const name = proxyName(proxy);
  // Some proxies reply to a wrong password with 401; at this point only the proxy can have sent it.
  if (status === 407 || status === 401) return new AppError('network.proxy-credentials', { proxy: name });
  if (status === undefined || !Number.isInteger(status))
    return new AppError('network.proxy-unreachable', {
      proxy: name,
      reason: fact('it does not answer as a proxy does'),
    });
  return new AppError('network.proxy-refused', { proxy: name, host: `${withBrackets(host)}:${port}`, status });
}
