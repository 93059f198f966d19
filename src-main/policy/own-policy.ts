/** @file The policy of this computer, for who works with it; its schema is loaded only where something is set. */

import type { MachinePolicy } from './policy.ts';
import { ownSources } from './policy-sources.ts';

/** Where nothing is set. */
export const noPolicy: MachinePolicy = { values: {}, sources: [], ignored: [] };

/** As `machinePolicy`. @throws AppError policy.unusable */
export async function ownPolicy(): Promise<MachinePolicy> {
  if (ownSources().length === 0) return noPolicy;
  const { machinePolicy } = await import('./policy.ts');
  return machinePolicy();
}
