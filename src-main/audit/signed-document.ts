/**
 * @file Signs a document so that everybody with the public key can verify it, offline: each field has a digest, and the
 * signature covers all digests, so that a changed field can be named. Pure.
 */

import { verify } from 'node:crypto';
import { z } from 'zod';
import { canonicalDigest, canonicalJson } from './canonical-json.ts';
import { type HistoryKey, readPublicKey } from './history-key.ts';

export interface Signature {
  /** The SHA-256 of each field in canonical JSON, in hex. */
  digests: Record<string, string>;
  /** Ed25519, in base64url. */
  signature: string;
  /** The key that it claims to be signed with. Trust another copy of it. */
  publicKey: string;
}

const SIGNING = ['digests', 'signature', 'publicKey'];
/** What is not a part of the document: the name of the line that the command line prints. */
const ENVELOPE = ['event'];

export function signed<Document extends object>(document: Document, key: HistoryKey): Document & Signature {
  const digests = digestsOf(document);
  return { ...document, digests, signature: key.sign(textOf(digests)), publicKey: key.publicKey };
}

const signedSchema = z.looseObject({
  digests: z.record(z.string(), z.string()),
  signature: z.string(),
  publicKey: z.string(),
});

/**
 * holds · not-signed: it carries no signature · another-key: it is signed, but not with the key that is trusted ·
 * forged: the signature does not fit · changed: these fields do not hold
 */
export type SignatureVerdict =
  | { kind: 'holds' | 'not-signed' | 'forged' }
  | { kind: 'another-key'; publicKey: string }
  | { kind: 'changed'; fields: string[] };

/** @param publicKey the key that the reader trusts, from elsewhere than the document */
export function verifySigned(document: object, publicKey: string): SignatureVerdict {
  const parsed = signedSchema.safeParse(document);
  if (!parsed.success) return { kind: 'not-signed' };
  const { digests, signature, publicKey: claimed } = parsed.data;
  const key = readPublicKey(publicKey);
  const isOurs = key !== undefined && isSigned(textOf(digests), signature, key);
  if (!isOurs) {
    const theirs = readPublicKey(claimed);
    const isTheirs = theirs !== undefined && isSigned(textOf(digests), signature, theirs);
    return isTheirs && claimed !== publicKey ? { kind: 'another-key', publicKey: claimed } : { kind: 'forged' };
  }
  const found = digestsOf(document);
  const fields = [...new Set([...Object.keys(digests), ...Object.keys(found)])].filter(
    (field) => digests[field] !== found[field],
  );
  if (claimed !== publicKey) fields.push('publicKey');
  return fields.length === 0 ? { kind: 'holds' } : { kind: 'changed', fields: fields.sort() };
}

function isSigned(text: string, signature: string, key: NonNullable<ReturnType<typeof readPublicKey>>): boolean {
  const bytes = Buffer.from(signature, 'base64url');
  // Another spelling of the same bytes is another document.
  return bytes.toString('base64url') === signature && verify(null, Buffer.from(text), key, bytes);
}

function textOf(digests: Record<string, string>): string {
  return `tranship signed document ${canonicalJson(digests)}`;
}

function digestsOf(document: object): Record<string, string> {
  const fields = Object.entries(document).filter(
    ([name, value]) => value !== undefined && !SIGNING.includes(name) && !ENVELOPE.includes(name),
  );
  return Object.fromEntries(fields.map(([name, value]) => [name, canonicalDigest(value)]));
}
