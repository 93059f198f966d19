/**
 * @file Why an export cannot be read, and what to do about it, as `src-main/exports/` says it: made in English, and said
 * here in the language that is spoken.
 */

import { message } from '../languages/message.ts';
import type { Telling } from '../languages/retold.ts';

/** What it is in place of an export. */
const whatItIs: readonly Telling[] = [
  () => message('It is a PDF document.'),
  () => message('It is an old Excel or Word document, or one with a password.'),
  () => message('It is an RTF document.'),
  () => message('It is an image.'),
  () => message('It is a 7-Zip archive.'),
  () => message('It is an xz archive.'),
  () => message('It is a RAR archive.'),
  () => message('It is an archive of the program compress.'),
  () => message('It is an LZ4 archive.'),
  () => message('It is an SQLite database.'),
  () => message('It is an encrypted Parquet file.'),
  () => message('It is an ORC file.'),
  () => message('It is an Avro file.'),
  () => message('It is an encrypted file (PGP).'),
  () => message('It is a signed text (PGP).'),
  () => message('It is a signature (PGP), and not what it signs.'),
  () => message('It is a signed envelope (PKCS#7).'),
  () => message('It is an encrypted envelope (PKCS#7).'),
  () => message('It is a signed or encrypted envelope (PKCS#7).'),
  () => message('It is an encrypted document (XML Encryption).'),
  () => message('It is a certificate or a key.'),
  () => message('It is an e-mail.'),
  () =>
    message(
      'It is text without a table: most of its lines are not divided alike, neither by a separator nor by blanks.',
    ),
  () => message('It is a program.'),
  () => message('It is a file of zero bytes, as a copy leaves it that broke off.'),
  () => message('It is a web page, as some programs write it under the name of an Excel file.'),
  (given) => message('It is a {message}, a message whose transactions are not read, if it has any.', given),
  (given) => message('It is an MT{type}, a message of SWIFT whose transactions are not read, if it has any.', given),
  () => message('It is a message of SWIFT whose transactions are not read, if it has any.'),
  () => message('It is an acknowledgement of SWIFT (F21), which has no transactions.'),
  () => message('It is a binary file.'),
  () => message('It is a Word document.'),
  () => message('It is a PowerPoint document.'),
  () => message('It is an OpenDocument file.'),
  () => message('It is a binary workbook (XLSB).'),
  () => message('It is empty.'),
  (given) => message('It is {is}, and not {asked}, as was asked for.', given),
];

/** What is wrong with a folder, an archive, or a file as such. */
const ofArchives: readonly Telling[] = [
  () => message('There is no file in this folder that could be an export.'),
  () => message('There is no file in this archive that could be an export.'),
  () => message('There is no export in what was chosen.'),
  () => message('No file in it is among those that were chosen.'),
  (given) => message('It unpacks to more than {size}.', given),
  (given) => message('It unpacks to more than {times} times its own size, as no export does.', given),
  (given) => message('There are more than {count} files in it.', given),
  (given) => message('It is packed more than {times} times.', given),
  (given) => message('There are folders in it on more than {levels} levels.', given),
  (given) => message('There is an entry in it that leads out of the archive: “{name}”.', given),
  (given) => message('There is an entry in it that is the path of another place on the disk: “{name}”.', given),
  (given) => message('There is an entry in it that is a link or a device: “{name}”.', given),
  (given) =>
    message('There is more than one “{name}” in it, and they differ: which of them counts cannot be known.', given),
  (given) => message('The archive has a password: “{name}” cannot be read.', given),
  () => message('It is packed by a method that is rarely used.'),
  () => message('It is only one part of an archive in several parts.'),
  () => message('It was written to while it was being read.'),
];

/** What is wrong with a text: delimited, JSON or XML. */
const ofTexts: readonly Telling[] = [
  (given) => message('Behind byte {byte} of its text, there are bytes that are no characters in UTF-8.', given),
  (given) => message('It says that it is in the encoding “{name}”, which cannot be read.', given),
  () => message('There is nothing in it.'),
  (given) => message('There is no row {row} that could have the names of the columns.', given),
  (given) => message('The quotes of row {row}, with the names of the columns, are wrong.', given),
  (given) => message('It has more than {count} columns.', given),
  () => message('The widths of its columns are not known.'),
  () => message('There are no rows in it.'),
  (given) =>
    message('It begins with an object in which no list of objects stands among the first {megabytes} MB.', given),
  (given) => message('The export ends within row {row}; it has probably been cut off.', given),
  (given) =>
    message('The export ends after row {row}, before its brackets are closed; it has probably been cut off.', given),
  (given) => message('There is no list at {path} in it.', given),
  (given) => message('It has brackets nested deeper than {levels} levels.', given),
  (given) => message('In row {row}, at byte {byte} of the text, nothing was open, not {found}.', given),
  (given) => message('In row {row}, at byte {byte} of the text, {wanted} was expected, not {found}.', given),
  (given) => message('There is no element {element} in it.', given),
  () => message('The XML has no element in which rows could be.'),
  (given) =>
    message(
      'Line {line} of its XML is broken: it has an entity (&…;) that XML does not know by itself. Entities that a document declares are not read, because they can hide other files or make a small file endless.',
      given,
    ),
  (given) =>
    message(
      'Line {line} of its XML is broken: it ends before all elements are closed ({problem}); it has probably been cut off.',
      given,
    ),
  (given) => message('Line {line} of its XML is broken: there is nothing in it.', given),
  (given) => message('Line {line} of its XML is broken: {problem}.', given),
  (given) => message('In line {line}, elements are nested deeper than {levels} levels.', given),
  (given) => message('A text in line {line} is larger than {megabytes} MB.', given),
  (given) => message('An element in line {line} has more than {count} attributes.', given),
  () => message('It is a message of ISO 20022, but no statement and no transaction is in it.'),
  () => message('A part of it is encrypted (XML Encryption), and cannot be read.'),
  (given) => message('What stands around a transaction has more than {count} elements.', given),
  () => message('No message of SWIFT with transactions is in it.'),
  (given) => message('The message on line {line} has no end: the file has probably been cut off.', given),
];

/** What is wrong with a workbook. */
const ofWorkbooks: readonly Telling[] = [
  () => message('It is no workbook of Excel in the form .xlsx.'),
  () => message('It is a workbook of Excel 2003 or older (.xls), or protected by a password.'),
  () => message('The workbook is protected by a password.'),
  () => message('It cannot be read as a workbook of Excel: its list of contents is damaged.'),
  (given) => message('It cannot be read as a workbook of Excel: its part {name} is larger than {megabytes} MB.', given),
  (given) => message('It cannot be read as a workbook of Excel: it has no part {name}.', given),
  (given) => message('It cannot be read as a workbook of Excel: its part {name} is damaged.', given),
  () => message('It cannot be read as a workbook of Excel: it does not begin as one does.'),
  (given) => message('It cannot be read as a workbook of Excel: it has {count} parts.', given),
  (given) =>
    message(
      'It cannot be read as a workbook of Excel: its part {name} would unpack to {times} times its size and more, as in a file that is made to fill a disk.',
      given,
    ),
  (given) => message('It cannot be read as a workbook of Excel: its part {name} is there more than once.', given),
  (given) => message('The part {name} of the workbook is damaged.', given),
  (given) =>
    message(
      'Its text {number} is longer than {kilobytes} KB; a cell of Excel may have {characters} characters.',
      given,
    ),
  (given) => message('It has more than {count} different texts.', given),
  () => message('Its texts are larger than 4 GB in all.'),
  (given) => message('After row {before} comes a row with the number “{number}”.', given),
  (given) => message('Row {row} has a cell at “{place}”, which no sheet has.', given),
  (given) => message('The workbook has more than {count} sheets that are to be read.', given),
  () => message('No sheet of the workbook has rows.'),
  (given) => message('The sheet “{name}” has no rows.', given),
  (given) => message('Hidden sheets were left out: {names}. Name them if they are to be read.', given),
  (given) => message('The workbook has no sheet {names}.', given),
  (given) => message('Choose among its sheets: {names}.', given),
];

/** What is wrong with a Parquet file. */
const ofParquet: readonly Telling[] = [
  () => message('It is damaged, or no Parquet file.'),
  () => message('It does not end as a Parquet file does; it has probably been cut off.'),
  () => message('The description at its end is larger than 64 MB.'),
  () => message('The Parquet file is encrypted.'),
  () => message('Columns of the Parquet file are encrypted.'),
  () => message('Its columns lie in other files.'),
  () => message('It has become shorter while it was read.'),
  () => message('A row group does not have all columns.'),
  () => message('A page of a column does not say what it is.'),
  () => message('A page of a column is damaged: it unpacks to another size than it says.'),
  () => message('A page of a column is damaged: it has fewer values than it says.'),
  () => message('A page of a column has fewer values than it says.'),
  () => message('A page of a column reaches beyond its end.'),
  () => message('A page of a column has no possible size.'),
  () => message('A column does not say where it is.'),
  () => message('A column reaches beyond the end of the file.'),
  () => message('A column has fewer values than the table has rows.'),
  () => message('A column has more values than the table has rows, so rows may be missing.'),
  () => message('The description at its end gives different numbers of rows, so rows may be missing.'),
  () => message('A value is not in the dictionary of its column.'),
  () => message('The dictionary of a column is missing.'),
  (given) => message('It is encoded in a way that Tranship does not read ({encoding}).', given),
  () => message('It is compressed in a way that Tranship does not read (LZO).'),
  (given) =>
    message(
      'Its row groups are too large to be read within {megabytes} MB of memory: the pages of its columns that belong together take more.',
      given,
    ),
  (given) => message('Its column “{column}” has a type that is unknown.', given),
  (given) => message('Its column “{column}” has no type.', given),
  (given) => message('Its column “{column}” is nested deeper than {levels} levels.', given),
];

/** What to do about it. */
const remedies: readonly Telling[] = [
  () => message('Export the transactions as CSV, XLSX, Parquet, XML or JSON.'),
  () => message('Unpack it with the program that has made it, then choose what is in it.'),
  () => message('Open it in its program, save it as XLSX or CSV, then choose that file.'),
  () => message('Export it again without encryption.'),
  () => message('Decrypt it with the program and the key that it was made for, then choose what is in it.'),
  () => message('Take out what is in it with the program for signatures and keys, then choose that file.'),
  () => message('Choose the file that it belongs to.'),
  () => message('Save what is attached to it, then choose that file.'),
  () =>
    message(
      'Choose the file with the transactions. If it is this one, export them as CSV, XLSX, Parquet, XML or JSON, or choose a template that says how it is read.',
    ),
  () => message('Save or export the transactions as XLSX or CSV.'),
  () => message('Open it in Excel and save it as XLSX.'),
  () => message('Export it again from the source system. If it was copied or sent, compare its size first.'),
  () => message('Choose another file, or another format or template.'),
  () => message('Choose at least one of them.'),
  () => message('Choose the encoding in which it is written, or export it again.'),
  () => message('Choose another row for the names of the columns.'),
  () => message('Export it in UTF-8, or choose its encoding if it is in another one.'),
  () => message('Say how wide the columns are.'),
  () => message('Name the sheets that are to be read.'),
  () => message('Choose the statement or the order itself, such as an MT940 or an MT103.'),
  () =>
    message('Choose the statement or the order itself: camt.053, pain.001, pacs.008, MT940 or another of their kind.'),
  () =>
    message(
      'Export only the columns that are needed. If there are not that many, it may be damaged: look where it comes from.',
    ),
  () => message('Check that it is the right file.'),
  () => message('Check that it is the right file. If the rows are in a list, name its path.'),
  () => message('Name the path of the list, such as /export/transactions.'),
  () => message('Name the path of the element that repeats, such as /Document/Entry, without prefixes.'),
  () => message('Wait until the export is finished, then try again.'),
  () => message('It may have been made to do harm: ask where it comes from. Nothing of it was read.'),
  () =>
    message(
      'It may have been made to do harm: ask where it comes from. An export that is right can be unpacked first.',
    ),
  () => message('Name the folders that have the exports.'),
  () =>
    message('Unpack it, give each of these files a name of its own, and choose those that count. Nothing was read.'),
  () => message('Unpack it with its password, then choose what is in it.'),
  () => message('Unpack all its parts together, then choose what is in them.'),
  () => message('Check that it is the right workbook, or name the sheets that are to be read.'),
  () => message('Open it in Excel and save it as an Excel workbook (.xlsx), without a password.'),
  () => message('Open it in the program it comes from and save it as an Excel workbook (.xlsx).'),
  () => message('Export it again without encryption, as one Parquet file.'),
  () => message('Export it with another compression, such as Snappy or zstd.'),
  () => message('Export it with smaller row groups (such as 100,000 rows) or smaller pages (such as 1 MB).'),
];

/** What broke off, and how much of it could be read. */
const ofDamage: readonly Telling[] = [
  () => message('gzip file'),
  () => message('Zstandard file'),
  () => message('bzip2 file'),
  () => message('zip archive'),
  () => message('tar archive'),
  () => message('nothing'),
  (given) => message('nothing, up to row {row}', given),
  (given) => message('the first {size}, up to row {row}', given),
  (given) => message('the first {size}', given),
];

export const exportReasons: readonly Telling[] = [
  ...[...whatItIs, ...ofArchives, ...ofTexts, ...ofWorkbooks, ...ofParquet],
  ...[...remedies, ...ofDamage],
];

/** What people call a format: `namedFormat` of `src-main/exports/format-names.ts`. */
export const formatNames: readonly Telling[] = [
  () => message('delimited text (CSV)'),
  () => message('fixed-width text'),
  () => message('JSON'),
  () => message('a workbook (XLSX)'),
  () => message('a Parquet file'),
  () => message('XML'),
  () => message('a payment message of ISO 20022'),
  () => message('a payment message of SWIFT (MT)'),
];
