/** @file Bytes through a transform of node:zlib, pulled as they are wanted. */

import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** What comes out of the transform. Rejects with what the source or the transform fails with. */
export async function* through(source: AsyncIterable<Uint8Array>, transform: Transform): AsyncGenerator<Uint8Array> {
  const flow = pipeline(Readable.from(source, { highWaterMark: 2 }), transform);
  // The transform tells the same failure to the loop below.
  flow.catch(() => undefined);
  try {
    for await (const chunk of transform) yield chunk;
  } finally {
    transform.destroy();
    // The source is closed when this ends.
    await flow.catch(() => undefined);
  }
}
