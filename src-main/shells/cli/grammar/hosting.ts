/** @file The commands that serve something on this machine: the practice tenant, the window in a browser. */

import { misfortuneMeanings } from '../../../practice/misfortune.ts';
import { practice } from '../commands/practice.ts';
import { serve } from '../commands/serve.ts';
import { type Grammar, listed } from './grammar.ts';
import { collect, portNumber, wholeNumber } from './values.ts';

export function declareHostingCommands({ command, run }: Grammar): void {
  command('practice', 'run the practice tenant on this computer')
    .option('--port <port>', 'the port of the service; its storage takes any free one', portNumber)
    .option('--pace <milliseconds>', 'the time between two states of a batch', (text) => wholeNumber(text))
    .option('--misfortune <name:key=value,…>', 'a misfortune to play; may be repeated', collect, [])
    .addHelpText('after', () => `\nMisfortunes:\n${misfortuneList()}`)
    .action((options) => run((session) => practice(session, options), options.json));

  command('serve', 'show the window in a browser on this computer, at an address that works once')
    .option('--port <port>', 'the port to serve on; by default any free one', portNumber)
    .action((options) => run((session) => serve(session, options), options.json));
}

function misfortuneList(): string {
  return Object.entries(misfortuneMeanings)
    .map(([name, meaning]) => listed(name, meaning))
    .join('\n');
}
