/**
 * @file Columns that are the fields of a transaction themselves: in another spelling, such as paymentType or Payment-Type, or all
 * within one more object, such as transaction.payment_type. Pure.
 */

import { roles } from '../../../src-shared/entity-roles.ts';
import { hasAllColumnsAtStart } from '../../../src-shared/formats.ts';
import type { Format } from '../../../src-shared/template-shapes.ts';
import { mappableFields } from '../mappable-fields.ts';

export interface OwnFields {
  /** The column of each field. */
  fields: ReadonlyMap<string, string>;
  /** The column of each key of additional_fields. */
  additional: ReadonlyMap<string, string>;
  /** Columns within an object in additional_fields, which a column cannot be made of again. */
  nested: readonly string[];
  /** Columns of the fields of parties that no row of the sample has. */
  later: ReadonlyMap<string, string>;
}

const ADDITIONAL = 'additional_fields.';
const CATEGORY = `${ADDITIONAL}payment_category`;

/** Without marks and capitals, in which spellings differ. */
const letters = (path: string): string => path.toLowerCase().replace(/[^a-z\d]/g, '');

const byLetters: ReadonlyMap<string, string> = new Map(
  [...mappableFields, CATEGORY].map((field) => [letters(field), field]),
);

const TELLING = letters('modification.external_id');
/** Before and after a change, perhaps; in an export made to do harm there may be thousands. */
const MOST_TELLING = 8;
const DEEPEST = 6;

/** What is written as a transaction has these; a table of something else may have a column called sender. */
const telling = [/^modification\.external_id$/, /^sender\./, /^receiver\./];

/** Undefined where they are other columns. */
export function ownFields(columns: readonly string[], format: Format): OwnFields | undefined {
  const found = outerPaths(columns).flatMap((outer) => fieldsWithin(outer, columns) ?? []);
  const [only, another] = found.filter(({ fields }) =>
    telling.every((one) => [...fields.keys()].some((field) => one.test(field))),
  );
  // Of two transactions in a row, such as before and after a change, only a person knows the one to send.
  if (only === undefined || another !== undefined) return undefined;
  return { ...only, later: hasAllColumnsAtStart(format) ? new Map() : laterFields(only) };
}

interface Within extends Omit<OwnFields, 'later'> {
  outer: string;
}

/** Around the field that each transaction has: '', 'transaction.', 'data.transaction.'. */
function outerPaths(columns: readonly string[]): readonly string[] {
  const keys = columns
    .filter((column) => letters(column).endsWith(TELLING))
    .slice(0, MOST_TELLING)
    .map((column) => column.split('.'));
  const paths = keys.flatMap((path) => path.slice(0, DEEPEST).map((_, length) => path.slice(0, length).join('.')));
  return [...new Set(paths)].map((path) => (path === '' ? '' : `${path}.`));
}

/** Undefined where two columns are one field, of which only a person knows the right one. */
function fieldsWithin(outer: string, columns: readonly string[]): Within | undefined {
  const fields = new Map<string, string>();
  const additional = new Map<string, string>();
  const nested: string[] = [];
  for (const column of new Set(columns)) {
    if (!column.startsWith(outer)) continue;
    const path = column.slice(outer.length);
    const field = byLetters.get(letters(path));
    const [first = '', ...keys] = path.split('.');
    if (field !== undefined) {
      if (fields.has(field)) return undefined;
      fields.set(field, column);
    } else if (letters(`${first}.`) === letters(ADDITIONAL)) {
      const [key = '', ...inner] = keys;
      if (key !== '' && inner.length === 0) additional.set(key, column);
      else nested.push(column);
    }
  }
  return { outer, fields, additional, nested };
}

/** How the words of a key are joined. */
const spellings: readonly ((key: string) => string)[] = [
  (key) => key,
  (key) => key.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
  (key) => key.replace(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase()),
  (key) => key.replaceAll('_', '-'),
  (key) => key.toUpperCase(),
];

/** A party that is described may come late: its columns are called as the spelling of the others says. */
function laterFields({ outer, fields }: Within): ReadonlyMap<string, string> {
  const respelled = (spelling: (key: string) => string, field: string) =>
    outer + field.split('.').map(spelling).join('.');
  const spelling = spellings.find((one) => [...fields].every(([field, column]) => respelled(one, field) === column));
  if (spelling === undefined) return new Map();
  const later = mappableFields.filter(
    (field) => !fields.has(field) && roles.some((role) => field.startsWith(`${role}.`)),
  );
  return new Map(later.map((field) => [field, respelled(spelling, field)]));
}
