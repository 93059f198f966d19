/** @file The commands that look at the queue and steer it. */

import type { QueueAction } from '../../../../src-shared/contract.ts';
import { forceOption, type Grammar } from './grammar.ts';
import { addedDays, collect, collectStates, oneDay, reason } from './values.ts';

const fromFind = () => import('../commands/find.ts');
const fromQueueList = () => import('../commands/queue-list.ts');
const fromQueue = () => import('../commands/queue.ts');
const fromReceipt = () => import('../commands/receipt.ts');
const fromStatement = () => import('../commands/statement.ts');
const fromReport = () => import('../commands/report.ts');

export function declareQueueCommands({ program, command, run }: Grammar): void {
  const queue = program.command('queue').description('show and change the queue');
  command('list [id...]', 'list the queue, or save the list, even while another Tranship uses it', queue)
    .option('--search <words>', 'only files with these words in their name or folder', '')
    .option('--state <state>', 'only what is in this state; can be given several times', collectStates, [])
    .option('--connection <name>', 'only what goes over this connection; can be given several times', collect, [])
    .option(
      '--added <days>',
      'only what was added today, yesterday, in the week, or on 2026-11-01..2026-11-20',
      addedDays,
    )
    .option('--export <file>', 'write all that is known of each to this file: a table (.csv) or JSON Lines (.jsonl)')
    .option(...forceOption)
    .action((ids, options) =>
      run(async (session) => (await fromQueueList()).listQueue(session, ids, options), options.json),
    );
  command(
    'open',
    'list what is open, anywhere, with the next command for each; ends with 1 if anything is',
    queue,
  ).action((options) => run(async (session) => (await fromQueueList()).listOpen(session), options.json));
  const actions: Record<QueueAction, string> = {
    pause: 'send nothing more of a submission until it is resumed',
    resume: 'continue with a paused submission',
    retry: 'send again what failed or was cancelled',
    cancel: 'cancel what has not ended',
    remove: 'remove an ended submission from the queue; its history stays',
    restore: 'restore what was removed in the last ten minutes',
  };
  for (const action of ['pause', 'resume', 'retry', 'cancel', 'remove', 'restore'] as const) {
    const changing = command(`${action} <id...>`, actions[action], queue);
    if (action === 'pause') changing.option('--after-upload', 'send first what is being sent now to its end', false);
    if (action === 'cancel')
      changing.option(
        '--reason <text>',
        'of what has made no batches yet: why its lines are given up; kept in the history and on the receipt',
        reason,
      );
    changing.action((ids, options: { json: boolean; afterUpload?: boolean; reason?: string }) =>
      run(
        async (session) =>
          (await fromQueue()).changeQueue(session, action, ids, {
            letsFinish: options.afterUpload,
            reason: options.reason,
          }),
        options.json,
      ),
    );
  }

  command('send-now <id...>', 'send without waiting for the sending hours of the connection, this once', queue).action(
    (ids, options) => run(async (session) => (await fromQueue()).sendNow(session, ids), options.json),
  );

  command('approve <id>', 'send a submission that is held', queue)
    .option(
      '--reason <text>',
      'why; needed for a file with errors or that has been sent before, and kept in the history',
      reason,
    )
    .option(
      '--confirm <connection>',
      'the name of its connection; needed for Production where your organisation wants it',
    )
    .option('--ingest-valid', 'if the service finds errors in a batch, ask it to accept the valid lines', false)
    .action((id, options) => run(async (session) => (await fromQueue()).approve(session, id, options), options.json));

  command(
    'find-file <id> <file>',
    'say where the file of a submission is now, after it was moved or renamed; only the same bytes are sent',
    queue,
  ).action((id, file, options) =>
    run(async (session) => (await fromQueue()).findFile(session, id, file), options.json),
  );

  command(
    'settle-refused <id>',
    'say that the rows which the preparation of a submission had refused are dealt with elsewhere',
    queue,
  )
    .requiredOption('--reason <text>', 'where and why; kept in the history', reason)
    .action((id, options) =>
      run(async (session) => (await fromQueue()).settleRefused(session, id, options), options.json),
    );

  command(
    'find [id...]',
    'tell in which file, line and batch ids went, of modifications, batches, payments or transactions, and what became of them; ends with 1 where not all were found',
  )
    .option(
      '--in-files',
      'look for what no index has, such as the id of a payment, in the files themselves, however large they are; without this, only where they are less than 2 GB together',
      false,
    )
    .option('--from <file>', 'a file with one id a line; “-” reads what is piped in')
    .action((ids, options) => run(async (session) => (await fromFind()).find(session, ids, options), options.json));

  command(
    'report <batch-id>',
    'show what the service’s report on a batch says of each line, beside what the check found',
  )
    .option('--csv <file>', 'write the whole table to this file, as CSV')
    .option('--rules <file>', 'write a rule set that is as strict as the service was, and say what it would change')
    .option('--out <folder>', 'save a copy of the report as it came in this folder')
    .option(...forceOption)
    .action((batchId, options) =>
      run(async (session) => (await fromReport()).report(session, batchId, options), options.json),
    );
  command(
    'receipt <id>',
    'print the receipt of a batch, of a payment by its modification id, or of a submission by its number',
  )
    .option('--html <file>', 'write it as a page to print, and the signed JSON beside it')
    .option(...forceOption)
    .action((id, options) => run(async (session) => (await fromReceipt()).receipt(session, id, options), options.json));
  command('statement', 'state what came in over some days, what became of it and what is open')
    .option(
      '--from <day>',
      'the first day on which files were added, such as 2026-11-01, in the zone of this computer; else that of the first file',
      oneDay,
    )
    .requiredOption('--to <day>', 'the last day', oneDay)
    .option('--connection <name>', 'only what went over this connection')
    .option(
      '--control <file>',
      'what the core system says, by day and currency (CSV, JSON, or a manifest): compare with it',
    )
    .option('--keep', 'keep these figures for the connection; they are compared from then on')
    .option('--forget <day>', 'remove what is kept of a day for the connection', oneDay)
    .option('--csv <file>', 'write it as a table')
    .option('--out <file>', 'write it as a page to print')
    .option(...forceOption)
    .action((options) => run(async (session) => (await fromStatement()).statement(session, options), options.json));
}
