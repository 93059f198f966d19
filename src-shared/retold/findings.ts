/**
 * @file What the check and the preparation of exports find, in the language that is spoken. Findings are made, kept and
 * exported in English (`src-main/check/`, `src-main/templates/`): their wording there decides what is recognised
 * here, which `tests/check/rules.test.ts` verifies for each rule.
 */

import { message } from '../languages/message.ts';
import { retelling, type Telling } from '../languages/retold.ts';
import { jsonFaultInWords } from './json-faults.ts';

const aboutFields: readonly Telling[] = [
  (given) => message('{path} is required, but it is missing.', given),
  (given) => message('{path} must be a text, but is {value}.', given),
  (given) => message('{path} must be a number, but is {value}.', given),
  (given) => message('{path} must be an object, but is {value}.', given),
  (given) => message('{path} must be a UUID, but is {value}.', given),
  (given) => message('{path} must be one of {values}, but is {value}.', given),
  (given) => message('{path} must be two upper-case letters, but is {value}.', given),
  (given) => message('{path} must be three upper-case letters, but is {value}.', given),
  (given) => message('{path} must be a date and time that exists, but is {value}.', given),
  (given) => message('{path} must be a date and time without zone such as {example}, but is {value}.', given),
  (given) => message('{path} must not be empty, but is {value}.', given),
  (given) => message('{path} should be a country code that ISO 3166-1 assigns, but is {value}.', given),
  (given) => message('{path} should be a currency code that ISO 4217 assigns, but is {value}.', given),
  (given) => message('{path} should not be negative, but is {value}.', given),
  (given) => message('{path} should be a number that can be represented, but is {value}.', given),
  (given) => message('{path} should not lie in the future, but is {value}.', given),
  (given) => message('{path} should be “unknown”, the only value that the service describes, but is {value}.', given),
  (given) => message('{path} should not contain a NUL character or half of a character pair, but is {value}.', given),
  (given) => message('{field} is not a field that the service describes.', given),
  (given) => message('The service does not describe {count} more fields here.', given),
  (given) => message('The key {key} appears more than once in one object; only its last value counts.', given),
];

const aboutEntities: readonly Telling[] = [
  (given) => message('{role} must have either by_external_id or {other}, but it has both.', given),
  (given) =>
    message(
      '{role} must have by_external_id (a known entity) or external_entity_type and unknown (an unknown one), but it has none of them.',
      given,
    ),
  (given) => message('An unknown entity needs {path}, but it is missing.', given),
  () => message('The sender or the receiver must be a known entity with by_external_id.'),
  () => message('The sender must be a known entity with by_external_id.'),
  () => message('The receiver must be a known entity with by_external_id.'),
  (given) => message('{path} must be unique, but it is also on line {line}.', given),
  (given) => message('{path} must be unique, but it is also on lines {lines} and {more} more.', given),
  (given) => message('{path} must be unique, but it is also on lines {lines}.', given),
];

const aboutLines: readonly Telling[] = [
  ({ reason = '' }) => message('The line is not valid JSON: {reason}.', { reason: jsonFaultInWords(String(reason)) }),
  (given) => message('The line must be a JSON object, but is {value}.', given),
  () => message('The line contains characters that are not in UTF-8. Export the file as UTF-8.'),
  (given) =>
    message('The line has {size} MiB and was not checked; a line may have {most} MiB. Is a line end missing?', given),
  () => message('The line is blank. Each line must hold one transaction.'),
  () =>
    message(
      'The line holds more values than can be checked, so it was not checked. Export it with fewer values in additional_fields.',
    ),
];

const aboutFiles: readonly Telling[] = [
  () => message('The file is empty. Export it again, or choose another file.'),
  () =>
    message(
      'The file has only blank lines, and no transaction. Check whether the export has finished, or choose another file.',
    ),
  () =>
    message(
      'The file begins with a byte order mark (EF BB BF), for which a service may reject all of it. Drop it by fixing the file in bulk, or save the file as UTF-8 without it.',
    ),
  (given) =>
    message('The file is larger than one batch may be ({bytes} bytes); it will be sent in {batches} batches.', given),
  (given) => message('This file seems to be {name}, not JSON Lines. {remedy}', given),
];

const aboutCells: readonly Telling[] = [
  (given) =>
    message(
      '{value} in {column} is what Excel shows of a longer number: its last digits are lost already, so different rows could get the same id. Export the column as text.',
      given,
    ),
  (given) =>
    message(
      '{value} is what Excel shows of a longer number: its last digits are lost already. Export the column as text.',
      given,
    ),
  (given) => message('{value} is an error of a spreadsheet, and no value. Mend it there.', given),
  (given) =>
    message(
      '{value} is what a spreadsheet shows where a column is too narrow. Make it wider, and export it again.',
      given,
    ),
  (given) => message('{value} is a formula, and not the text within it. Export the values.', given),
  (given) =>
    message('{value} is not a UUID. If the column has ids of another kind, let a UUID be made of them.', given),
  (given) => message('{value} is neither true nor false.', given),
  (given) => message('{value} is not valid JSON.', given),
  (given) => message('{value} is not a date that exists, written as {formats}.', given),
  (given) =>
    message(
      '{value} is not a number written with “{decimal}” before the decimals and nothing between thousands.',
      given,
    ),
  (given) =>
    message(
      '{value} is not a number written with “{decimal}” before the decimals and spaces between thousands.',
      given,
    ),
  (given) =>
    message(
      '{value} is not a number written with “{decimal}” before the decimals and “{mark}” between thousands.',
      given,
    ),
  (given) => message('The {role} is a known entity here, but by_external_id has no value.', given),
  (given) => message('{path} is made of {columns}, but nothing is filled in there.', given),
  (given) => message('{path} needs a value, but there is none in {columns}.', given),
  (given) => message('{value} is not among the values that the template knows for {path}.', given),
  (given) =>
    message(
      '{value} has a currency beside the number, but the row has no currency for {path}. Say which it is in the template.',
      given,
    ),
  (given) => message('{value} is negative, but {column} says {side}, which the template takes for positive.', given),
  (given) => message('{value} has another currency beside the number than the row, which has {currency}.', given),
  (given) =>
    message(
      '{value} looks like a total of other rows, and no transaction. Leave such rows out, or say that they are transactions.',
      given,
    ),
  (given) =>
    message(
      '{column} comes only further down in the export, and the template takes nothing of it. Let a field come from it, or other columns become additional fields.',
      given,
    ),
];

/** In which a payment message does not agree with itself, or a transaction of it cannot be read. */
const aboutMessages: readonly Telling[] = [
  (given) =>
    message('{name} does not say whether it is a credit or a debit (CdtDbtInd). Ask for the file again.', given),
  (given) => message('The amount of {name} is missing. Ask for the file again.', given),
  (given) =>
    message(
      'The amount of {name} is not written as the standard says, without a sign and with a point before the decimals: “{line}”. Ask for the file again.',
      given,
    ),
  (given) => message('The amount of {name} has no currency (Ccy). Ask for the file again.', given),
  (given) => message('{name} has no date. Ask for the file again.', given),
  (given) =>
    message('Two transactions have the UETR {id}, which belongs to one payment. Ask for the file again.', given),
  (given) =>
    message('{where} is in the message twice: its transactions would be sent twice. Ask for the file again.', given),
  (given) => message('{where} is kept in {first}, but has entries in {last}. Ask for it again.', given),
  (given) =>
    message(
      'A message {name} is among the messages: it is not read, and was left out. Check whether it has transactions.',
      given,
    ),
  (given) =>
    message(
      'Messages that the network of SWIFT has refused (451:1) are in it, {count} of them, the first on line {line}: they were never sent, and were left out.',
      given,
    ),
  (given) =>
    message('{where} stands behind the closing balance (62F), which does not count it. Ask for the file again.', given),
  (given) =>
    message(
      'The message on line {line} has no field {field}, which each transfer has: it has probably been cut off. Ask for it again.',
      given,
    ),
  (given) =>
    message(
      '{where} has no day of entry that exists (MMDD) behind that of its value: “{line}”. Ask for the file again.',
      given,
    ),
  (given) =>
    message(
      '{where} says that it has {stated} transactions, but {found} are in it: it is cut off, or was changed. Ask for it again.',
      given,
    ),
  (given) =>
    message(
      '{where} says that it has {stated} entries, but {found} are in it: it is cut off, or was changed. Ask for it again.',
      given,
    ),
  (given) =>
    message('{where} says that its amounts add up to {stated}, but they add up to {sum}. Ask for it again.', given),
  (given) =>
    message(
      '{where} closes with {stated}, but its opening balance and its entries give {sum}: an entry is missing, or was changed. Ask for it again.',
      given,
    ),
  (given) =>
    message(
      '{where} says that it is a batch of {stated} transactions, but {found} are in it. Ask for the file again.',
      given,
    ),
  (given) =>
    message('{where} has several transactions, but not the amount of each: their sum alone cannot be divided.', given),
  (given) =>
    message(
      '{where} begins with {first}, but the statement before it closes with {last}: one between them is missing, or was changed.',
      given,
    ),
  () => message('The last page of the message is missing: another one should follow. Ask for all of its pages.'),
  (given) =>
    message(
      'The last page of the statement of account {account} is missing: it has no final balance (62F). Ask for all of its pages.',
      given,
    ),
  (given) =>
    message(
      'The first page of {where} is missing: it begins with a balance in between (60M). Ask for all of its pages.',
      given,
    ),
  (given) => message('{where} has no closing balance (62F): it has probably been cut off. Ask for it again.', given),
  (given) => message('{where} begins in {first} and closes in {last}. Ask for it again.', given),
  (given) =>
    message('{where} is booked with {amount}, but its transactions add up to {sum}. Ask for the file again.', given),
  (given) => message('{where} is booked as {side}, but its transaction says {other}. Ask for the file again.', given),
  (given) =>
    message(
      'The opening balance (60F) of {where} is not written as the standard says (C261123EUR1234,56): “{line}”. Ask for the file again.',
      given,
    ),
  (given) =>
    message(
      'The closing balance (62F) of {where} is not written as the standard says (C261123EUR1234,56): “{line}”. Ask for the file again.',
      given,
    ),
  (given) =>
    message('{where} does not begin with the day of its value (YYMMDD): “{line}”. Ask for the file again.', given),
  (given) =>
    message('{where} has no mark (C, D, RC, RD, EC or ED) behind its days: “{line}”. Ask for the file again.', given),
  (given) =>
    message(
      '{where} has no amount with a comma before its decimals (1234,56) behind its mark: “{line}”. Ask for the file again.',
      given,
    ),
  (given) => message('{where} has no type (such as NTRF) behind its amount: “{line}”. Ask for the file again.', given),
  (given) =>
    message('{where} has no currency: its statement has no opening balance (60F). Ask for the file again.', given),
  (given) => message('{where} has no amount, as field {field} is missing. Ask for the file again.', given),
  (given) =>
    message(
      '{where} has no currency and amount with a comma (EUR1234,56) in field {field}: “{line}”. Ask for the file again.',
      given,
    ),
  (given) => message('{where} has no transaction (field 21) in it. Ask for the file again.', given),
  (given) => message('{where} follows on number {number}: one between them is missing. Ask for it.', given),
  (given) =>
    message(
      'Messages MT{type} are among the messages, {count} of them, the first on line {line}: they are not read, and were left out. Check whether they have transactions.',
      given,
    ),
];

/** What stands for a value: what a file seems to be, what to do about it, and values that are not shown. */
const parts: readonly Telling[] = [
  () => message('a list'),
  () => message('an object'),
  () => message('a text'),
  () => message('a number'),
  () => message('a boolean'),
  () => message('a gzip archive'),
  () => message('a Zstandard archive'),
  () => message('a 7-Zip archive'),
  () => message('a bzip2 archive'),
  () => message('an xz archive'),
  () => message('a RAR archive'),
  () => message('a zip archive'),
  () => message('a PDF document'),
  () => message('an image'),
  () => message('a program'),
  () => message('an old Excel or Word document'),
  () => message('an Excel or Word document'),
  () => message('an SQLite database'),
  () => message('a Parquet file'),
  () => message('text in UTF-16'),
  () => message('one JSON list'),
  () => message('JSON laid out over several lines'),
  () => message('XML or HTML'),
  () => message('a binary file'),
  () => message('a CSV table'),
  () => message('Unpack it first, then add the JSON Lines file that is in it.'),
  () => message('Export the transactions as JSON Lines: one transaction as a JSON object on each line.'),
  () =>
    message(
      'Write one transaction on each line, without brackets around them, commas between them or line breaks inside them.',
    ),
  () => message('Save or export it as UTF-8.'),
];

/** A finding’s message, which is English, in the language that is spoken. */
export const findingInWords: (text: string) => string = retelling(
  [...aboutFields, ...aboutEntities, ...aboutLines, ...aboutFiles, ...aboutCells, ...aboutMessages],
  parts,
);
