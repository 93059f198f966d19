/** @file The command about the data folder itself. */

import type { Grammar } from './grammar.ts';
import { reason } from './values.ts';

const fromFolder = () => import('../commands/folder.ts');

export function declareFolderCommands({ program, command, run }: Grammar): void {
  const folder = program.command('folder').description('decide about a data folder that may be a copy');
  command(
    'ask',
    'ask the services and the team what was sent that this data folder does not know; sends nothing',
    folder,
  ).action((options) => run(async (session) => (await fromFolder()).ask(session), options.json));
  command('confirm', 'continue with this data folder, although it may be a copy', folder)
    .requiredOption('--reason <text>', 'why it is the one to continue with; the history keeps it', reason)
    .action((options) => run(async (session) => (await fromFolder()).confirm(session, options), options.json));
}
