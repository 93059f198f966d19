/** @file The commands that take files: check, send, post, and the work that is left. */

import { Option } from 'commander';
import { takingPatterns } from '../file-patterns.ts';
import { connectionOption, forceOption, formerly, type Grammar, ruleSetOption, timeoutOption } from './grammar.ts';
import { batchLimit, collect, concurrency, lease, lineRate, reason, uploadCount, workerCount } from './values.ts';

const fromCheck = () => import('../commands/check.ts');
const fromPost = () => import('../commands/post.ts');
const fromSend = () => import('../commands/send.ts');

const uploadsOption = ['--uploads <count>', 'uploads at the same time over one connection', uploadCount] as const;
const rateOption = ['--limit-rate <bytes>', 'the limit for all uploads together, in bytes a second', lineRate] as const;

const onInvalid = () =>
  new Option('--on-invalid <what>', 'what to do with a file in which the check finds errors')
    .choices(['stop', 'service-decides'] as const)
    .default('stop' as const);

const onUnknown = () =>
  new Option('--on-unknown <what>', 'what to do when it is not known whether a batch arrived')
    .choices(['ask', 'send-again'] as const)
    .default('ask' as const);

export function declareFileCommands({ command, run, runAlone }: Grammar): void {
  takingPatterns(command('check <file...>', 'check files offline, every line'))
    .option(...ruleSetOption)
    .option('--findings <file>', 'write all findings to this file, as JSON Lines, or as CSV if its name ends in .csv')
    .option(...forceOption)
    .option('--group', 'print equal findings once, by field and value, with their number and first lines')
    .option(
      '--workers <count>',
      'threads that check lines; by default as many as there are cores, at most 8',
      workerCount,
    )
    .action((files, options) =>
      runAlone(async (call) => (await fromCheck()).check(call, files, options), options.json),
    );

  takingPatterns(command('send <file...>', 'check files, or those of a manifest, cut them into batches and send them'))
    .option(...connectionOption)
    .addOption(onInvalid())
    .addOption(onUnknown())
    .option('--ingest-valid', 'if the service finds errors in a batch, ask it to accept the valid lines', false)
    .option('--max-batch <bytes>', 'the largest batch, in bytes', batchLimit)
    .option(...ruleSetOption)
    .option(
      '--send-again <reason>',
      'send a file even if it has been sent before; the history keeps the reason',
      reason,
    )
    .option(
      '--accept-differences',
      'send what was prepared although figures of the source system differ; they are kept, and statements compare with them',
      false,
    )
    .option(
      '--replaces <id>',
      'add the files of one manifest in the place of a submission and of all that came of the same preparation: nothing of that may have been sent',
    )
    .option(...uploadsOption)
    .option(...rateOption)
    .option('--wait', 'follow the batches until the service is done with them', false)
    .option('--team', 'give the batches to the team, whose desks send them with “tranship work --team”', false)
    .option(...timeoutOption)
    .action((files, options) => run(async (session) => (await fromSend()).send(session, files, options), options.json));

  command('work', 'continue with the queue')
    .option('--until-idle', 'end when nothing more can be done for now', false)
    .option('--team', 'take parts of the files that the team shares, and send them', false)
    .option('--connection <name>', 'with --team, over which connection; otherwise the TRANSHIP_… variables')
    .option('--files <folder>', 'with --team, where files of the team are; can be given several times', collect, [])
    .option('--until-done', 'with --team, end when the team has no part left to send', false)
    .addOption(
      new Option(
        '--lease <duration>',
        'with --team, after how long without a word of this desk another one takes its parts',
      )
        .argParser(lease)
        .default(90_000, '90s'),
    )
    .option(...timeoutOption)
    .option(...uploadsOption)
    .option(...rateOption)
    .action((options) => run(async (session) => (await fromSend()).work(session, options), options.json));

  formerly(
    command('post <file>', 'check single transactions (JSON, or JSON Lines) and send them one by one'),
    '--resend-refused',
    'resendRejected',
  )
    .option(...connectionOption)
    .option(...ruleSetOption)
    .addOption(onInvalid())
    .option('--results <file>', 'write the outcome of each line to this file, as JSON Lines')
    .option(...forceOption)
    .option('--concurrency <count>', 'lines under way at the same time; 1 keeps the order', concurrency, 100)
    .option(
      '--resend-unknown',
      'also send again the lines that may have arrived; a line that did arrive is replaced',
      false,
    )
    .option('--resend-rejected', 'also send again the lines that the service rejected', false)
    .action((file, options) => run(async (session) => (await fromPost()).post(session, file, options), options.json));
}
