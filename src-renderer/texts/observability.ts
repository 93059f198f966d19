/** @file The texts of the observability page. */

import type { TenantKind } from '../../src-shared/contract.ts';

export const observabilityTexts = {
  title: 'Observe',
  intro: 'What the service tells about transactions, batches, rules and exports. Looking changes nothing there.',
  connection: 'Whom to ask',
  noConnection: 'Choose a connection first.',
  subject: 'What to look at',
  nothing: 'There is nothing to ask for yet. Add a name and the path that the provider gave you.',
  ask: 'Ask',
  askAgain: 'Ask again',
  asking: 'Asking…',
  notYet: 'Choose what to look at, then ask.',
  edit: 'Names and paths…',
  editTitle: (connection: string) => `What can be asked of ${connection}`,
  suggestions:
    'The contract with the service names these things, but gives no paths. The paths here are suggestions: put those of your provider in their place. Each follows the address of the service.',
  name: 'Name',
  nameOf: (place: number) => `Name ${place}`,
  path: 'Path',
  pathOf: (place: number) => `Path ${place}`,
  pathPlaceholder: '/api/…',
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  add: 'Add another',
  save: 'Save',
  cancel: 'Cancel',
  missing: 'Each needs a name and a path.',
  twice: (name: string) => `“${name}” is there twice. Give each a name of its own.`,
};

/** The meaning of asking, by the kind of tenant. */
export const observedTenantWords: Record<TenantKind, { title: (name: string) => string; meaning: string }> = {
  production: { title: (name) => `Ask PRODUCTION: ${name}`, meaning: 'Only looking: nothing changes there.' },
  test: { title: (name) => `Ask TEST: ${name}`, meaning: 'Only looking: nothing changes there.' },
  practice: { title: (name) => `Ask PRACTICE: ${name}`, meaning: 'Nothing leaves this computer.' },
};
