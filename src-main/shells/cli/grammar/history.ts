/** @file The command that looks up what happened. */

import { InvalidArgumentError } from 'commander';
import { DAY } from '../../../clock.ts';
import type { Grammar } from './grammar.ts';
import { stateName, wholeNumber } from './values.ts';

const fromHistory = () => import('../commands/history.ts');

export function declareHistoryCommand({ command, run }: Grammar): void {
  command('history', 'show what happened, also to what was removed; the latest entry last')
    .option('--file <name>', 'only files with this in their name')
    .option('--batch <batch-id>', 'only this batch')
    .option('--day <date>', 'only this day (2026-11-20), from midnight to midnight here', day)
    .option('--state <state>', 'only what came to this state', stateName)
    .option('--person <user>', 'only what this user of the system recorded')
    .option('--removed', 'only what was removed from the queue', false)
    .option(
      '--limit <count>',
      'show at most this many, the latest ones',
      (text) => wholeNumber(text, 1, 1_000_000),
      100,
    )
    .option('--csv <file>', 'write all that is found to this file, as a table')
    .action((options) => run(async (session) => (await fromHistory()).showHistory(session, options), options.json));
}

/** Its first moment and the first one after it, in the zone of this computer. */
function day(text: string): { from: number; before: number } {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text.trim())?.map(Number) ?? [];
  const start = new Date(year ?? Number.NaN, (month ?? 0) - 1, date);
  if (Number.isNaN(start.getTime()) || start.getDate() !== date)
    throw new InvalidArgumentError('A day is needed, such as 2026-11-20.');
  const next = new Date(start.getTime() + 1.5 * DAY);
  return { from: start.getTime(), before: new Date(next.getFullYear(), next.getMonth(), next.getDate()).getTime() };
}
