/** @file The parts of a workbook, which is a zip archive of XML files. */

import { Buffer } from 'node:buffer';
import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { AppError } from '../../../src-shared/errors.ts';
import { type Fact, fact } from '../../../src-shared/languages/fact.ts';
import { isFileSystemError, toFileError } from '../../ground/files/file-errors.ts';
import { most } from '../bounds.ts';
import { type SourceOnDisk, unreadable } from '../structured-source.ts';
import { BrokenXml, type XmlHandlers, XmlText } from '../xml/xml-text.ts';

const START_BYTES = 1024 * 1024;
const OLE_CONTAINER = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
const ZIP = Buffer.from('PK');
/** What Excel calls the content of a workbook with a password. */
const ENCRYPTED_CONTENT = Buffer.from('EncryptedPackage', 'utf16le');
const AS_XLSX = fact('Open it in Excel and save it as an Excel workbook (.xlsx), without a password.');

export class WorkbookZip {
  readonly #source: SourceOnDisk;
  readonly #zip: ZipFile;
  readonly #parts: ReadonlyMap<string, Entry>;

  private constructor(source: SourceOnDisk, zip: ZipFile, parts: ReadonlyMap<string, Entry>) {
    this.#source = source;
    this.#zip = zip;
    this.#parts = parts;
  }

  /** Rejects with AppError `file.*`, as does `read`. To be closed. */
  static async open(source: SourceOnDisk): Promise<WorkbookZip> {
    await assertIsZip(source);
    let zip: ZipFile;
    try {
      zip = await openPromise(source.path, { autoClose: false, lazyEntries: true });
    } catch (thrown) {
      throw damaged(source, fact('It cannot be read as a workbook of Excel: its list of contents is damaged.'), thrown);
    }
    try {
      return new WorkbookZip(source, zip, await partsOf(source, zip));
    } catch (thrown) {
      zip.close();
      throw thrown instanceof AppError
        ? thrown
        : damaged(source, fact('It cannot be read as a workbook of Excel: its list of contents is damaged.'), thrown);
    }
  }

  has(name: string): boolean {
    return this.#parts.has(keyOf(name));
  }

  /** Reads a part from its beginning, until it ends or `isEnough` says so. */
  async read(
    name: string,
    handlers: XmlHandlers,
    signal: AbortSignal,
    isEnough: () => boolean = () => false,
  ): Promise<void> {
    const xml = new XmlText(handlers);
    for await (const text of this.texts(name, signal)) {
      this.parse(name, () => xml.push(text));
      if (isEnough()) return;
    }
    this.parse(name, () => xml.end());
  }

  /** As `read`, for a part that is small in every workbook of Excel. */
  async readSmall(name: string, handlers: XmlHandlers, signal: AbortSignal): Promise<void> {
    if ((this.#parts.get(keyOf(name))?.uncompressedSize ?? 0) > most.bytesOfSmallPart)
      throw damaged(
        this.#source,
        fact('It cannot be read as a workbook of Excel: its part {name} is larger than {megabytes} MB.', {
          name,
          megabytes: most.bytesOfSmallPart / 1024 / 1024,
        }),
      );
    await this.read(name, handlers, signal);
  }

  /** Runs what parses, and says of what is broken in which part it is. */
  parse(name: string, run: () => void): void {
    try {
      run();
    } catch (thrown) {
      if (!(thrown instanceof BrokenXml)) throw thrown;
      throw unreadable(
        this.#source.shownPath,
        [fact('The part {name} of the workbook is damaged.', { name }), thrown.said],
        {
          remedy: AS_XLSX,
          cause: thrown,
        },
      );
    }
  }

  /** The text of a part, as it comes. */
  async *texts(name: string, signal: AbortSignal): AsyncGenerator<string> {
    const entry = this.#parts.get(keyOf(name));
    if (entry === undefined)
      throw damaged(this.#source, fact('It cannot be read as a workbook of Excel: it has no part {name}.', { name }));
    let decoder: InstanceType<typeof TextDecoder> | undefined;
    let sum = 0;
    try {
      const stream = await this.#zip.openReadStreamPromise(entry);
      try {
        for await (const part of stream) {
          signal.throwIfAborted();
          const bytes = Buffer.isBuffer(part) ? part : Buffer.from(String(part));
          sum = crc32(bytes, sum);
          decoder ??= new TextDecoder(encodingOf(bytes), { fatal: true });
          yield decoder.decode(bytes, { stream: true });
        }
        yield decoder?.decode() ?? '';
        // yauzl leaves it to its callers: without it, a changed byte of a part that is stored as it is would pass.
        if (sum !== entry.crc32) throw new Error('The sum of the part differs.');
      } finally {
        stream.destroy();
      }
    } catch (thrown) {
      if (thrown instanceof AppError || signal.aborted) throw thrown;
      if (isFileSystemError(thrown)) throw toFileError(thrown, this.#source.path);
      throw damaged(
        this.#source,
        fact('It cannot be read as a workbook of Excel: its part {name} is damaged.', { name }),
        thrown,
      );
    }
  }

  close(): void {
    this.#zip.close();
  }
}

async function assertIsZip(source: SourceOnDisk): Promise<void> {
  const start = Buffer.alloc(START_BYTES);
  let bytes = 0;
  try {
    const file = await open(source.path, 'r');
    try {
      bytes = (await file.read(start, 0, START_BYTES, 0)).bytesRead;
    } finally {
      await file.close();
    }
  } catch (thrown) {
    throw toFileError(thrown, source.path);
  }
  const head = start.subarray(0, bytes);
  if (head.subarray(0, OLE_CONTAINER.length).equals(OLE_CONTAINER)) {
    const problem = head.includes(ENCRYPTED_CONTENT)
      ? fact('The workbook is protected by a password.')
      : fact('It is a workbook of Excel 2003 or older (.xls), or protected by a password.');
    throw unreadable(source.shownPath, problem, { remedy: AS_XLSX });
  }
  if (!head.subarray(0, ZIP.length).equals(ZIP))
    throw damaged(source, fact('It cannot be read as a workbook of Excel: it does not begin as one does.'));
}

async function partsOf(source: SourceOnDisk, zip: ZipFile): Promise<Map<string, Entry>> {
  const parts = new Map<string, Entry>();
  if (zip.entryCount > most.partsOfWorkbook)
    throw damaged(
      source,
      fact('It cannot be read as a workbook of Excel: it has {count} parts.', { count: zip.entryCount }),
    );
  for await (const entry of zip.eachEntry()) {
    if (entry.isEncrypted())
      throw unreadable(source.shownPath, fact('The workbook is protected by a password.'), { remedy: AS_XLSX });
    const { uncompressedSize, compressedSize, fileName } = entry;
    if (uncompressedSize > most.freeBytesOfPart && uncompressedSize > compressedSize * most.ratioOfPart)
      throw damaged(
        source,
        fact(
          'It cannot be read as a workbook of Excel: its part {name} would unpack to {times} times its size and more, as in a file that is made to fill a disk.',
          { name: fileName, times: most.ratioOfPart },
        ),
      );
    // Whichever is taken, the rows of the other would be lost.
    if (parts.has(keyOf(fileName)))
      throw damaged(
        source,
        fact('It cannot be read as a workbook of Excel: its part {name} is there more than once.', { name: fileName }),
      );
    parts.set(keyOf(fileName), entry);
  }
  return parts;
}

function damaged(source: SourceOnDisk, problem: Fact, cause?: unknown): AppError {
  return unreadable(source.shownPath, problem, { remedy: AS_XLSX, cause });
}

/** Names in a workbook are the same whatever their case is. */
function keyOf(name: string): string {
  return name.replace(/^\//, '').toLowerCase();
}

function encodingOf(start: Buffer): string {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}
