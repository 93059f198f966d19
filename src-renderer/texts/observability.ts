/** @file The texts of the observability page. */

import { PRACTICE_CONNECTION } from '../../src-shared/connection-shapes.ts';
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

export const observedName = (name: string): string => presetNames[name] ?? name;

export const observabilityTexts = {
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
  pathPlaceholder: '/api/…',
};

/** The meaning of asking, by the kind of tenant. */
export const observedTenantWords: Record<TenantKind, { title: (name: string) => string; meaning: string }> = {
  production: {
    title: (name) => message('Ask PRODUCTION: {name}', { name }),
    meaning: message('Asking changes nothing there.'),
  },
  test: { title: (name) => message('Ask TEST: {name}', { name }), meaning: message('Asking changes nothing there.') },
  practice: {
    title: (name) =>
      name === PRACTICE_CONNECTION ? message('Ask PRACTICE') : message('Ask PRACTICE: {name}', { name }),
    meaning: message('Nothing leaves this computer.'),
  },
};
