/** @file What the support file says about the app: versions, settings and figures, no secret. */

import manifest from '../../package.json' with { type: 'json' };
import { listedSettings, type SupportFacts } from '../ground/logs/support-facts.ts';
import type { SettingsFile } from '../ground/settings/settings-file.ts';
import type { MachinePolicy } from '../policy/policy.ts';
import { policyAsText } from '../policy/rules.ts';
import type { Standing } from '../send/view/standing.ts';
import type { Connections } from '../wire/credentials/connections.ts';
import type { NetworkSettings } from '../wire/network/network-settings.ts';
import type { TransferSettings } from '../wire/transfer/transfer-settings.ts';

/** What the app knows of itself. */
export interface SupportSources {
  connections: Connections;
  queue: { standings(): readonly Standing[] };
  transferSettings: TransferSettings;
  network: { settings: NetworkSettings };
  policy: MachinePolicy;
}

/** @param diagnosis the latest, as text */
export function supportFactsOf(
  app: SupportSources,
  settings: SettingsFile,
  diagnosis: string | undefined,
): SupportFacts {
  const { connections } = app.connections.list();
  const kept = Object.fromEntries(listedSettings.map((key) => [key, settings.get(key)]));
  return {
    version: manifest.version,
    settings: { ...kept, transfer: app.transferSettings, network: app.network.settings },
    connections: connections.map((one) => ({ ...one, certificate: app.connections.certificateOf(one.name) })),
    policy: { ...app.policy, values: policyAsText(app.policy.values) },
    queue: figuresOf(app.queue.standings()),
    ...(diagnosis !== undefined && { diagnosis }),
  };
}

/** Counts the submissions by state, and the errors they show. */
function figuresOf(standings: readonly Standing[]) {
  return {
    states: countBy(standings.map(({ state }) => state)),
    errors: countBy(standings.flatMap(({ error }) => (error === undefined ? [] : [error.code]))),
  };
}

function countBy(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
