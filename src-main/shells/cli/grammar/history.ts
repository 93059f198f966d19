/** @file The command that looks up what happened. */

import { forceOption, type Grammar } from './grammar.ts';
import { day, stateName, wholeNumber } from './values.ts';

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
    .option(...forceOption)
    .action((options) => run(async (session) => (await fromHistory()).showHistory(session, options), options.json));
}
