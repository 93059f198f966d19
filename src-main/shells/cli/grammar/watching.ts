/** @file The commands about watched folders. */

import { fact } from '../../../../src-shared/languages/fact.ts';
import { noteBelow } from '../help.ts';
import { connectionOption, type Grammar, ruleSetOption } from './grammar.ts';
import { markerEnding, settleSeconds } from './values.ts';

const fromWatch = () => import('../commands/watch.ts');

const templateOption = [
  '--template <name>',
  'the template that prepares the files; without it they must be JSON Lines',
] as const;
const releaseOption = [
  '--release',
  'send files without findings without a person, where the policy of this computer allows it',
  false,
] as const;
const sharedOption = [
  '--shared',
  'other users put files into the folder, too: take what they put there',
  false,
] as const;
const settleOption = [
  '--settle <seconds>',
  'how long a file must not have changed; 60 unless it is given',
  settleSeconds,
] as const;
const markerOption = [
  '--marker <ending>',
  'take a file once there is a second one whose name has this ending, such as .done, in place of the settle time',
  markerEnding,
] as const;

export function declareWatchCommands({ command, run }: Grammar): void {
  const watch = command('watch [folder]', 'prepare, check and send what lands in a folder, or in the stored ones')
    .option(...templateOption)
    .option(...connectionOption)
    .option(...releaseOption)
    .option(...sharedOption)
    .option(...settleOption)
    .option(...markerOption)
    .option(...ruleSetOption)
    .option('--once', 'end after one pass, for scheduled tasks', false)
    .option('--no-send', 'prepare and check only; “tranship work” sends')
    .option('--wait', 'with --once: follow the batches until the service is done with them', false)
    .addHelpText(
      'after',
      noteBelow(
        fact(
          'Files are moved, never deleted: to “done”, or to “refused” with the reason beside them. To watch a folder called “add”, “list” or “remove”, name it as “./add”.',
        ),
      ),
    )
    .action((folder, options) =>
      run(async (session) => (await fromWatch()).watch(session, folder, options), options.json),
    );

  command('add <folder>', 'store a folder, to be watched by “tranship watch” and by the app', watch)
    .option(...templateOption)
    .option(...connectionOption)
    .option(...releaseOption)
    .option(...sharedOption)
    .option(...settleOption)
    .option(...markerOption)
    .action((folder, options) =>
      run(async (session) => (await fromWatch()).addFolder(session, folder, options), options.json),
    );
  command('list', 'list the stored folders', watch).action((options) =>
    run(async (session) => (await fromWatch()).listFolders(session), options.json),
  );
  command('remove <folder>', 'stop watching a stored folder; what is in it stays', watch).action((folder, options) =>
    run(async (session) => (await fromWatch()).forgetFolder(session, folder), options.json),
  );
}
