/** @file The actions that only read: of an app, or beside a process that holds the data folder. */

import { type FindPorts, findCommands } from './find.ts';
import { historyCommands } from './history.ts';

export type ReadingPorts = FindPorts;

export function readingCommands(ports: ReadingPorts) {
  return { ...findCommands(ports), ...historyCommands(ports) };
}

export type ReadingName = keyof ReturnType<typeof readingCommands>;
