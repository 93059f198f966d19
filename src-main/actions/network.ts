/** @file The commands about the network settings that all connections share. */

import { X509Certificate } from 'node:crypto';
import type { NetworkState } from '../../src-shared/contract.ts';
import { readAuthorities } from '../wire/network/authorities.ts';
import type { KeptNetworkSettings } from '../wire/network/kept-settings.ts';
import type { CommandHandlers, CommandPorts } from './ports.ts';

type NetworkCommands = Pick<CommandHandlers, Extract<keyof CommandHandlers, `network.${string}`>>;

export function networkCommands({ app }: Pick<CommandPorts, 'app'>): NetworkCommands {
  const { network } = app;
  return {
    'network.get': () => networkState(network.kept),
    'network.change': async ({ proxyPassword, proxy, authorities }) => {
      const isWhole = proxy !== undefined && authorities !== undefined;
      // Who gives all of it has seen all of it; who does not, trusts what is stored.
      const before = isWhole ? network.settings : await network.kept.trusted();
      const entered = { proxy: proxy ?? before.proxy, authorities: authorities ?? before.authorities };
      await network.change(entered, proxyPassword);
      return networkState(network.kept);
    },
    'network.confirm': async () => {
      await network.confirm();
      return networkState(network.kept);
    },
  };
}

/** The settings as they are stored, which can be read while another process works. */
export function networkState(kept: KeptNetworkSettings): NetworkState {
  return { ...kept.read(), hasProxyPassword: kept.password.has() };
}

/** The certificates of the authorities, one by one. @throws AppError network.authorities */
export function trustedCertificates(authorities: NetworkState['authorities']) {
  return authorities.flatMap(({ pem, hosts }) =>
    readAuthorities(pem).map((text) => {
      const { subject, validToDate } = new X509Certificate(text);
      const limit = hosts === undefined ? {} : { hosts };
      return { subject: subject.split('\n').join(', '), validUntil: validToDate.getTime(), ...limit };
    }),
  );
}
