/** @file The commands that ask the service directly: its rules, and what it tells of itself. */

import { connectionOption, type Grammar } from './grammar.ts';
import { duration } from './values.ts';

const fromObserve = () => import('../commands/observe.ts');
const fromRules = () => import('../commands/rules.ts');

export function declareServiceCommands({ program, command, run }: Grammar): void {
  const rules = program.command('rules').description('run the rules of the service and follow the runs');
  const runs = {
    execute: 'run the rules for a day, usually after its batches',
    rerun: 'run the rules again for one of the last 30 days (the service accepts one rerun a minute)',
  };
  for (const kind of ['execute', 'rerun'] as const) {
    command(kind, runs[kind], rules)
      .requiredOption('--date <day>', 'the day, as 2026-01-31')
      .option('--rule <id...>', 'only these rules; without it, all')
      .option('--force', 'also run rules that have already run for this day', false)
      .option(...connectionOption)
      .option('--wait', 'follow the run to its end', false)
      .option(
        '--timeout <duration>',
        'stop waiting after this time, such as 90s, 15m or 2h; the run continues',
        duration,
      )
      .action((options) => run(async (session) => (await fromRules()).runRules(session, kind, options), options.json));
  }
  command('list', 'list the latest runs that were asked for here, the newest first', rules).action((options) =>
    run(async (session) => (await fromRules()).listRuleRuns(session), options.json),
  );
  command('status <execution-id>', 'show the state of a run', rules)
    .option(...connectionOption)
    .action((id, options) =>
      run(async (session) => (await fromRules()).ruleRunStatus(session, id, options), options.json),
    );
  command('schedule', 'show the live rules and when they run', rules)
    .option(...connectionOption)
    .action((options) => run(async (session) => (await fromRules()).ruleSchedule(session, options), options.json));

  command('observe [name-or-path]', 'show what the service says about itself; without a name, list what can be asked')
    .option(...connectionOption)
    .action((nameOrPath, options) =>
      run(async (session) => (await fromObserve()).observe(session, nameOrPath, options), options.json),
    );
}
