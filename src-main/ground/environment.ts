/** @file The variables of the environment by which people and scripts give secrets and certificates. Pure: the shell passes process.env. */

export type Environment = Readonly<Record<string, string | undefined>>;

export const SECRET_VARIABLE = 'TRANSHIP_CLIENT_SECRET';
const PASSPHRASE = 'TRANSHIP_PASSPHRASE';
const CERTIFICATE = 'TRANSHIP_CLIENT_CERTIFICATE';
const KEY = 'TRANSHIP_CLIENT_KEY';
const CERTIFICATE_PASSPHRASE = 'TRANSHIP_CERTIFICATE_PASSPHRASE';
const PACKAGE_PASSPHRASE = 'TRANSHIP_PACKAGE_PASSPHRASE';
export const LEDGER_PASSWORD = 'TRANSHIP_LEDGER_PASSWORD';
const PROXY_PASSWORD = 'TRANSHIP_PROXY_PASSWORD';

/** The client secret of the environment, for a named connection that has none stored. */
export function secretFromEnvironment(environment: Environment): string | undefined {
  return environment[SECRET_VARIABLE] || undefined;
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

/** The password of the person in the team ledger. */
export function ledgerPasswordFromEnvironment(environment: Environment): string | undefined {
  return environment[LEDGER_PASSWORD] || undefined;
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
