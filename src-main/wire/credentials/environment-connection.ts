/** @file The connection that the variables of the environment define, for automation. Pure. */

import { ENVIRONMENT } from '../../../src-shared/environment-connection.ts';
import { AppError } from '../../../src-shared/errors.ts';
import { fact } from '../../../src-shared/languages/fact.ts';
import {
  type Environment,
  identityFilesFromEnvironment,
  SECRET_VARIABLE,
  secretFromEnvironment,
} from '../../ground/environment.ts';
import { type Connection, connectionSchema } from './connection.ts';

/** The variable for each part of the connection. */
const variables = {
  baseUrl: 'TRANSHIP_BASE_URL',
  tokenUrl: 'TRANSHIP_TOKEN_URL',
  clientId: 'TRANSHIP_CLIENT_ID',
  scope: 'TRANSHIP_SCOPE',
} as const;

/**
 * The connection of the environment, or the variables that are missing. A client certificate may replace the secret
 * (§5.7). Throws connection.invalid, naming the variable.
 */
export function connectionFromEnvironment(
  environment: Environment,
): { connection: Connection; secret: string | undefined } | { missing: string[] } {
  const { baseUrl, tokenUrl, clientId, scope } = variables;
  const needed = [
    baseUrl,
    tokenUrl,
    clientId,
    ...(identityFilesFromEnvironment(environment) ? [] : [SECRET_VARIABLE]),
    scope,
  ];
  const missing = needed.filter((name) => !environment[name]);
  if (missing.length > 0) return { missing };
  const parsed = connectionSchema.safeParse({
    name: ENVIRONMENT,
    baseUrl: environment[baseUrl],
    tokenUrl: environment[tokenUrl],
    clientId: environment[clientId],
    scope: environment[scope],
  });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const part = Object.entries(variables).find(([name]) => name === issue?.path[0]);
    throw new AppError('connection.invalid', {
      field: part?.[1] ?? '',
      problem: issue?.message ?? fact('is not valid'),
    });
  }
  return { connection: parsed.data, secret: secretFromEnvironment(environment) };
}
