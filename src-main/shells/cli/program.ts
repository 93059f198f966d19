/** @file The commands and options of the command line, exactly as they are documented; scripts rely on them. */

import { Command, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { misfortuneMeanings } from '../../practice/misfortune.ts';
import { DEFAULT_MAX_BATCH_BYTES } from '../../queue/submission.ts';
import { check } from './commands/check.ts';
import {
  addConnection,
  changeCertificate,
  changeSecret,
  listConnections,
  removeConnection,
  testConnection,
} from './commands/connection.ts';
import { diagnose } from './commands/diagnose.ts';
import { changeAuthorities, changeProxy, showNetwork } from './commands/network.ts';
import { observe } from './commands/observe.ts';
import { post } from './commands/post.ts';
import { practice } from './commands/practice.ts';
import { approve, changeQueue, listQueue, type QueueAction } from './commands/queue.ts';
import { receipt, report } from './commands/report.ts';
import { ruleRunStatus, ruleSchedule, runRules } from './commands/rules.ts';
import { send, work } from './commands/send.ts';
import { serve } from './commands/serve.ts';
import type { ExitCode } from './exit-codes.ts';
import type { Session } from './session.ts';

type Action = (session: Session) => ExitCode | Promise<ExitCode>;

/** The command line; what a call asks for is handed to `run`, with whether it wants JSON Lines. */
export function createProgram(run: (action: Action, json: boolean) => Promise<void>): Command {
  const program = new Command('tranship')
    .description('Checks transaction exports, sends them in batches, and follows them until the service is done.')
    .version('0.1.0')
    .showHelpAfterError('“tranship --help” shows what can be called.');

  const command = (nameAndArguments: string, description: string, parent = program) =>
    parent
      .command(nameAndArguments)
      .description(description)
      .option('--json', 'print JSON Lines; the last one is the summary', false);

  command('check <file...>', 'check files offline, every line')
    .option('--rules <file>', 'a rule set (JSON) instead of the default rules')
    .option('--findings <file>', 'write all findings to this file, as JSON Lines, or as CSV if it is called .csv')
    .option('--workers <count>', 'threads that check lines; by default as many as there are cores', workerCount)
    .action((files, options) => run((session) => check(session, files, options), options.json));

  command('send <file...>', 'check files, cut them into batches and send them')
    .option('--connection <name>', 'a stored connection; otherwise the TRANSHIP_… variables')
    .addOption(
      new Option('--on-invalid <what>', 'what to do with a file in which the check finds errors')
        .choices(['stop', 'service-decides'] as const)
        .default('stop' as const),
    )
    .option('--ingest-valid', 'let the service ingest the valid lines of a batch that has invalid ones', false)
    .option('--max-batch <bytes>', 'the largest batch, in bytes', batchLimit)
    .option('--rules <file>', 'a rule set (JSON) instead of the default rules')
    .option(
      '--send-again <reason>',
      'send a file even if it has been sent before; the history keeps the reason',
      reason,
    )
    .option('--uploads <count>', 'uploads at the same time over one connection', uploadCount)
    .option('--limit-rate <bytes>', 'what all uploads together may take of the line, in bytes a second', lineRate)
    .option('--wait', 'follow the batches until the service is done with them', false)
    .action((files, options) => run((session) => send(session, files, options), options.json));

  command('work', 'carry on with the queue')
    .option('--until-idle', 'also end when nothing can be done for now', false)
    .option('--uploads <count>', 'uploads at the same time over one connection', uploadCount)
    .option('--limit-rate <bytes>', 'what all uploads together may take of the line, in bytes a second', lineRate)
    .action((options) => run((session) => work(session, options), options.json));

  const queue = program.command('queue').description('see and steer what is in the queue');
  command('list [id...]', 'what is in the queue (also while another Tranship works on it)', queue).action(
    (ids, options) => run((session) => listQueue(session, ids), options.json),
  );
  const actions: Record<QueueAction, string> = {
    pause: 'send nothing more of a submission until it is resumed',
    resume: 'go on with a paused submission',
    retry: 'begin again what failed or was cancelled',
    cancel: 'give up what has not ended yet',
  };
  for (const action of ['pause', 'resume', 'retry', 'cancel'] as const) {
    command(`${action} <id...>`, actions[action], queue).action((ids, options) =>
      run((session) => changeQueue(session, action, ids), options.json),
    );
  }

  command('approve <id>', 'send a submission that is held all the same', queue)
    .option('--reason <text>', 'why; needed for a file that has been sent before, and kept in the history', reason)
    .action((id, options) => run((session) => approve(session, id, options.reason), options.json));

  command('report <batch-id>', 'get the service’s report on a refused batch')
    .option('--out <folder>', 'put a copy into this folder')
    .action((batchId, options) => run((session) => report(session, batchId, options), options.json));
  command('receipt <batch-id>', 'print the proof of a batch').action((batchId, options) =>
    run((session) => receipt(session, batchId), options.json),
  );

  const connection = program.command('connection').description('where the service is, and as whom to speak to it');
  command('add <name>', 'store a connection, with what it signs in with', connection)
    .requiredOption('--base-url <address>', 'the base address of the service')
    .requiredOption('--token-url <address>', 'the token endpoint of the tenant')
    .requiredOption('--client-id <id>', 'the application identifier')
    .requiredOption('--scope <scope>', 'the tenant scope, tenant/<tenant-id>')
    .option('--certificate <file>', 'a client certificate, PEM or PFX, in place of a secret or beside it')
    .option('--key <file>', 'the key of the certificate, where it is not in the same file')
    .addHelpText('after', fromWhere('The secret', 'TRANSHIP_CLIENT_SECRET'))
    .addHelpText('after', certificatePassphrase)
    .action((name, options) => run((session) => addConnection(session, name, options), options.json));
  command('list', 'the stored connections', connection).action((options) => run(listConnections, options.json));
  command(
    'test [name]',
    'ask the service something harmless; “tranship diagnose” tells what is wrong',
    connection,
  ).action((name, options) => run((session) => testConnection(session, name), options.json));
  command('remove <name>', 'forget a connection and what it signs in with', connection).action((name, options) =>
    run((session) => removeConnection(session, name), options.json),
  );
  command('secret <name>', 'store another secret; what is in the queue goes on with it', connection)
    .addHelpText('after', fromWhere('The secret', 'TRANSHIP_CLIENT_SECRET'))
    .action((name, options) => run((session) => changeSecret(session, name), options.json));
  command('certificate <name>', 'store another client certificate, or take it away', connection)
    .option('--certificate <file>', 'the client certificate, PEM or PFX')
    .option('--key <file>', 'its key, where it is not in the same file')
    .addOption(new Option('--remove', 'sign in without a certificate').conflicts(['certificate', 'key']))
    .addHelpText('after', certificatePassphrase)
    .action((name, options) => run((session) => changeCertificate(session, name, options), options.json));

  const network = program.command('network').description('the way out of this network: proxy and authorities');
  command('show', 'how it is set', network).action((options) => run(showNetwork, options.json));
  command('proxy', 'set the proxy', network)
    .addOption(new Option('--system', 'what the system or HTTPS_PROXY says').conflicts(['none', 'address']))
    .addOption(new Option('--none', 'no proxy').conflicts('address'))
    .option('--address <url>', 'this proxy, http://host:port or https://host:port')
    .option('--user <name>', 'the name by which the proxy knows you')
    .option('--bypass <hosts>', 'hosts that are reached without the proxy, separated by commas')
    .addHelpText('after', fromWhere('The password of the proxy', 'TRANSHIP_PROXY_PASSWORD'))
    .action((options) => run((session) => changeProxy(session, options), options.json));
  command('authorities [file]', 'trust the certificate authorities in a PEM file, too', network)
    .option('--remove', 'trust only those of the system', false)
    .action((file, options) => run((session) => changeAuthorities(session, file, options), options.json));

  const connectionOption = ['--connection <name>', 'a stored connection; otherwise the TRANSHIP_… variables'] as const;
  const rules = program.command('rules').description('run the rules of the service, and see how they get on');
  const runs = {
    execute: 'run the rules for a day, as a rule after a batch',
    rerun: 'run the rules again for one of the last 30 days (the service takes one rerun a minute)',
  };
  for (const kind of ['execute', 'rerun'] as const) {
    command(kind, runs[kind], rules)
      .requiredOption('--date <day>', 'the day, as 2026-01-31')
      .option('--rule <id...>', 'only these rules; without it, all')
      .option('--force', 'also rules that have run for this day', false)
      .option(...connectionOption)
      .option('--wait', 'follow the run to its end', false)
      .action((options) => run((session) => runRules(session, kind, options), options.json));
  }
  command('status <execution-id>', 'how a run gets on', rules)
    .option(...connectionOption)
    .action((id, options) => run((session) => ruleRunStatus(session, id, options), options.json));
  command('schedule', 'the live rules, and when they run', rules)
    .option(...connectionOption)
    .action((options) => run((session) => ruleSchedule(session, options), options.json));

  command('observe [name-or-path]', 'what the service tells of itself; without a name, what can be asked')
    .option(...connectionOption)
    .action((nameOrPath, options) => run((session) => observe(session, nameOrPath, options), options.json));

  command('diagnose [name]', 'find out what is between this computer and the service, step by step')
    .option('--ask-for-storage', 'ask for an upload address, to learn which host stores the uploads', false)
    .action((name, options) => run((session) => diagnose(session, name, options), options.json));

  command('post <file>', 'check single transactions (JSON, or JSON Lines) and send them one by one')
    .option('--connection <name>', 'a stored connection; otherwise the TRANSHIP_… variables')
    .option('--rules <file>', 'a rule set (JSON) instead of the default rules')
    .addOption(
      new Option('--on-invalid <what>', 'what to do with a file in which the check finds errors')
        .choices(['stop', 'service-decides'] as const)
        .default('stop' as const),
    )
    .option('--results <file>', 'write what became of each line to this file, as JSON Lines')
    .option('--concurrency <count>', 'lines under way at the same time; 1 keeps the order', concurrency, 100)
    .option('--resend-unknown', 'also send again what may have arrived before; it overwrites what arrived', false)
    .option('--resend-refused', 'also send again what the service refused before', false)
    .action((file, options) => run((session) => post(session, file, options), options.json));

  command('practice', 'serve the practice tenant on this machine')
    .option('--port <port>', 'the port of the service; its storage takes any free one', portNumber)
    .option('--pace <milliseconds>', 'the time between two states of a batch', (text) => wholeNumber(text))
    .option('--misfortune <name:key=value,…>', 'a bad day to play; may be repeated', collect, [])
    .addHelpText('after', () => `\nMisfortunes:\n${misfortuneList()}`)
    .action((options) => run((session) => practice(session, options), options.json));

  command('serve', 'show the window in a browser on this machine, at an address that works once')
    .option('--port <port>', 'the port to serve on; by default any free one', portNumber)
    .action((options) => run((session) => serve(session, options), options.json));

  return program;
}

function fromWhere(what: string, variable: string): string {
  return `\n${what} comes from ${variable} or a prompt; it is stored only where TRANSHIP_PASSPHRASE encrypts it.`;
}

const certificatePassphrase =
  '\nThe passphrase of a certificate comes from TRANSHIP_CERTIFICATE_PASSPHRASE or a prompt.';

function wholeNumber(text: string, least = 0, most = Number.MAX_SAFE_INTEGER): number {
  const parsed = z.coerce.number().int().min(least).max(most).safeParse(text);
  if (!parsed.success || text.trim() === '') {
    const range = most === Number.MAX_SAFE_INTEGER ? '' : ` from ${least} to ${most}`;
    throw new InvalidArgumentError(`A whole number${range} is needed.`);
  }
  return parsed.data;
}

/** §2.1: a larger batch is rejected. */
const batchLimit = (text: string): number => wholeNumber(text, 1, DEFAULT_MAX_BATCH_BYTES);

const uploadCount = (text: string): number => wholeNumber(text, 1, 16);

const concurrency = (text: string): number => wholeNumber(text, 1, 1000);

const lineRate = (text: string): number => wholeNumber(text, 1000);

function reason(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('A few words are needed.');
  return text.trim();
}

const workerCount = (text: string): number => wholeNumber(text, 1, 64);

const portNumber = (text: string): number => wholeNumber(text, 0, 65_535);

function collect(text: string, before: string[]): string[] {
  return [...before, text];
}

function misfortuneList(): string {
  return Object.entries(misfortuneMeanings)
    .map(([name, meaning]) => `  ${name.padEnd(18)} ${meaning}`)
    .join('\n');
}
