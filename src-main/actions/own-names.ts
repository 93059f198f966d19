/** @file Has the errors of commands name files as people know them, not the places of their bytes. */

import { AppError, fromRecord } from '../../src-shared/errors.ts';
import { underOwnName } from '../send/own-name.ts';
import type { CommandHandlers } from './ports.ts';

interface NamedFile {
  name: string;
  content: string;
}

/** The same commands; only what they throw differs. @param files those that are known, asked for after a failure only */
export function underOwnNames(handlers: CommandHandlers, files: () => Iterable<NamedFile>): CommandHandlers {
  const named = Object.entries(handlers).map(([name, handle]) => [
    name,
    async (input: never) => {
      try {
        return await handle(input);
      } catch (thrown) {
        throw thrown instanceof AppError ? renamed(thrown, files()) : thrown;
      }
    },
  ]);
  // Each command stays under its name, with the values that it takes and gives.
  return Object.fromEntries(named) as CommandHandlers;
}

function renamed(error: AppError, files: Iterable<NamedFile>): AppError {
  const texts = Object.values<unknown>(error.params).filter((value) => typeof value === 'string');
  for (const file of files) {
    if (file.name === file.content || !texts.some((text) => text.includes(file.content))) continue;
    return fromRecord(underOwnName(error.toRecord(), file));
  }
  return error;
}
