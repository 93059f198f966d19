/** @file Errors of runs of the service’s rules (§4 rows 7 to 9). */

import { kind } from './wording.ts';

export const ruleRunErrors = {
  'rule-run.date': kind<{ date: string; problem: string }>(
    false,
    'The rules cannot be run for this day',
    ({ date, problem }) => ({
      detail: `${date}: ${problem}.`,
      remedy: 'Choose another day.',
    }),
  ),
  'rule-run.not-asked': kind(false, 'The rules were not run', () => ({
    detail: 'This was stopped before its turn came. The service was not asked.',
    remedy: 'Ask for it again, if the rules are to run.',
  })),
  'rule-run.unanswered': kind<{ reason: string }>(false, 'The answer was lost', ({ reason }) => ({
    detail: `Nobody can say whether the rules run: ${reason}`,
    remedy: 'Run them for this day again: the service rejects rules that have run already.',
  })),
  'rule-run.doubtful': kind<{ reason: string }>(false, 'Nobody can say whether the rules run', ({ reason }) => ({
    detail: `The answer to the request was lost: ${reason}`,
    remedy: 'Ask the provider first. If you ask for it again, the rules may run twice.',
  })),
  'rule-run.no-id': kind(false, 'The run cannot be followed', () => ({
    detail: 'The service took the request, but its answer holds no id by which to ask how the run gets on.',
    remedy: 'See what the service answered. If it says too little, ask the provider what became of the run.',
  })),
  'rule-run.failed': kind<{ reason: string }>(false, 'The run of the rules failed', ({ reason }) => ({
    detail: `The service reports: ${reason}`,
    remedy: 'Try again, or pass the sentence above on to the provider.',
  })),
  'rule-run.unknown-id': kind<{ reason: string }>(false, 'The service does not know this run', ({ reason }) => ({
    detail: reason,
    remedy: 'Check the id. A run is known only over the connection that it was asked for with.',
  })),
  'rule-run.missing': kind<{ minutes: number }>(false, 'The service does not know the run', ({ minutes }) => ({
    detail: `The service gave this run an id, but for ${minutes} minutes it has not known it.`,
    remedy: 'Ask the provider about this id before you run the rules again.',
  })),
  'rule-run.endless': kind<{ hours: number }>(false, 'The run did not come to an end', ({ hours }) => ({
    detail: `Tranship has followed this run for ${hours} hours, and follows it no longer.`,
    remedy: 'Ask the provider about this id.',
    remedyInTerminal: 'Ask the provider about this id, or look with “tranship rules status”.',
  })),
};
