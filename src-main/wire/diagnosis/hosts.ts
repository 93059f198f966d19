/**
 * @file Examines the hosts of a connection step by step; after a failure, the further steps of that host are skipped.
 */

import type { Socket } from 'node:net';
import { AppError } from '../../../src-shared/errors.ts';
import { fact } from '../../../src-shared/languages/fact.ts';
import type { LogRequest } from '../../ground/logs/request-log.ts';
import type { IdentityDescription, IdentitySource } from '../credentials/client-identity.ts';
import { isThisMachine } from '../network/bypass.ts';
import type { Network } from '../network/network.ts';
import type { Route } from '../network/proxy.ts';
import { askBarely, type BareAnswer } from './bare-question.ts';
import { examineEncryption } from './encryption.ts';
import { examineName, type Resolve, resolveBySystem } from './name.ts';
import { bad, good, inWordsOf, type Outcome, skipped, together } from './outcome.ts';
import { type Patience, type Place, placeAt, within } from './place.ts';
import { examineWay, explainWay, type ProxyOrigin } from './proxy.ts';
import { openWay, type ProxyPorts } from './way.ts';

export interface HostPorts {
  /** As the app reaches its hosts. */
  network: Pick<Network, 'routesTo' | 'secureContext' | 'ticketFor' | 'authoritiesProblem'>;
  /** The identity that this computer shows when a host asks for one, and its description. */
  identity?: IdentitySource;
  proxyOrigin: ProxyOrigin;
  certificate?: IdentityDescription;
  resolve?: Resolve;
  patience: Patience;
  /** Called for each request to a host. */
  log?: LogRequest;
}

const DIRECT: Route = { kind: 'direct' };

export class Hosts {
  readonly patience: Patience;
  readonly #ports: HostPorts;
  readonly #places: readonly Place[];
  /** Those to which further requests are useless, with the reason. */
  readonly #failed = new Map<string, Outcome>();
  readonly #routes = new Map<string, Route>();

  constructor(addresses: readonly string[], ports: HostPorts) {
    this.#ports = ports;
    this.patience = ports.patience;
    const places = new Map(addresses.map(placeAt).map((place) => [place.origin, place]));
    this.#places = [...places.values()];
  }

  /** Why nothing more is tried with a host, where a step has failed that makes further requests to it useless. */
  notTried({ origin }: Place): Outcome | undefined {
    return this.#failed.get(origin);
  }

  async names(): Promise<Outcome> {
    return await this.#each((place) => this.#name(place), isNotReached);
  }

  async ways(): Promise<Outcome> {
    return await this.#each((place) => this.#way(place), isNotReached);
  }

  async encryption(): Promise<Outcome> {
    return await this.#each((place) => this.#encryption(place), isNotSecured);
  }

  /** All steps for one more host; good if it sends any reply at all. */
  async whole(address: string): Promise<{ outcome: Outcome; answer?: BareAnswer | undefined }> {
    const place = placeAt(address);
    try {
      for (const examine of [() => this.#name(place), () => this.#way(place)]) {
        const outcome = await examine();
        if (outcome.outcome === 'bad') return { outcome };
      }
      if (place.isEncrypted) return await this.#secured(place);
      const answer = await askBarely(await this.#connect(place), place, this.#ports);
      return { outcome: good(fact('The host {name} can be reached.', { name: place.name })), answer };
    } catch (thrown) {
      return { outcome: this.#explain(place, thrown) };
    }
  }

  /** @param useless why nothing more is tried with a host that fails this */
  async #each(examine: (place: Place) => Promise<Outcome>, useless: (place: Place) => Outcome): Promise<Outcome> {
    const notTried = this.#places.flatMap((place) => this.notTried(place) ?? []);
    if (notTried.length === this.#places.length) return skipped(fact('Not tried, because an earlier step failed.'));
    const open = this.#places.filter((place) => this.notTried(place) === undefined);
    const examined = await Promise.all(
      open.map(async (place) => {
        const outcome = await examine(place).catch((thrown: unknown) => this.#explain(place, thrown));
        if (outcome.outcome === 'bad') this.#failed.set(place.origin, useless(place));
        return outcome;
      }),
    );
    const { sentence, ...outcome } = together(examined);
    return { ...outcome, sentence: [sentence, ...notTried.map((one) => one.sentence)].flat() };
  }

  /** A host may have gone away since the last step, and the network settings may be unusable. */
  #explain(place: Place, thrown: unknown): Outcome {
    this.patience.signal.throwIfAborted();
    if (thrown instanceof AppError) return inWordsOf(thrown);
    const route = this.#routes.get(place.origin) ?? DIRECT;
    return explainWay(place, route, this.#ports.proxyOrigin, thrown);
  }

  async #name(place: Place): Promise<Outcome> {
    const { resolve = resolveBySystem, network } = this.#ports;
    // If there are no routes, the next step says why.
    const routes = await network.routesTo(place.origin).catch(() => []);
    const isBehindProxy = routes.some(({ kind }) => kind === 'proxy');
    return await examineName(place, { resolve, isBehindProxy, patience: this.patience });
  }

  async #way(place: Place): Promise<Outcome> {
    const { network, proxyOrigin: origin } = this.#ports;
    const routes = await network.routesTo(place.origin);
    const ports = { ...this.#proxyPorts(), routes, origin, patience: this.patience };
    const { outcome, route } = await examineWay(place, ports);
    if (route !== undefined) this.#routes.set(place.origin, route);
    return outcome;
  }

  async #encryption(place: Place): Promise<Outcome> {
    if (!place.isEncrypted && isThisMachine(place.origin))
      return skipped(fact('No encryption is needed to {name}: it is this computer itself.', { name: place.name }));
    if (!place.isEncrypted)
      return bad(
        fact('What is sent to {name} could be read on the way.', { name: place.name }),
        fact('Use an address that starts with https://.'),
      );
    return (await this.#secured(place)).outcome;
  }

  async #secured(place: Place): Promise<{ outcome: Outcome; answer?: BareAnswer | undefined }> {
    const { network, identity, certificate, log } = this.#ports;
    const secureContext = () => network.secureContext(place.host, identity);
    const connect = () => this.#connect(place);
    const authoritiesProblem = () => network.authoritiesProblem;
    const ports = { connect, secureContext, authoritiesProblem, certificate, patience: this.patience, log };
    return await examineEncryption(place, ports);
  }

  async #connect(place: Place): Promise<Socket> {
    const route = this.#routes.get(place.origin) ?? DIRECT;
    return await within(this.patience, (signal) => openWay(place, route, this.#proxyPorts(), signal));
  }

  #proxyPorts(): ProxyPorts {
    const { network } = this.#ports;
    return { secureContext: (proxy) => network.secureContext(proxy), ticketFor: network.ticketFor };
  }
}

const isNotReached = ({ name }: Place): Outcome =>
  skipped(fact('Not tried, because {name} cannot be reached.', { name }));
/** It was reached: that is another thing. */
const isNotSecured = ({ name }: Place): Outcome =>
  skipped(fact('Not tried, because the connection to {name} could not be secured.', { name }));
