/**
 * @file What the update server offers: a manifest whose exact bytes are signed with Ed25519. The server itself, the proxies
 * and the certificates between are not trusted. Pure.
 */

import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '../../src-shared/errors.ts';
import { jsonIn } from '../../src-shared/json-in.ts';
import { type Fact, fact } from '../../src-shared/languages/fact.ts';
import { isLater, isVersion } from './version.ts';

/** The installers, by what they can update. */
export const updateTargets = ['windows-x64-setup', 'macos-arm64-dmg', 'macos-x64-dmg'] as const;
export type UpdateTarget = (typeof updateTargets)[number];

const fileSchema = z.object({
  target: z.enum(updateTargets),
  /** A plain name: it becomes a file here, and the last part of an address. */
  name: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/),
  bytes: z.int().min(1).max(2_000_000_000),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type UpdateFile = z.infer<typeof fileSchema>;

const manifestSchema = z.object({
  /** So that a manifest of another program with the same key is none of ours. */
  product: z.literal('app.tranship.desktop'),
  version: z.string().refine(isVersion),
  issued: z.iso.datetime(),
  /** From then on it counts as withheld: somebody may keep newer ones from us. */
  expires: z.iso.datetime(),
  files: z.array(fileSchema).max(20),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** A signature for this purpose is none for another. */
const PURPOSE = Buffer.from('tranship update 1\n');
const SIGNATURE_BYTES = 64;
export const LARGEST_MANIFEST = 65_536;

/** The signature in base64url, a line end, and the manifest as it is signed. */
export function sealManifest(manifest: Manifest, privateKey: KeyObject): Buffer {
  const text = Buffer.from(`${JSON.stringify(manifestSchema.parse(manifest), undefined, 2)}\n`);
  const signature = sign(null, Buffer.concat([PURPOSE, text]), privateKey);
  return Buffer.concat([Buffer.from(`${signature.toString('base64url')}\n`), text]);
}

/**
 * Nothing of it is read before the signature holds.
 * @param publicKey the 32 bytes in base64url
 * @throws AppError update.untrusted
 */
export function openManifest(sealed: Buffer, publicKey: string): Manifest {
  const end = sealed.indexOf('\n');
  const first = sealed.subarray(0, Math.max(0, end)).toString('latin1');
  const signature = Buffer.from(first, 'base64url');
  const text = sealed.subarray(end + 1);
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' });
  // There is one way to write a signature.
  const isWellFormed = signature.length === SIGNATURE_BYTES && signature.toString('base64url') === first;
  const holds = isWellFormed && verify(null, Buffer.concat([PURPOSE, text]), key, signature);
  if (!holds) throw untrusted(fact('it is not signed with the key of the manufacturer'));
  const parsed = manifestSchema.safeParse(jsonIn(text.toString()));
  if (!parsed.success) throw untrusted(fact('it is signed, but not in a form that this version understands'));
  return parsed.data;
}

/** The manifest that was accepted last. */
export const seenSchema = z.object({ issued: z.iso.datetime(), version: z.string() });
export type Seen = z.infer<typeof seenSchema>;

/**
 * Whether the manifest offers a later version than the one that runs.
 * @param now ms since the epoch
 * @throws AppError update.untrusted for one that is older than one seen before, or has expired
 */
export function offersLater(
  manifest: Manifest,
  { now, seen, running }: { now: number; seen: Seen | undefined; running: string },
): boolean {
  const issued = Date.parse(manifest.issued);
  const seenAt = seen === undefined ? Number.NEGATIVE_INFINITY : Date.parse(seen.issued);
  if (issued < seenAt) throw untrusted(fact('it is older than what was offered before'));
  // A clock that was set back must not give an old offer a new life.
  if (Date.parse(manifest.expires) <= Math.max(now, seenAt)) throw untrusted(fact('the offer has expired'));
  return isLater(manifest.version, running);
}

function untrusted(reason: Fact): AppError {
  return new AppError('update.untrusted', { reason });
}
