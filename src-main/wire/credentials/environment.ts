/**
 * @file Reads a connection and its credentials from environment variables, for automation. Pure: the shell passes
 * process.env.
 */

import { ENVIRONMENT } from '../../../src-shared/environment-connection.ts';
import { AppError } from '../../../src-shared/errors.ts';
import type { Environment } from '../../ground/environment.ts';
import { type Connection, connectionSchema } from './connection.ts';

export type { Environment };

const SECRET = 'TRANSHIP_CLIENT_SECRET';
const PASSPHRASE = 'TRANSHIP_PASSPHRASE';
const NEW_PASSPHRASE = 'TRANSHIP_NEW_PASSPHRASE';
const CERTIFICATE = 'TRANSHIP_CLIENT_CERTIFICATE';
const KEY = 'TRANSHIP_CLIENT_KEY';
const CERTIFICATE_PASSPHRASE = 'TRANSHIP_CERTIFICATE_PASSPHRASE';
const PACKAGE_PASSPHRASE = 'TRANSHIP_PACKAGE_PASSPHRASE';
const PROXY_PASSWORD = 'TRANSHIP_PROXY_PASSWORD';

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
  const needed = [baseUrl, tokenUrl, clientId, ...(environment[CERTIFICATE] ? [] : [SECRET]), scope];
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
    throw new AppError('connection.invalid', { field: part?.[1] ?? '', problem: issue?.message ?? 'is not valid' });
  }
  return { connection: parsed.data, secret: secretFromEnvironment(environment) };
}

/** The client secret of the environment, for a named connection that has none stored. */
export function secretFromEnvironment(environment: Environment): string | undefined {
  return environment[SECRET] || undefined;
}

/** Where a client certificate is on this machine, and its passphrase. */
export interface IdentityFiles {
  /** PEM or PFX. */
  certificate: string;
  /** Where it is not in the same file. */
  key?: string | undefined;
  passphrase?: string | undefined;
}

/** The client certificate of the environment, for its own connection and for those that have nothing stored. */
export function identityFilesFromEnvironment(environment: Environment): IdentityFiles | undefined {
  const certificate = environment[CERTIFICATE];
  if (!certificate) return undefined;
  const passphrase = certificatePassphraseFromEnvironment(environment);
  return { certificate, key: environment[KEY] || undefined, passphrase };
}

/** The passphrase of a client certificate that is given as a file. */
export function certificatePassphraseFromEnvironment(environment: Environment): string | undefined {
  return environment[CERTIFICATE_PASSPHRASE] || undefined;
}

/** The password of the proxy in the settings, when none is stored. */
export function proxyPasswordFromEnvironment(environment: Environment): string | undefined {
  return environment[PROXY_PASSWORD] || undefined;
}

/** The passphrase of the data folder; a new one, where it is being changed. */
export function passphraseFromEnvironment(environment: Environment): string | undefined {
  return environment[PASSPHRASE] || undefined;
}

export function newPassphraseFromEnvironment(environment: Environment): string | undefined {
  return environment[NEW_PASSPHRASE] || undefined;
}

/** The passphrase of a sealed package, with which a file is handed to another person. */
export function packagePassphraseFromEnvironment(environment: Environment): string | undefined {
  return environment[PACKAGE_PASSPHRASE] || undefined;
}

/** What a SecretBox is made from; 'none' means one in memory. */
export type KeyMaterial = { kind: 'passphrase' | 'client-secret'; text: string } | { kind: 'none' };

/**
 * The key material for what is stored on disk. `stored-secrets` needs a passphrase: a secret encrypted with itself
 * would be of no use. `session` (tokens, signed addresses) also accepts the client secret: its owner may read what was
 * obtained with it.
 */
export function keyMaterialFrom(environment: Environment, purpose: 'stored-secrets' | 'session'): KeyMaterial {
  const passphrase = environment[PASSPHRASE];
  const secret = secretFromEnvironment(environment);
  if (passphrase) return { kind: 'passphrase', text: passphrase };
  if (purpose === 'session' && secret !== undefined) return { kind: 'client-secret', text: secret };
  return { kind: 'none' };
}
