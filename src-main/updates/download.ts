/** @file Loads the file of an update: continued where it was cut, and kept only if it is the file that was signed. */

import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../src-shared/errors.ts';
import { type Fact, fact } from '../../src-shared/languages/fact.ts';
import { codeOf } from '../ground/files/error-codes.ts';
import { syncFolder } from '../ground/files/folders.ts';
import { replaceFile } from '../ground/files/replace-file.ts';
import { LARGEST_MANIFEST, type UpdateFile } from './manifest.ts';

export interface DownloadPorts {
  /** Follows no redirects. */
  fetch: typeof globalThis.fetch;
  /** Asked before each block; once it is false, the download ends and can be continued. */
  mayGoOn: () => boolean;
  signal: AbortSignal;
}

/** The manifest as the server has it now. @throws AppError update.unreachable */
export async function fetchManifest(address: string, { fetch, signal }: DownloadPorts): Promise<Buffer> {
  const response = await ask(address, { fetch, signal });
  const blocks: Uint8Array[] = [];
  let bytes = 0;
  for await (const block of blocksOf(response, address)) {
    bytes += block.length;
    if (bytes > LARGEST_MANIFEST) throw unreachable(address, fact('the reply is too long for a manifest'));
    blocks.push(block);
  }
  return Buffer.concat(blocks);
}

/**
 * Loads the file into the folder, and removes there what belongs to other updates.
 * @returns the path of the whole, verified file; undefined when it may not continue
 * @throws AppError update.unreachable, update.damaged, and what the file system throws
 */
export async function downloadUpdate(
  address: string,
  file: UpdateFile,
  folder: string,
  ports: DownloadPorts,
): Promise<string | undefined> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, file.name);
  // Another file may have the same name.
  const part = join(folder, `${file.sha256}.part`);
  for (const name of await readdir(folder)) {
    if (![path, part].includes(join(folder, name))) await rm(join(folder, name), { recursive: true });
  }
  if (await isWhole(path, file)) return path;
  const isComplete = await load(address, file, part, ports);
  if (!isComplete) return undefined;
  if (!(await isWhole(part, file))) {
    await rm(part);
    throw new AppError('update.damaged', { fileName: file.name });
  }
  await replaceFile(part, path);
  syncFolder(folder);
  return path;
}

/** Whether the file has the signed size and digest, as it is on the disk now. */
export async function isWhole(path: string, { bytes, sha256 }: UpdateFile): Promise<boolean> {
  if ((await sizeOf(path)) !== bytes) return false;
  return (await digestOf(path, createHash('sha256'))) === sha256;
}

/** @returns whether all bytes are there */
async function load(address: string, file: UpdateFile, part: string, ports: DownloadPorts): Promise<boolean> {
  let there = await sizeOf(part);
  if (there >= file.bytes) return true;
  const rest = there > 0 ? await askForRest(address, there, ports) : undefined;
  if (rest === undefined) there = 0;
  const response = rest ?? (await ask(address, ports));
  const handle = await open(part, there > 0 ? 'r+' : 'w', 0o600);
  try {
    for await (const block of blocksOf(response, address)) {
      if (!ports.mayGoOn()) return false;
      if (there + block.length > file.bytes) {
        await handle.truncate(0);
        throw new AppError('update.damaged', { fileName: file.name });
      }
      await handle.write(block, 0, block.length, there);
      there += block.length;
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  if (there < file.bytes) throw unreachable(address, fact('the download was cut'));
  return true;
}

/** The file from a place on; undefined where the server knows no ranges, refuses this one, or sends another. */
async function askForRest(address: string, from: number, ports: DownloadPorts): Promise<Response | undefined> {
  const response = await answerTo(address, ports, { Range: `bytes=${from}-` });
  if (response.status === 206 && response.headers.get('content-range')?.startsWith(`bytes ${from}-`)) return response;
  await response.body?.cancel();
  return undefined;
}

async function ask(address: string, ports: Pick<DownloadPorts, 'fetch' | 'signal'>): Promise<Response> {
  const response = await answerTo(address, ports);
  if (response.status === 200) return response;
  await response.body?.cancel();
  throw unreachable(address, fact('it answered with HTTP {status}', { status: `${response.status}` }));
}

async function answerTo(
  address: string,
  { fetch, signal }: Pick<DownloadPorts, 'fetch' | 'signal'>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return await fetch(address, { headers, signal }).catch((thrown: unknown) => {
    signal.throwIfAborted();
    throw thrown instanceof AppError ? thrown : unreachable(address, notReached(codeOf(thrown)), thrown);
  });
}

async function* blocksOf(response: Response, address: string): AsyncGenerator<Uint8Array> {
  try {
    for await (const block of response.body ?? []) yield block;
  } catch (thrown) {
    throw thrown instanceof AppError ? thrown : unreachable(address, fact('the reply was cut'), thrown);
  }
}

const notReached = (code: string | undefined): Fact =>
  code === undefined ? fact('it cannot be reached') : fact('it cannot be reached ({code})', { code });

function unreachable(address: string, reason: Fact, cause?: unknown): AppError {
  return new AppError('update.unreachable', { host: new URL(address).host, reason }, { cause });
}

async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() === true ? found.size : 0;
}

async function digestOf(path: string, hash: Hash): Promise<string> {
  for await (const block of createReadStream(path)) hash.update(block);
  return hash.digest('hex');
}
