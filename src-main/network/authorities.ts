/** @file The certificate authorities that are trusted: Node's, this machine's, and those of the settings. */

import { X509Certificate } from 'node:crypto';
import tls from 'node:tls';
import { AppError } from '../../src-shared/errors.ts';

const pemBlock =
  /-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----(?:(?!-----BEGIN )[\s\S])*?-----END (?:TRUSTED |X509 )?CERTIFICATE-----/g;

/**
 * Splits a PEM text into certificates; text between them is allowed, an empty text means none.
 * @throws AppError network.authorities, naming the fault
 */
export function readAuthorities(text: string): string[] {
  if (text.trim() === '') return [];
  if (text.includes('PRIVATE KEY-----')) throw wrong('they contain a private key, which must stay with its owner');
  const blocks = text.match(pemBlock) ?? [];
  const begun = text.split('-----BEGIN ').length - 1;
  if (blocks.length === 0) throw wrong('there is no certificate in PEM form');
  if (begun > blocks.length) throw wrong('one of the certificates is not complete');
  for (const [index, block] of blocks.entries()) {
    const place = blocks.length === 1 ? 'the certificate' : `certificate ${index + 1} of ${blocks.length}`;
    const certificate = parse(block);
    if (certificate === undefined) throw wrong(`${place} cannot be read`);
    // A host may be its own authority, but a certificate that another authority issued to it vouches for no host.
    if (!certificate.ca && !certificate.checkIssued(certificate))
      throw wrong(`${place} does not belong to an authority but to ${oneLine(certificate.subject)}`);
  }
  return blocks;
}

/** What decides which authorities are those of this machine. */
export interface MachineTrust {
  /** Those that the variables of this process add or put in place of the system's do not count. */
  withoutVariables?: boolean;
}

/** Through these, the person who starts Tranship can have OpenSSL read other files than those of the system. */
const variablesOfOpenssl = ['SSL_CERT_FILE', 'SSL_CERT_DIR'] as const;

let plain: readonly string[] | undefined;
let machine: readonly string[] | undefined;

/** The authorities that come with Node and with this machine. Loaded once: on Windows that takes a while. */
export function machineAuthorities({ withoutVariables = false }: MachineTrust = {}): readonly string[] {
  if (withoutVariables) {
    // Before the first look at the system's store, which is then remembered.
    for (const name of variablesOfOpenssl) delete process.env[name];
    plain ??= [...new Set([...tls.getCACertificates('bundled'), ...systemAuthorities()])];
    return plain;
  }
  machine ??= [...new Set([...tls.getCACertificates('default'), ...systemAuthorities()])];
  return machine;
}

/** If the system's store cannot be read, the other authorities must still work. */
function systemAuthorities(): readonly string[] {
  try {
    return tls.getCACertificates('system');
  } catch {
    return [];
  }
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

function wrong(problem: string): AppError {
  return new AppError('network.authorities', { problem });
}
