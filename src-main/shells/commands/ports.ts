/** @file What the commands are, what they work on, and what each kind of window does for them in its own way. */

import type { z } from 'zod';
import type { CommandName } from '../../../src-shared/channels.ts';
import type { AppInfo, CommandOutput, commands, Saved, Told } from '../../../src-shared/contract.ts';
import type { App } from '../../app.ts';
import type { PracticeGround } from '../../practice/practice-ground.ts';
import type { OfferedFiles } from '../offered-files.ts';
import type { QueueProjection } from '../queue-projection.ts';
import type { WindowSettings } from '../window-settings.ts';

/** One function for each command; each gets a valid input and may throw an AppError. */
export type CommandHandlers = {
  readonly [Name in CommandName]: (
    input: z.output<(typeof commands)[Name]['input']>,
  ) => CommandOutput<Name> | Promise<CommandOutput<Name>>;
};

/** Tells the window of something by itself. */
export type Tell = (...told: Told) => void;

/** What each kind of window does in its own way. */
export interface Shell {
  info: Pick<AppInfo, 'version' | 'shell' | 'platform' | 'canDrop'>;
  /** Asks the person for files; returns their paths, none when the person changes their mind. */
  chooseFiles: () => Promise<readonly string[]>;
  /** Lets the person say where something is saved, and has it written there. */
  save: (suggestedName: string, write: (path: string) => Promise<void>) => Promise<Saved>;
}

/** What the commands work on. */
export interface CommandPorts {
  app: App;
  shell: Shell;
  projection: QueueProjection;
  offered: OfferedFiles;
  settings: WindowSettings;
  practice: PracticeGround;
  tell: Tell;
  /** Aborts when the window closes: whatever a command waits for is over. */
  signal: AbortSignal;
}
