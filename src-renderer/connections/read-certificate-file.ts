/** @file Reads a file of certificates that a person has chosen. */

import { message } from '../../src-shared/languages/message.ts';
import { type CertificateFile, MOST_CERTIFICATE_BYTES } from './certificate-files.ts';

/** The file, or in a sentence why it is not taken. Does not throw. */
export async function readCertificateFile(file: File): Promise<CertificateFile | { problem: string }> {
  if (file.size > MOST_CERTIFICATE_BYTES)
    return { problem: message('{fileName} is too large for a certificate.', { fileName: file.name }) };
  try {
    return { fileName: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
  } catch {
    return { problem: message('{fileName} cannot be read.', { fileName: file.name }) };
  }
}
