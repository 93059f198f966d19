/** @file The command line, exactly as it is documented; scripts rely on it. Each group of commands has a file in grammar/. */

import { Command, Help, type Option } from 'commander';
import manifest from '../../../package.json' with { type: 'json' };
import { declareConnectionCommands } from './grammar/connections.ts';
import { declareFileCommands } from './grammar/files.ts';
import type { Grammar } from './grammar/grammar.ts';
import { declareHostingCommands } from './grammar/hosting.ts';
import { declareQueueCommands } from './grammar/queue.ts';
import { declareServiceCommands } from './grammar/service.ts';

/** The command line; what a call asks for is handed to `run`, with whether it wants JSON Lines. */
export function createProgram(run: Grammar['run']): Command {
  const program = new Command('tranship')
    .description('Checks transaction exports, sends them in batches, and follows them until the service is done.')
    .version(manifest.version)
    .configureHelp({ optionDescription });
  const command: Grammar['command'] = (nameAndArguments, description, parent = program) =>
    parent
      .command(nameAndArguments)
      .description(description)
      .option('--json', 'print JSON Lines; the last one is the summary', false);
  const grammar = { program, command, run };
  declareFileCommands(grammar);
  declareQueueCommands(grammar);
  declareConnectionCommands(grammar);
  declareServiceCommands(grammar);
  declareHostingCommands(grammar);
  pointToHelp(program, 'tranship');
  return program;
}

/** A switch is off until it is given: that goes without saying. */
function optionDescription(option: Option): string {
  const isSwitch = option.isBoolean() || Array.isArray(option.defaultValue);
  return isSwitch ? option.description : new Help().optionDescription(option);
}

/** A wrong call of a command is pointed to the help of that very command. */
function pointToHelp(command: Command, call: string): void {
  command.showHelpAfterError(`See “${call} --help”.`);
  for (const child of command.commands) pointToHelp(child, `${call} ${child.name()}`);
}
