/** @file Client certificates in files, as the options of the command line name them. */

import type { CertificateFiles } from '../../../src-shared/contract.ts';
import { fact } from '../../../src-shared/languages/fact.ts';
import { message } from '../../../src-shared/languages/message.ts';
import { isLocked } from '../../actions/certificates.ts';
import { certificatePassphraseFromEnvironment } from '../../ground/environment.ts';
import { certificateFile } from '../../ground/files/certificate-file.ts';
import type { Call } from './call.ts';
import { usageError } from './output.ts';
import { askSecret, type Terminal } from './prompt.ts';

export interface CertificateOptions {
  certificate?: string | undefined;
  key?: string | undefined;
}

/**
 * The files of a client certificate that a call names; a person at a terminal is asked for its passphrase when it needs one.
 * @throws AppError usage.invalid, file.*, certificate.unusable
 */
export async function pickedCertificate(
  call: Terminal & Pick<Call, 'environment' | 'interrupted'>,
  { certificate, key }: CertificateOptions,
): Promise<CertificateFiles | undefined> {
  if (certificate === undefined) {
    if (key === undefined) return undefined;
    throw usageError(fact('A key needs its certificate: --certificate is missing.'));
  }
  const content = (await certificateFile(certificate, call.interrupted)).toString('base64');
  const files = {
    content,
    ...(key !== undefined && { key: (await certificateFile(key, call.interrupted)).toString('base64') }),
  };
  const given = certificatePassphraseFromEnvironment(call.environment);
  const passphrase =
    given ?? (isLocked(files) ? await askSecret(message('Passphrase of the certificate: '), call) : undefined);
  return { ...files, ...(passphrase !== undefined && { passphrase }) };
}
