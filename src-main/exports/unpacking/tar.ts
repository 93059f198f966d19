/**
 * @file The files in a tar archive. It has no table of contents, so all of it is unpacked to the work area, once, instead of
 * being read from its start for each of its files.
 */

import { createTarDecoder, type ParsedTarEntry } from 'modern-tar';
import { AppError } from '../../../src-shared/errors.ts';
import { assertBounded, assertEntries, type Bounds } from '../bounds.ts';
import { type Content, fileContent } from '../content.ts';
import type { WorkArea } from '../work-area.ts';
import { damaged } from './damage.ts';
import { assertName, inArchive, isNoFile, plainName, refusedEntry } from './entry-name.ts';

/** What the archive is, where it goes, and what is left out of it. */
export interface TarOptions {
  workArea: WorkArea;
  bounds: Bounds;
  /** Told the name of each file; what is left out is not unpacked. */
  isLeftOut: (name: string) => boolean;
}

/** In the order of the archive; equal names are possible. Rejects with AppError `file.*`, and the signal's reason. */
export async function unpackTar(archive: Content, options: TarOptions, signal: AbortSignal): Promise<Content[]> {
  const { bounds, isLeftOut, workArea } = options;
  const files: Content[] = [];
  let [bytes, entries] = [0, 0];
  try {
    for await (const { header, body } of entriesOf(archive, signal)) {
      entries += 1;
      assertEntries(entries, bounds, archive.shownPath);
      assertName(header.name, archive.shownPath);
      const name = plainName(header.name);
      const isFile = (header.type ?? 'file') === 'file';
      if (!isFile && header.type !== 'directory') {
        throw refusedEntry(isNoFile(header.name), archive.shownPath);
      }
      if (!isFile || isLeftOut(name)) {
        await body.cancel();
        continue;
      }
      const shownPath = inArchive(name, archive);
      assertBounded(header.size, archive.diskBytes, bounds, shownPath);
      const path = await workArea.add(body, header.size);
      bytes += header.size;
      files.push(await unpackedContent(path, name, archive));
    }
  } catch (thrown) {
    signal.throwIfAborted();
    throw thrown instanceof AppError ? thrown : damaged('tar', archive.shownPath, bytes, thrown);
  }
  return files;
}

function entriesOf(archive: Content, signal: AbortSignal): ReadableStream<ParsedTarEntry> {
  return ReadableStream.from(archive.open(signal)).pipeThrough(createTarDecoder({ strict: true }));
}

async function unpackedContent(path: string, entry: string, { name, shownPath, packing }: Content): Promise<Content> {
  const options = { name: name === '' ? entry : `${name}/${entry}`, shownPath: inArchive(entry, { shownPath }) };
  return { ...(await fileContent(path, options)), packing: [...packing, 'tar'] };
}
