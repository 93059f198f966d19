/** @file The files of a client certificate as people pick them: their content, and their encoding for the app. Pure. */

export interface CertificateFile {
  fileName: string;
  bytes: Uint8Array;
}

export interface CertificateContent {
  /** pfx: certificate and key in one file, almost always with a passphrase */
  format: 'pem' | 'pfx';
  hasCertificate: boolean;
  hasKey: boolean;
  /** The key cannot be used without a passphrase. */
  isLocked: boolean;
}

/** The largest file accepted; a chain with its key has about 10 kB. */
export const MOST_CERTIFICATE_BYTES = 256_000;

/** What the file contains, as far as its text shows. */
export function certificateContent(bytes: Uint8Array): CertificateContent {
  const text = new TextDecoder('latin1').decode(bytes);
  if (!text.includes('-----BEGIN ')) return { format: 'pfx', hasCertificate: true, hasKey: true, isLocked: true };
  return {
    format: 'pem',
    hasCertificate: text.includes('-----BEGIN CERTIFICATE-----') || text.includes('-----BEGIN X509 CERTIFICATE-----'),
    hasKey: /-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text),
    isLocked: text.includes('-----BEGIN ENCRYPTED PRIVATE KEY-----') || text.includes('Proc-Type: 4,ENCRYPTED'),
  };
}

/** The number of certificates in a PEM text. */
export const countCertificates = (pem: string): number => pem.match(/-----BEGIN CERTIFICATE-----/g)?.length ?? 0;

/** Bytes as the contract carries them. */
export function base64Of(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
