/** @file The network as the person has set it up: the settings, what they make of each request, and what follows a change. */

import type { SecurityEvent } from '../audit/security-events.ts';
import { type Environment, proxyPasswordFromEnvironment } from '../ground/environment.ts';
import type { SettingsFile } from '../ground/settings/settings-file.ts';
import type { PolicyValues } from '../policy/policy-schema.ts';
import { setNetwork, trustOf } from '../policy/rules.ts';
import type { SecretBox } from '../wire/credentials/secret-box.ts';
import type { ProxyOrigin } from '../wire/diagnosis/proxy.ts';
import { KeptNetworkSettings } from '../wire/network/kept-settings.ts';
import { Network, type NetworkSettings, proxyFromEnvironment, type SystemProxy } from '../wire/network/network.ts';
import { networkChanges } from './network-changes.ts';

export interface AppNetworkPorts {
  settings: SettingsFile;
  /** Seals the password of the proxy. */
  secretBox: SecretBox;
  environment: Environment;
  /** The system's proxy settings; by default the proxy variables. */
  systemProxy: SystemProxy | undefined;
  policy: PolicyValues;
}

/** The settings after a change, and what an auditor should know of it. */
export interface NetworkChange {
  settings: NetworkSettings;
  events: readonly SecurityEvent[];
}

export class AppNetwork {
  /** The settings as they are stored, with the password of the proxy. */
  readonly kept: KeptNetworkSettings;
  /** What carries the requests. */
  readonly requests: Network;
  readonly #ports: AppNetworkPorts;
  readonly #listeners = new Set<(change: NetworkChange) => void>();

  constructor(ports: AppNetworkPorts) {
    this.#ports = ports;
    const { settings, secretBox, environment, systemProxy, policy } = ports;
    this.kept = new KeptNetworkSettings(settings, secretBox, setNetwork(policy));
    this.requests = new Network({
      settings: () => this.kept.trusted(),
      proxyPassword: async () => (await this.kept.proxyPassword()) ?? proxyPasswordFromEnvironment(environment),
      ...trustOf(policy),
      systemProxy: systemProxy ?? proxyFromEnvironment(environment),
    });
  }

  /** Calls the listener after each change, which may have removed the cause of any hold. It must not throw. */
  subscribe(listener: (change: NetworkChange) => void): void {
    this.#listeners.add(listener);
  }

  /** Read from the file each time, because another process may have changed it. */
  get settings(): NetworkSettings {
    return this.kept.read();
  }

  /** Where the proxy setting comes from. */
  get proxyOrigin(): ProxyOrigin {
    const { mode } = this.settings.proxy;
    if (mode !== 'system') return mode === 'manual' ? 'by-hand' : 'none';
    return this.#ports.systemProxy === undefined ? 'environment' : 'system';
  }

  /**
   * Stores the settings and returns them; they take effect with the next request. Stored credentials must be entered
   * again after a change. @throws as KeptNetworkSettings.change
   */
  async change(entered: NetworkSettings, password?: string): Promise<NetworkSettings> {
    const before = this.settings;
    const after = await this.kept.change(entered, password);
    this.#applyChange(networkChanges(before, after));
    return after;
  }

  /** Accepts the settings as they are stored: a person has checked them. */
  async confirm(): Promise<void> {
    await this.kept.confirm();
    this.#applyChange([{ kind: 'network-confirmed' }]);
  }

  #applyChange(events: readonly SecurityEvent[]): void {
    this.requests.refresh();
    for (const listener of this.#listeners) listener({ settings: this.settings, events });
  }
}
