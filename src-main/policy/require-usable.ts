/** @file Refuses to continue where what the organisation has set cannot be used; loads its schema only where something is set. */

import { ownSources } from './policy-sources.ts';

/** @throws AppError policy.unusable */
export async function requireUsablePolicy(): Promise<void> {
  if (ownSources().length === 0) return;
  const { machinePolicy } = await import('./policy.ts');
  machinePolicy();
}
