/**
 * @file How the commands are declared: each takes --json, and what a call asks for is handed over with that.
 * [Note: Loaded on call] What a command does is imported when it is called: evaluating all commands, with all that they
 * work on, takes longer than checking a file.
 */

import { type Command, Option } from 'commander';
import type { Call } from '../call.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { Session } from '../session.ts';
import { duration } from './values.ts';

/** What a command does, with the data folder, the connections and the queue. */
export type Action = (session: Session) => Promise<ExitCode>;

/** What a command does that needs none of them, for which they are not loaded. */
export type ActionAlone = (call: Call) => Promise<ExitCode>;

/** The action with a session around its call. */
export const inSession =
  (action: Action): ActionAlone =>
  async (call) => {
    const { Session } = await import('../session.ts');
    return action(new Session(call));
  };

export interface Grammar {
  program: Command;
  /** A command of the program, or of a group in it. */
  command: (nameAndArguments: string, description: string, parent?: Command) => Command;
  /** Runs what a call asks for. */
  run: (action: Action, json: boolean) => Promise<void>;
  /** The same, for a command that needs neither data folder nor connection. */
  runAlone: (action: ActionAlone, json: boolean) => Promise<void>;
}

/** An option's former name, which scripts may still have: it does the same, and the help does not show it. */
export function formerly(command: Command, former: string, name: string): Command {
  const option = new Option(former).hideHelp();
  return command
    .addOption(option)
    .on(`option:${option.name()}`, (value: string | null) => command.setOptionValue(name, value ?? true));
}

/** Options that several commands take. */
export const timeoutOption = [
  '--timeout <duration>',
  'stop waiting after this time, such as 90s, 15m or 2h; the rest stays in the queue',
  duration,
] as const;
export const connectionOption = [
  '--connection <name>',
  'a stored connection; otherwise the TRANSHIP_… variables',
] as const;
/** Of commands that write a file which a person has named. */
export const forceOption = ['--force', 'replace a file that is there', false] as const;
export const ruleSetOption = ['--rules <file>', 'a rule set (JSON) instead of the default rules'] as const;
