/** @file The http.Agent whose connections use the configured routes, and show an identity if there is one. */

import type http from 'node:http';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import type tls from 'node:tls';
import { Agent, type AgentConnectOpts } from 'agent-base';
import { AppError } from '../../../src-shared/errors.ts';
import type { Clock } from '../../ground/clock.ts';
import { reach, secure, trusting } from './connect.ts';
import { type Route, withBrackets } from './proxy.ts';
import type { TicketFor } from './proxy-login.ts';
import { openTunnel } from './tunnel.ts';

/** Called for each new connection. */
export interface Ways {
  routesTo: (address: string) => Promise<Route[]>;
  /** For hosts, with the identity. */
  secureContext: (host: string) => Promise<tls.SecureContext>;
  /** For https proxies, which never see an identity. */
  proxyContext: (host: string) => Promise<tls.SecureContext>;
  /** For proxies that ask for one. */
  ticketFor: TicketFor;
}

export interface RoutedAgentOptions extends http.AgentOptions {
  clock: Clock;
  /** An older connection is not used again (ms); a request under way on it continues. */
  longestUseMs: number;
}

export class RoutedAgent extends Agent {
  readonly #ways: Ways;
  readonly #clock: Clock;
  readonly #longestUseMs: number;
  /** When each connection was made. */
  readonly #made = new WeakMap<Duplex, number>();

  constructor(ways: Ways, { clock, longestUseMs, ...options }: RoutedAgentOptions) {
    super(options);
    this.#ways = ways;
    this.#clock = clock;
    this.#longestUseMs = longestUseMs;
  }

  /**
   * node:http calls this when a request has ended: whether the connection waits for another one (its types say less).
   */
  override keepSocketAlive(socket: Duplex): boolean {
    // The clock may have been set back.
    const age = Math.abs(this.#clock.now() - (this.#made.get(socket) ?? 0));
    return age < this.#longestUseMs && Boolean(super.keepSocketAlive(socket));
  }

  override async connect(request: http.ClientRequest, options: AgentConnectOpts): Promise<Duplex> {
    const left = new AbortController();
    const destroyed = Promise.withResolvers<never>();
    const forget = onDestroy(request, (reason) => {
      left.abort();
      destroyed.reject(reason ?? new Error('socket hang up'));
    });
    try {
      const connection = await Promise.race([destroyed.promise, this.#connect(request, options, left.signal)]);
      this.#made.set(connection, this.#clock.now());
      return connection;
    } finally {
      forget();
    }
  }

  async #connect(request: http.ClientRequest, options: AgentConnectOpts, signal: AbortSignal): Promise<Duplex> {
    if (!options.secureEndpoint) return await this.#open(request, options, signal);
    const host = hostOf(options);
    const secureContext = await this.#ways.secureContext(host);
    const connection = await this.#open(request, options, signal);
    // The certificate must be that of the host whose authorities these are, whatever a header says.
    const servername = isIP(host) === 0 ? host : '';
    return await secure(
      connection,
      { ...options, ...trusting, servername, secureContext },
      { host: nameOf(options), signal },
    );
  }

  /** A connection over the first route that works. */
  async #open(request: http.ClientRequest, options: AgentConnectOpts, signal: AbortSignal): Promise<Duplex> {
    const target = { ...options, host: hostOf(options), port: options.port };
    const address = `${options.secureEndpoint ? 'https' : 'http'}://${nameOf(options)}`;
    let preferred: unknown;
    for (const route of await this.#ways.routesTo(address)) {
      try {
        if (route.kind === 'direct') return await reach(target, signal);
        const secureContext = await this.#ways.proxyContext(route.host);
        const { host, port } = target;
        const { ticketFor } = this.#ways;
        return await openTunnel(route, { host, port }, { request, secureContext, ticketFor, signal });
      } catch (thrown) {
        // The first route is the preferred one, so its failure is the most useful.
        preferred ??= thrown;
        if (signal.aborted || !isProxyUnreachable(thrown)) break;
      }
    }
    throw preferred;
  }
}

function isProxyUnreachable(thrown: unknown): boolean {
  return thrown instanceof AppError && thrown.code === 'network.proxy-unreachable';
}

function hostOf({ host }: AgentConnectOpts): string {
  return host ?? 'localhost';
}

/** `host:port`, as in an address. */
function nameOf(options: AgentConnectOpts): string {
  return `${withBrackets(hostOf(options))}:${options.port}`;
}

/** A request that is destroyed before it has a socket emits no event, so its `destroy` is wrapped. */
function onDestroy(request: http.ClientRequest, leave: (reason?: Error) => void): () => void {
  if (request.destroyed) leave();
  const { destroy } = request;
  request.destroy = (error) => {
    leave(error);
    return destroy.call(request, error);
  };
  return () => {
    request.destroy = destroy;
  };
}
