/** @file What of a running app leads out of this computer: the connections, where their files may go, and how fast. */

import type { RecordSecurity } from '../audit/security-events.ts';
import type { Clock } from '../ground/clock.ts';
import type { SettingsFile } from '../ground/settings/settings-file.ts';
import type { PolicyValues } from '../policy/policy-schema.ts';
import { setConnections, setHostsFor, setSending } from '../policy/rules.ts';
import { Connections } from '../wire/credentials/connections.ts';
import type { SecretBox } from '../wire/credentials/secret-box.ts';
import { ObservedPaths } from '../wire/service/observability.ts';
import { StorageHosts } from '../wire/transfer/storage-hosts.ts';
import { StoragePauses } from '../wire/transfer/storage-pauses.ts';
import type { TransferSettings } from '../wire/transfer/transfer-settings.ts';
import type { AppNetwork } from './app-network.ts';
import { AppTransfer } from './app-transfer.ts';
import { KeptSending } from './kept-sending.ts';

export interface WaysOutPorts {
  settings: SettingsFile;
  /** Seals the secrets of connections. */
  secretBox: SecretBox;
  policy: PolicyValues;
  network: AppNetwork;
  clock: Clock;
  record: RecordSecurity;
  /** Replaces stored settings for this run only. */
  transfer: Partial<TransferSettings> | undefined;
  /** Hears of each pause that a storage is given, and when it ends (ms since the epoch). */
  onPause: (host: string, end: number) => void;
}

export interface WaysOut {
  network: AppNetwork;
  connections: Connections;
  storageHosts: StorageHosts;
  observedPaths: ObservedPaths;
  sending: KeptSending;
  transfer: AppTransfer;
  pauses: StoragePauses;
}

export function waysOut({ settings, secretBox, policy, network, clock, record, ...others }: WaysOutPorts): WaysOut {
  const route = () => network.kept.route();
  return {
    network,
    connections: new Connections(settings, secretBox, route, record, setConnections(policy)),
    storageHosts: new StorageHosts({
      file: settings,
      box: secretBox,
      record,
      setFor: (destination) => setHostsFor(policy, destination),
    }),
    observedPaths: new ObservedPaths(settings),
    sending: new KeptSending(settings, (name) => setSending(policy, name)),
    transfer: new AppTransfer(settings, clock, others.transfer),
    pauses: new StoragePauses(clock, others.onPause),
  };
}
