/** @file Errors of runs of the service’s rules (§4 rows 7 to 9). */

import { fact, type Said } from '../languages/fact.ts';
import { message } from '../languages/message.ts';
import { kind } from './wording.ts';

export const ruleRunErrors = {
  'rule-run.date': kind<{ date: string; problem: Said }>(
    false,
    () => message('The rules cannot be run for this day'),
    ({ date, problem }) => ({
      detail: fact('{date}: {problem}.', { date, problem }),
      remedy: message('Choose another day.'),
    }),
  ),
  'rule-run.not-asked': kind(
    false,
    () => message('The rules were not run'),
    () => ({
      detail: fact('The request was stopped before it was sent. The service was not asked.'),
      remedy: message('Run the rules again if you still want them to run.'),
    }),
  ),
  'rule-run.unanswered': kind<{ reason: Said }>(
    false,
    () => message('The answer was lost'),
    ({ reason }) => ({
      detail: fact('It is not known whether the rules are running: {reason}', { reason }),
      remedy: message('Run them for this day again: the service rejects rules that have already run.'),
    }),
  ),
  'rule-run.doubtful': kind<{ reason: Said }>(
    false,
    () => message('It is not known whether the rules are running'),
    ({ reason }) => ({
      detail: fact('The answer to the request was lost: {reason}', { reason }),
      remedy: message('Ask the provider first. If you run them again, they may run twice.'),
    }),
  ),
  'rule-run.no-id': kind(
    false,
    () => message('The run cannot be followed'),
    () => ({
      detail: fact('The service accepted the request, but its answer contains no id to follow the run with.'),
      remedy: message('Read the answer of the service. If it does not help, ask the provider about the run.'),
    }),
  ),
  'rule-run.failed': kind<{ reason: Said }>(
    false,
    () => message('The rule run failed'),
    ({ reason }) => ({
      detail: fact('The service reports: {reason}', { reason }),
      remedy: message('Try again, or send the sentence above to the provider.'),
    }),
  ),
  'rule-run.unknown-id': kind<{ reason: Said }>(
    false,
    () => message('The service does not know this run'),
    ({ reason }) => ({
      detail: reason,
      remedy: message('Check the id. A run is known only over the connection that started it.'),
    }),
  ),
  'rule-run.missing': kind<{ minutes: number }>(
    false,
    () => message('The service does not know the run'),
    ({ minutes }) => ({
      detail: fact('The service gave this run an id, but for {minutes} minutes it has not known it.', { minutes }),
      remedy: message('Ask the provider about this id before you run the rules again.'),
    }),
  ),
  'rule-run.endless': kind<{ hours: number }>(
    false,
    () => message('The run has not ended'),
    ({ hours }) => ({
      detail: fact('Tranship followed this run for {hours} hours and has stopped asking about it.', { hours }),
      remedy: message('Ask the provider about this id.'),
      remedyInTerminal: message('Ask the provider about this id, or use “tranship rules status”.'),
    }),
  ),
};
