/** @file Archives of Electron (app.asar) for tests, as @electron/asar writes them. */

import { createHash } from 'node:crypto';

interface Content {
  [name: string]: string | Content;
}

/** @param options guarded: whether the header has the digests of the files */
export function archiveOf(content: Content, { isGuarded = true } = {}): Buffer {
  const parts: Buffer[] = [];
  let offset = 0;
  const entryOf = (part: string | Content): object => {
    if (typeof part !== 'string') {
      return { files: Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, entryOf(inner)])) };
    }
    const bytes = Buffer.from(part);
    const hash = createHash('sha256').update(bytes).digest('hex');
    const integrity = { algorithm: 'SHA256', hash, blockSize: 4_194_304, blocks: [hash] };
    const entry = { size: bytes.length, offset: String(offset), ...(isGuarded && { integrity }) };
    parts.push(bytes);
    offset += bytes.length;
    return entry;
  };
  const text = Buffer.from(JSON.stringify(entryOf(content)));
  const padding = Buffer.alloc((4 - (text.length % 4)) % 4);
  const lengths = Buffer.alloc(16);
  const padded = text.length + padding.length;
  [4, padded + 8, padded + 4, text.length].forEach((length, place) => {
    lengths.writeUInt32LE(length, place * 4);
  });
  return Buffer.concat([lengths, text, padding, ...parts]);
}
