/** @file The commands that ask the service directly: its rules, and what it tells of itself. */

import { observe } from '../commands/observe.ts';
import { ruleRunStatus, ruleSchedule, runRules } from '../commands/rules.ts';
import { connectionOption, type Grammar } from './grammar.ts';
import { duration } from './values.ts';

export function declareServiceCommands({ program, command, run }: Grammar): void {
  const rules = program.command('rules').description('run the rules of the service, and see how they get on');
  const runs = {
    execute: 'run the rules for a day, usually after its batches',
    rerun: 'run the rules again for one of the last 30 days (the service takes one rerun a minute)',
  };
  for (const kind of ['execute', 'rerun'] as const) {
    command(kind, runs[kind], rules)
      .requiredOption('--date <day>', 'the day, as 2026-01-31')
      .option('--rule <id...>', 'only these rules; without it, all')
      .option('--force', 'run also what has run for this day already', false)
      .option(...connectionOption)
      .option('--wait', 'follow the run to its end', false)
      .option('--timeout <duration>', 'stop waiting after this time, such as 90s, 15m or 2h; the run goes on', duration)
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
}
