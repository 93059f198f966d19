/** @file Packed exports. The files were made by make-files.py with the programs that people use. */

import { type AwkwardExport, kept, paid, payments } from './awkward-export.ts';

const a = paid('A', '1');
const b = paid('B', '2');
const c = paid('C', '3');

const packed = (name: string, file: string, lines: readonly string[]): AwkwardExport => ({
  name,
  files: { [file]: kept(file) },
  template: payments,
  outcome: { lines },
});
const broken = (name: string, file: string, error: string, says?: RegExp): AwkwardExport => ({
  name,
  files: { [file]: kept(file) },
  template: payments,
  outcome: { error, ...(says !== undefined && { says }) },
});

const unreadable = 'file.export-unreadable';
const damaged = 'file.export-damaged';

export const packedExports: readonly AwkwardExport[] = [
  packed('gzip', 'one.csv.gz', [a]),
  packed('gzip members joined, as logs are rotated, are one file', 'members.csv.gz', [a, b]),
  packed('bzip2', 'one.csv.bz2', [a]),
  packed('bzip2 streams joined are one file', 'members.csv.bz2', [a, b]),
  packed('zstd', 'one.csv.zst', [a]),
  packed('a zip with several files, in the order of their names', 'two.zip', [a, b, c]),
  packed('a zip without compression', 'stored.zip', [a]),
  packed('a zip whose names have umlauts', 'umlauts.zip', [a]),
  packed('a tar', 'two.tar', [a, b]),
  packed('a tar.gz with ./ before its names, and a path of more than 100 letters', 'two.tar.gz', [a, b, c]),
  packed('a tar.bz2 as GNU writes it', 'two.tar.bz2', [a, b]),
  packed('a tar.zst', 'two.tar.zst', [a, b]),
  packed('a packed file in a zip', 'nested.zip', [b, a]),
  packed('a zip in a zip', 'zip-in-zip.zip', [a]),
  packed('what systems add to a zip is no export', 'mac.zip', [a]),
  broken(
    'of two files of the same name in a zip neither is read: which of them counts cannot be known',
    'same-name.zip',
    unreadable,
    /more than one/,
  ),
  {
    name: 'what is packed is recognised by its content, whatever its name',
    files: { 'export.csv': kept('one.csv.gz') },
    template: payments,
    outcome: { lines: [a] },
  },
  {
    name: 'text named .gz is text',
    files: { 'export.csv.gz': 'Reference;Booked;Amount;Currency\nA;2024-01-02;1;EUR\n' },
    template: payments,
    outcome: { lines: [a] },
  },
  {
    name: 'several files, packed or not, in the order in which they are named',
    files: { 'z.csv.gz': kept('one.csv.gz'), 'a.csv': 'Reference;Booked;Amount;Currency\nB;2024-01-02;2;EUR\n' },
    given: ['z.csv.gz', 'a.csv'],
    template: payments,
    outcome: { lines: [a, b] },
  },
  {
    name: 'a whole folder is read in the order of names, with what is in its folders',
    files: {
      'export/2024-02.csv': 'Reference;Booked;Amount;Currency\nB;2024-01-02;2;EUR\n',
      'export/2024-01.csv.gz': kept('one.csv.gz'),
      'export/more/2024-03.csv': 'Reference;Booked;Amount;Currency\nC;2024-01-02;3;EUR\n',
    },
    given: ['export'],
    template: payments,
    outcome: { lines: [a, b, c] },
  },
  broken('a gzip file that is cut off says so', 'cut.csv.gz', damaged, /incomplete|cut|ends|end of/i),
  broken('a gzip file with a wrong sum says so', 'wrong-sum.csv.gz', damaged, /damaged|sum/i),
  broken('a bzip2 file that is cut off says so', 'cut.csv.bz2', damaged, /incomplete|cut|ends|end of/i),
  broken('a zip that is cut off says so', 'cut.zip', damaged, /incomplete|cut|damaged|ends|end of/i),
  broken('a tar that is cut off says so', 'cut.tar', damaged, /incomplete|cut|damaged|ends|end of/i),
  broken('a file in a zip with a wrong sum says so', 'wrong-sum.zip', damaged, /damaged|sum/i),
  broken('a zip with a password says so', 'encrypted.zip', unreadable, /password|encrypted/i),
  broken('an empty zip says so', 'empty.zip', unreadable, /empty|no file|nothing/i),
  broken('a zip with folders only says so', 'only-folders.zip', unreadable, /empty|no file|nothing/i),
  broken('a name that leads out of a zip is refused', 'upwards.zip', unreadable, /outside\.csv/),
  broken('an absolute name in a zip is refused', 'absolute.zip', unreadable, /outside\.csv/),
  broken('a name that leads out of a zip on Windows is refused', 'backslashes.zip', unreadable, /outside\.csv/),
  broken('a name that leads out of a tar is refused', 'upwards.tar', unreadable, /outside\.csv/),
  broken('an absolute name in a tar is refused', 'absolute.tar', unreadable, /outside\.csv/),
  broken(
    'links and pipes in a tar are refused: no file outside of it is read',
    'links.tar',
    unreadable,
    /secret\.csv|link/,
  ),
  broken('a folder in a tar that is a link is refused', 'link-then-through.tar', unreadable, /link/),
  {
    ...broken('a bomb of gzip in gzip is refused before it fills the disk', 'bomb.csv.gz.gz', unreadable, /times its/),
    // Without columns that it needs: the single one of the bomb would be refused before the bomb is.
    template: { ...payments, fields: {}, additionalFields: {} },
  },
  broken('a bomb of zip in zip is refused before it fills the disk', 'bomb.zip', unreadable),
  broken('a zip whose 5000 files are the same bytes is refused', 'overlapping.zip', unreadable),
];
