/** @file The files of a client certificate as people pick them: what is in one, and how it crosses to the app. Pure. */

export interface CertificateFile {
  fileName: string;
  bytes: Uint8Array;
}

export interface CertificateContent {
  /** pfx: certificate and key in one, almost always with a passphrase */
  format: 'pem' | 'pfx';
  hasCertificate: boolean;
  hasKey: boolean;
  /** The key cannot be used without a passphrase. */
  isLocked: boolean;
}

/** What a file of this kind may come to; a chain with its key has some 10 kB. */
export const MOST_CERTIFICATE_BYTES = 256_000;

/** What is in the file, as far as its text tells. */
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

/** How many certificates a PEM text holds. */
export const countCertificates = (pem: string): number => pem.match(/-----BEGIN CERTIFICATE-----/g)?.length ?? 0;

/** As the contract carries bytes. */
export function base64Of(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
