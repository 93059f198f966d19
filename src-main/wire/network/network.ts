/**
 * @file How requests leave a bank's network: through which proxies, with which trusted authorities, and with which
 * identity.
 */

import type http from 'node:http';
import type tls from 'node:tls';
import type { Said } from '../../../src-shared/languages/fact.ts';
import { type Clock, SECOND, systemClock } from '../../ground/clock.ts';
import type { IdentitySource } from '../credentials/client-identity.ts';
import { createFetch } from './agent-fetch.ts';
import { curlOfSystem, ticketsFrom } from './kerberos-ticket.ts';
import { type MachineAuthorities, type MachineTrust, machineAuthorities } from './machine-authorities.ts';
import type { Route } from './proxy.ts';
import type { TicketFor } from './proxy-login.ts';
import { RoutedAgent } from './routed-agent.ts';
import { type RoutePorts, routesTo } from './routes.ts';
import { SecureContexts } from './secure-contexts.ts';

export type { NetworkSettings } from './network-settings.ts';
export type { Route } from './proxy.ts';
export { proxyFromEnvironment, type SystemProxy } from './routes.ts';

/** Shorter than what servers and their firewalls allow, so that few connections are closed just as they are used. */
const IDLE_MS = 4 * SECOND;
/** The longest use of a connection: after that, a changed certificate, proxy or address is noticed. */
const LONGEST_USE_MS = 30 * SECOND;

const noIdentity: IdentitySource = async () => undefined;

/** Where the ways out come from, and whom they trust. */
export interface NetworkPorts extends RoutePorts, MachineTrust {
  /** Those of the system for the user of this process, if absent. */
  ticketFor?: TicketFor;
}

export class Network {
  /** For proxies that let in only users whom Kerberos knows. */
  readonly ticketFor: TicketFor;
  readonly #ports: RoutePorts;
  readonly #contexts: SecureContexts;
  readonly #machine: MachineAuthorities;
  readonly #clock: Clock;
  /** One agent for each identity: a connection that was made with one is never used for another. */
  #keptAlive = new WeakMap<IdentitySource, RoutedAgent>();

  constructor(ports: NetworkPorts, clock: Clock = systemClock, machine = machineAuthorities(ports)) {
    this.#ports = ports;
    this.ticketFor = ports.ticketFor ?? ticketsFrom(curlOfSystem(process.platform, process.env));
    this.#clock = clock;
    this.#machine = machine;
    this.#contexts = new SecureContexts(async () => (await ports.settings()).authorities, machine);
  }

  /** Why the authorities of this computer do not count now; undefined when they do, or were not needed yet. */
  get authoritiesProblem(): Said | undefined {
    return this.#machine.problem;
  }

  /**
   * An agent for one or several http: or https: requests. Each gets a connection of its own, as uploads need it.
   * Without an identity none is shown. Requests fail with the AppErrors network.proxy-*, network.authorities,
   * network.identity-wanted and certificate.unusable, or with what node:http throws. `lookup` resolves the names of hosts
   * that are reached without a proxy.
   */
  agent(identity: IdentitySource = noIdentity, { lookup }: Pick<http.AgentOptions, 'lookup'> = {}): http.Agent {
    return this.#createAgent(identity, { keepAlive: false, ...(lookup && { lookup }) });
  }

  /**
   * A fetch that keeps connections for a while and uses them again, each for half a minute at most. Fails as requests
   * over `agent` do. Repeats only GET and HEAD on another connection, when a used one turns out to be closed.
   */
  fetch(identity: IdentitySource = noIdentity): typeof globalThis.fetch {
    return createFetch(() => this.#keptAliveAgent(identity));
  }

  /** The routes in the order in which they are tried. @throws AppError network.proxy-unusable */
  routesTo(address: string): Promise<Route[]> {
    return routesTo(address, this.#ports);
  }

  /**
   * How connections to this host are encrypted: authorities may be limited to hosts.
   * @throws AppError network.authorities, certificate.unusable, and what the source throws
   */
  secureContext(host: string, identity: IdentitySource = noIdentity): Promise<tls.SecureContext> {
    return this.#contexts.get(identity, host);
  }

  /** Call it when the settings have changed: later requests use only new connections. */
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
      secureContext: (host: string) => this.secureContext(host, identity),
      proxyContext: (host: string) => this.secureContext(host),
      ticketFor: this.ticketFor,
    };
    return new RoutedAgent(ways, { ...options, clock: this.#clock, longestUseMs: LONGEST_USE_MS });
  }
}
