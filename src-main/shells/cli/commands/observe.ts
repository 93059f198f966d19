/** @file `tranship observe [NAME|PATH]`: what the service tells of itself, under its one shared limit (§8). */

import type { ObservedPath } from '../../../../src-shared/contract.ts';
import { ENVIRONMENT } from '../../../../src-shared/environment-connection.ts';
import { fact } from '../../../../src-shared/languages/fact.ts';
import { message } from '../../../../src-shared/languages/message.ts';
import type { Actions } from '../../../actions/actions.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { usageError } from '../output.ts';
import { replyForPrograms, showReply } from '../reply.ts';
import { aloneUnlessNamed, type Session } from '../session.ts';

/** Asks for what has this name, or lies at this path; without either, lists what can be asked. */
export async function observe(
  session: Session,
  nameOrPath: string | undefined,
  { connection = ENVIRONMENT }: { connection?: string },
): Promise<ExitCode> {
  const { output } = session;
  const work = async (actions: Actions) => {
    const paths = await actions.call('observability.paths', { connection });
    if (nameOrPath === undefined) {
      output.table(
        [message('name'), message('path')],
        paths.map((observed) => [observed.name, observed.path]),
      );
      output.emit('summary', { connection, paths });
      return exitCodes.done;
    }
    const path = nameOrPath.startsWith('/') ? nameOrPath : pathNamed(paths, nameOrPath);
    const reply = await actions.call('observability.ask', { connection, path });
    showReply(output, reply);
    output.emit('summary', { connection, path, reply: replyForPrograms(reply) });
    return exitCodes.done;
  };
  return await session.withActions('observe', work, undefined, { alone: aloneUnlessNamed(connection) });
}

/** @throws AppError usage.invalid */
function pathNamed(paths: readonly ObservedPath[], name: string): string {
  const found = paths.find((observed) => asTyped(observed.name) === asTyped(name));
  if (found === undefined)
    throw usageError(
      fact('There is no “{name}” to ask for. “tranship observe” lists the names; a path starts with a slash.', {
        name,
      }),
    );
  if (!/\{[\w-]+\}/.test(found.path)) return found.path;
  throw usageError(
    fact('“{name}” has places to fill in. Give the path with values in them: {path}', {
      name: found.name,
      path: found.path,
    }),
  );
}

/** Names are easier to type with dashes: “Batch status” is `batch-status`, too. */
function asTyped(name: string): string {
  return name.toLowerCase().replace(/[\s_-]+/g, '-');
}
