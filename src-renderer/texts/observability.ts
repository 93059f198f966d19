/** @file The texts of the observability page. */

import type { TenantKind } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';

/** The names that come with Tranship, by how they are stored: in English, until a person changes them. */
const presetNames: Readonly<Record<string, string>> = {
  'Transaction summary': message('Transaction summary'),
  'Batch status': message('Batch status'),
  'Rule executions': message('Rule executions'),
  'Data export': message('Data export'),
  'One batch': message('One batch'),
  'One rule run': message('One rule run'),
};

export const observabilityTexts = {
  title: message('Observe'),
  intro: message(
    'What the service says about transactions, batches, rules and exports. Asking changes nothing at the service.',
  ),
  connection: message('Connection'),
  noConnection: message('Choose a connection first.'),
  subject: message('What to ask for'),
  nothing: message('There is nothing to ask for yet. Add a name and the path that the provider gave you.'),
  ask: message('Ask'),
  askAgain: message('Ask again'),
  asking: message('Asking…'),
  notYet: message('Choose what to ask for, then ask.'),
  askedPath: message('Path'),
  askedPathHint: message('It follows the base address. A place in braces, such as {example}, is asked for below.', {
    example: '{day}',
  }),
  placeMissing: message('Fill in every place first.'),
  saveName: message('Name for this path'),
  saveNamed: message('Save under this name'),
  savedAs: (name: string) => message('Saved as “{name}”.', { name }),
  nameTaken: (name: string) => message('“{name}” is there already. Choose another name.', { name }),
  putBack: message('Put the path back'),
  presetNames,
  /** What the contract says of a subject, by the beginning of its path. */
  subjects: [
    [
      '/api/observability/transactions/summary',
      message('How many transactions the service has, and what they add up to. The path is a suggestion.'),
    ],
    [
      '/api/observability/batches',
      message('The batches that the service knows, each with its state. The path is a suggestion.'),
    ],
    ['/api/observability/rules/executions', message('When rules ran, and how that ended. The path is a suggestion.')],
    ['/api/observability/exports', message('What was exported for you. The path is a suggestion.')],
    [
      '/api/transactions/batch/status/',
      message('The state of one batch, as the service spells it, and its error. At most 100 questions a minute.'),
    ],
    ['/api/rules/status/', message('The state of one run of rules. At most 100 questions a minute.')],
  ] satisfies [string, string][],
  /** What a place in a path means, where it has a name that is known. */
  places: {
    batch_id: message('The id of a batch (UUID). The queue shows it with each batch.'),
    execution_id: message('The id of a rule run. The page Rules shows it with each run.'),
    day: message('A day, such as 2026-11-23.'),
    date: message('A day, such as 2026-11-23.'),
    from: message('The first day, such as 2026-11-01.'),
    to: message('The last day, such as 2026-11-23.'),
    limit: message('How many rows at most.'),
  } satisfies Record<string, string>,
  edit: message('Names and paths…'),
  editTitle: (connection: string) => message('Names and paths of {connection}', { connection }),
  suggestions: message(
    'The contract with the service names these subjects but gives no paths. The paths here are suggestions; replace them with those of your provider. Each path follows the base address.',
  ),
  name: message('Name'),
  nameOf: (place: number) => message('Name {place}', { place }),
  path: message('Path'),
  pathOf: (place: number) => message('Path {place}', { place }),
  pathPlaceholder: '/api/…',
  remove: message('Remove'),
  removeOf: (name: string) => message('Remove {name}', { name }),
  add: message('Add a path'),
  save: message('Save'),
  cancel: message('Cancel'),
  missing: message('Each entry needs a name and a path.'),
  twice: (name: string) => message('“{name}” is used twice. Give each entry its own name.', { name }),
};

/** The meaning of asking, by the kind of tenant. */
export const observedTenantWords: Record<TenantKind, { title: (name: string) => string; meaning: string }> = {
  production: {
    title: (name) => message('Ask PRODUCTION: {name}', { name }),
    meaning: message('Asking changes nothing there.'),
  },
  test: { title: (name) => message('Ask TEST: {name}', { name }), meaning: message('Asking changes nothing there.') },
  practice: {
    title: (name) => message('Ask PRACTICE: {name}', { name }),
    meaning: message('Nothing leaves this computer.'),
  },
};
