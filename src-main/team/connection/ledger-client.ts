/** @file The library that speaks with PostgreSQL, as far as it can be left alone with a server that may be false. */

import { Buffer } from 'node:buffer';
import pg from 'pg';

/** Of numbers and times, with which the library takes the longer, squared, the longer they are. */
const LONGEST_VALUE = 64;
const { builtins } = pg.types;
const TEXT_ARRAY = 1009;
const ofAnyLength: ReadonlySet<number> = new Set([builtins.JSON, builtins.JSONB, TEXT_ARRAY]);

/** Values as the library reads them, where that takes no longer than to read them. */
export const boundedTypes: pg.CustomTypesConfig = {
  getTypeParser: (type, format) => {
    if (type === builtins.BYTEA) return bytesIn;
    const parse: (text: string) => unknown = pg.types.getTypeParser(type, format);
    return (text: string) => (text.length > LONGEST_VALUE && !ofAnyLength.has(type) ? text : parse(text));
  },
};

/** In either form that a server may write. The library never comes to the end of a backslash without a partner. */
function bytesIn(text: string): Buffer {
  if (text.startsWith('\\x')) return Buffer.from(text.slice(2), 'hex');
  const plain = text.replace(/\\(?:([0-7]{3})|\\)/g, (_, octal?: string) =>
    octal === undefined ? '\\' : String.fromCharCode(Number.parseInt(octal, 8)),
  );
  return Buffer.from(plain, 'latin1');
}

export class LedgerClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    // What the library finds wrong, such as the proof of the server: it would read on.
    this.connection.on('error', () => this.connection.stream.destroy());
  }
}
