/** @file A file that was offered, handed to another person in a sealed package; what is in it counts as far as the ledger says. */

import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '../../src-shared/errors.ts';
import { fact } from '../../src-shared/languages/fact.ts';
import type { OfferDetails } from '../../src-shared/team-shapes.ts';
import { MANIFEST } from '../exports/output-folder.ts';
import { WorkArea } from '../exports/work-area.ts';
import { toFileError } from '../ground/files/file-errors.ts';
import { makeFolder } from '../ground/files/folders.ts';
import { NewFile } from '../ground/files/new-file.ts';
import { largest, readSmall } from '../ground/files/small-file.ts';
import { untilAborted } from '../ground/until-aborted.ts';
import { blocksOf } from '../prepare/watching/as-it-is.ts';
import { keysFrom } from '../team/packages/sealed-chunks.ts';
import { SealedPackage, sealPackage } from '../team/packages/sealed-package.ts';
import { requireStrength } from '../wire/credentials/passphrase.ts';
import { storableName } from './file-name.ts';
import { refused } from './used-ledger.ts';

export interface SealingPorts {
  /** Asked once the rest is known to be possible. */
  passphrase: () => Promise<string>;
  signal: AbortSignal;
  /** Shows how far it is with something of so many bytes; hands on the pieces. */
  shown: (what: string, bytes: number, pieces: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;
}

type SealedOffer = Pick<OfferDetails, 'id' | 'sha256' | 'destination' | 'figures'>;

export interface SealWish {
  file: string;
  /** The package to write. */
  to: string;
  /** By default, that in the folder of the file. */
  manifest?: string;
}

/**
 * Seals a file with the offer that it was made for; the file proves to be what was offered while it is sealed.
 * @returns its size @throws AppError team.*, secret.weak-passphrase, file.*, disk.full
 */
export async function sealFile(
  { id: offer, ...offered }: SealedOffer & Pick<OfferDetails, 'fileName'>,
  { file, to, manifest: named }: SealWish,
  { passphrase, signal, shown }: SealingPorts,
): Promise<number> {
  const { destination, fileName, sha256, figures } = offered;
  const manifest =
    figures.manifest && (await manifestOf(offer, figures.manifest.sha256, named ?? besideOf(file), signal));
  const bytes = await sizeOf(file);
  const words = await passphrase();
  requireStrength(words);
  const content = shown(`sealing ${file}`, bytes, blocksOf(file, signal));
  const label = { offer, destination, fileName, sha256, ...(manifest !== undefined && { manifest }) };
  await sealPackage(to, { label, source: file, bytes, content }, keysFrom(words));
  return bytes;
}

/** Opens a package into a folder. @throws AppError team.*, file.*, disk.full */
export async function unsealInto(folder: string, path: string, ports: SealingPorts) {
  const { signal, shown } = ports;
  await using sealed = await opened(path, ports);
  const { offer, destination, sha256, manifest, fileName } = sealed.label;
  const { bytes } = sealed;
  const file = join(folder, storableName(fileName));
  makeFolder(folder);
  await writeTo(file, shown(`opening ${path}`, bytes, sealed.content(signal)));
  const beside = { manifest: `${file}.manifest.json` };
  if (manifest !== undefined) await writeTo(beside.manifest, [Buffer.from(manifest)]);
  return { offer, destination, sha256, bytes, file, ...(manifest !== undefined && beside) };
}

/** Opens a package of this offer for as long as `work` takes; nothing of it stays. @throws as `unsealInto` */
export async function whileUnsealed<Result>(
  path: string,
  { id, sha256, destination, figures }: SealedOffer,
  ports: SealingPorts,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  const { signal, shown } = ports;
  await using sealed = await opened(path, ports);
  const { label } = sealed;
  if (label.offer !== id)
    throw refused(
      fact('{path} was sealed for offer {sealed}, and not for offer {id}.', {
        path,
        sealed: String(label.offer),
        id: String(id),
      }),
    );
  if (label.sha256 !== sha256 || label.destination !== destination)
    throw refused(fact('{path} has other bytes than offer {id}, or another destination.', { path, id: String(id) }));
  if (digestOf(label.manifest) !== figures.manifest?.sha256)
    throw refused(fact('{path} has another manifest than offer {id}.', { path, id: String(id) }));
  const area = new WorkArea();
  try {
    const content = shown(`opening ${path}`, sealed.bytes, sealed.content(signal));
    return await work(await area.add(content, sealed.bytes));
  } finally {
    area.remove();
  }
}

/** Deriving the key takes a second that cannot be cut short: an end does not wait for it. */
async function opened(path: string, { passphrase, signal }: SealingPorts): Promise<SealedPackage> {
  return await untilAborted(SealedPackage.open(path, keysFrom(await passphrase())), signal);
}

const besideOf = (file: string): string => join(dirname(file), MANIFEST);

/** The text of the manifest that the offer names. @throws AppError team.refused where it is another, file.* */
async function manifestOf(offer: number, sha256: string, path: string, signal: AbortSignal): Promise<string> {
  const text = (await readSmall(path, largest.record, signal)).toString();
  if (digestOf(text) !== sha256)
    throw refused(
      fact('{path} is not the manifest of offer {id}. Name that with --manifest.', { path, id: String(offer) }),
    );
  return text;
}

function digestOf(text: string | undefined): string | undefined {
  return text === undefined ? undefined : createHash('sha256').update(text).digest('hex');
}

async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch((thrown: unknown) => {
    throw toFileError(thrown, path);
  });
  if (!found.isFile()) throw new AppError('file.not-a-file', { path });
  return found.size;
}

/** Writes a new file, which is there as a whole or not at all. */
async function writeTo(path: string, pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> {
  const file = new NewFile(path);
  try {
    for await (const piece of pieces) file.write(piece);
    file.finish();
    file.publish();
  } catch (thrown) {
    file.discard();
    throw thrown;
  }
}
