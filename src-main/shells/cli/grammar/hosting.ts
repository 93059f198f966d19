/** @file The commands about this machine: the practice tenant, the window in a browser, what the data folder keeps. */

import { Option } from 'commander';
import { AppError } from '../../../../src-shared/errors.ts';
import { fact } from '../../../../src-shared/languages/fact.ts';
import { misfortuneMeanings } from '../../../../src-shared/misfortune-meanings.ts';
import { beginExamination } from '../../../ground/files/early-examination.ts';
import type { Call } from '../call.ts';
import { noteBelow } from '../help.ts';
import { type Grammar, inSession } from './grammar.ts';
import { collect, keptDays, keptDaysOrAlways, portNumber, wholeNumber } from './values.ts';

const fromPractice = () => import('../commands/practice.ts');
const fromRetention = () => import('../commands/retention.ts');
const fromSettings = () => import('../commands/settings.ts');
const fromServe = () => import('../commands/serve.ts');

/** The command itself says that a data folder cannot be found. */
function examineWhileLoading(call: Call): void {
  try {
    beginExamination(call.folder);
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
  }
}

export function declareHostingCommands({ program, command, run, runAlone }: Grammar): void {
  command('practice', 'run the practice service on this computer')
    .option('--port <port>', 'the port of the service; its storage takes any free one', portNumber)
    .option('--pace <milliseconds>', 'the time between two states of a batch', (text) => wholeNumber(text))
    .option('--misfortune <name:key=value,…>', 'a misfortune to play; may be repeated', collect, [])
    .addHelpText('after', noteBelow(fact('Misfortunes:'), misfortuneMeanings))
    .action((options) => run(async (session) => (await fromPractice()).practice(session, options), options.json));

  command('serve', 'show the window in a browser on this computer, at an address that works once')
    .option('--port <port>', 'the port to serve on; by default any free one', portNumber)
    .action((options) =>
      runAlone(async (call) => {
        examineWhileLoading(call);
        return await inSession(async (session) => (await fromServe()).serve(session, options))(call);
      }, options.json),
    );

  const settings = program.command('settings').description('show and change further settings');
  command('show', 'show the settings', settings).action((options) =>
    run(async (session) => (await fromSettings()).showSettings(session), options.json),
  );
  command('set', 'change a setting', settings)
    .addOption(
      new Option(
        '--id-index <on-or-off>',
        'keep an index of the modification ids of checked files, for “find” and for a warning before ids go twice; off deletes it',
      ).choices(['on', 'off'] as const),
    )
    .action((options) => run(async (session) => (await fromSettings()).setSettings(session, options), options.json));

  const retention = program.command('retention').description('show and set how long customer data is kept');
  command('show', 'show what is kept, how much of it, and for how long', retention).action((options) =>
    run(async (session) => (await fromRetention()).showRetention(session), options.json),
  );
  command('set', 'set how long something is kept, in days; “always”: until the submission is removed', retention)
    .option('--submissions <days>', 'ended submissions, then removed with all that belongs to them', keptDaysOrAlways)
    .option('--findings <days>', 'the findings of ended submissions', keptDaysOrAlways)
    .option('--reports <days>', 'reports of the service', keptDaysOrAlways)
    .option(
      '--ids <days>',
      'the ids of what was sent, after its removal; “always”: without a limit. Without them, single transactions of it are no longer recognised in another file',
      keptDaysOrAlways,
    )
    .option('--logs <days>', 'the logs', keptDays)
    .action((options) => run(async (session) => (await fromRetention()).setRetention(session, options), options.json));
  command('free', 'show what can be removed where the disk is full, or remove one kind of it', retention)
    .addOption(
      new Option('--remove <kind>', 'what is removed; nothing that is open needs it').choices([
        ...(['copies', 'reports', 'damaged'] as const),
      ]),
    )
    .action((options) =>
      run(async (session) => (await fromRetention()).freeSpace(session, options.remove), options.json),
    );
  command('purge', 'delete now what is due, and what earlier versions left in the database', retention).action(
    (options) => run(async (session) => (await fromRetention()).purgeNow(session), options.json),
  );
}
