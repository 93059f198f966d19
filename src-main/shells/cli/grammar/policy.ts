/** @file The command about what the organisation has set on this computer. */

import type { Grammar } from './grammar.ts';

const fromPolicy = () => import('../commands/policy.ts');

export function declarePolicyCommands({ program, command, run }: Grammar): void {
  const policy = program.command('policy').description('show what your organisation has set on this computer');
  const show = command('show', 'show what is set, where, and what of it is not used', policy);
  // “tranship policy” alone shows it, too.
  policy.option('--json', 'print JSON Lines; the last one is the summary', false);
  const showPolicy = (json: boolean) => run(async (session) => (await fromPolicy()).showPolicy(session), json);
  policy.action((options) => showPolicy(options.json));
  show.action((options) => showPolicy(options.json || policy.opts<{ json: boolean }>().json));
}
