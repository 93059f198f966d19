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
    detail: 'The request was stopped before it was sent. The service was not asked.',
    remedy: 'Run the rules again if you still want them to run.',
  })),
  'rule-run.unanswered': kind<{ reason: string }>(false, 'The answer was lost', ({ reason }) => ({
    detail: `It is not known whether the rules are running: ${reason}`,
    remedy: 'Run them for this day again: the service rejects rules that have already run.',
  })),
  'rule-run.doubtful': kind<{ reason: string }>(
    false,
    'It is not known whether the rules are running',
    ({ reason }) => ({
      detail: `The answer to the request was lost: ${reason}`,
      remedy: 'Ask the provider first. If you run them again, they may run twice.',
    }),
  ),
  'rule-run.no-id': kind(false, 'The run cannot be followed', () => ({
    detail: 'The service accepted the request, but its answer contains no id to follow the run with.',
    remedy: 'Read the answer of the service. If it does not help, ask the provider about the run.',
  })),
  'rule-run.failed': kind<{ reason: string }>(false, 'The rule run failed', ({ reason }) => ({
    detail: `The service reports: ${reason}`,
    remedy: 'Try again, or send the sentence above to the provider.',
  })),
  'rule-run.unknown-id': kind<{ reason: string }>(false, 'The service does not know this run', ({ reason }) => ({
    detail: reason,
    remedy: 'Check the id. A run is known only over the connection that started it.',
  })),
  'rule-run.missing': kind<{ minutes: number }>(false, 'The service does not know the run', ({ minutes }) => ({
    detail: `The service gave this run an id, but for ${minutes} minutes it has not known it.`,
    remedy: 'Ask the provider about this id before you run the rules again.',
  })),
  'rule-run.endless': kind<{ hours: number }>(false, 'The run has not ended', ({ hours }) => ({
    detail: `Tranship followed this run for ${hours} hours and has stopped asking about it.`,
    remedy: 'Ask the provider about this id.',
    remedyInTerminal: 'Ask the provider about this id, or use “tranship rules status”.',
  })),
};
