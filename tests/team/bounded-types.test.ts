/** @file What a ledger's server writes for a value is read to its end, whatever it is. */

import pg from 'pg';
import { expect, it } from 'vitest';
import { boundedTypes } from '../../src-main/team/connection/ledger-client.ts';

const bytes: (text: string) => unknown = boundedTypes.getTypeParser(pg.types.builtins.BYTEA, 'text');

it.each([
  ['\\x00ff5c', [0x00, 0xff, 0x5c]],
  ['a\\\\b\\000\\377', [0x61, 0x5c, 0x62, 0x00, 0xff]],
  // The library would never come to its end.
  ['\\', [0x5c]],
  ['a\\\\\\', [0x61, 0x5c, 0x5c]],
])('bytes written as %j are read', (text, expected) => {
  expect(bytes(text)).toEqual(Buffer.from(expected));
});
