/** @file The certificate authorities of the settings, which are trusted besides those of the machine. */

import { X509Certificate } from 'node:crypto';
import { AppError } from '../../../src-shared/errors.ts';
import { type Fact, fact } from '../../../src-shared/languages/fact.ts';

const pemBlock =
  /-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----(?:(?!-----BEGIN )[\s\S])*?-----END (?:TRUSTED |X509 )?CERTIFICATE-----/g;

/**
 * Splits a PEM text into certificates; text between them is allowed, an empty text means none.
 * @throws AppError network.authorities, naming the fault
 */
export function readAuthorities(text: string): string[] {
  if (text.trim() === '') return [];
  if (text.includes('PRIVATE KEY-----'))
    throw wrong(fact('they contain a private key, which must stay with its owner'));
  const blocks = text.match(pemBlock) ?? [];
  const begun = text.split('-----BEGIN ').length - 1;
  if (blocks.length === 0) throw wrong(fact('there is no certificate in PEM form'));
  if (begun > blocks.length) throw wrong(fact('one of the certificates is not complete'));
  for (const [index, block] of blocks.entries()) {
    const place =
      blocks.length === 1
        ? fact('the certificate')
        : fact('certificate {number} of {count}', { number: index + 1, count: blocks.length });
    const certificate = parse(block);
    if (certificate === undefined) throw wrong(fact('{place} cannot be read', { place }));
    // A host may be its own authority, but a certificate that another authority issued to it vouches for no host.
    if (!certificate.ca && !certificate.checkIssued(certificate))
      throw wrong(
        fact('{place} does not belong to an authority but to {subject}', {
          place,
          subject: oneLine(certificate.subject),
        }),
      );
  }
  return blocks;
}

function parse(block: string): X509Certificate | undefined {
  try {
    return new X509Certificate(block);
  } catch {
    return undefined;
  }
}

function oneLine(subject: string): string {
  return subject.replaceAll('\n', ', ').slice(0, 100);
}

function wrong(problem: Fact): AppError {
  return new AppError('network.authorities', { problem });
}
