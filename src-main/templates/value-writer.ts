/** @file How the value of one field is made of a row, compiled from the template. Pure. */

import { assertNever } from '../../src-shared/errors.ts';
import { fact, type Said } from '../../src-shared/languages/fact.ts';
import { quotedWithin } from '../../src-shared/languages/quoted.ts';
import { columnsOfSource } from '../../src-shared/source-columns.ts';
import type { PlainValue, Sign, Template, Value } from '../../src-shared/template-shapes.ts';
import { shorten, shown, shownInEnglish } from '../check/findings/finding.ts';
import type { Row } from '../exports/rows.ts';
import type { MappingRule, RowFaults } from './cell-fault.ts';
import { type Conversion, conversionOf, ownJson, type ValueKind, whyLost } from './conversions.ts';
import { absolute, numberBeside, numberReader, reversed } from './number-text.ts';
import { hasLostDigits, isBlank, isShortenedByExcel, notAValue, type RowCells, type TextOfRow } from './row-cells.ts';

/** The JSON of a value; empty where the row has none, or where it is refused and a fault was collected. */
export type ValueWriter = (row: Row) => string;

export interface Workshop {
  template: Pick<Template, 'numbers' | 'dates'>;
  cells: RowCells;
  faults: RowFaults;
  /** The writer of the currency that belongs to an amount, by the path of the amount. */
  currencyOf(path: string): ValueWriter | undefined;
}

/**
 * @param path dotted path of the field, for faults
 * @param kindOf the kind of the field; only in additional_fields does it follow from the value
 */
export function valueWriter(
  path: string,
  kindOf: (value: PlainValue) => ValueKind,
  value: Value,
  workshop: Workshop,
): ValueWriter {
  if (!('alternatives' in value)) return plainWriter(path, kindOf(value), value, workshop);
  const alternatives = value.alternatives.map(({ when, value: own }) => ({
    holds: when === undefined ? () => true : workshop.cells.condition(when),
    write: plainWriter(path, kindOf(own), own, workshop),
  }));
  return (row) => {
    for (const { holds, write } of alternatives) if (holds(row)) return write(row);
    return '';
  };
}

function plainWriter(path: string, kind: ValueKind, value: PlainValue, workshop: Workshop): ValueWriter {
  const { source } = value;
  if (source.from === 'constant') {
    const json = source.text === '' ? '' : ownJson(kind, source.text);
    if (json === undefined) throw new RangeError(`The constant of ${path} does not fit.`);
    return () => json;
  }
  const [column] = columnsOfSource(source);
  const refuse = (row: Row, rule: MappingRule, message: Said, cell?: string): string => {
    workshop.faults.add({
      row: row.number,
      field: path,
      rule,
      message,
      ...(column === undefined ? {} : { column }),
      ...(cell === undefined ? {} : { cell }),
    });
    return '';
  };
  const whenEmpty = emptyWriter(path, value, refuse);
  const text = workshop.cells.text(source);
  if (source.from === 'uuid') return uuidWriter(value, text, workshop.cells, whenEmpty, refuse);

  const conversion = conversionOf(kind, value, workshop.template);
  const convert = converter(path, conversion, value, workshop, refuse);
  const recode = recoder(path, kind, value, whenEmpty, refuse);
  const trims = kind !== 'text';
  return (row) => {
    const written = text(row);
    const bare = trims ? written.trim() : written;
    if (recode !== undefined) {
      const json = recode(row, bare);
      if (json !== undefined) return json;
    }
    return (trims ? bare === '' : isBlank(bare)) ? whenEmpty(row) : convert(row, bare);
  };
}

type Refuse = (row: Row, rule: MappingRule, message: Said, cell?: string) => string;

function emptyWriter(path: string, value: PlainValue, refuse: Refuse): ValueWriter {
  const { source, whenEmpty = source.from === 'uuid' ? 'refuse' : 'leave-out' } = value;
  if (whenEmpty === 'leave-out') return () => '';
  const columns = quotedWithin(
    columnsOfSource(source).map((name) => shorten(name)),
    200,
  );
  const message =
    source.from === 'uuid'
      ? fact('{path} is made of {columns}, but nothing is filled in there.', { path, columns })
      : fact('{path} needs a value, but there is none in {columns}.', { path, columns });
  return (row) => refuse(row, 'map.empty', message);
}

function uuidWriter(
  { source }: PlainValue,
  text: TextOfRow,
  cells: RowCells,
  whenEmpty: ValueWriter,
  refuse: Refuse,
): ValueWriter {
  const keys = columnsOfSource(source).map((name) => ({ name, cell: cells.cell(name) }));
  return (row) => {
    for (const { name, cell } of keys) {
      const written = cell(row);
      // In a key of several columns, one that a spreadsheet could not compute tells rows apart like any other text.
      const why = keys.length === 1 ? notAValue(written.trim()) : undefined;
      if (why !== undefined) return refuse(row, 'map.identifier', why, written);
      if (!hasLostDigits(written)) continue;
      const message = fact(
        '{value} in {column} is what Excel shows of a longer number: its last digits are lost already, so different rows could get the same id. Export the column as text.',
        { value: shown(written), column: shown(name) },
      );
      return refuse(row, 'map.identifier', message, written);
    }
    const uuid = text(row);
    return uuid === '' ? whenEmpty(row) : `"${uuid}"`;
  };
}

/** What the value map makes of a cell; undefined where the cell stays as it is. */
function recoder(
  path: string,
  kind: ValueKind,
  { values, otherValues = 'keep' }: PlainValue,
  whenEmpty: ValueWriter,
  refuse: Refuse,
): ((row: Row, text: string) => string | undefined) | undefined {
  if (values === undefined) return undefined;
  const ours = new Map<string, string>();
  for (const [theirs, own] of Object.entries(values)) {
    const json = own === '' ? '' : ownJson(kind, own);
    if (json === undefined) throw new RangeError(`The value for ${shownInEnglish(theirs)} of ${path} does not fit.`);
    ours.set(theirs.trim(), json);
  }
  return (row, text) => {
    const bare = text.trim();
    const json = ours.get(bare);
    if (json !== undefined) return json === '' ? whenEmpty(row) : json;
    if (bare === '') return undefined;
    switch (otherValues) {
      case 'keep':
        return undefined;
      case 'leave-out':
        return whenEmpty(row);
      case 'refuse':
        return refuse(
          row,
          'map.value',
          fact('{value} is not among the values that the template knows for {path}.', { value: shown(bare), path }),
          text,
        );
      default:
        return assertNever(otherValues);
    }
  };
}

function converter(
  path: string,
  { kind, convert, problem, rule }: Conversion,
  value: PlainValue,
  workshop: Workshop,
  refuse: Refuse,
): (row: Row, text: string) => string {
  if (kind === 'number') return numberConverter(path, convert, problem, value, workshop, refuse);
  const { letters } = value;
  return (row, text) => {
    const cased = letters === undefined ? text : letters === 'upper' ? text.toUpperCase() : text.toLowerCase();
    return convert(cased) ?? refuse(row, rule, problem(text), text);
  };
}

function numberConverter(
  path: string,
  convert: Conversion['convert'],
  problem: Conversion['problem'],
  value: PlainValue,
  workshop: Workshop,
  refuse: Refuse,
): (row: Row, text: string) => string {
  const sign = signWriter(value.sign, workshop.cells, refuse);
  const read = numberReader(value.numbers ?? workshop.template.numbers);
  const { source } = value;
  const isStored =
    source.from === 'column' && source.part === undefined ? workshop.cells.isStored(source.column) : () => false;
  const currency = workshop.currencyOf(path);
  return (row, text) => {
    const stored = isStored(row) ? readStored(text) : undefined;
    if (stored !== undefined) return sign(row, stored, text);
    if (isShortenedByExcel(text)) return refuse(row, 'map.number', whyLost(text), text);
    const number = convert(text);
    if (number !== undefined) return sign(row, number, text);
    const beside = numberBeside(text, read);
    if (beside === undefined) return refuse(row, 'map.number', problem(text), text);
    const code = currency?.(row).slice(1, -1) ?? '';
    if (beside.currencies.includes(code)) return sign(row, beside.number, text);
    const message =
      code === ''
        ? fact(
            '{value} has a currency beside the number, but the row has no currency for {path}. Say which it is in the template.',
            { value: shown(text), path },
          )
        : fact('{value} has another currency beside the number than the row, which has {currency}.', {
            value: shown(text),
            currency: shown(code),
          });
    return refuse(row, 'map.number', message, text);
  };
}

/** What a file stores as a number is written as in JSON, whatever marks people use in its texts. */
const readStored = numberReader({ decimal: '.', thousands: 'none' });

function signWriter(
  sign: Sign | undefined,
  cells: RowCells,
  refuse: Refuse,
): (row: Row, number: string, written: string) => string {
  switch (sign?.sign) {
    case undefined:
    case 'as-written':
      return (_row, number) => number;
    case 'absolute':
      return (_row, number) => absolute(number);
    case 'reversed':
      return (_row, number) => reversed(number);
    case 'by-column': {
      const isNegative = cells.condition({ column: sign.column, test: 'one-of', values: sign.negative });
      const mark = cells.cell(sign.column);
      return (row, number, written) => {
        const size = absolute(number);
        if (isNegative(row)) return reversed(size);
        // Minus and a mark of the other side: a cancellation, or a mark written twice? Only a person knows.
        if (size === number || reversed(size) === size) return size;
        const message = fact('{value} is negative, but {column} says {side}, which the template takes for positive.', {
          value: shown(written),
          column: shown(sign.column),
          side: shown(mark(row)),
        });
        return refuse(row, 'map.number', message, written);
      };
    }
    default:
      return assertNever(sign);
  }
}
