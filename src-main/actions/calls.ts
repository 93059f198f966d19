/** @file Calls of the contract with their types, to handlers in this process. */

import type { CommandName } from '../../src-shared/channels.ts';
import type { CommandInput, CommandOutput } from '../../src-shared/contract.ts';
import { asTheApp } from '../ground/speech.ts';
import { answerCommand, valueIn } from './contract-server.ts';
import type { CommandHandlers } from './ports.ts';

/** Calls one of these actions. @throws AppError as the action does */
export type Call<Known extends CommandName = CommandName> = <Name extends Known>(
  name: Name,
  input: CommandInput<Name>,
) => Promise<CommandOutput<Name>>;

export function callsTo<Known extends CommandName>(handlers: Pick<CommandHandlers, Known>): Call<Known> {
  return async <Name extends Known>(name: Name, input: CommandInput<Name>) => {
    // Parsed on its way out by the schema of this very command.
    return valueIn(await asTheApp(() => answerCommand(name, [input], handlers))) as CommandOutput<Name>;
  };
}
