/** @file What unbzip2-stream is made of; its own types describe only the stream. */

declare module 'unbzip2-stream/lib/bzip2.js' {
  interface Bits {
    (count: number | null): number;
    bytesRead: number;
  }
  const bzip2: {
    /** The level, 1 to 9. Throws where no stream begins. */
    header(bits: Bits): number;
    /** Unpacks a block; null at the end of a stream, of which the next may follow. Throws where it is damaged. */
    decompress(
      bits: Bits,
      write: (byte: number) => void,
      block: Int32Array,
      blockSize: number,
      checksum: number,
    ): number | null;
  };
  export default bzip2;
}

declare module 'unbzip2-stream/lib/bit_iterator.js' {
  export default function bitIterator(nextBuffer: () => Uint8Array | undefined): {
    (count: number | null): number;
    bytesRead: number;
  };
}
