/**
 * @file Makes the manifest of an update from the installers in a folder, and signs it:
 * `node build/sign-update.ts [dist]` writes tranship-update.txt there. The key is TRANSHIP_UPDATE_PRIVATE_KEY, a PEM
 * (`openssl genpkey -algorithm ed25519`); `node build/sign-update.ts --public-key` prints what the build needs of it. Where
 * TRANSHIP_UPDATE_PUBLIC_KEY is set, the key must fit it, since the apps that were built with it accept no other.
 */

import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import project from '../package.json' with { type: 'json' };
import { openManifest, sealManifest, type UpdateFile, type UpdateTarget } from '../src-main/updates/manifest.ts';

/** Until then a release must follow, or its manifest be signed again. */
const DAYS = 180;
const DAY_MS = 86_400_000;

/** The names that electron-builder.yml gives to the installers. */
const installers: readonly { target: UpdateTarget; name: RegExp }[] = [
  { target: 'windows-x64-setup', name: /^Tranship-(.+)-setup\.exe$/ },
  { target: 'macos-arm64-dmg', name: /^Tranship-(.+)-arm64\.dmg$/ },
  { target: 'macos-x64-dmg', name: /^Tranship-(.+)-x64\.dmg$/ },
];

interface Signing {
  version: string;
  privateKey: KeyObject;
  /** What the app was built with, in base64url; by default what belongs to the private key. */
  publicKey?: string | undefined;
  /** Milliseconds since the epoch. */
  now: number;
}

/**
 * Signs what is in the folder.
 * @throws Error when there is no installer of this version, one of another, or another public key than that of the app
 */
export async function signUpdate(
  folder: string,
  { version, privateKey, now, publicKey = publicKeyOf(privateKey) }: Signing,
): Promise<void> {
  if (publicKey !== publicKeyOf(privateKey))
    throw new Error('TRANSHIP_UPDATE_PUBLIC_KEY does not belong to TRANSHIP_UPDATE_PRIVATE_KEY.');
  const files: UpdateFile[] = [];
  for (const name of readdirSync(folder).sort()) {
    const kind = installers.find((one) => one.name.test(name));
    if (kind === undefined) continue;
    if (kind.name.exec(name)?.[1] !== version) throw new Error(`${name} is not an installer of version ${version}.`);
    const path = join(folder, name);
    files.push({ target: kind.target, name, bytes: statSync(path).size, sha256: await digestOf(path) });
  }
  if (files.length === 0) throw new Error(`There is no installer of version ${version} in ${folder}.`);
  const times = { issued: new Date(now).toISOString(), expires: new Date(now + DAYS * DAY_MS).toISOString() };
  const sealed = sealManifest({ product: 'app.tranship.desktop', version, ...times, files }, privateKey);
  // As the app will: what it would refuse is noticed here and not on a thousand computers.
  openManifest(sealed, publicKey);
  writeFileSync(join(folder, 'tranship-update.txt'), sealed);
}

/** The 32 bytes of the public key, in base64url. @throws Error for a key that is not Ed25519 */
export function publicKeyOf(privateKey: KeyObject): string {
  const { crv, x } = createPublicKey(privateKey).export({ format: 'jwk' });
  if (crv !== 'Ed25519' || x === undefined) throw new Error('TRANSHIP_UPDATE_PRIVATE_KEY must be an Ed25519 key.');
  return x;
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const block of createReadStream(path)) hash.update(block);
  return hash.digest('hex');
}

const [, program = ''] = process.argv;
// Through a link as well: a call that does nothing would pass for one that has signed.
if (existsSync(program) && realpathSync(program) === fileURLToPath(import.meta.url)) {
  const pem = process.env['TRANSHIP_UPDATE_PRIVATE_KEY'];
  if (!pem) throw new Error('TRANSHIP_UPDATE_PRIVATE_KEY is not set.');
  const privateKey = createPrivateKey(pem);
  const [, , folder = 'dist'] = process.argv;
  if (folder === '--public-key') console.log(publicKeyOf(privateKey));
  else {
    const publicKey = process.env['TRANSHIP_UPDATE_PUBLIC_KEY'] || undefined;
    await signUpdate(folder, { version: project.version, privateKey, publicKey, now: Date.now() });
  }
}
