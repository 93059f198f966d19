/** @file The contract as code calls it, wherever the app runs: in this process, or in another one that holds the data folder. */

import type { CommandName } from '../../src-shared/channels.ts';
import type { CommandInput, CommandOutput, PickedFiles } from '../../src-shared/contract.ts';
import { fromRecord } from '../check/thread.ts';
import type { Backend } from './backend.ts';
import { answerCommand } from './contract-server.ts';
import type { Carrier } from './ports.ts';

export interface Actions {
  /** @throws AppError as the action does */
  call<Name extends CommandName>(name: Name, input: CommandInput<Name>): Promise<CommandOutput<Name>>;
  /** Offers files of this computer, as if they were dropped on a window. */
  offer(paths: readonly string[]): Promise<PickedFiles>;
}

/** The actions of an app in this process. */
export function actionsOf(backend: Backend, carrier: Carrier): Actions {
  const handlers = backend.handlersFor(carrier);
  return {
    call: async <Name extends CommandName>(name: Name, input: CommandInput<Name>) => {
      const result = await answerCommand(name, [input], handlers);
      if (!result.ok) throw fromRecord(result.error);
      // Parsed on its way out by the schema of this very command.
      return result.value as CommandOutput<Name>;
    },
    offer: (paths) => backend.offer(paths),
  };
}
