/** @file Everything that is wrong with the values of a connection, so that a person corrects them in one go. */

import type { CommandOutput } from '../../src-shared/contract.ts';
import { ENVIRONMENT } from '../../src-shared/environment-connection.ts';
import { fact } from '../../src-shared/languages/fact.ts';
import { problemsOf, type StoredConnection } from '../wire/credentials/connection-record.ts';
import type { Connections } from '../wire/credentials/connections.ts';

type Problems = CommandOutput<'connections.judge'>;

/**
 * Of each field the first problem, in the order of the fields; empty when none is known. Storing the connection refuses each
 * of them as well, and perhaps its credentials.
 * @param isNew false for values that replace those under the same name
 */
export function connectionProblems(
  connections: Pick<Connections, 'list'>,
  connection: StoredConnection,
  isNew: boolean,
): Problems {
  const problems = problemsOf(connection);
  const isNamed = problems[0]?.field !== 'name';
  const nameProblem = isNew && isNamed ? whyNotNamed(connections, connection.name) : undefined;
  return nameProblem === undefined ? problems : [nameProblem, ...problems];
}

function whyNotNamed(connections: Pick<Connections, 'list'>, name: string): Problems[number] | undefined {
  if (name === ENVIRONMENT)
    return { field: 'name', problem: fact('is reserved for the connection in the environment variables') };
  const { connections: stored, broken } = connections.list();
  const isTaken = [...stored, ...broken].some((known) => known.name === name);
  return isTaken ? { field: 'name', problem: fact('is taken by another connection') } : undefined;
}
