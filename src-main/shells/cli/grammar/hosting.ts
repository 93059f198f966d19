/** @file The commands about this machine: the practice tenant, the window in a browser, what the data folder keeps. */

import { misfortuneMeanings } from '../../../practice/misfortune.ts';
import { practice } from '../commands/practice.ts';
import { purgeNow, setRetention, showRetention } from '../commands/retention.ts';
import { serve } from '../commands/serve.ts';
import { type Grammar, listed } from './grammar.ts';
import { collect, keptDays, keptDaysOrAlways, portNumber, wholeNumber } from './values.ts';

export function declareHostingCommands({ program, command, run }: Grammar): void {
  command('practice', 'run the practice tenant on this computer')
    .option('--port <port>', 'the port of the service; its storage takes any free one', portNumber)
    .option('--pace <milliseconds>', 'the time between two states of a batch', (text) => wholeNumber(text))
    .option('--misfortune <name:key=value,…>', 'a misfortune to play; may be repeated', collect, [])
    .addHelpText('after', () => `\nMisfortunes:\n${misfortuneList()}`)
    .action((options) => run((session) => practice(session, options), options.json));

  command('serve', 'show the window in a browser on this computer, at an address that works once')
    .option('--port <port>', 'the port to serve on; by default any free one', portNumber)
    .action((options) => run((session) => serve(session, options), options.json));

  const retention = program.command('retention').description('show and set how long customer data is kept');
  command('show', 'show what is kept, how much of it, and for how long', retention).action((options) =>
    run(showRetention, options.json),
  );
  command('set', 'set how long something is kept, in days; “always”: until the submission is removed', retention)
    .option('--submissions <days>', 'ended submissions, then removed with all that belongs to them', keptDaysOrAlways)
    .option('--findings <days>', 'the findings of ended submissions', keptDaysOrAlways)
    .option('--reports <days>', 'reports of the service', keptDaysOrAlways)
    .option('--logs <days>', 'the logs', keptDays)
    .action((options) => run((session) => setRetention(session, options), options.json));
  command('purge', 'delete now what is due, and what earlier versions left in the database', retention).action(
    (options) => run(purgeNow, options.json),
  );
}

function misfortuneList(): string {
  return Object.entries(misfortuneMeanings)
    .map(([name, meaning]) => listed(name, meaning))
    .join('\n');
}
