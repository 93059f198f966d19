/** @file The texts of the observability page. */

import type { TenantKind } from '../../src-shared/contract.ts';

export const observabilityTexts = {
  title: 'Observe',
  intro: 'What the service says about transactions, batches, rules and exports. Asking changes nothing at the service.',
  connection: 'Connection',
  noConnection: 'Choose a connection first.',
  subject: 'What to ask for',
  nothing: 'There is nothing to ask for yet. Add a name and the path that the provider gave you.',
  ask: 'Ask',
  askAgain: 'Ask again',
  asking: 'Asking…',
  notYet: 'Choose what to ask for, then ask.',
  edit: 'Names and paths…',
  editTitle: (connection: string) => `Names and paths of ${connection}`,
  suggestions:
    'The contract with the service names these subjects but gives no paths. The paths here are suggestions; replace them with those of your provider. Each path follows the base address.',
  name: 'Name',
  nameOf: (place: number) => `Name ${place}`,
  path: 'Path',
  pathOf: (place: number) => `Path ${place}`,
  pathPlaceholder: '/api/…',
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  add: 'Add a path',
  save: 'Save',
  cancel: 'Cancel',
  missing: 'Each entry needs a name and a path.',
  twice: (name: string) => `“${name}” is used twice. Give each entry its own name.`,
};

/** The meaning of asking, by the kind of tenant. */
export const observedTenantWords: Record<TenantKind, { title: (name: string) => string; meaning: string }> = {
  production: { title: (name) => `Ask PRODUCTION: ${name}`, meaning: 'Asking changes nothing there.' },
  test: { title: (name) => `Ask TEST: ${name}`, meaning: 'Asking changes nothing there.' },
  practice: { title: (name) => `Ask PRACTICE: ${name}`, meaning: 'Nothing leaves this computer.' },
};
