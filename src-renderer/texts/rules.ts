/** @file The texts of the page that runs the service's monitoring rules. */

import type { RuleRun, TenantKind } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import type { Tone } from './states.ts';

export const rulesTexts = {
  title: message('Rules'),
  intro: message(
    'Asks the service to run its monitoring rules on the transactions of one day. Usually you do this once, after sending the transactions of that day.',
  ),
  connection: message('Connection'),
  day: message('Day of the transactions'),
  dayProblem: {
    missing: message('Choose a day.'),
    future: message('This day has not come yet.'),
  },
  afterSubmission: (fileName: string, days: string) =>
    message('After {fileName}: its transactions are of {days}.', { fileName, days }),
  days: (first: string, last: string) =>
    first === last ? first : message('{first} to {last}. Choose one of these days', { first, last }),
  which: message('Which rules'),
  all: { label: message('All live rules'), hint: message('The rules that are scheduled for this day.') },
  some: { label: message('Only these'), hint: message('Choose from the schedule, or type their ids.') },
  ids: message('Rules'),
  idsPlaceholder: message('Choose or type…'),
  idsMissing: message('Choose at least one rule.'),
  force: message('Also rules that have already run for this day'),
  forceHint: message(
    'Otherwise the service rejects a second run for the same day. It never runs a rule outside its schedule.',
  ),
  execute: message('Run the rules'),
  rerun: message('Run again for a past day'),
  rerunWait: (left: string) => message('Run again: in {left}', { left }),
  rerunHint: message('You can run rules again for one of the last 30 days, once a minute.'),
  runs: message('Runs'),
  noRuns: message('No rules have been run here yet.'),
  loading: message('Loading the runs…'),
  forDay: (day: string) => message('Rules for {day}', { day }),
  again: message('again for a past day'),
  forced: message('including rules that had already run'),
  asked: (moment: string) => message('Asked {moment}', { moment }),
  took: (time: string) => message('took {time}', { time }),
  accepted: (rules: number) => message('{rules, plural, one {# rule} other {# rules}} accepted', { rules }),
  rejected: (rules: number) => message('{rules, plural, one {# rule} other {# rules}} rejected', { rules }),
  noneNamed: message('The service named no rules.'),
  columns: { rule: message('Rule'), reason: message('Why it was rejected') },
  stop: message('Stop following'),
  stopOf: (day: string) => message('Stop following the run for {day}', { day }),
  stopHint: message('The run continues at the service. Tranship only stops asking about it.'),
  raw: message('The latest answer, unchanged'),
  executionId: message('Execution id'),
  schedule: message('Schedule'),
  scheduleHint: message('The live rules and when they run, according to the service.'),
  scheduleLoading: message('Asking for the schedule…'),
  askAgain: message('Ask again'),
  noConnection: message('Choose a connection first.'),
  runRules: message('Run the rules…'),
  runForDay: (day: string) => message('Run the rules for {day}…', { day }),
  runForDays: (count: number) => message('Run the rules for one of its {count, number} days…', { count }),
  runForDayHint: message('Asks the service to run its rules on the transactions that were sent.'),
  ofSubmission: message('Rule runs for this submission'),
  more: (runs: number) => message('Show {runs, number} earlier', { runs }),
};

/** The meaning of running the rules, by the kind of tenant. */
export const ruleTenantWords: Record<TenantKind, { title: (name: string) => string; meaning: string }> = {
  production: {
    title: (name) => message('Rules of PRODUCTION: {name}', { name }),
    meaning: message('What the rules find is followed up.'),
  },
  test: {
    title: (name) => message('Rules of TEST: {name}', { name }),
    meaning: message('A test tenant: what the rules find is not followed up.'),
  },
  practice: {
    title: (name) => message('Rules of PRACTICE: {name}', { name }),
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
