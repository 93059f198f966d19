/** @file How bytes leave a bank's network: over which proxies, trusted by whose word, and as whom. */

import type http from 'node:http';
import type tls from 'node:tls';
import { type Clock, SECOND, systemClock } from '../clock.ts';
import type { IdentitySource } from '../credentials/client-identity.ts';
import { createFetch } from './agent-fetch.ts';
import type { Route } from './proxy.ts';
import { RoutedAgent } from './routed-agent.ts';
import { type RoutePorts, routesTo } from './routes.ts';
import { SecureContexts } from './secure-contexts.ts';

export type { NetworkSettings } from './network-settings.ts';
export type { Route } from './proxy.ts';
export { proxyFromEnvironment, type SystemProxy } from './routes.ts';

/** Shorter than what servers and the firewalls before them allow, so that few connections are closed as they are used. */
const IDLE_MS = 4 * SECOND;
/** A connection is used again for this long: then a certificate, a proxy or an address that has changed is seen. */
const LONGEST_USE_MS = 30 * SECOND;

const nobody: IdentitySource = async () => undefined;

export class Network {
  readonly #ports: RoutePorts;
  readonly #contexts: SecureContexts;
  readonly #clock: Clock;
  /** One for each identity: a connection that was made with one is never used for another. */
  #keptAlive = new WeakMap<IdentitySource, RoutedAgent>();

  constructor(ports: RoutePorts, clock: Clock = systemClock) {
    this.#ports = ports;
    this.#clock = clock;
    this.#contexts = new SecureContexts(() => ports.settings().authorities);
  }

  /**
   * For one http: or https: request or for several; each gets a connection of its own, as uploads need it. Without an
   * identity none is shown. Requests fail with the AppErrors network.proxy-*, network.authorities,
   * network.identity-wanted and certificate.unusable, or with what node:http throws.
   */
  agent(identity: IdentitySource = nobody): http.Agent {
    return this.#createAgent(identity, { keepAlive: false });
  }

  /**
   * A fetch whose connections are kept for a while and used again, also the busiest for half a minute only. It fails as requests over `agent` do. GET and HEAD
   * are repeated on another connection when a used one turns out to be closed; nothing else ever is.
   */
  fetch(identity: IdentitySource = nobody): typeof globalThis.fetch {
    return createFetch(() => this.#keptAliveAgent(identity));
  }

  /** In the order in which they are tried. @throws AppError network.proxy-unusable */
  routesTo(address: string): Promise<Route[]> {
    return routesTo(address, this.#ports);
  }

  /** @throws AppError network.authorities, certificate.unusable, and what the source throws */
  secureContext(identity: IdentitySource = nobody): Promise<tls.SecureContext> {
    return this.#contexts.get(identity);
  }

  /** The settings have changed: no later request uses a connection that was made before. */
  refresh(): void {
    this.#keptAlive = new WeakMap();
  }

  #keptAliveAgent(identity: IdentitySource): RoutedAgent {
    const known = this.#keptAlive.get(identity);
    if (known !== undefined) return known;
    const agent = this.#createAgent(identity, { keepAlive: true, timeout: IDLE_MS });
    this.#keptAlive.set(identity, agent);
    return agent;
  }

  #createAgent(identity: IdentitySource, options: http.AgentOptions): RoutedAgent {
    const ways = {
      routesTo: (address: string) => this.routesTo(address),
      secureContext: () => this.secureContext(identity),
      proxyContext: () => this.secureContext(),
    };
    return new RoutedAgent(ways, { ...options, clock: this.#clock, longestUseMs: LONGEST_USE_MS });
  }
}
