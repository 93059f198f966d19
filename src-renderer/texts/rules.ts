/** @file The texts of the page that runs the service's monitoring rules. */

import { PRACTICE_CONNECTION } from '../../src-shared/connection-shapes.ts';
import type { RuleRun, TenantKind } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import type { Tone } from './states.ts';

export const rulesTexts = {
  dayProblem: {
    missing: message('Choose a day.'),
    future: message('This day has not come yet.'),
  },
  afterSubmission: (fileName: string, days: string) =>
    message('After {fileName}: its transactions are of {days}.', { fileName, days }),
  days: (first: string, last: string) =>
    first === last ? first : message('{first} to {last}. Choose one of these days', { first, last }),
  all: { label: message('All live rules'), hint: message('The rules that are scheduled for this day.') },
  some: { label: message('Only these'), hint: message('Choose from the schedule, or type their ids.') },
  runs: message('Runs'),
  counted: (rules: number) => message('{rules, plural, one {# rule} other {# rules}}', { rules }),
  rejected: (rules: number) => message('{rules, plural, one {# rule} other {# rules}} rejected', { rules }),
  schedule: message('Schedule'),
  ofSubmission: message('Rule runs for this submission'),
};

/** The meaning of running the rules, by the kind of tenant. */
export const ruleTenantWords: Record<TenantKind, { title: (name: string) => string; meaning: string }> = {
  production: {
    title: (name) => message('Rules of PRODUCTION: {name}', { name }),
    meaning: message('What the rules find is followed up.'),
  },
  test: {
    title: (name) => message('Rules of TEST: {name}', { name }),
    meaning: message('A test environment: what the rules find is not followed up.'),
  },
  practice: {
    title: (name) =>
      name === PRACTICE_CONNECTION ? message('Rules of PRACTICE') : message('Rules of PRACTICE: {name}', { name }),
    meaning: message('Nothing leaves this computer.'),
  },
};

export const runWords: Record<RuleRun['state'], { word: string; meaning: string; tone: Tone }> = {
  asking: {
    word: message('Asking'),
    meaning: message('Tranship is asking the service to run the rules.'),
    tone: 'moving',
  },
  running: {
    word: message('Running'),
    meaning: message('The service is running the rules. Tranship follows the run.'),
    tone: 'moving',
  },
  done: { word: message('Done'), meaning: message('The service has run the accepted rules.'), tone: 'done' },
  failed: { word: message('Failed'), meaning: message('The run did not succeed.'), tone: 'trouble' },
  refused: {
    word: message('Rejected'),
    meaning: message('The service accepted none of the rules.'),
    tone: 'trouble',
  },
  unknown: {
    word: message('Outcome unknown'),
    meaning: message(
      'It is not known whether the service received the request. Check at the service before you ask again.',
    ),
    tone: 'attention',
  },
  stopped: {
    word: message('No longer followed'),
    meaning: message('Tranship no longer follows this run.'),
    tone: 'resting',
  },
};
