/** @file The app's end of the contract, whichever way a call comes in: what is a valid call, and how it ends. */

import { type CommandName, commandNames } from '../../src-shared/channels.ts';
import { schemasOf } from '../../src-shared/command-schemas.ts';
import type { Result } from '../../src-shared/contract.ts';
import { AppError, fromRecord, toAppError } from '../../src-shared/errors.ts';
import { fact, type Said } from '../../src-shared/languages/fact.ts';
import type { CommandHandlers } from './ports.ts';

/**
 * Commands whose answer is made field by field of what the contract names (`submission-row.ts`), so that nothing else can be
 * in it. With ten thousand submissions, parsing it takes longer than making it. The tests of the window parse it.
 */
const madeByField: ReadonlySet<CommandName> = new Set(['queue.snapshot', 'queue.older']);

/**
 * Answers one call. It never rejects: a failure is a result.
 * @param name as it was called; it may be no command at all
 * @param values what was given; a command takes one value, or none
 */
export async function answerCommand(
  name: string,
  values: readonly unknown[],
  handlers: Partial<CommandHandlers>,
): Promise<Result<unknown>> {
  try {
    if (!isCommand(name) || handlers[name] === undefined)
      throw refused(fact('There is no command “{name}”.', { name: name.slice(0, 50) }));
    return { ok: true, value: await answer(name, values, handlers) };
  } catch (thrown) {
    return { ok: false, error: toAppError(thrown).toRecord() };
  }
}

async function answer(
  name: CommandName,
  [value, ...others]: readonly unknown[],
  handlers: Partial<CommandHandlers>,
): Promise<unknown> {
  const { input, output } = await schemasOf(name);
  const parsed = input.safeParse(value);
  if (!parsed.success || others.length > 0)
    throw refused(fact('“{name}” was called with values that it does not take.', { name }));
  // The table pairs each name with its own input, and `input` is the one of this name.
  const handle = handlers[name] as (input: unknown) => unknown;
  const answered = await handle(parsed.data);
  // Parsed on the way out as well: what the contract does not name does not leave the app.
  return madeByField.has(name) ? answered : output.parse(answered);
}

function isCommand(name: string): name is CommandName {
  return commandNames.some((known) => known === name);
}

/** What was answered, wherever the app runs. @throws AppError as the action did */
export function valueIn(result: Result<unknown>): unknown {
  if (!result.ok) throw fromRecord(result.error);
  return result.value;
}

/** A call that is refused because of who or what it is. */
export function refused(problem: Said): AppError {
  return new AppError('usage.invalid', { problem });
}
