/** @file What each command of the contract does, whichever kind of window it comes from: one file for each subject. */

import { appCommands } from './app.ts';
import { connectionCommands } from './connections.ts';
import { fileCommands } from './files.ts';
import type { CommandHandlers, CommandPorts } from './ports.ts';
import { practiceCommands } from './practice.ts';
import { queueCommands } from './queue.ts';
import { settingsCommands } from './settings.ts';
import { submissionCommands } from './submission.ts';

/** All commands of the contract. */
export function commandHandlers(ports: CommandPorts): CommandHandlers {
  return {
    ...appCommands(ports),
    ...queueCommands(ports),
    ...submissionCommands(ports),
    ...fileCommands(ports),
    ...connectionCommands(ports),
    ...practiceCommands(ports),
    ...settingsCommands(ports),
  };
}
