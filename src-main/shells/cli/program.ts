/** @file The command line, exactly as it is documented; scripts rely on it. Each group of commands has a file in grammar/. */

import { Command, type OutputConfiguration } from 'commander';
import manifest from '../../../package.json' with { type: 'json' };
import { message } from '../../../src-shared/languages/message.ts';
import { visible, visibleLines } from '../../../src-shared/visible-text.ts';
import { complaintInWords } from './complaints.ts';
import { declareAuditCommands } from './grammar/audit.ts';
import { declareConnectionCommands } from './grammar/connections.ts';
import { declareFileCommands } from './grammar/files.ts';
import { declareFixingCommands } from './grammar/fixing.ts';
import { declareFolderCommands } from './grammar/folder.ts';
import { type Grammar, inSession } from './grammar/grammar.ts';
import { declareHistoryCommand } from './grammar/history.ts';
import { declareHostingCommands } from './grammar/hosting.ts';
import { declarePolicyCommands } from './grammar/policy.ts';
import { declareAtOnceCommands } from './grammar/preparing.ts';
import { declareQueueCommands } from './grammar/queue.ts';
import { declareServiceCommands } from './grammar/service.ts';
import { declareTeamCommands } from './grammar/team.ts';
import { declareWatchCommands } from './grammar/watching.ts';
import { HELP_COLUMNS, helpInWords } from './help.ts';
import type { CommandLinePorts, Outlet } from './ports.ts';

/** Where help and complaints about a call go, and the call itself. */
type ProgramPorts = Pick<CommandLinePorts, 'argv' | 'stdout' | 'stderr'>;

/** The command line; what a call asks for is handed to `runAlone`, with whether it wants JSON Lines. */
export function createProgram(runAlone: Grammar['runAlone'], ports: ProgramPorts): Command {
  const program = new Command('tranship')
    .description('Checks transaction exports, sends them in batches, and follows them until the service is done.')
    .version(manifest.version, '-V, --version', 'output the version number')
    .helpOption('-h, --help', 'display help for command')
    .helpCommand('help [command]', 'display help for command')
    // Else “watch” would take the options of “watch add” for its own.
    .enablePositionalOptions()
    .configureHelp(helpInWords)
    .configureOutput(throughGate(ports));
  const command: Grammar['command'] = (nameAndArguments, description, parent = program) =>
    parent
      .command(nameAndArguments)
      .description(description)
      .option('--json', 'print JSON Lines; the last one is the summary', false);
  const run: Grammar['run'] = (action, json) => runAlone(inSession(action), json);
  const grammar = { program, command, run, runAlone };
  declareFileCommands(grammar);
  declareAtOnceCommands(grammar);
  declareQueueCommands(grammar);
  declareWatchCommands(grammar);
  declareFixingCommands(grammar);
  declareHistoryCommand(grammar);
  declareAuditCommands(grammar);
  declareFolderCommands(grammar);
  declareConnectionCommands(grammar);
  declareServiceCommands(grammar);
  declareHostingCommands(grammar);
  declarePolicyCommands(grammar);
  declareTeamCommands(grammar);
  pointToHelp(program, 'tranship');
  return program;
}

/** Commander writes what is wrong with a call itself, and quotes it: line ends of the call are not ours. */
function throughGate({ argv, stdout, stderr }: ProgramPorts): OutputConfiguration {
  const parts = argv.flatMap((part) => [part, part.slice(part.indexOf('=') + 1)]).filter((part) => part.includes('\n'));
  return {
    getOutHelpWidth: () => widthOf(stdout),
    getErrHelpWidth: () => widthOf(stderr),
    outputError: (text, write) => write(`${complaintInWords(text.trimEnd())}\n`),
    writeOut: (text) => stdout.write(visibleLines(text)),
    writeErr: (text) =>
      stderr.write(visibleLines(parts.reduce((whole, part) => whole.replaceAll(part, visible(part)), text))),
  };
}

/** No width where lines are not shown but read by programs. */
const widthOf = ({ isTTY, columns }: Outlet): number => (isTTY === true && columns) || HELP_COLUMNS;

/** A wrong call of a command is pointed to the help of that very command. */
function pointToHelp(command: Command, call: string): void {
  command.showHelpAfterError(message('See “{command} --help”.', { command: call }));
  for (const child of command.commands) pointToHelp(child, `${call} ${child.name()}`);
}
