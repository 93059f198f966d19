/**
 * @file A sealed package: a file, with the offer that it was made for, as one person hands it to another by any way. What is
 * sealed is the label (its length in 4 bytes, then JSON) and the bytes of the file; sealed-chunks.ts says how.
 */

import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { z } from 'zod';
import { AppError } from '../../../src-shared/errors.ts';
import { fact } from '../../../src-shared/languages/fact.ts';
import { toFileError } from '../../ground/files/file-errors.ts';
import { NewFile } from '../../ground/files/new-file.ts';
import {
  CHUNK_BYTES,
  HEAD_BYTES,
  incomplete,
  type KeysFor,
  newHead,
  openChunk,
  openHead,
  placeOf,
  type SealedHead,
  sealChunk,
  unusable,
} from './sealed-chunks.ts';

const LENGTH_BYTES = 4;
/** More than any manifest has. */
const MOST_LABEL_BYTES = 16 * 1024 * 1024;

const labelSchema = z.object({
  /** Its number in the ledger. */
  offer: z.int().positive(),
  destination: z.string(),
  fileName: z.string(),
  /** Of the file's bytes, in hexadecimal. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** The text of the manifest, where the file was prepared. */
  manifest: z.string().optional(),
});
export type PackageLabel = z.infer<typeof labelSchema>;

export interface NewPackage {
  label: PackageLabel;
  /** The path of the file, for the words of errors. */
  source: string;
  bytes: number;
  /** Its bytes; a piece counts only until the next one is asked for. */
  content: AsyncIterable<Uint8Array>;
}

/**
 * Writes a package, which is there as a whole or not at all.
 * @throws AppError team.refused where the content has other bytes than the label says; file.cannot-write, disk.full; what `content` throws
 */
export async function sealPackage(path: string, { label, source, bytes, content }: NewPackage, keysFor: KeysFor) {
  const file = new NewFile(path);
  try {
    const start = packedLabel(label, source);
    const head = await newHead(start.length + bytes, keysFor);
    file.write(head.bytes);
    const hash = createHash('sha256');
    let [number, left] = [0, head.contentBytes];
    for await (const chunk of inChunks(hashed(content, hash), start)) {
      left -= chunk.length;
      if (left < 0) break;
      file.write(sealChunk(head, number, chunk));
      number += 1;
    }
    if (left !== 0 || hash.digest('hex') !== label.sha256)
      throw new AppError('team.refused', {
        reason: fact('{source} has other bytes than offer {offer}.', { source, offer: label.offer }),
      });
    file.finish();
    file.publish();
  } catch (thrown) {
    file.discard();
    throw thrown;
  }
}

export class SealedPackage implements AsyncDisposable {
  readonly label: PackageLabel;
  /** How many bytes the file in it has. */
  readonly bytes: number;
  readonly #opened: Opened;

  private constructor(opened: Opened, label: PackageLabel, labelBytes: number) {
    this.label = label;
    this.bytes = opened.head.contentBytes - labelBytes;
    this.#opened = opened;
  }

  /** @throws AppError team.package, team.package-passphrase, file.* */
  static async open(path: string, keysFor: KeysFor): Promise<SealedPackage> {
    const file = await open(path, 'r').catch((thrown: unknown) => {
      throw toFileError(thrown, path);
    });
    try {
      const found = await file.stat();
      if (!found.isFile()) throw new AppError('file.not-a-file', { path });
      const first = await readAt(file, path, 0, Math.min(HEAD_BYTES, found.size));
      const head = await openHead(first, found.size, keysFor, path);
      const opened = { file, path, head };
      const length = (await plainAt(opened, 0, LENGTH_BYTES)).readUInt32BE();
      if (length > MOST_LABEL_BYTES) throw unlabelled(path);
      const text = (await plainAt(opened, LENGTH_BYTES, length)).toString();
      return new SealedPackage(opened, labelIn(text, path), LENGTH_BYTES + length);
    } catch (thrown) {
      await file.close();
      throw thrown instanceof AppError ? thrown : toFileError(thrown, path);
    }
  }

  /**
   * The bytes of the file, each proved before it is given. Once it ends, the SHA-256 is that of the label.
   * Rejects with AppError `team.package`, `file.*`, or the signal's reason.
   */
  async *content(signal: AbortSignal): AsyncGenerator<Buffer> {
    const { head, path } = this.#opened;
    const hash = createHash('sha256');
    for await (const piece of plainFrom(this.#opened, head.contentBytes - this.bytes, signal)) {
      hash.update(piece);
      yield piece;
    }
    if (hash.digest('hex') !== this.label.sha256)
      throw unusable(path, fact('The file in it does not have the SHA-256 that its label says.'));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#opened.file.close();
  }
}

interface Opened {
  file: FileHandle;
  path: string;
  head: SealedHead;
}

/** A part of what is sealed. @throws AppError team.package, also where so much is not sealed */
async function plainAt(opened: Opened, offset: number, length: number): Promise<Buffer> {
  if (offset + length > opened.head.contentBytes) throw unlabelled(opened.path);
  const pieces: Buffer[] = [];
  let left = length;
  for await (const piece of plainFrom(opened, offset)) {
    pieces.push(piece.subarray(0, left));
    left -= piece.length;
    if (left <= 0) break;
  }
  return Buffer.concat(pieces);
}

/** What is sealed, from an offset to its end. */
async function* plainFrom({ file, path, head }: Opened, offset: number, signal?: AbortSignal): AsyncGenerator<Buffer> {
  let skipped = offset % CHUNK_BYTES;
  for (let number = Math.floor(offset / CHUNK_BYTES); number * CHUNK_BYTES < head.contentBytes; number += 1) {
    signal?.throwIfAborted();
    const [start, end] = placeOf(number, head);
    const plain = openChunk(head, number, await readAt(file, path, start, end));
    if (plain === undefined)
      throw unusable(path, fact('It was changed after it was sealed, near byte {start, number}.', { start }));
    if (plain.length > skipped) yield plain.subarray(skipped);
    skipped = 0;
  }
}

/** @throws AppError team.package where the file has become shorter, file.* */
async function readAt(file: FileHandle, path: string, start: number, end: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(end - start);
  for (let filled = 0; filled < bytes.length; ) {
    const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, start + filled).catch((thrown) => {
      throw toFileError(thrown, path);
    });
    if (bytesRead === 0) throw incomplete(path);
    filled += bytesRead;
  }
  return bytes;
}

function packedLabel(label: PackageLabel, source: string): Buffer {
  const text = Buffer.from(JSON.stringify(label));
  if (text.length > MOST_LABEL_BYTES)
    throw new AppError('team.refused', {
      reason: fact('The manifest of {source} is too large for a package.', { source }),
    });
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(text.length);
  return Buffer.concat([length, text]);
}

/** @throws AppError team.package */
function labelIn(text: string, path: string): PackageLabel {
  try {
    return labelSchema.parse(JSON.parse(text));
  } catch {
    throw unlabelled(path);
  }
}

function unlabelled(path: string): AppError {
  return unusable(path, fact('Its label cannot be read.'));
}

async function* hashed(pieces: AsyncIterable<Uint8Array>, hash: ReturnType<typeof createHash>) {
  for await (const piece of pieces) {
    hash.update(piece);
    yield piece;
  }
}

/** Everything in whole chunks, and what is left; each counts only until the next one is asked for. */
async function* inChunks(pieces: AsyncIterable<Uint8Array>, start: Uint8Array): AsyncGenerator<Uint8Array> {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let filled = 0;
  const gather = function* (piece: Uint8Array) {
    for (let taken = 0; taken < piece.length; ) {
      const part = piece.subarray(taken, taken + CHUNK_BYTES - filled);
      chunk.set(part, filled);
      taken += part.length;
      filled += part.length;
      if (filled < CHUNK_BYTES) continue;
      yield chunk;
      filled = 0;
    }
  };
  yield* gather(start);
  for await (const piece of pieces) yield* gather(piece);
  if (filled > 0) yield chunk.subarray(0, filled);
}
