/** @file The texts of the page that runs the service's monitoring rules. */

import type { RuleRun, TenantKind } from '../../src-shared/contract.ts';
import { counted, number } from '../wording.ts';
import type { Tone } from './states.ts';

export const rulesTexts = {
  title: 'Rules',
  intro:
    'Has the service run its monitoring rules over the transactions of one day. Usually that is done once, after the transactions of that day were sent.',
  connection: 'Whose rules',
  day: 'Day of the transactions',
  dayProblem: {
    missing: 'Choose a day.',
    future: 'This day has not come yet.',
  },
  afterSubmission: (fileName: string, days: string) => `After ${fileName}: its transactions are of ${days}.`,
  days: (first: string, last: string) => (first === last ? first : `${first} to ${last}. Choose one day of them`),
  which: 'Which rules',
  all: { label: 'All live rules', hint: 'Those that the schedule has for this day.' },
  some: { label: 'Only these', hint: 'Choose from the schedule, or type their ids.' },
  ids: 'Rules',
  idsPlaceholder: 'Choose or type…',
  idsMissing: 'Choose at least one rule.',
  force: 'Also rules that ran for this day already',
  forceHint:
    'Without this, the service turns down a second run for the same day. It never runs a rule off its schedule.',
  execute: 'Run the rules',
  rerun: 'Run again for a past day',
  rerunWait: (left: string) => `Run again: in ${left}`,
  rerunHint: 'Running again is for past days, at most 30 back, and once a minute.',
  runs: 'Runs',
  noRuns: 'No rules have been run from here yet.',
  loading: 'Looking the runs up…',
  forDay: (day: string) => `Rules for ${day}`,
  again: 'for a past day again',
  forced: 'also rules that ran already',
  asked: (moment: string) => `Asked ${moment}`,
  took: (time: string) => `took ${time}`,
  accepted: (rules: number) => `${counted(rules, 'rule')} accepted`,
  rejected: (rules: number) => `${counted(rules, 'rule')} rejected`,
  noneNamed: 'The service named no rules.',
  columns: { rule: 'Rule', reason: 'Why it was rejected' },
  stop: 'Stop following',
  stopOf: (day: string) => `Stop following the run for ${day}`,
  stopHint: 'The service goes on all the same. Only Tranship no longer asks how it stands.',
  raw: 'The latest answer, as it came',
  executionId: 'Execution id',
  schedule: 'Schedule',
  scheduleHint: 'The live rules and when they run, as the service tells.',
  scheduleLoading: 'Asking for the schedule…',
  askAgain: 'Ask again',
  noConnection: 'Choose a connection first.',
  runForDay: 'Run the rules for this day…',
  runForDayHint: 'Has the service run its rules over the transactions that were sent.',
  ofSubmission: 'Rules that ran for it',
  more: (runs: number) => `Show ${number(runs)} earlier`,
};

/** The meaning of running the rules, by the kind of tenant. */
export const ruleTenantWords: Record<TenantKind, { title: (name: string) => string; meaning: string }> = {
  production: {
    title: (name) => `Rules of PRODUCTION: ${name}`,
    meaning: 'What the rules find is followed up for real.',
  },
  test: { title: (name) => `Rules of TEST: ${name}`, meaning: 'A test tenant: nothing is followed up for real.' },
  practice: { title: (name) => `Rules of PRACTICE: ${name}`, meaning: 'Nothing leaves this computer.' },
};

export const runWords: Record<RuleRun['state'], { word: string; meaning: string; tone: Tone }> = {
  asking: { word: 'Being asked', meaning: 'The service is being asked to run the rules.', tone: 'moving' },
  running: { word: 'Running', meaning: 'The service runs the rules. Tranship asks how it stands.', tone: 'moving' },
  done: { word: 'Done', meaning: 'The service has run the accepted rules.', tone: 'done' },
  failed: { word: 'Failed', meaning: 'The run did not succeed.', tone: 'trouble' },
  refused: { word: 'Refused', meaning: 'The service accepted none of the rules.', tone: 'trouble' },
  unknown: {
    word: 'Not known',
    meaning: 'Nobody can say whether the service got the request. Look at the service before you ask again.',
    tone: 'attention',
  },
  stopped: { word: 'No longer followed', meaning: 'Tranship no longer asks how it stands.', tone: 'resting' },
};
