/**
 * @file Unpacks Zstandard. node:zlib stops silently after the first frame, but parallel compressors and joined files have
 * many: here each frame is found by its structure (RFC 8878, section 3) and unpacked by itself.
 */

import { createZstdDecompress } from 'node:zlib';
import { ByteReader } from './byte-reader.ts';
import { through } from './streams.ts';

const CHUNK_BYTES = 256 * 1024;
const MAGIC_BYTES = 4;
const CHECKSUM_BYTES = 4;
const BLOCK_HEADER_BYTES = 3;
const DICTIONARY_ID_BYTES = [0, 1, 2, 4] as const;
const CONTENT_SIZE_BYTES = [0, 2, 4, 8] as const;
const RUN_LENGTH_BLOCK = 1;
const RESERVED_BLOCK = 3;

/** Rejects where the source does, and where it is damaged or ends early. */
export async function* unpackZstd(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = new ByteReader(source);
  try {
    while (!(await reader.isAtEnd())) {
      const start = await reader.peek(2 * MAGIC_BYTES);
      if (start.length === 2 * MAGIC_BYTES && isSkippable(start)) {
        for await (const _ of reader.take(2 * MAGIC_BYTES + start.readUInt32LE(MAGIC_BYTES)));
      } else {
        yield* through(frame(reader), createZstdDecompress({ chunkSize: CHUNK_BYTES }));
      }
    }
  } finally {
    await reader.close();
  }
}

function isSkippable(start: Buffer): boolean {
  const magic = start.readUInt32LE(0);
  return magic >= 0x184d2a50 && magic <= 0x184d2a5f;
}

/** The bytes of one frame. Where they end early, the library that gets them says so. */
async function* frame(reader: ByteReader): AsyncGenerator<Uint8Array> {
  const descriptor = (await reader.peek(MAGIC_BYTES + 1))[MAGIC_BYTES] ?? 0;
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const contentSize = CONTENT_SIZE_BYTES[descriptor >> 6] ?? 0;
  const headerBytes =
    MAGIC_BYTES +
    1 +
    (isSingleSegment ? 0 : 1) +
    (DICTIONARY_ID_BYTES[descriptor & 3] ?? 0) +
    (isSingleSegment && contentSize === 0 ? 1 : contentSize);
  yield* reader.take(headerBytes);
  for (let isLast = false; !isLast; ) {
    const block = await reader.peek(BLOCK_HEADER_BYTES);
    if (block.length < BLOCK_HEADER_BYTES) return;
    const header = block.readUIntLE(0, BLOCK_HEADER_BYTES);
    const type = (header >> 1) & 3;
    if (type === RESERVED_BLOCK) throw new Error('a block of an unknown type');
    isLast = (header & 1) === 1;
    yield* reader.take(BLOCK_HEADER_BYTES + (type === RUN_LENGTH_BLOCK ? 1 : header >> 3));
  }
  if ((descriptor & 4) !== 0) yield* reader.take(CHECKSUM_BYTES);
}
