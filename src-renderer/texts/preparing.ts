/** @file The texts of preparing exports: the page, the templates, how an export is read, its fields, and what is made of it. */

import { connectionInWords } from '../../src-shared/connection-words.ts';
import type {
  ColumnValues,
  Confidence,
  Plan,
  PreparationWork,
  ProcessedBefore,
  ProcessedSubmission,
  Sign,
  Split,
  TemplateRow,
} from '../../src-shared/contract.ts';
import { formatRows } from '../../src-shared/formats.ts';
import type { Said } from '../../src-shared/languages/fact.ts';
import { inWords, message } from '../../src-shared/languages/message.ts';
import { firstQuoted } from '../../src-shared/languages/quoted.ts';
import type { ComparedSum } from '../preparing/control-figures.ts';
import type { KeptTemplate } from '../preparing/kept-template.ts';
import { counted, dateOf, number, size } from '../wording.ts';

export const preparePageTexts = {
  title: message('Prepare'),
  intro: message(
    'Makes files that the service accepts out of what another system exported: tables, workbooks, XML, JSON, packed or not. The originals stay as they are.',
  ),
  choose: message('Choose exports…'),
  dropHint: message('You can also drop files and folders anywhere in this window.'),
  unfinished: message('Begun and saved'),
  continue: message('Continue'),
  continueNamed: (name: string) => message('Continue {name}', { name }),
  discard: message('Give up'),
  discardNamed: (name: string) => message('Give up {name}', { name }),
  discardTitle: (name: string) => message('Give up preparing {name}?', { name }),
  remove: message('Remove'),
  removeNamed: (name: string) => message('Remove {name}', { name }),
  removeTitle: (name: string) => message('Remove {name} from this list?', { name }),
  removeWords: message(
    'What you have decided for it is deleted. The original, its template, and the files that were saved in a folder stay as they are.',
  ),
  savedAt: (at: string) => message('saved {at}', { at }),
  discardWords: message(
    'What you have decided for it and the files made so far are deleted. The original stays as it is.',
  ),
  startedAt: (at: string) => message('begun {at}', { at }),
  interrupted: message('was interrupted'),
  finished: message('is in the queue'),
  keep: message('Keep it'),
};

export const templateTexts = {
  title: message('Templates'),
  intro: message(
    'A template says how an export is read and where each field comes from. Tranship recognises it by the look of the export.',
  ),
  none: message('There are no templates yet. A preparation saves one.'),
  columns: {
    name: message('Name'),
    format: message('Format'),
    columns: message('Columns'),
    fields: message('Fields'),
    used: message('Last used'),
    actions: message('Actions'),
  },
  never: message('never'),
  used: ({ usedAt }: TemplateRow) => (usedAt === undefined ? message('never') : dateOf(usedAt)),
  import: message('Import template…'),
  rename: message('Rename'),
  copy: message('Duplicate'),
  export: message('Export…'),
  remove: message('Remove'),
  versions: message('Versions'),
  versionsTitle: (name: string) => message('Versions of {name}', { name }),
  version: message('Version'),
  made: message('Made'),
  notNoted: message('not noted'),
  changes: message('What changed'),
  presentVersion: message('in use'),
  goBack: message('Go back'),
  goBackTo: (version: number) => message('Go back to version {version, number}', { version }),
  actionOn: (action: string, name: string) => message('{action}: {name}', { action, name }),
  renameTitle: (name: string) => message('Rename {name}', { name }),
  newName: message('New name'),
  removeTitle: (name: string) => message('Remove {name}?', { name }),
  removeWords: message(
    'It is no longer recognised, and its former versions go with it. Files that were made with it stay. Export it first if you may need it again.',
  ),
  cancel: message('Cancel'),
  save: message('Save'),
  tableLabel: message('Kept templates'),
};

/** What people choose a format by. */
export const formatWords = (format: TemplateRow['format']): string => inWords(formatRows[format].label);

export const preparationTexts = {
  back: message('Prepare'),
  examining: message('Looking at the export…'),
  loading: message('Loading…'),
  files: (files: number, bytes: number) =>
    message('{files, plural, one {# file} other {# files}} · {size}', { files, size: size(bytes) }),
  cancel: message('Cancel'),
};

export const encodingWords = {
  'utf-8': message('UTF-8'),
  'utf-16le': message('UTF-16 LE'),
  'utf-16be': message('UTF-16 BE'),
  'windows-1252': message('Windows-1252'),
  'iso-8859-15': message('ISO 8859-15'),
  'iso-8859-2': message('ISO 8859-2'),
  cp437: message('Code page 437'),
} as const;

export const delimiterWords = {
  ',': message('Comma ,'),
  ';': message('Semicolon ;'),
  '\t': message('Tab'),
  '|': message('Bar |'),
} as const;

export const sourceTexts = {
  template: message('Template'),
  noTemplate: message('None: assigned automatically'),
  guessAgain: message('Assign the fields automatically'),
  packing: message('Packed'),
  format: message('Format'),
  encoding: message('Encoding'),
  delimiter: message('Separator'),
  headerRow: message('Header row'),
  headerRowHint: message('With the names of columns; 0: none'),
  list: message('Place of the list'),
  listHint: message('Such as /export/transactions; empty for the outermost one'),
  element: message('Element for each row'),
  elementHint: message('Such as /Document/Entry'),
  detect: message('Detect again'),
  table: message('Table shown'),
  usesTemplate: (name: string) => message('These columns are known: the template “{name}” is used.', { name }),
  tableLabel: (name: string) => (name === '' ? message('First rows') : message('First rows of {name}', { name })),
  rows: (rows: number, isAll: boolean) =>
    isAll ? counted(rows, 'row') : message('about {rows, plural, one {# row} other {# rows}}', { rows }),
  summary: (rows: string, columns: number) =>
    message('{rows} · {columns, plural, one {# column} other {# columns}}', { rows, columns }),
  row: message('Row'),
  empty: message('No rows were found. Check the format, and the row with the names of the columns.'),
  onlyNames: (columns: number) =>
    message(
      'There are the names of {columns, plural, one {# column} other {# columns}}, but no rows below them. Check whether the export has finished, and whether the header row is right.',
      { columns },
    ),
  faults: message('Rows that cannot be read'),
  fault: (row: number, fault: Said) => message('Row {row, number}: {fault}', { row, fault }),
  ruler: message('Where columns end'),
  rulerHint: message(
    'Click between two characters to end a column there, or to join two. You can also type the widths below.',
  ),
  columnName: (at: number) => message('Name of column {at}', { at }),
  columnWidth: (at: number) => message('Width of column {at}', { at }),
  apply: message('Read it so'),
};

export const fileChoiceTexts = {
  title: message('Files'),
  listLabel: message('Files that can be chosen'),
  summary: (chosen: number, all: number, bytes: number) =>
    chosen === all
      ? message('All {all, plural, one {# file} other {# files}} are prepared together · {size}', {
          all,
          size: size(bytes),
        })
      : message('{chosen, number} of {all, plural, one {# file} other {# files}} are prepared together · {size}', {
          chosen,
          all,
          size: size(bytes),
        }),
  problem: (problem: string, isChosen: boolean) =>
    isChosen ? message('{problem} Leave it out to prepare the others.', { problem }) : problem,
  apply: message('Take only the files with a tick'),
  changed: message('You have chosen other files: the export is read again with them.'),
  more: (count: number) =>
    message(
      '{count, plural, one {# more file} other {# more files}}, which all are taken. On the command line, “tranship prepare --only” chooses among them.',
      { count },
    ),
  notTaken: (count: number) => message('{count, plural, one {# file} other {# files}} cannot be an export', { count }),
  reason: (name: string, reason: Said) => message('{name}: {reason}', { name, reason }),
};

export const confidenceWords: Record<Confidence, string> = {
  sure: message('Sure'),
  likely: message('Likely'),
  look: message('Please look'),
};

export const columnTexts = {
  nothing: message('Not written'),
  columnsGroup: message('Columns'),
  constantGroup: message('The same for all rows'),
  othersGroup: message('Other'),
  moreGroup: message('Or'),
  constant: message('The same text for all rows…'),
  joined: message('Several columns joined…'),
  uuid: message('An id calculated from columns…'),
  alternatives: (columns: string) =>
    columns === '' ? message('By conditions') : message('By conditions, from {columns}', { columns }),
  textLabel: message('Text', {}, { context: 'that is the same for all rows' }),
  text: (name: string) => message('Text for {name}', { name }),
  joinedColumns: (name: string) => message('Columns for {name}', { name }),
  separator: message('Between them'),
  countryOfIban: message('Only the country with which an IBAN begins'),
  part: message('Only a part of it'),
  partSeparator: message('Divided at'),
  partNumber: message('Part number'),
  partHint: message('1 is the first, −1 the last'),
  noSamples: message('empty in all rows looked at'),
  uuidHint: message('The same cells always give the same UUID, also when it is prepared again.'),
  knownWhen: (group: string) => message('{group} is known to the service', { group }),
  knownBy: {
    value: message('when it has an identifier'),
    filled: message('when a column is filled'),
    'one-of': message('when a column has one of these values'),
    'of-form': message('when a column has one of these forms'),
  },
  knownColumn: message('Column'),
  knownValues: message('Values, divided by commas'),
  knownForms: message('Forms, divided by commas; # is a digit'),
  others: message('Columns that no field uses'),
  otherChoices: {
    'leave-out': message('Do not send them'),
    'additional-fields': message('Send them as additional fields'),
  },
  decides: message('Decides about other fields, or whether a row is taken'),
  kept: message('Sent as an additional field'),
  notKept: message('Not sent'),
  preview: message('Preview'),
  previewRow: message('Row'),
  previewLabel: (row: number) => message('The transaction of row {row}', { row }),
  previousRow: message('Row before'),
  nextRow: message('Next row'),
  leftOut: message('This row is left out: it is no transaction.'),
  noTransaction: message('This row does not become a transaction yet:'),
  fine: message('The check finds nothing wrong with it.'),
  finds: (count: number) =>
    message('The check finds {count, plural, one {# fault} other {# faults}} in it:', { count }),
  absent: (column: string) => message('{column} (not in this export)', { column }),
};

export const valueTexts = {
  decimal: message('Before the decimals'),
  thousands: message('Between thousands'),
  sign: message('Sign of amounts'),
  direction: message('Who is the sender'),
  noDirection: message('The amount does not say it'),
  countries: message('Where money comes in'),
  countriesChange: message('Source and target country change places'),
  countriesStay: message('It stays as it is'),
  negativeColumn: message('Column that says it'),
  negativeValues: message('Negative when it is (divided by commas)'),
  formats: message('How dates are written'),
  formatsHint: message('Such as DD.MM.YYYY HH:mm; several are divided by commas, the likeliest first.'),
  zone: message('Zone of the times'),
  zoneHint: message('UTC, +02:00 or a name such as Europe/Berlin. “as-written” keeps the time and cuts an offset off.'),
  zoneWrong: message('This is no zone that is known.'),
  codes: message('Codes'),
  theirs: message('In the export'),
  ours: message('For the service'),
  oursFor: (value: string, field: string) => message('{field}: for the service in place of {value}', { field, value }),
  count: message('Rows'),
  /** Of a value that was counted only in the first rows. */
  atLeast: (count: number) => (count === 0 ? '–' : message('at least {count, number}', { count })),
  asItIs: message('as it is'),
  unusual: (value: string, usual: readonly string[]) =>
    message('“{value}” is not one of the usual values ({usual}). It is sent as it is.', {
      value,
      usual: usual.join(', '),
    }),
  otherValues: message('Other values'),
  otherChoices: {
    keep: message('stay as they are'),
    'leave-out': message('are left out'),
    refuse: message('refuse the row'),
  },
  letters: message('Write in capital letters'),
  manyValues: ({ values, isCut, looked }: ColumnValues) => {
    const found = isCut
      ? message('The {length, number} most frequent values', { length: values.length })
      : counted(values.length, 'value');
    return looked === undefined ? found : message('{found} in the first {looked, number} rows', { found, looked });
  },
  empty: (rows: number) => message('{rows, plural, one {# row} other {# rows}} without a value', { rows }),
};

export const decimalWords = { '.': message('Point: 12.50'), ',': message('Comma: 12,50') } as const;
export const thousandsWords = {
  none: message('Nothing: 1000'),
  '.': message('Point: 1.000'),
  ',': message('Comma: 1,000'),
  ' ': message('Space: 1 000'),
  "'": message('Apostrophe: 1’000'),
} as const;
export const signWords: Record<Sign['sign'], string> = {
  'as-written': message('as it is written'),
  absolute: message('always positive'),
  reversed: message('reversed'),
  'by-column': message('said by a column'),
};

export const splitWords: Record<Split['by'], string> = {
  size: message('Only by size'),
  count: message('By number of transactions'),
  day: message('By day'),
  country: message('By source country'),
};

const work: Record<PreparationWork['kind'], string> = {
  examining: message('Looking at the export'),
  planning: message('Checking all rows'),
  preparing: message('Writing the files'),
  saving: message('Saving the files'),
};

export const resultTexts = {
  work: ({ kind, rows, bytes, totalBytes }: PreparationWork) =>
    [
      work[kind],
      ...(rows > 0 ? [counted(rows, 'row')] : []),
      ...(totalBytes > 0 ? [message('{done} of {whole}', { done: size(bytes), whole: size(totalBytes) })] : []),
    ].join(' · '),
  workLabel: message('Progress'),
  split: message('Files'),
  splitBy: message('Divide'),
  keepPayments: message('Keep the transactions of a payment together'),
  largest: message('Largest file in MB'),
  mostTransactions: message('Transactions for each file'),
  refusedTable: message('Refused rows'),
  refusedHint: message('They are not sent. Correct the export or the template; the others can be prepared now.'),
  table: message('Table'),
  row: message('Row'),
  column: message('Column'),
  cell: message('Cell'),
  why: message('Why'),
  duplicates: ({ transactions: count }: Plan['duplicates']) =>
    message(
      '{count, plural, one {# transaction} other {# transactions}} have a modification id that another row has as well. The service rejects all of them.',
      { count },
    ),
  processedTitle: ({ transactions }: ProcessedBefore) =>
    message('{transactions, plural, one {# transaction} other {# transactions}} went to the service before', {
      transactions,
    }),
  processedHint: ({ leftOut }: ProcessedBefore) =>
    leftOut > 0
      ? message('They are left out of the files.')
      : message('Files with them are held before they are sent, until you give a reason to send them again.'),
  processedTable: message('Transactions that went before'),
  processedWith: message('Went with'),
  processedAt: message('Approved'),
  processedState: message('Now'),
  processedCount: message('Transactions'),
  processedRows: message('First rows here'),
  sharedBy: ({ rows, ...place }: Plan['duplicates']['first'][number]) =>
    resultTexts.rowsOf(rows.map((row) => ({ ...place, row }))),
  rowsOf: (first: ProcessedSubmission['first']): string => {
    const [one] = first;
    const together = first.filter(({ source, table }) => source === one?.source && table === one?.table);
    return message('{rows} of {source}', {
      rows: together
        .slice(0, 5)
        .map(({ row }) => number(row))
        .join(', '),
      source: one === undefined ? '' : [one.source, one.table].filter(Boolean).join(', '),
    });
  },
  moreSubmissions: (count: number) =>
    message('… and {count, plural, one {# more submission} other {# more submissions}}', { count }),
  leaveOutProcessed: message('Leave out the transactions that went to the service before'),
  nothingBefore: (connection: string | undefined) =>
    connection === undefined
      ? message('None of it went to the service before.')
      : message('Nothing in it has been sent over {connection} before.', { connection: connectionInWords(connection) }),
  notCompared: (reason: Said) =>
    message('It could not be compared with what went to the service before: {reason}.', { reason }),
  uncompared: (count: number) =>
    message(
      'The modification ids of {count, plural, one {# earlier submission} other {# earlier submissions}} are not there any more, or cannot be read: not compared.',
      { count },
    ),
  sums: message('Control sums'),
  sumsTable: message('Control sums and figures'),
  sumsHint: message(
    'Type the figures of the source system beside them: differences are shown in red, and kept with the prepared files.',
  ),
  unsigned: message('Amounts are added up without their sign.'),
  currency: message('Currency'),
  day: message('Day'),
  allDays: message('all days'),
  count: message('Transactions'),
  amount: message('Sum'),
  theirCount: message('Their number'),
  theirAmount: message('Their sum'),
  theirCountOf: (what: string) => message('Number in the source system, {what}', { what }),
  theirAmountOf: (what: string) => message('Sum in the source system, {what}', { what }),
  difference: message('Difference'),
  byDay: message('Show each day'),
  wrongAmount: message('no number'),
  saveTemplate: message('Save as a template, for the next export like this'),
  updateTemplate: (name: string) =>
    message('Update the template “{name}” with what is set here, for the next export like this', { name }),
  templateName: message('Name of the template'),
  /** Before it is kept. @param columns that it would know */
  changesKept: ({ columns: before }: TemplateRow, columns: number) =>
    before === columns
      ? message('A template of this name is kept. What differs is changed in it; what it was stays among its versions.')
      : message(
          'A template of this name is kept. It is changed, and knows {columns, plural, one {# column} other {# columns}} in place of {before, number}; what it was stays among its versions.',
          { before, columns },
        ),
  /** Once it was kept. */
  keptTemplate: ({ now: { name, columns, version }, before }: KeptTemplate) => {
    if (before === undefined) return message('The template “{name}” is kept for the next export like this.', { name });
    if (before.version === version) return message('The template “{name}” stays as it was.', { name });
    return before.columns === columns
      ? message('The template “{name}” was changed; what it was stays among its versions.', { name })
      : message(
          'The template “{name}” was changed, and knows {columns, plural, one {# column} other {# columns}} in place of {before, number}; what it was stays among its versions.',
          { name, columns, before: before.columns },
        );
  },
  held: (files: number) =>
    message(
      '{files, plural, one {Held: # file was made and waits for your decision. Nothing of it was sent.} other {Held: # files were made and wait for your decision. Nothing of them was sent.}}',
      { files },
    ),
  send: message('Send from this computer'),
  sendTo: message('Send to'),
  noConnection: message(
    'There is no connection on this computer yet. You can save the files and send them from another one.',
  ),
  connect: message('Connect to the service'),
  options: message('Options for sending'),
  carryHint: message(
    '“Save the prepared files…” puts them into a folder, with a manifest by which another computer verifies them before it sends them. Rows that were refused are saved beside them. This needs no connection.',
  ),
  save: message('Save the prepared files…'),
  continueSaving: message('Continue saving'),
  savingInterrupted: (folder: string | undefined) =>
    folder === undefined
      ? message('Saving was interrupted. It continues where it stopped.')
      : message('Saving in {folder} was interrupted. It continues where it stopped.', { folder }),
  savedTitle: (files: number) => message('{files, plural, one {# file} other {# files}} prepared and saved', { files }),
  savedHint: message(
    'Carry the whole folder to the other computer. There, “tranship send manifest.json” verifies the files and sends them.',
  ),
  fetch: message('Download as a zip'),
  fetchHint: message(
    'Unpack the zip on the other computer. There, “tranship send manifest.json” verifies the files and sends them.',
  ),
  prepare: message('Prepare, check and send'),
  prepareAnyway: message('Prepare although figures differ'),
  saveAnyway: message('Save although figures differ…'),
  compare: message('Compare with the source system'),
  finishTitle: (name: string) => message('Prepare {name}', { name }),
  differTitle: message('The figures of the source system differ'),
  differ: (sums: readonly ComparedSum[]) =>
    message(
      'Not the same: {what}. Look for rows that are missing or twice before you continue. The differences are kept with the prepared files.',
      { what: sums.map(({ currency, day }) => [currency, day].filter(Boolean).join(' ')).join(', ') },
    ),
  continueDots: message('Continue…'),
  continue: message('Continue preparing'),
  done: (files: number) =>
    message('{files, plural, one {# file} other {# files}} made and added to the queue.', { files }),
  next: (files: number) =>
    message(
      '{files, plural, one {It is checked now, and then sent. Where it needs your word, such as with errors or before Production, it waits for you.} other {They are checked now, and then sent. What needs your word, such as with errors or before Production, waits for you.}}',
      { files },
    ),
  open: (id: number) => message('Open submission {id}', { id }),
  toQueue: message('To the queue'),
  interrupted: message('Preparing was interrupted. It continues where it stopped.'),
  rowsToLines: (rows: number, lines: number) =>
    message('{rows, plural, one {# row becomes} other {# rows become}} {lines, plural, one {# line} other {# lines}}', {
      rows,
      lines,
    }),
  notSent: (columns: readonly string[]) =>
    message('Columns not sent: {columns}', { columns: inWords(firstQuoted(columns, 12)) }),
  allFiles: (files: number) => message('{files, plural, one {# file} other {# files}} will be made', { files }),
};
