/** @file The texts of the page that runs the service's monitoring rules. */

import type { RuleRun, TenantKind } from '../../src-shared/contract.ts';
import { counted, number } from '../wording.ts';
import type { Tone } from './states.ts';

export const rulesTexts = {
  title: 'Rules',
  intro:
    'Asks the service to run its monitoring rules on the transactions of one day. Usually you do this once, after sending the transactions of that day.',
  connection: 'Connection',
  day: 'Day of the transactions',
  dayProblem: {
    missing: 'Choose a day.',
    future: 'This day has not come yet.',
  },
  afterSubmission: (fileName: string, days: string) => `After ${fileName}: its transactions are of ${days}.`,
  days: (first: string, last: string) => (first === last ? first : `${first} to ${last}. Choose one of these days`),
  which: 'Which rules',
  all: { label: 'All live rules', hint: 'The rules that are scheduled for this day.' },
  some: { label: 'Only these', hint: 'Choose from the schedule, or type their ids.' },
  ids: 'Rules',
  idsPlaceholder: 'Choose or type…',
  idsMissing: 'Choose at least one rule.',
  force: 'Also rules that have already run for this day',
  forceHint: 'Otherwise the service rejects a second run for the same day. It never runs a rule outside its schedule.',
  execute: 'Run the rules',
  rerun: 'Run again for a past day',
  rerunWait: (left: string) => `Run again: in ${left}`,
  rerunHint: 'You can run rules again for one of the last 30 days, once a minute.',
  runs: 'Runs',
  noRuns: 'No rules have been run here yet.',
  loading: 'Loading the runs…',
  forDay: (day: string) => `Rules for ${day}`,
  again: 'again for a past day',
  forced: 'including rules that had already run',
  asked: (moment: string) => `Asked ${moment}`,
  took: (time: string) => `took ${time}`,
  accepted: (rules: number) => `${counted(rules, 'rule')} accepted`,
  rejected: (rules: number) => `${counted(rules, 'rule')} rejected`,
  noneNamed: 'The service named no rules.',
  columns: { rule: 'Rule', reason: 'Why it was rejected' },
  stop: 'Stop following',
  stopOf: (day: string) => `Stop following the run for ${day}`,
  stopHint: 'The run continues at the service. Tranship only stops asking about it.',
  raw: 'The latest answer, unchanged',
  executionId: 'Execution id',
  schedule: 'Schedule',
  scheduleHint: 'The live rules and when they run, according to the service.',
  scheduleLoading: 'Asking for the schedule…',
  askAgain: 'Ask again',
  noConnection: 'Choose a connection first.',
  runForDay: 'Run the rules for this day…',
  runForDayHint: 'Asks the service to run its rules on the transactions that were sent.',
  ofSubmission: 'Rule runs for this submission',
  more: (runs: number) => `Show ${number(runs)} earlier`,
};

/** The meaning of running the rules, by the kind of tenant. */
export const ruleTenantWords: Record<TenantKind, { title: (name: string) => string; meaning: string }> = {
  production: {
    title: (name) => `Rules of PRODUCTION: ${name}`,
    meaning: 'What the rules find is followed up.',
  },
  test: {
    title: (name) => `Rules of TEST: ${name}`,
    meaning: 'A test tenant: what the rules find is not followed up.',
  },
  practice: { title: (name) => `Rules of PRACTICE: ${name}`, meaning: 'Nothing leaves this computer.' },
};

export const runWords: Record<RuleRun['state'], { word: string; meaning: string; tone: Tone }> = {
  asking: { word: 'Asking', meaning: 'Tranship is asking the service to run the rules.', tone: 'moving' },
  running: { word: 'Running', meaning: 'The service is running the rules. Tranship follows the run.', tone: 'moving' },
  done: { word: 'Done', meaning: 'The service has run the accepted rules.', tone: 'done' },
  failed: { word: 'Failed', meaning: 'The run did not succeed.', tone: 'trouble' },
  refused: { word: 'Refused', meaning: 'The service accepted none of the rules.', tone: 'trouble' },
  unknown: {
    word: 'Outcome unknown',
    meaning: 'It is not known whether the service received the request. Check at the service before you ask again.',
    tone: 'attention',
  },
  stopped: { word: 'No longer followed', meaning: 'Tranship no longer follows this run.', tone: 'resting' },
};
