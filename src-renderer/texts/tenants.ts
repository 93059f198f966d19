/** @file The texts for the kinds of tenants. */

import type { TenantKind } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';

export const tenantWords: Record<TenantKind, { word: string; meaning: string }> = {
  production: { word: message('Production'), meaning: message('Transactions that you send are monitored.') },
  test: { word: message('Test'), meaning: message('A test tenant of the provider.') },
  practice: { word: message('Practice'), meaning: message('Runs on this computer. Nothing leaves it.') },
};

export const tenantTexts = { none: message('No connection') };
