/** @file The files of a client certificate as a person picked them. */

import type { CertificateFiles } from '../../src-shared/contract.ts';
import type { ClientIdentity } from '../wire/credentials/client-identity.ts';
import { needsPassphrase } from '../wire/credentials/identity-description.ts';
import { readIdentity } from '../wire/credentials/identity-file.ts';

/** @throws AppError certificate.unusable */
export function identityOf({ content, key, passphrase }: CertificateFiles): ClientIdentity {
  return readIdentity(Buffer.from(content, 'base64'), key ? Buffer.from(key, 'base64') : undefined, passphrase);
}

/** Whether a passphrase locks them that is not given. @throws AppError certificate.unusable */
export function isLocked(files: CertificateFiles): boolean {
  return needsPassphrase(identityOf(files));
}
