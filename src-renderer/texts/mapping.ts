/** @file The texts of the table in which a person decides which column makes which field, and of what would come of it. */

import type { FindingKind, PlainValue, Plan, PreparationWork, Template, Value } from '../../src-shared/contract.ts';
import type { Role } from '../../src-shared/entity-roles.ts';
import { fieldInFull, fieldName, groupName } from '../../src-shared/field-words.ts';
import { labelled } from '../../src-shared/languages/labelled.ts';
import { either } from '../../src-shared/languages/lists.ts';
import { inWords, message } from '../../src-shared/languages/message.ts';
import { quotedList } from '../../src-shared/languages/quoted.ts';
import { writtenMoment } from '../../src-shared/quantities.ts';
import { ruleName } from '../../src-shared/rule-words.ts';
import {
  AMOUNT,
  conditionsOfDirection,
  type DirectionByConditions,
  directionOfAmount,
  isCountry,
  keyWhereIncoming,
  OTHER_COUNTRY,
  pathWhereIncoming,
} from '../../src-shared/template-direction.ts';
import { fieldAt, roleOf } from '../preparing/fields.ts';
import { conditionsOfValue, isRiskOfBoth, madeOf, plainValueOf } from '../preparing/mapping.ts';
import { isUuidCell } from '../preparing/mapping-choices.ts';
import type { DataAsNames } from '../preparing/names-of-columns.ts';
import type { RowsOfKinds } from '../preparing/outcome.ts';
import type { Remedy } from '../preparing/remedies.ts';
import type { Change } from '../preparing/what-changed.ts';
import { exactTimeOf, number } from '../wording.ts';
import { formShown } from './date-forms.ts';
import { signWords } from './preparing.ts';

/** With the entity that it describes: fields of entities have the same names for each role. */
export function fieldLabel(path: string): string {
  const role = roleOf(path);
  return role === undefined ? fieldInFull(path) : labelled(groupName(role), fieldName(path));
}

const mappingRules: Readonly<Record<string, string>> = {
  'map.number': message('not a number', {}, { context: 'rule of preparing' }),
  'map.date': message('not a date', {}, { context: 'rule of preparing' }),
  'map.uuid': message('not a UUID', {}, { context: 'rule of preparing' }),
  'map.identifier': message('cannot be an identifier', {}, { context: 'rule of preparing' }),
  'map.value': message('unknown value', {}, { context: 'rule of preparing' }),
  'map.empty': message('empty', {}, { context: 'rule of preparing' }),
  'map.type': message('wrong type', {}, { context: 'rule of preparing' }),
  'map.entity': message('entity not complete', {}, { context: 'rule of preparing' }),
  'map.direction': message('says neither in nor out', {}, { context: 'rule of preparing' }),
  'ask.direction': message('who is the sender?', {}, { context: 'rule of preparing' }),
  'ask.known': message('known customers among the names?', {}, { context: 'rule of preparing' }),
  'row.total': message('looks like a total', {}, { context: 'rule of preparing' }),
  'file.disagrees': message('does not agree with itself', {}, { context: 'rule of preparing' }),
};

type Sides = Pick<Template, 'direction'>;

/** The same party in each row, though it is the sender in one and the receiver in another. */
const sides: Readonly<Record<Role, string>> = {
  sender: message('Own customer'),
  receiver: message('Counterparty'),
  sending_partner: message('Partner of the own customer'),
  receiving_partner: message('Partner of the counterparty'),
};

/** As `fieldLabel`, but by the side where sender and receiver change places by row. */
export function fieldOfSide(path: string, { direction }: Sides): string {
  const role = roleOf(path);
  if (role === undefined || conditionsOfDirection(direction) === undefined) return fieldLabel(path);
  return labelled(sides[role], fieldName(path));
}

/** The column, or the field that has none, and in a few words what is wrong. */
export function kindInWords(
  { rule, column, field }: Pick<FindingKind, 'rule' | 'column' | 'field'>,
  template: Sides,
): string {
  if (rule === 'ask.country') return message('Country of your own customer: not given');
  if (rule === 'entity.unknown-details' && field !== undefined) return detailMissing(field, template);
  const what = mappingRules[rule] ?? ruleName(rule);
  const where = column ?? (field === undefined || field === '' ? undefined : fieldOfSide(field, template));
  return where === undefined ? what : labelled(where, what);
}

/** “Receiver: risk missing”. */
function detailMissing(field: string, template: Sides): string {
  const role = roleOf(field);
  const what = role === undefined ? undefined : unknownDetails[field.slice(role.length + 1)];
  if (role === undefined || what === undefined) return labelled(fieldOfSide(field, template), message('missing'));
  const isBySide = conditionsOfDirection(template.direction) !== undefined;
  return labelled(isBySide ? sides[role] : groupName(role), what);
}

const unknownDetails: Readonly<Record<string, string>> = {
  'unknown.external_id': message('id missing', {}, { context: 'of an unknown party' }),
  'unknown.full_name': message('full name missing', {}, { context: 'of an unknown party' }),
  'unknown.risk_assessment': message('risk missing', {}, { context: 'of an unknown party' }),
};

export const outcomeTexts = {
  title: message('What would come of it'),
  accepted: (count: number) => message('{count, number} would be accepted', { count }),
  /** The service asks for no country. */
  acceptedWithoutCountry: (count: number) =>
    message('{count, number} would be accepted, without the country of your own customer', { count }),
  withoutCountries: ([path, other]: readonly string[], template: Sides): string | undefined => {
    if (path === undefined) return undefined;
    if (other !== undefined)
      return message('No country is given, of neither side. The service accepts the lines without.');
    return keyWhereIncoming(path, template.direction) !== path && path === OTHER_COUNTRY
      ? message('The country of the other side is not given. The service accepts the lines without it.')
      : message('{field} is not given. The service accepts the lines without it.', { field: fieldName(path) });
  },
  /** In place of what would be accepted. */
  incomplete: message('Required information is missing'),
  rejected: (count: number) => message('{count, number} rejected', { count }),
  kinds: (count: number) => message('{count, plural, one {# kind of error} other {# kinds of errors}}', { count }),
  warnings: (count: number, { rows, isExact }: RowsOfKinds) =>
    isExact
      ? message(
          '{count, plural, one {# warning} other {# kinds of warnings}} in {rows, plural, one {# row} other {# rows}}',
          { count, rows },
        )
      : message(
          '{count, plural, one {# warning} other {# kinds of warnings}} in at most {rows, plural, one {# row} other {# rows}}',
          { count, rows },
        ),
  soFar: (share: number) => message('of {share, number} % of the file', { share }),
  counting: message('All rows are being checked…'),
  stopped: message('Checking was stopped.'),
  failed: message('What would come of it is not known.'),
  checkNow: message('Check now'),
  stop: message('Stop'),
  progress: message('Progress of the check'),
  leftOut: (count: number) => message('{count, plural, one {# row} other {# rows}} left out', { count }),
  leftOutWhere: ({ column, values }: { column: string; values: string | undefined }) =>
    values === undefined
      ? message('where {column} is empty', { column })
      : message('where {column} is {values}', { column, values }),
  leftOutUnless: ({ column, values }: { column: string; values: string | undefined }) =>
    values === undefined
      ? message('where {column} is filled', { column })
      : message('where {column} is not {values}', { column, values }),
  leftOutBySign: ({ column, isNegative }: { column: string; isNegative: boolean }) =>
    isNegative ? message('where {column} is below 0', { column }) : message('where {column} is above 0', { column }),
  takeIn: (where: string) => message('Take rows in again {where}', { where }),
  before: ({ transactions, leftOut }: Plan['processedBefore']) =>
    leftOut > 0
      ? message(
          '{transactions, plural, one {# transaction} other {# transactions}} went to the service before and {transactions, plural, one {is} other {are}} left out.',
          { transactions },
        )
      : message('{transactions, plural, one {# transaction} other {# transactions}} went to the service before.', {
          transactions,
        }),
  look: message('Look'),
  notSent: message('Not sent:', {}, { context: 'before the names of columns' }),
  moreColumns: (columns: number) =>
    message('and {columns, plural, one {# more column} other {# more columns}}', { columns }),
  sendColumns: (columns: number) =>
    message('{columns, plural, one {Send it as an additional field} other {Send them as additional fields}}', {
      columns,
    }),
};

export const tableTexts = {
  title: message('Columns and fields'),
  heads: {
    column: message('Column and examples'),
    field: message('Field'),
    read: message('Read as'),
    becomes: (row: number) => message('Row {row, number} becomes', { row }),
    finding: message('Finding'),
  },
  noRow: message('Becomes'),
  whole: message('The whole transaction'),
  fieldOf: (column: string) => message('Field for {column}', { column }),
  sourceOf: (field: string) => message('Where {field} comes from', { field }),
  noField: message('No field'),
  additional: message('Send as an additional field'),
  direction: message('Sender or receiver'),
  changePlaces: (values: readonly string[]) =>
    message('for {values}, sender and receiver change places', { values: quoted(values) }),
  newField: message('Give another field a source…'),
  chooseSource: message('Choose a column or a value'),
  nothingFits: message('Nothing matches'),
  needed: (field: string) => message('Needed: {field}', { field }),
  noSource: message('no column', {}, { context: 'of a needed field' }),
  constant: (text: string) => message('Fixed value: {text}', { text }),
  noColumn: message('no column', {}, { context: 'of a field with the same text for all rows' }),
  /** In place of the details that only an unknown party has. */
  isKnown: message('not sent: known by its identifier'),
  wholeRows: message('Rows as a whole'),
  absent: (column: string) =>
    message('{column} is not in this export. Choose another column, or another template.', { column }),
  all: (rows: number) => message('all {rows, number}', { rows }),
  checking: message('being checked…'),
  notKnown: message('not known yet'),
  more: (what: string) => message('More for {what}', { what }),
  lookAtFirst: (shown: number) => message('Look at the first {shown, plural, one {row} other {# rows}}', { shown }),
  settings: (field: string) => message('How {field} is read', { field }),
  close: message('Done', {}, { context: 'with settings' }),
  unused: (columns: number) =>
    message('{columns, plural, one {# column} other {# columns}} without a field', { columns }),
  from: message('Where it comes from'),
  emptyCell: message('(empty)'),
};

/** Whose value it is in the other rows, where sender and receiver change places. */
function otherSide(path: string, { direction }: Pick<Template, 'direction'>): string[] {
  const role = roleOf(pathWhereIncoming(path, direction));
  return role === undefined || role === roleOf(path)
    ? []
    : [
        message(
          '{own}, or {role} where money came in',
          { own: groupName(roleOf(path) ?? role), role: groupName(role) },
          { context: 'how a value is read' },
        ),
      ];
}

/**
 * How the value of a field is made, in a few words.
 * @param example the row that a person looks at: the cell that it is made of there, and what becomes of it
 */
export function howRead(
  path: string,
  value: Value | undefined,
  template: Pick<Template, 'numbers' | 'dates' | 'fields' | 'direction' | 'reading'>,
  { cell = '', becomes = '' }: { cell?: string; becomes?: string | undefined } = {},
): string {
  const both = isRiskOfBoth(template, path)
    ? [message('for sender and receiver', {}, { context: 'how a value is read' })]
    : [];
  if (value === undefined) return both.join(', ');
  const plain = plainValueOf(value);
  const telling = tellingWords(path, template);
  if (plain === undefined) return byConditions(value, directionTold(path, template));
  const { source } = plain;
  if (source.from === 'constant')
    return [
      message('the same for all rows', {}, { context: 'how a value is read' }),
      ...both,
      ...telling,
      ...(both.length > 0 ? [] : otherSide(path, template)),
    ].join(', ');
  if (source.from === 'uuid') {
    if (source.columns.length === 1)
      return cell === '' || isUuidCell(cell)
        ? message('id calculated from the text', {}, { context: 'how a value is read' })
        : message('id calculated from “{cell}”', { cell }, { context: 'how a value is read' });
    return message('calculated id', {}, { context: 'how a value is read' });
  }
  const words = [
    ...(source.from === 'columns'
      ? [
          message(
            '{count, plural, one {# column} other {# columns joined}}',
            { count: source.columns.length },
            { context: 'how a value is read' },
          ),
        ]
      : []),
    ...(source.from === 'column' ? partWords(source.part) : []),
    ...kindWords(path, plain, template, becomes),
    ...telling,
    ...replaced(Object.keys(plain.values ?? {}).length),
    ...(plain.letters === 'upper' ? [message('in capital letters', {}, { context: 'how a value is read' })] : []),
  ];
  const read = words.length === 0 ? [message('as it is', {}, { context: 'how a value is read' })] : words;
  return [...read, ...otherSide(path, template)].join(', ');
}

function partWords(part: Extract<PlainValue['source'], { from: 'column' }>['part']): string[] {
  if (part === undefined) return [];
  return [
    part === 'country-of-iban'
      ? message('the country with which an IBAN begins', {}, { context: 'how a value is read' })
      : message('part {part} of it', { part: part.number }, { context: 'how a value is read' }),
  ];
}

/** What stands in place of a column, where a field has none. */
export function constantInWords(value: Value | undefined): string {
  const source = plainValueOf(value)?.source;
  return source?.from === 'constant' && source.text !== '' ? tableTexts.constant(source.text) : tableTexts.noColumn;
}

/** By which columns it is decided: by the one of them that is filled, or by what they say. */
function byConditions(value: Value, direction: DirectionByConditions | undefined): string {
  const conditions = conditionsOfValue(value);
  const isFilled = conditions.every(({ test }) => test === 'filled');
  const columns = inWords(either(isFilled ? madeOf(value) : [...new Set(conditions.map(({ column }) => column))]));
  if (direction !== undefined)
    return message(
      '{columns}, the filled one: money came in where {column} is filled',
      { columns, column: direction.incoming.column },
      { context: 'how a value is read' },
    );
  return isFilled
    ? message('{columns}, the filled one', { columns }, { context: 'how a value is read' })
    : message('{columns} decides', { columns }, { context: 'how a value is read' });
}

/** Whether the amount says who is the sender, and a country changes places with the sender. */
function tellingWords(path: string, template: Pick<Template, 'fields' | 'direction'>): string[] {
  if (keyWhereIncoming(path, template.direction) !== path && isCountry(path))
    return [message('changes places where money comes in', {}, { context: 'how a value is read' })];
  switch (directionTold(path, template)?.incoming.test) {
    case 'positive':
      return [message('a minus means that money went out', {}, { context: 'how a value is read' })];
    case 'negative':
      return [message('a minus means that money came in', {}, { context: 'how a value is read' })];
    default:
      return [];
  }
}

/** By what the amount says who is the sender. */
const directionTold = (path: string, template: Pick<Template, 'fields' | 'direction'>) =>
  path === AMOUNT ? directionOfAmount(template) : undefined;

const replaced = (count: number): string[] =>
  count === 0
    ? []
    : [
        message(
          '{count, plural, one {# value} other {# values}} replaced',
          { count },
          { context: 'how a value is read' },
        ),
      ];

function kindWords(
  path: string,
  { numbers, dates, sign }: NonNullable<ReturnType<typeof plainValueOf>>,
  template: Pick<Template, 'numbers' | 'dates' | 'fields' | 'direction'>,
  becomes: string,
): string[] {
  switch (fieldAt(path)?.kind) {
    case 'amount':
      return [
        (numbers ?? template.numbers).decimal === ','
          ? message('number with a decimal comma', {}, { context: 'how a value is read' })
          : message('number with a decimal point', {}, { context: 'how a value is read' }),
        ...(sign === undefined || sign.sign === 'as-written'
          ? []
          : sign.sign === 'absolute' && directionTold(path, template) !== undefined
            ? []
            : [message('sign {sign}', { sign: signWords[sign.sign] }, { context: 'how a value is read' })]),
      ];
    case 'date-time': {
      const { formats, zone } = dates ?? template.dates;
      const forms = formats.map(formShown).join(', ');
      // A day and a month are mistaken for each other until they stand as the language writes them.
      const read = becomes === '' ? forms : `${forms} → ${writtenMoment(becomes)}`;
      return [read, ...(zone === 'as-written' ? [] : [zone])];
    }
    default:
      return [];
  }
}

const MOST_COLUMNS = 3;

/** The first names, and how many more there are. */
export function columnsInWords(columns: readonly string[]): string {
  const shown = columns.slice(0, MOST_COLUMNS).join(' + ');
  const others = columns.length - MOST_COLUMNS;
  return others <= 0 ? shown : message('{shown} and {others} more', { shown, others }, { context: 'columns' });
}

const quoted = (cells: readonly string[]): string => {
  const [first = '', ...others] = cells;
  return others.length === 0
    ? message('“{first}”', { first })
    : message('“{first}” and {others} more', { first, others: others.length });
};

/** How the amount says whether money came in: by its sign, or by the column in which it is. */
export function directionByAmountInWords({ incoming: { column, test } }: DirectionByConditions): string {
  switch (test) {
    case 'positive':
      return message('Negative: money went out');
    case 'negative':
      return message('Negative: money came in');
    default:
      return message('In “{column}”, money came in', { column });
  }
}

export function remedyInWords(remedy: Remedy): string {
  switch (remedy.remedy) {
    case 'numbers':
      return remedy.numbers.decimal === ','
        ? message('Read {cell} with a decimal comma', { cell: quoted([remedy.cell]) })
        : message('Read {cell} with a decimal point', { cell: quoted([remedy.cell]) });
    case 'dates':
      return message('Also read dates as {format}', { format: formShown(remedy.format) });
    case 'values': {
      const [first] = remedy.values;
      const others = remedy.values.length - 1;
      const pair = first === undefined ? '' : `${quoted([first[0]])} → ${first[1]}`;
      return others === 0
        ? message('Take {pair}', { pair })
        : message('Take {pair} and {others} more', { pair, others });
    }
    case 'iban':
      return message('Take the country with which the IBAN begins');
    case 'capitals':
      return message('Write it in capital letters');
    case 'give':
      return remedy.cells.length === 1 ? message('Give a value') : message('Give values');
    case 'leave-out': {
      const { condition } = remedy;
      return condition.test === 'one-of'
        ? message('Leave out {cells}', { cells: quoted(condition.values) })
        : message('Leave out rows where {column} is empty', { column: condition.column });
    }
    case 'direction':
      return message('For {values}, the customer is the receiver', { values: quoted(remedy.incoming) });
    case 'direction-by-amount':
      return directionByAmountInWords(remedy.direction);
    case 'absolute':
      return message('Write it without the sign');
    case 'as-mapped':
      return message('The customer is always the sender');
    case 'own-country':
      return message('Choose the country of your own customer');
    case 'known':
      return message('These are known customers');
    case 'take':
      return message('They are transactions');
  }
}

/** What a step has done, within the words by which it is undone. */
export function changeInWords(change: Change, sides: Sides = {}): string {
  switch (change.of) {
    case 'source': {
      const field = fieldOfSide(change.field, sides);
      if (!change.isMade) return message('{field} is not written', { field }, { context: 'step' });
      return change.columns.length === 0
        ? message('{field} is the same for all rows', { field }, { context: 'step' })
        : message('{field} comes from {columns}', { field, columns: change.columns.join(' + ') }, { context: 'step' });
    }
    case 'reading':
      return message('How {field} is read', { field: fieldOfSide(change.field, sides) });
    case 'column':
      return change.isKept
        ? message('{column} is sent as an additional field', { column: change.column }, { context: 'step' })
        : message('{column} is not sent', { column: change.column }, { context: 'step' });
    case 'names':
      return message('New names of columns', {}, { context: 'step' });
    case 'other-columns':
      return message('Columns without a field', {}, { context: 'step' });
    case 'direction':
      return message('Who is sender, and who is receiver', {}, { context: 'step' });
    case 'countries':
      return message('Whether the countries change places', {}, { context: 'step' });
    case 'entities':
      return message('When an entity is known', {}, { context: 'step' });
    case 'rows-left-out':
      return message('Which rows are left out', {}, { context: 'step' });
    case 'name':
      return message('Name of the template', {}, { context: 'step' });
    case 'files':
      return message('How files are divided', {}, { context: 'step' });
    case 'figures':
      return message('Control figures', {}, { context: 'step' });
    case 'table':
      return message('How the table is read', {}, { context: 'step' });
    case 'files-taken':
      return message('Which files are taken', {}, { context: 'step' });
    case 'template':
      return message('Another template', {}, { context: 'step' });
    case 'left-out-before':
      return message('What went to the service before', {}, { context: 'step' });
  }
}

export const barTexts = {
  label: message('Undo, and prepare'),
  undo: (step: string) => message('Undo “{step}”', { step }),
  undoShort: message('Undo'),
  checked: (at: number, rows: number, ms: number) =>
    message('Checked {at} · {rows, plural, one {# row} other {# rows}} in {seconds} s', {
      at: exactTimeOf(at),
      rows,
      seconds: number(Math.max(0.1, Math.round(ms / 100) / 10)),
    }),
  staysBehind: (rows: number) =>
    message('{rows, plural, one {# row stays behind, saved} other {# rows stay behind, saved}} for correction', {
      rows,
    }),
  prepare: (lines: number) => message('Prepare {lines, plural, one {# line} other {# lines}}…', { lines }),
  prepareNone: message('Prepare'),
  why: {
    counting: message('It is not known yet what would come of it.'),
    missing: (fields: readonly string[]) => message('Still needed: {fields}.', { fields: fields.join(', ') }),
    nothing: message('No row would be accepted. The findings in the table say why.'),
    allBefore: message('All of it went to the service before: there is nothing to send.'),
    allLeftOut: message('All rows are left out: there is nothing to send.'),
  },
};

export const startTexts = {
  title: message('Where the table begins'),
  choose: (name: string) => message('Take the sheet {name}', { name }),
  headerRow: (row: number) => (row === 0 ? message('No row of names') : message('Row {row, number}', { row })),
  headerRowOf: (table: string) =>
    table === '' ? message('Row with the names') : message('Row with the names of {table}', { table }),
  noHeader: message('None: the table has no names'),
  rowOf: (row: number, cells: string) => message('Row {row, number}: {cells}', { row, cells }),
  notUsed: message('not used'),
  /** In which the names of columns would be. */
  dataAsNames: ({ values, row }: DataAsNames) =>
    message(
      'Row {row, number} was taken for the names of the columns, but has values such as {values}. {above, plural, =0 {} one {The row above it is not read.} other {The # rows above it are not read.}}',
      { row, above: row - 1, values: inWords(quotedList(values.slice(0, 3))) },
    ).trim(),
  takeNamesFrom: (row: number) => message('Take the names from row {row, number}', { row }),
  reading: message('How it is read…'),
  readingTitle: (name: string) => message('How {name} is read', { name }),
};

/** How much of the file was looked at, in whole per cent. */
export const shareOf = ({ bytes, totalBytes }: PreparationWork): number | undefined =>
  totalBytes > 0 ? Math.min(99, Math.floor((100 * bytes) / totalBytes)) : undefined;
