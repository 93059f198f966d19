/** @file What people call an encoding. Pure. */

import { fact, type Said } from '../../../src-shared/languages/fact.ts';
import type { Encoding } from '../../../src-shared/template-shapes.ts';

const names: Readonly<Record<Encoding, Said>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 (big-endian)',
  'windows-1252': 'Windows-1252',
  'iso-8859-15': 'ISO 8859-15',
  'iso-8859-2': 'ISO 8859-2',
  cp437: fact('code page 437'),
};

export function namedEncoding(encoding: Encoding): Said {
  return names[encoding];
}
