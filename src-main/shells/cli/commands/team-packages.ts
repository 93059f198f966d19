/** @file `tranship team pack …`: a file that was offered, handed to another person in a sealed package. */

import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '../../../../src-shared/errors.ts';
import { storableName } from '../../../actions/file-name.ts';
import { MANIFEST } from '../../../exports/output-folder.ts';
import { WorkArea } from '../../../exports/work-area.ts';
import { packagePassphraseFromEnvironment } from '../../../ground/environment.ts';
import { toFileError } from '../../../ground/files/file-errors.ts';
import { makeFolder } from '../../../ground/files/folders.ts';
import { assertNew, NewFile } from '../../../ground/files/new-file.ts';
import { blocksOf } from '../../../prepare/watching/as-it-is.ts';
import type { Offer } from '../../../team/offers/offer.ts';
import { keysFrom } from '../../../team/packages/sealed-chunks.ts';
import { SealedPackage, sealPackage } from '../../../team/packages/sealed-package.ts';
import { requireStrength } from '../../../wire/credentials/passphrase.ts';
import type { Call } from '../call.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { LiveLines } from '../live-lines.ts';
import { usageError } from '../output.ts';
import { askSecret } from '../prompt.ts';
import { percent, size } from '../wording.ts';
import { findOffer, refused, withLedger } from './team.ts';

export interface PackOptions {
  file: string;
  to: string;
  manifest?: string;
}

/** Seals a file with the offer that it was made for; the file proves to be what was offered while it is sealed. */
export async function pack(call: Call, id: number, { file, to, manifest }: PackOptions): Promise<ExitCode> {
  const { output, interrupted } = call;
  assertNew(to);
  const offered = await withLedger(call, async (ledger) => await findOffer(ledger, id));
  const { destination, fileName, sha256 } = offered;
  const prepared = await manifestOf(offered, file, manifest);
  const bytes = await sizeOf(file);
  const passphrase = await passphraseOf(call);
  requireStrength(passphrase);
  const content = whileDrawing(call, `sealing ${file}`, bytes, blocksOf(file, interrupted));
  const label = { offer: id, destination, fileName, sha256, ...(prepared !== undefined && { manifest: prepared }) };
  await sealPackage(to, { label, source: file, bytes, content }, keysFrom(passphrase));
  output.say(`${to} has ${fileName} of offer ${id}, sealed.`);
  output.say(
    `It is opened with “tranship team release ${id} --package FILE” or “tranship team unpack FILE --to FOLDER”.`,
  );
  output.emit('summary', { offer: id, package: to, sha256, bytes });
  return exitCodes.done;
}

/** Opens a package; what is in it counts only as far as the ledger says so of its SHA-256. */
export async function unpack(call: Call, path: string, { to: folder }: { to: string }): Promise<ExitCode> {
  await using sealed = await opened(call, path);
  const { offer, destination, sha256, manifest, fileName } = sealed.label;
  const target = join(folder, storableName(fileName));
  makeFolder(folder);
  await writeTo(target, whileDrawing(call, `opening ${path}`, sealed.bytes, sealed.content(call.interrupted)));
  const manifestPath = `${target}.manifest.json`;
  if (manifest !== undefined) await writeTo(manifestPath, [Buffer.from(manifest)]);
  call.output.say(`${target}, ${size(sealed.bytes)}, SHA-256 ${sha256}`);
  call.output.say(`  sealed for offer ${offer}, for ${destination}`);
  if (manifest !== undefined) call.output.say(`  its manifest is ${manifestPath}`);
  call.output.say('Whether it may be sent, “tranship team verify” says: the package does not.');
  call.output.emit('summary', {
    ...{ offer, destination, sha256, bytes: sealed.bytes, file: target },
    ...(manifest !== undefined && { manifest: manifestPath }),
  });
  return exitCodes.done;
}

/** Opens a package of this offer for as long as `work` takes; nothing of it stays. @throws AppError team.*, file.*, disk.full */
export async function withUnpacked(
  call: Call,
  path: string,
  { id, sha256, destination, figures }: Offer,
  work: (path: string) => Promise<void>,
): Promise<void> {
  await using sealed = await opened(call, path);
  const { label } = sealed;
  if (label.offer !== id) throw refused(`${path} was sealed for offer ${label.offer}, and not for offer ${id}.`);
  if (label.sha256 !== sha256 || label.destination !== destination)
    throw refused(`${path} has other bytes than offer ${id}, or another destination.`);
  if (digestOf(label.manifest) !== figures.manifest?.sha256)
    throw refused(`${path} has another manifest than offer ${id}.`);
  const area = new WorkArea();
  try {
    const content = whileDrawing(call, `opening ${path}`, sealed.bytes, sealed.content(call.interrupted));
    await work(await area.add(content, sealed.bytes));
  } finally {
    area.remove();
  }
}

async function opened(call: Call, path: string): Promise<SealedPackage> {
  return await SealedPackage.open(path, keysFrom(await passphraseOf(call)));
}

/** @throws AppError usage.invalid where none is given */
async function passphraseOf(call: Call): Promise<string> {
  const passphrase =
    packagePassphraseFromEnvironment(call.environment) ?? (await askSecret('Passphrase of the package: ', call));
  if (passphrase === undefined) throw usageError('Set TRANSHIP_PACKAGE_PASSPHRASE, or run this command in a terminal.');
  return passphrase;
}

/** The text of the manifest that the offer names. @throws AppError team.refused where it is another, file.* */
async function manifestOf(
  { id, figures }: Offer,
  file: string,
  named: string | undefined,
): Promise<string | undefined> {
  if (figures.manifest === undefined) {
    if (named !== undefined) throw usageError(`Offer ${id} was made without a manifest: leave out --manifest.`);
    return undefined;
  }
  const path = named ?? join(dirname(file), MANIFEST);
  const text = await readFile(path, 'utf8').catch((thrown: unknown) => {
    throw toFileError(thrown, path);
  });
  if (digestOf(text) !== figures.manifest.sha256)
    throw refused(`${path} is not the manifest of offer ${id}. Name that with --manifest.`);
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

async function* whileDrawing(
  { output }: Pick<Call, 'output'>,
  what: string,
  totalBytes: number,
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const live = new LiveLines(output);
  let bytes = 0;
  try {
    for await (const piece of pieces) {
      yield piece;
      bytes += piece.length;
      live.draw([`${what}  ${percent(bytes, totalBytes)}`]);
    }
  } finally {
    live.clear();
  }
}
