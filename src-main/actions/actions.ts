/** @file The contract as code calls it, wherever the app runs: in this process, or in another one that holds the data folder. */

import type { CommandName } from '../../src-shared/channels.ts';
import type { CommandInput, CommandOutput, PickedFiles, Savable } from '../../src-shared/contract.ts';
import { fromRecord } from '../check/thread.ts';
import type { Backend } from './backend.ts';
import { answerCommand } from './contract-server.ts';
import type { Carrier, CommandHandlers } from './ports.ts';

/** Calls one of these actions. @throws AppError as the action does */
export type Call<Known extends CommandName = CommandName> = <Name extends Known>(
  name: Name,
  input: CommandInput<Name>,
) => Promise<CommandOutput<Name>>;

export interface Actions {
  call: Call;
  /** Offers files of this computer, as if they were dropped on a window. */
  offer(paths: readonly string[]): Promise<PickedFiles>;
  /** Saves to a file of this computer, as if a person had chosen it in a dialog. */
  save(what: Savable, path: string): Promise<void>;
}

/** The actions of an app in this process. */
export function actionsOf(backend: Backend, carrier: Carrier): Actions {
  return {
    call: callsTo(backend.handlersFor(carrier)),
    offer: (paths) => backend.offer(paths),
    save: async (what, path) => {
      await callsTo(backend.handlersFor(carrier, { savesTo: path }))('files.save', what);
    },
  };
}

export function callsTo<Known extends CommandName>(handlers: Pick<CommandHandlers, Known>): Call<Known> {
  return async <Name extends Known>(name: Name, input: CommandInput<Name>) => {
    const result = await answerCommand(name, [input], handlers);
    if (!result.ok) throw fromRecord(result.error);
    // Parsed on its way out by the schema of this very command.
    return result.value as CommandOutput<Name>;
  };
}
