/** @file What a person can choose in the table: the field of a column, and the source of a field. Pure. */

import type { PlainValue, Template, Value } from '../../src-shared/contract.ts';
import { directionsIn } from '../../src-shared/direction-words.ts';
import { isIban } from '../../src-shared/iban.ts';
import { columnsOfDirection, isCountry } from '../../src-shared/template-direction.ts';
import { isUuid } from '../../src-shared/uuid.ts';
import { fieldAt } from './fields.ts';
import {
  madeOf,
  plainValueOf,
  type Source,
  sourceOfKind,
  withAdditional,
  withDirection,
  withField,
  withSource,
} from './mapping.ts';

/** Values of choices; a column or a field has its name behind the prefix. */
export const NOTHING = 'nothing';
export const ADDITIONAL = 'additional';
/** Says whether sender and receiver change places. */
export const DIRECTION = 'direction';
const COLUMN = 'column:';
const FIELD = 'field:';
const TEXT = 'text:';
export const otherSources = ['constant', 'columns', 'uuid'] as const;

export const choiceOfColumn = (column: string): string => `${COLUMN}${column}`;
export const choiceOfField = (path: string): string => `${FIELD}${path}`;
/** One of the usual values of a field, the same for all rows. */
export const choiceOfText = (text: string): string => `${TEXT}${text}`;
export const fieldOfChoice = (chosen: string): string | undefined =>
  chosen.startsWith(FIELD) ? chosen.slice(FIELD.length) : undefined;

export const isUuidCell = (cell: string): boolean => isUuid(cell.trim());

/** A column as the source of a field: an id that is no UUID becomes one, and of an IBAN a country takes that with which it begins. */
export function sourceOfColumn(path: string, column: string, cells: readonly string[]): Source {
  if (isCountry(path) && cells.some(isIban)) return { from: 'column', column, part: 'country-of-iban' };
  const isMade = fieldAt(path)?.kind === 'uuid' && !cells.every(isUuidCell);
  return isMade ? { from: 'uuid', columns: [column] } : { from: 'column', column };
}

/** The template where a choice says where a field comes from. */
export function withChosenSource(
  template: Template,
  path: string,
  chosen: string,
  { columns, cellsOf }: { columns: readonly string[]; cellsOf: (column: string) => readonly string[] },
): Template {
  if (chosen === NOTHING) return withField(template, path, undefined);
  if (chosen.startsWith(COLUMN)) {
    const column = chosen.slice(COLUMN.length);
    return withSource(template, path, sourceOfColumn(path, column, cellsOf(column)));
  }
  if (chosen.startsWith(TEXT)) return withSource(template, path, { from: 'constant', text: chosen.slice(TEXT.length) });
  const kind = otherSources.find((one) => one === chosen);
  if (kind === undefined) return template;
  const before = plainValueOf(template.fields[path])?.source;
  return withSource(template, path, sourceOfKind(kind, before, columns));
}

/** The template where what made one field makes another, in place of what that was made of. */
export function withMovedField(template: Template, from: string, to: string, cells: readonly string[]): Template {
  const value = template.fields[from];
  if (value === undefined || from === to) return template;
  return withField(withField(template, from, undefined), to, fitting(value, from, to, cells));
}

/** What was set about a field of another kind means nothing here. */
function fitting(value: Value, from: string, to: string, cells: readonly string[]): Value {
  const plain = plainValueOf(value);
  if (plain === undefined || fieldAt(from)?.kind === fieldAt(to)?.kind) return value;
  const [only, ...more] = madeOf(value);
  const { source } = plain;
  if (only === undefined || more.length > 0 || source.from === 'columns') return { source };
  const next: PlainValue = {
    source: source.from === 'column' && typeof source.part === 'object' ? source : sourceOfColumn(to, only, cells),
  };
  return next;
}

/** The template where a choice says what becomes of a column that makes no field. */
export function withColumnAs(template: Template, column: string, chosen: string, cells: readonly string[]): Template {
  if (chosen === DIRECTION) {
    const directions = directionsIn(cells);
    return directions === undefined ? template : withDirection(template, { by: 'column', column, ...directions });
  }
  if (chosen === NOTHING && columnsOfDirection(template.direction).includes(column))
    return withColumnAs(withDirection(template, { by: 'fields' }), column, chosen, cells);
  const path = fieldOfChoice(chosen);
  const isKept = chosen === ADDITIONAL && template.otherColumns === 'leave-out';
  const rest = withAdditional(template, column, isKept ? { source: { from: 'column', column } } : undefined);
  return path === undefined ? rest : withSource(rest, path, sourceOfColumn(path, column, cells));
}
