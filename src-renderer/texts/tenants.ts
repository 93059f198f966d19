/** @file The texts for the kinds of tenants. */

import type { TenantKind } from '../../src-shared/contract.ts';

export const tenantWords: Record<TenantKind, { word: string; meaning: string }> = {
  production: { word: 'Production', meaning: 'Transactions that you send are monitored.' },
  test: { word: 'Test', meaning: 'A test tenant of the provider.' },
  practice: { word: 'Practice', meaning: 'Runs on this computer. Nothing leaves it.' },
};
