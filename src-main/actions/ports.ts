/**
 * @file The type of the command handlers, the app's parts they work on, and the functions that each kind of window
 * provides.
 */

import type { CommandName } from '../../src-shared/channels.ts';
import type { AppInfo, CommandOutput, Saved, Told, ValidInput } from '../../src-shared/contract.ts';
import type { App, Carrier } from '../app.ts';
import type { Clock } from '../ground/clock.ts';
import type { PracticeGround } from '../practice/practice-ground.ts';
import type { Stories } from '../records/stories.ts';
import type { Updates } from '../updates/updates.ts';
import type { OfferedFiles } from './offered-files.ts';
import type { QueueProjection } from './queue-projection.ts';
import type { TeamOffers } from './team-offers.ts';
import type { WindowWatching } from './watching-view.ts';
import type { WindowSettings } from './window-settings.ts';

/** One function for each command; its input is already validated, and it may throw an AppError. */
export type CommandHandlers = {
  readonly [Name in CommandName]: (input: ValidInput<Name>) => CommandOutput<Name> | Promise<CommandOutput<Name>>;
};

/** Sends an event to the window. */
export type Tell = (...told: Told) => void;

/** What a folder is chosen for. */
export type FolderPurpose = 'watch' | 'save';

export type SavedFile = Extract<Saved, { kind: 'saved' }>;

/** A file or folder that the person has named already, and another file for the change log of a corrected one. */
export interface ChosenPlace {
  path: string;
  log?: string | undefined;
}

/** The functions that differ between kinds of windows. */
export interface Shell {
  info: Pick<AppInfo, 'version' | 'shell' | 'platform' | 'canDrop'>;
  /** Asks the person for files; returns their paths, none when the person cancels. */
  chooseFiles: () => Promise<readonly string[]>;
  /** Asks the person for a folder; undefined when the person cancels. Absent where folders cannot be chosen. */
  chooseFolder?: (purpose: FolderPurpose) => Promise<string | undefined>;
  /** Asks the person where to save something, and has it written there; `log` only where a person has named it, too. */
  save: (suggestedName: string, write: (path: string, log?: string) => Promise<void>) => Promise<Saved>;
  /** Makes a PDF of a page without script; only in the desktop app. @throws AppError audit.not-printed */
  print?: (page: string) => Promise<Uint8Array>;
  /** What a person can do where the key store has changed; only in the desktop app, whose window has the folder. */
  keyStore?: { tryAgain: () => void; replaceKey: () => Promise<void> };
  /** Updates of the app; only where it is installed. */
  updates?: Pick<Updates, 'state' | 'turn' | 'ask' | 'install'>;
}

export type { Carrier };

/** The parts of the app that the commands work on. */
export interface CommandPorts {
  app: App;
  /** By which way a person asks for them. */
  carrier: Carrier;
  shell: Shell;
  projection: QueueProjection;
  /** Kept as the queue changes, by what follows it. */
  stories: Pick<Stories, 'of'>;
  offered: OfferedFiles;
  settings: WindowSettings;
  practice: PracticeGround;
  watching: WindowWatching;
  team: TeamOffers;
  tell: Tell;
  /** Tells only who has called, as what happens meanwhile is nobody else's. */
  tellCaller: Tell;
  clock: Clock;
  /** Aborts when the window closes, which ends every wait of a command. */
  signal: AbortSignal;
}
