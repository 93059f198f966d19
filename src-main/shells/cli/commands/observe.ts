/** @file `tranship observe [NAME|PATH]`: what the service tells of itself, under its one shared limit (§8). */

import { AppError } from '../../../../src-shared/errors.ts';
import type { ObservedPath } from '../../../wire/service/observability.ts';
import { parseObservedPath } from '../../../wire/service/observability.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { orMissing } from '../missing.ts';
import { usageError } from '../output.ts';
import { showReply, wholeReply } from '../reply.ts';
import type { Session } from '../session.ts';

/** Asks for what has this name, or lies at this path; without either, lists what can be asked. */
export async function observe(
  session: Session,
  nameOrPath: string | undefined,
  { connection: name }: { connection?: string },
): Promise<ExitCode> {
  const { output } = session;
  return await session.withApp('observe', async (app) => {
    const connection = app.services.connection(name);
    const paths = app.observedPaths.of(connection.name);
    if (nameOrPath === undefined) {
      output.table(
        ['name', 'path'],
        paths.map((observed) => [observed.name, observed.path]),
      );
      output.emit('summary', { connection: connection.name, paths });
      return exitCodes.done;
    }
    const { path } = find(paths, nameOrPath);
    const answer = await orMissing(
      app.services.client(connection).observe(path, session.interrupted),
      (said) => new AppError('service.nothing-there', { path, reason: said }),
    );
    const reply = wholeReply(answer, `GET ${path.replace(/\?.*$/s, '')}`, { mayBeText: true });
    showReply(output, reply);
    output.emit('summary', { connection: connection.name, path, reply });
    return exitCodes.done;
  });
}

/** @throws AppError service.path-invalid, usage.invalid */
function find(paths: readonly ObservedPath[], nameOrPath: string): ObservedPath {
  if (nameOrPath.startsWith('/')) return parseObservedPath({ name: 'a path', path: nameOrPath });
  const found = paths.find(({ name }) => asTyped(name) === asTyped(nameOrPath));
  if (found !== undefined) {
    if (!/\{[\w-]+\}/.test(found.path)) return found;
    throw usageError(`“${found.name}” has places to fill in. Give the path with values in them: ${found.path}`);
  }
  throw usageError(
    `There is no “${nameOrPath}” to ask for. “tranship observe” lists the names; a path starts with a slash.`,
  );
}

/** Names are easier to type with dashes: “Batch status” is `batch-status`, too. */
function asTyped(name: string): string {
  return name.toLowerCase().replace(/[\s_-]+/g, '-');
}
