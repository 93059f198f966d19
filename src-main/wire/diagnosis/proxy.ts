/** @file Whether a host can be reached, through which proxy, and why through that one. */

import { assertNever } from '../../../src-shared/errors.ts';
import { type Fact, fact } from '../../../src-shared/languages/fact.ts';
import { isThisMachine } from '../network/bypass.ts';
import { type ProxyRoute, proxyName, type Route } from '../network/proxy.ts';
import { bad, doubtful, good, inWordsOf, type Outcome, type Remedy } from './outcome.ts';
import { NoAnswer, type Patience, type Place, within } from './place.ts';
import { Blocked, openWay, type ProxyPorts } from './way.ts';

/**
 * Where the proxy is set: by a person in the settings, by the system, in the variables, or nowhere because it is
 * switched off.
 */
export type ProxyOrigin = 'by-hand' | 'system' | 'environment' | 'none';

/** The route that was found, if any. */
export interface Examined {
  outcome: Outcome;
  route?: Route;
}

export interface WayPorts extends ProxyPorts {
  /** In the order in which they are tried; at least one. */
  routes: readonly Route[];
  origin: ProxyOrigin;
  patience: Patience;
}

const setBy: Record<ProxyOrigin, Fact> = {
  'by-hand': fact('set by hand'),
  system: fact('set in the system'),
  environment: fact('set in the environment (HTTPS_PROXY)'),
  none: fact('switched off'),
};

const proxySettings: Remedy = {
  window: fact('Check the proxy under Settings → Network, or ask IT which one is right.'),
  terminal: fact('Check the proxy (“tranship network show”, HTTPS_PROXY, NO_PROXY), or ask IT which one is right.'),
};

/** Opens a connection over each route until one works, as the app does, and closes it again. */
export async function examineWay(place: Place, ports: WayPorts): Promise<Examined> {
  const { routes, origin, patience } = ports;
  let first: Outcome | undefined;
  for (const route of routes) {
    try {
      const socket = await within(patience, (signal) => openWay(place, route, ports, signal));
      socket.destroy();
      return { outcome: first === undefined ? open(place, route, origin) : fallback(place, route, first), route };
    } catch (thrown) {
      patience.signal.throwIfAborted();
      first ??= explainWay(place, route, origin, thrown);
      // The app tries the next proxy only if one cannot be reached at all.
      const isThere = thrown instanceof Blocked && thrown.obstacle.kind !== 'proxy-unreachable';
      if (isThere || route.kind === 'direct') break;
    }
  }
  return { outcome: first ?? bad(fact('{name} cannot be reached.', { name: place.name }), proxySettings) };
}

function open({ name, origin: address }: Place, route: Route, origin: ProxyOrigin): Outcome {
  if (route.kind === 'proxy')
    return good(
      fact('The host {name} can be reached through the proxy {proxy}, which is {origin}.', {
        name,
        proxy: proxyName(route),
        origin: setBy[origin],
      }),
    );
  const reasons: Record<ProxyOrigin, Fact> = {
    'by-hand': fact('the proxy that is set by hand does not apply to it'),
    system: fact('the system has none for this host'),
    environment: fact('the environment has none for this host'),
    none: fact('it is switched off'),
  };
  const why = isThisMachine(address) ? fact('it is this computer itself') : reasons[origin];
  return good(fact('The host {name} answers; no proxy is used, because {why}.', { name, why }));
}

function fallback({ name }: Place, route: Route, first: Outcome): Outcome {
  const instead =
    route.kind === 'direct'
      ? fact('{name} can be reached without a proxy instead.', { name })
      : fact('{name} can be reached through the proxy {proxy} instead.', { name, proxy: proxyName(route) });
  return doubtful([...first.sentence, instead], first.remedy ?? proxySettings);
}

/** Why there is no connection. @param thrown by `openWay`, or by what stopped waiting for it */
export function explainWay(place: Place, route: Route, origin: ProxyOrigin, thrown: unknown): Outcome {
  if (route.kind === 'proxy') return explainProxy(place, route, origin, thrown);
  const known = thrown instanceof Blocked && 'reason' in thrown.obstacle ? thrown.obstacle.reason : undefined;
  const reason = known ?? (thrown instanceof NoAnswer ? fact('no answer in time') : fact('it was closed immediately'));
  return bad(fact('No connection to {name}: {reason}.', { name: place.name, reason }), {
    window: fact(
      'Check the address and the VPN. Ask IT whether this computer may reach the host only through a proxy.',
    ),
  });
}

function explainProxy({ name }: Place, route: ProxyRoute, origin: ProxyOrigin, thrown: unknown): Outcome {
  const proxy = { proxy: proxyName(route), origin: setBy[origin] };
  if (!(thrown instanceof Blocked)) {
    const reason = thrown instanceof NoAnswer ? fact('it does not answer in time') : fact('it failed');
    return bad(fact('The proxy {proxy} ({origin}) cannot be used: {reason}.', { ...proxy, reason }), proxySettings);
  }
  const { obstacle } = thrown;
  switch (obstacle.kind) {
    case 'proxy-credentials':
      return route.credentials === undefined
        ? bad(fact('The proxy {proxy} ({origin}) requires a user name and a password, and none are set.', proxy), {
            window: fact('Enter the user name and the password of the proxy under Settings → Network.'),
            terminal: fact(
              'Set both with “tranship network proxy”, or in HTTPS_PROXY (http://name:password@host:port).',
            ),
          })
        : bad(fact('The proxy {proxy} ({origin}) does not accept the user name or the password.', proxy), {
            window: fact('Enter the password of the proxy again under Settings → Network; it may have been changed.'),
            terminal: fact(
              'Set the password again with “tranship network proxy” or in HTTPS_PROXY; it may have been changed.',
            ),
          });
    case 'proxy-login':
      return inWordsOf(obstacle.error);
    case 'proxy-refuses':
      return bad(
        fact('The proxy {proxy} ({origin}) refuses the connection to {name} (it answered {status}).', {
          ...proxy,
          name,
          status: obstacle.status,
        }),
        fact('Ask IT to allow {name} on the proxy.', { name }),
      );
    case 'proxy-cannot-reach':
      return bad(
        fact('The proxy {proxy} ({origin}) answers, but cannot reach {name} (it answered {status}).', {
          ...proxy,
          name,
          status: obstacle.status,
        }),
        fact('Check the spelling of the address. If it is right, ask IT whether the proxy can reach this host.'),
      );
    case 'no-proxy':
      return bad(
        fact('What answers at {proxy} ({origin}) is not a proxy: {reason}.', { ...proxy, reason: obstacle.said }),
        proxySettings,
      );
    case 'proxy-unreachable':
    case 'host-unreachable':
      return bad(
        fact('No connection to the proxy {proxy} ({origin}): {reason}.', { ...proxy, reason: obstacle.reason }),
        proxySettings,
      );
    default:
      return assertNever(obstacle);
  }
}
