/** @file Client certificates in files, as the options and the variables of the command line name them. */

import { readFile, stat } from 'node:fs/promises';
import type { CertificateFiles } from '../../../src-shared/contract.ts';
import { AppError, toAppError } from '../../../src-shared/errors.ts';
import { toFileError } from '../../ground/files/file-errors.ts';
import type { ClientIdentity, IdentitySource } from '../../wire/credentials/client-identity.ts';
import {
  certificatePassphraseFromEnvironment,
  type Environment,
  type IdentityFiles,
  identityFilesFromEnvironment,
} from '../../wire/credentials/environment.ts';
import { needsPassphrase } from '../../wire/credentials/identity-description.ts';
import { readIdentity } from '../../wire/credentials/identity-file.ts';
import { usageError } from './output.ts';
import { askSecret, type Terminal } from './prompt.ts';

export interface CertificateOptions {
  certificate?: string | undefined;
  key?: string | undefined;
}

/** Certificates have some thousand bytes; the wrong file may have billions. */
const LARGEST_FILE = 1_000_000;

/**
 * The files of a client certificate that a call names; a person at a terminal is asked for its passphrase when it needs one.
 * @throws AppError usage.invalid, file.*, certificate.unusable
 */
export async function pickedCertificate(
  call: Terminal & { environment: Environment },
  { certificate, key }: CertificateOptions,
): Promise<CertificateFiles | undefined> {
  if (certificate === undefined) {
    if (key === undefined) return undefined;
    throw usageError('A key needs its certificate: --certificate is missing.');
  }
  const bytes = await contentOf(certificate);
  const keyBytes = key === undefined ? undefined : await contentOf(key);
  const given = certificatePassphraseFromEnvironment(call.environment);
  const isLocked = needsPassphrase(readIdentity(bytes, keyBytes, given));
  const passphrase = isLocked ? await askSecret('Passphrase of the certificate: ', call) : given;
  return {
    content: bytes.toString('base64'),
    ...(keyBytes !== undefined && { key: keyBytes.toString('base64') }),
    ...(passphrase !== undefined && { passphrase }),
  };
}

/**
 * The client certificate that the variables name, as it is at each call; it throws certificate.unusable. A file that is
 * missing is so for all that waits in the queue, and no trouble of the file that is being sent.
 */
export function environmentIdentity(environment: Environment): IdentitySource {
  const files = identityFilesFromEnvironment(environment);
  return async () => {
    try {
      return files && (await identityFrom(files));
    } catch (thrown) {
      const error = toAppError(thrown);
      if (error.code === 'certificate.unusable') throw error;
      throw new AppError('certificate.unusable', { reason: error.detail }, { cause: thrown });
    }
  };
}

/** What is in the files now. @throws AppError file.*, usage.invalid, certificate.unusable */
async function identityFrom({ certificate, key, passphrase }: IdentityFiles): Promise<ClientIdentity> {
  const bytes = await contentOf(certificate);
  return readIdentity(bytes, key === undefined ? undefined : await contentOf(key), passphrase);
}

/** The bytes of a file of certificates. @throws AppError file.*, usage.invalid */
export async function contentOf(path: string): Promise<Buffer> {
  try {
    const { size } = await stat(path);
    if (size > LARGEST_FILE) throw usageError(`${path} is too large for a certificate.`);
    return await readFile(path);
  } catch (thrown) {
    throw toFileError(thrown, path);
  }
}
