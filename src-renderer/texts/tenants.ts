/** @file The texts for the kinds of tenants. */

import { PRACTICE_CONNECTION } from '../../src-shared/connection-shapes.ts';
import { connectionInWords } from '../../src-shared/connection-words.ts';
import type { TenantKind } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';

export const tenantWords: Record<TenantKind, { word: string; meaning: string }> = {
  production: { word: message('Production'), meaning: message('Transactions that you send are monitored.') },
  test: { word: message('Test'), meaning: message('A test environment of the provider.') },
  practice: {
    word: connectionInWords(PRACTICE_CONNECTION),
    meaning: message('Runs on this computer. Nothing leaves it.'),
  },
};

/** What is said of the tenant before something goes to it; the kind comes first so that it is not overlooked. */
export type DestinationWords = Readonly<Record<TenantKind, { title: (name: string) => string; meaning: string }>>;

/** @param production what it means to send there */
export function wordsOfDestination(production: string): DestinationWords {
  return {
    production: { title: (name) => message('Send to PRODUCTION: {name}', { name }), meaning: production },
    test: {
      title: (name) => message('Send to TEST: {name}', { name }),
      meaning: message('A test environment: nothing is monitored for real.'),
    },
    practice: {
      title: (name) => (name === PRACTICE_CONNECTION ? message('PRACTICE') : message('PRACTICE: {name}', { name })),
      meaning: message('Nothing leaves this computer.'),
    },
  };
}
