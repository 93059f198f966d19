/** @file What each command of the contract does, whichever kind of window it comes from. */

import { basename } from 'node:path';
import type { z } from 'zod';
import type { CommandName } from '../../src-preload/channels.ts';
import type { AddedFiles, CommandOutput, commands } from '../../src-preload/contract.ts';
import { toAppError } from '../../src-preload/errors.ts';
import type { App } from '../app.ts';
import { defaultRuleSet } from '../checking/rules/rule-set.ts';
import { type Connection, destinationOf } from '../credentials/connection.ts';
import { DEFAULT_MAX_BATCH_BYTES, type SubmissionOptions } from '../queue/submission.ts';
import type { QueueProjection } from './queue-projection.ts';

/** One function for each command; each gets a valid input and may throw an AppError. */
export type CommandHandlers = {
  readonly [Name in CommandName]: (
    input: z.output<(typeof commands)[Name]['input']>,
  ) => CommandOutput<Name> | Promise<CommandOutput<Name>>;
};

export interface CommandPorts {
  app: Pick<App, 'queue' | 'connections' | 'connection'>;
  projection: Pick<QueueProjection, 'snapshot'>;
  /** Asks the person for files; returns their paths, none when the person changes their mind. */
  chooseFiles: () => Promise<readonly string[]>;
}

/** A file with errors waits for a person; nothing of it is sent. */
const defaultOptions: SubmissionOptions = {
  onInvalid: 'stop',
  ingestValid: false,
  maxBatchBytes: DEFAULT_MAX_BATCH_BYTES,
  ruleSet: defaultRuleSet,
};

export function commandHandlers({ app, projection, chooseFiles }: CommandPorts): CommandHandlers {
  return {
    'queue.snapshot': () => projection.snapshot(),
    'queue.addFiles': async () => {
      // Asked for first: nobody should choose files only to learn that they cannot be sent.
      const connection = theConnection(app);
      return await addFiles(app, connection, await chooseFiles());
    },
    'queue.pause': ({ id }) => app.queue.pause(id),
    'queue.resume': ({ id }) => app.queue.resume(id),
    'queue.retry': ({ id }) => app.queue.retry(id),
    'queue.cancel': ({ id }) => app.queue.cancel(id),
    'queue.approve': ({ id, reason }) => app.queue.approve(id, reason),
  };
}

/** The one stored connection; with none or several, what the app falls back on. @throws AppError connection.none */
function theConnection(app: CommandPorts['app']): Connection {
  const [only, ...others] = app.connections.list().connections;
  return only !== undefined && others.length === 0 ? only : app.connection();
}

/** Adds each file by itself: one that cannot be read does not keep the others out. */
async function addFiles(
  { queue }: CommandPorts['app'],
  connection: Connection,
  paths: readonly string[],
): Promise<AddedFiles> {
  const result: AddedFiles = { added: [], refused: [] };
  for (const path of paths) {
    try {
      const { id } = await queue.add({
        path,
        connection: connection.name,
        destination: destinationOf(connection),
        options: defaultOptions,
      });
      result.added.push(id);
    } catch (thrown) {
      result.refused.push({ fileName: basename(path), error: toAppError(thrown).toRecord() });
    }
  }
  return result;
}
