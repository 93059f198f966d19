/** @file Reads the certificates that a host shows: their names, their validity, and their authority. */

import { X509Certificate } from 'node:crypto';
import tls from 'node:tls';

export interface CertificateChain {
  /** The names that the certificate was issued for. */
  names: string;
  /** Milliseconds since the epoch. */
  validFrom: number;
  validUntil: number;
  /** The name of the root, or of the issuer of the topmost certificate. */
  issuer: string;
  /** Whether one of Node's authorities issued it; a proxy that inspects the traffic uses another one. */
  isPublic: boolean;
}

/** Undefined when the host showed no certificate. */
export function readChain(socket: tls.TLSSocket): CertificateChain | undefined {
  const chain = [...upwards(socket.getPeerCertificate(true))];
  const [leaf] = chain;
  const top = chain.at(-1);
  if (leaf === undefined || top === undefined) return undefined;
  return {
    names: (leaf.subjectAltName ?? nameIn(leaf.subject)).replaceAll(/(?:DNS|IP Address):/g, ''),
    validFrom: Date.parse(leaf.validFrom),
    validUntil: Date.parse(leaf.validTo),
    issuer: nameIn(top.issuer),
    isPublic: chain.some(isIssuedPublicly),
  };
}

function* upwards(first: tls.DetailedPeerCertificate): Generator<X509Certificate> {
  // An empty object means no certificate; a root is its own issuer.
  for (let one: tls.DetailedPeerCertificate | undefined = first; one?.raw !== undefined; ) {
    yield new X509Certificate(one.raw);
    const next: tls.DetailedPeerCertificate | undefined = one.issuerCertificate;
    one = next === one || next?.fingerprint256 === one.fingerprint256 ? undefined : next;
  }
}

/** The common name of a distinguished name, or its organisation, or all of it. */
function nameIn(distinguishedName: string): string {
  const part = (key: string) => new RegExp(`^${key}=(.*)$`, 'm').exec(distinguishedName)?.[1];
  return part('CN') ?? part('O') ?? distinguishedName.replaceAll('\n', ', ');
}

let publicRoots: Map<string, X509Certificate[]> | undefined;

function isIssuedPublicly(certificate: X509Certificate): boolean {
  publicRoots ??= Map.groupBy(
    tls.rootCertificates.map((pem) => new X509Certificate(pem)),
    ({ subject }) => subject,
  );
  return (publicRoots.get(certificate.issuer) ?? []).some(({ publicKey }) => certificate.verify(publicKey));
}
