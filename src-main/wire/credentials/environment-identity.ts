/** @file The client certificate that the variables of the environment name. */

import { AppError, saidBy, toAppError } from '../../../src-shared/errors.ts';
import { type Environment, type IdentityFiles, identityFilesFromEnvironment } from '../../ground/environment.ts';
import { certificateFile } from '../../ground/files/certificate-file.ts';
import type { ClientIdentity, IdentitySource } from './client-identity.ts';
import { readIdentity } from './identity-file.ts';

/**
 * As it is at each call; it throws certificate.unusable. A file that is missing is so for all that waits in the queue, and no
 * trouble of the file that is being sent.
 */
export function environmentIdentity(environment: Environment): IdentitySource {
  const files = identityFilesFromEnvironment(environment);
  return async () => {
    try {
      return files && (await identityFrom(files));
    } catch (thrown) {
      const error = toAppError(thrown);
      if (error.code === 'certificate.unusable') throw error;
      throw new AppError('certificate.unusable', { reason: saidBy(error) }, { cause: thrown });
    }
  };
}

/** What is in the files now. @throws AppError file.*, usage.invalid, certificate.unusable */
async function identityFrom({ certificate, key, passphrase }: IdentityFiles): Promise<ClientIdentity> {
  const bytes = await certificateFile(certificate);
  return readIdentity(bytes, key === undefined ? undefined : await certificateFile(key), passphrase);
}
