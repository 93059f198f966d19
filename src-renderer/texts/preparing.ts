/** @file The texts of preparing exports: the page, the four steps, and the templates. */

import type {
  ColumnValues,
  Confidence,
  Plan,
  PreparationWork,
  ProcessedBefore,
  ProcessedSubmission,
  Reading,
  Sign,
  Split,
  TemplateRow,
} from '../../src-shared/contract.ts';
import type { StepName } from '../preparing/steps.ts';
import { counted, dateOf, number, size } from '../wording.ts';

export const preparePageTexts = {
  title: 'Prepare',
  intro:
    'Makes files that the service takes out of what another system exported: tables, workbooks, XML, JSON, packed or not. The originals stay as they are.',
  choose: 'Choose exports…',
  dropHint: 'You can also drop files and folders anywhere in this window.',
  unfinished: 'Not finished',
  continue: 'Continue',
  continueNamed: (name: string) => `Continue ${name}`,
  discard: 'Give up',
  discardNamed: (name: string) => `Give up ${name}`,
  discardTitle: (name: string) => `Give up preparing ${name}?`,
  discardWords: 'What you have decided for it and the files made so far are deleted. The original stays as it is.',
  startedAt: (at: string) => `begun ${at}`,
  interrupted: 'was interrupted',
  finished: 'is in the queue',
  keep: 'Keep it',
};

export const templateTexts = {
  title: 'Templates',
  intro:
    'A template says how an export is read and where each field comes from. Tranship recognises it by the columns.',
  none: 'There are no templates yet. The last step of a preparation saves one.',
  columns: {
    name: 'Name',
    format: 'Format',
    columns: 'Columns',
    fields: 'Fields',
    used: 'Last used',
    actions: 'Actions',
  },
  never: 'never',
  used: ({ usedAt }: TemplateRow) => (usedAt === undefined ? 'never' : dateOf(usedAt)),
  import: 'Import template…',
  rename: 'Rename',
  copy: 'Duplicate',
  export: 'Export…',
  remove: 'Remove',
  actionOn: (action: string, name: string) => `${action}: ${name}`,
  renameTitle: (name: string) => `Rename ${name}`,
  newName: 'New name',
  removeTitle: (name: string) => `Remove ${name}?`,
  removeWords:
    'It is no longer recognised. Files that were made with it stay. Export it first if you may need it again.',
  cancel: 'Cancel',
  save: 'Save',
  tableLabel: 'Kept templates',
};

export const formatWords: Record<Reading['format'], string> = {
  delimited: 'CSV or similar',
  'fixed-width': 'Fixed widths',
  json: 'JSON',
  xlsx: 'Excel workbook',
  parquet: 'Parquet',
  xml: 'XML',
};

export const stepWords: Record<StepName, { title: string; hint: string }> = {
  source: { title: 'Source', hint: 'Is it read correctly?' },
  columns: { title: 'Columns', hint: 'Which column is which field?' },
  values: { title: 'Values', hint: 'Amounts, dates and codes' },
  result: { title: 'Result', hint: 'What will come of it?' },
};

export const wizardTexts = {
  back: 'Prepare',
  stepsLabel: 'Steps of the preparation',
  step: (at: number, of: number) => `Step ${at} of ${of}`,
  previous: 'Back',
  next: (title: string) => `Next: ${title}`,
  examining: 'Looking at the export…',
  loading: 'Loading…',
  files: (files: number, bytes: number) => `${counted(files, 'file')} · ${size(bytes)}`,
  cancel: 'Cancel',
  again: 'Try again',
};

export const encodingWords = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'windows-1252': 'Windows-1252',
  'iso-8859-15': 'ISO 8859-15',
} as const;

export const delimiterWords = { ',': 'Comma ,', ';': 'Semicolon ;', '\t': 'Tab', '|': 'Bar |' } as const;

export const sourceTexts = {
  template: 'Template',
  noTemplate: 'None: fields are guessed from the columns',
  recognised: 'What was recognised',
  packing: 'Packed',
  notPacked: 'no',
  format: 'Format',
  encoding: 'Encoding',
  delimiter: 'Separator',
  headerRow: 'Header row',
  headerRowHint: 'With the names of columns; 0: none',
  sheets: 'Sheets',
  list: 'Place of the list',
  listHint: 'Such as /export/transactions; empty for the outermost one',
  element: 'Element for each row',
  elementHint: 'Such as /Document/Entry',
  detect: 'Detect again',
  table: 'Table shown',
  usesTemplate: (name: string) => `These columns are known: the template “${name}” is used.`,
  tableLabel: (name: string) => (name === '' ? 'First rows' : `First rows of ${name}`),
  rows: (rows: number, isAll: boolean) => (isAll ? counted(rows, 'row') : `about ${counted(rows, 'row')}`),
  summary: (rows: string, columns: number) => `${rows} · ${counted(columns, 'column')}`,
  row: 'Row',
  empty: 'No rows were found. Check the format, and the row with the names of the columns.',
  faults: 'Rows that cannot be read',
  fault: (row: number, message: string) => `Row ${number(row)}: ${message}`,
  ruler: 'Where columns end',
  rulerHint: 'Click between two characters to end a column there, or to join two. You can also type the widths below.',
  columnName: (at: number) => `Name of column ${at}`,
  columnWidth: (at: number) => `Width of column ${at}`,
  apply: 'Read it so',
};

export const groupWords: Record<string, string> = {
  modification: 'Amount and time',
  payment: 'Payment',
  sender: 'Sender',
  receiver: 'Receiver',
  sending_partner: 'Sending partner',
  receiving_partner: 'Receiving partner',
};

const entityWords: Record<string, string> = {
  by_external_id: 'Identifier, if known',
  'unknown.external_id': 'Id, if unknown (UUID)',
  'unknown.full_name': 'Full name, if unknown',
  'unknown.risk_assessment': 'Risk, if unknown',
};

const fieldNames: Record<string, string> = {
  'modification.external_id': 'Modification id (UUID)',
  'modification.amount': 'Amount',
  'modification.currency': 'Currency',
  'modification.created_at': 'Date and time',
  'modification.type': 'Type of modification',
  'modification.monitoring_amount': 'Monitoring amount',
  'modification.monitoring_currency': 'Monitoring currency',
  'modification.original_amount': 'Original amount',
  'modification.original_currency': 'Original currency',
  payment_external_id: 'Payment id (UUID)',
  transaction_external_id: 'Transaction id (UUID)',
  payment_method: 'Payment method',
  payment_type: 'Payment type',
  payment_source_country: 'Source country',
  payment_target_country: 'Target country',
  request_uuid: 'Request id (UUID)',
};

/** What people call a field. */
export const fieldName = (path: string): string =>
  fieldNames[path] ?? entityWords[path.split('.').slice(1).join('.')] ?? path;

export const confidenceWords: Record<Confidence, string> = {
  sure: 'Sure',
  likely: 'Likely',
  look: 'Please look',
};

export const columnTexts = {
  needed: 'needed',
  from: (name: string) => `Where ${name} comes from`,
  nothing: 'Not written',
  columnsGroup: 'Columns',
  othersGroup: 'Other',
  constant: 'The same text for all rows…',
  joined: 'Several columns joined…',
  uuid: 'A UUID made of columns…',
  alternatives: 'By conditions (as the template says)',
  text: (name: string) => `Text for ${name}`,
  joinedColumns: (name: string) => `Columns for ${name}`,
  separator: 'Between them',
  part: 'Only a part of it',
  partSeparator: 'Divided at',
  partNumber: 'Part number',
  partHint: '1 is the first, −1 the last',
  samples: (values: readonly string[]) => `such as ${values.join(' · ')}`,
  noSamples: 'empty in all rows looked at',
  more: (count: number) => `${counted(count, 'more field')}`,
  uuidHint: 'The same cells always give the same UUID, also when it is prepared again.',
  knownWhen: (group: string) => `${group} is known to the service`,
  knownBy: {
    value: 'when it has an identifier',
    filled: 'when a column is filled',
    'one-of': 'when a column has one of these values',
  },
  knownColumn: 'Column',
  knownValues: 'Values, divided by commas',
  others: 'Columns that no field uses',
  noOthers: 'Every column is used.',
  otherChoices: { 'leave-out': 'Leave them out', 'additional-fields': 'Keep them as additional fields' },
  additional: (column: string) => `Keep ${column} as an additional field`,
  preview: 'Preview',
  previewRow: 'Row',
  previewLabel: (row: number) => `The transaction of row ${row}`,
  previousRow: 'Row before',
  nextRow: 'Next row',
  leftOut: 'This row is left out: it is no transaction.',
  noTransaction: 'This row does not become a transaction yet:',
  fine: 'The check finds nothing wrong with it.',
  finds: (count: number) => `The check finds ${counted(count, 'fault')} in it:`,
  inRows: (rows: number, of: number, message: string) =>
    of === 1 || rows === of ? message : `In ${rows} of ${of} rows: ${message}`,
  missing: (names: readonly string[]) => `Still needed: ${names.join(', ')}.`,
  nothingMissing: 'Everything that is needed has a source.',
};

export const valueTexts = {
  amounts: 'Amounts',
  decimal: 'Before the decimals',
  thousands: 'Between thousands',
  sign: 'Sign of amounts',
  negativeColumn: 'Column that says it',
  negativeValues: 'Negative when it is (divided by commas)',
  dates: 'Dates and times',
  formats: 'How dates are written',
  formatsHint: 'Such as DD.MM.YYYY HH:mm; several are divided by commas, the likeliest first.',
  zone: 'Zone of the times',
  zoneHint: 'UTC, +02:00 or a name such as Europe/Berlin. “as-written” keeps the time and cuts an offset off.',
  zoneWrong: 'This is no zone that is known.',
  codes: 'Codes',
  codesHint: 'On the left what the export has, on the right what the service should receive. Empty: it stays as it is.',
  noCodes: 'No field with codes comes from a column.',
  theirs: 'In the export',
  ours: 'For the service',
  oursFor: (value: string, field: string) => `${field}: for the service in place of ${value}`,
  count: 'Rows',
  asItIs: 'as it is',
  otherValues: 'Other values',
  otherChoices: { keep: 'stay as they are', 'leave-out': 'are left out', refuse: 'refuse the row' },
  letters: 'Write in capital letters',
  before: 'In the export',
  after: 'For the service',
  row: 'Row',
  examples: (field: string) => `Examples of ${field}`,
  noExamples: 'There is no row with a value among those looked at.',
  notWritten: 'not written',
  manyValues: ({ values, isCut }: ColumnValues) =>
    isCut ? `The ${number(values.length)} most frequent values` : counted(values.length, 'value'),
  empty: (rows: number) => `${counted(rows, 'row')} without a value`,
};

export const decimalWords = { '.': 'Point: 12.50', ',': 'Comma: 12,50' } as const;
export const thousandsWords = {
  none: 'Nothing: 1000',
  '.': 'Point: 1.000',
  ',': 'Comma: 1,000',
  ' ': 'Space: 1 000',
  "'": 'Apostrophe: 1’000',
} as const;
export const signWords: Record<Sign['sign'], string> = {
  'as-written': 'as it is written',
  absolute: 'always positive',
  reversed: 'reversed',
  'by-column': 'said by a column',
};

export const splitWords: Record<Split['by'], string> = {
  size: 'Only by size',
  count: 'By number of transactions',
  day: 'By day',
  country: 'By source country',
};

const work: Record<PreparationWork['kind'], string> = {
  examining: 'Looking at the export',
  planning: 'Reading all rows for the plan',
  preparing: 'Writing the files',
};

export const resultTexts = {
  work: ({ kind, rows, bytes, totalBytes }: PreparationWork) =>
    [
      work[kind],
      ...(rows > 0 ? [counted(rows, 'row')] : []),
      ...(totalBytes > 0 ? [`${size(bytes)} of ${size(totalBytes)}`] : []),
    ].join(' · '),
  workLabel: 'Progress',
  split: 'Files',
  splitBy: 'Divide',
  keepPayments: 'Keep the transactions of a payment together',
  largest: 'Largest file in MB',
  mostTransactions: 'Transactions for each file',
  plan: 'Make the plan',
  planAgain: 'Make the plan again',
  outdated: 'You have changed something since: make the plan again.',
  figures: 'The plan',
  transactions: 'Transactions',
  batches: 'Batches',
  bytes: 'Size',
  upload: 'Sending takes',
  unknownUpload: 'not known yet',
  refused: 'Rows refused',
  refusedTable: 'Refused rows',
  leftOut: 'Rows left out',
  refusedTitle: (count: number) =>
    count === 1 ? '1 row cannot become a transaction' : `${counted(count, 'row')} cannot become transactions`,
  refusedHint: 'They are not sent. Correct the export or the template; the others can be prepared now.',
  refusedFirst: (shown: number) => `The first ${number(shown)}:`,
  table: 'Table',
  row: 'Row',
  column: 'Column',
  cell: 'Cell',
  why: 'Why',
  duplicates: ({ count }: Plan['duplicates']) =>
    `${counted(count, 'transaction')} have a modification id that another row has as well. The service refuses all of them.`,
  processedTitle: ({ transactions }: ProcessedBefore) =>
    transactions === 1
      ? '1 transaction went to the service before'
      : `${counted(transactions, 'transaction')} went to the service before`,
  processedHint: ({ leftOut }: ProcessedBefore) =>
    leftOut > 0
      ? 'They are left out of the files.'
      : 'Files with them are held before they are sent, until you give a reason to send them again.',
  processedTable: 'Transactions that went before',
  processedWith: 'Went with',
  processedAt: 'Approved',
  processedState: 'Now',
  processedCount: 'Transactions',
  processedRows: 'First rows here',
  rowsOf: (first: ProcessedSubmission['first']) => {
    const [one] = first;
    const together = first.filter(({ source, table }) => source === one?.source && table === one?.table);
    return `${together
      .slice(0, 5)
      .map(({ row }) => number(row))
      .join(', ')} of ${one === undefined ? '' : [one.source, one.table].filter(Boolean).join(', ')}`;
  },
  moreSubmissions: (count: number) => `… and ${counted(count, 'more submission')}`,
  leaveOutProcessed: 'Leave out the transactions that went to the service before',
  nothingBefore: (connection: string | undefined) =>
    connection === undefined ? 'None of it went to the service before.' : `None of it went over ${connection} before.`,
  notCompared: (reason: string) => `It could not be compared with what went to the service before: ${reason}.`,
  uncompared: (count: number) =>
    `The modification ids of ${counted(count, 'earlier submission')} are not there any more, or cannot be read: not compared.`,
  allProcessed: 'All of it went to the service before: there is nothing to send.',
  comparedWithOther: (connection: string) => `The plan compares with what went over ${connection}.`,
  planFor: (connection: string) => `Make the plan for ${connection}`,
  duplicatesTitle: 'The same modification id more than once',
  sums: 'Control sums',
  sumsTable: 'Control sums and figures',
  sumsHint:
    'Type the figures of the source system beside them: differences are shown in red, and kept with the prepared files.',
  currency: 'Currency',
  day: 'Day',
  allDays: 'all days',
  count: 'Transactions',
  amount: 'Sum',
  theirCount: 'Their number',
  theirAmount: 'Their sum',
  theirCountOf: (what: string) => `Number in the source system, ${what}`,
  theirAmountOf: (what: string) => `Sum in the source system, ${what}`,
  difference: 'Difference',
  noDifference: 'none',
  byDay: 'Show each day',
  wrongAmount: 'no number',
  saveTemplate: 'Save as a template, for the next export like this',
  templateName: 'Name of the template',
  sendTo: 'Send to',
  options: 'Options for sending',
  prepare: 'Prepare and add to the queue',
  continue: 'Continue preparing',
  nothing: 'No row becomes a transaction yet. Look at the columns and values again.',
  done: (files: number) => `${counted(files, 'file')} made and added to the queue.`,
  open: (id: number) => `Open submission ${id}`,
  toQueue: 'To the queue',
  interrupted: 'Preparing was interrupted. It continues where it stopped.',
  allFiles: (files: number) => `${counted(files, 'file')} will be made`,
};
