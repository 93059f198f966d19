/** @file The schemas of all commands at once, which the app itself loads by kind. */

import type { CommandName } from '../../src-shared/channels.ts';
import type { CommandSchemas } from '../../src-shared/command-schemas.ts';
import { appCommands } from '../../src-shared/commands/app.ts';
import { connectionCommands } from '../../src-shared/commands/connections.ts';
import { preparationCommands } from '../../src-shared/commands/preparations.ts';
import { queueCommands } from '../../src-shared/commands/queue.ts';
import { recordCommands } from '../../src-shared/commands/records.ts';
import { submissionCommands } from '../../src-shared/commands/submissions.ts';
import { teamCommands } from '../../src-shared/commands/team.ts';

export const commands = {
  ...appCommands,
  ...queueCommands,
  ...submissionCommands,
  ...recordCommands,
  ...preparationCommands,
  ...connectionCommands,
  ...teamCommands,
} satisfies Record<CommandName, CommandSchemas>;
