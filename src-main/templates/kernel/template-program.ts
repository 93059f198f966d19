/**
 * @file A template, compiled for the walk: the same as what rowMapper makes of it, in the memory of the walk. Where the walk
 * could write hardly a row of it, there is none.
 */

import type { Role } from '../../../src-shared/entity-roles.ts';
import { formOf } from '../../../src-shared/form-of-id.ts';
import { isFact } from '../../../src-shared/languages/fact.ts';
import { columnsOfSource } from '../../../src-shared/source-columns.ts';
import {
  conditionsOfDirection,
  type DirectionConditions,
  keyWhereIncoming,
} from '../../../src-shared/template-direction.ts';
import type {
  Condition,
  Dates,
  Numbers,
  PlainValue,
  Sign,
  Template,
  Value,
} from '../../../src-shared/template-shapes.ts';
import type { KernelMemory } from '../../check/kernel/kernel-memory.ts';
import { otherColumns } from '../additional-fields.ts';
import { booleans, ownJson, type ValueKind, valueKindOf } from '../conversions.ts';
import { isNamedFormat, partsOfFormat } from '../date-formats.ts';
import { kindOfField, mappableFields } from '../mappable-fields.ts';
import type { Source } from '../row-cells.ts';
import { plainValuesOf, usedColumns } from '../used-columns.ts';
import { placeOfPath } from '../written-fields.ts';
import { DATE_PART, DIGITS_OF, EMPTY, KIND, LETTERS, NODE, NONE, NOTE, OTHERS, SIGN, SOURCE, TEST } from './layout.ts';

export interface TemplateProgram {
  /** Addresses: the object that a row becomes, and the conditions for leaving rows out. */
  root: number;
  leftOut: number;
  /** A line takes at most so many bytes, and so many for each byte of its record. */
  mostFixed: number;
  mostForEach: number;
}

/** A value that only the host can write. */
class ForTheHost extends Error {}

/** Of a byte of a cell: an escaped control character. */
const MOST_FOR_BYTE = 6;
/** A UUID, a date or a sign with what is around it. */
const FORM_BYTES = 64;

/** Undefined where the host must write all rows. */
export function templateProgram(
  memory: KernelMemory,
  template: Template,
  columns: readonly string[],
): TemplateProgram | undefined {
  try {
    return new Compiler(memory, template, columns).program();
  } catch (thrown) {
    if (thrown instanceof ForTheHost) return undefined;
    throw thrown;
  }
}

class Compiler {
  readonly #memory: KernelMemory;
  readonly #template: Template;
  readonly #columns: readonly string[];
  #mostFixed = 2 * FORM_BYTES;
  #mostForEach = 1;

  constructor(memory: KernelMemory, template: Template, columns: readonly string[]) {
    this.#memory = memory;
    this.#template = template;
    this.#columns = columns;
  }

  program(): TemplateProgram {
    const { leaveOutRows, direction } = this.#template;
    const conditions = leaveOutRows.map((condition) => this.#condition(condition));
    const told = conditionsOfDirection(direction);
    const root = told === undefined ? this.#object(this.#parts()) : this.#byDirection(told);
    const leftOut = this.#memory.writeWords([conditions.length, ...conditions]);
    return { root, leftOut, mostFixed: this.#mostFixed, mostForEach: this.#mostForEach };
  }

  /** @param placed the key whose fields make another, where they change places */
  #parts(placed = (key: string) => key): [string, number][] {
    const fields = new Map(Object.entries(this.#template.fields));
    const parts: [string, number][] = [];
    for (const key of new Set(mappableFields.map((path) => path.split('.', 1)[0] ?? path))) {
      const own = placed(key);
      const node = isRole(own)
        ? this.#entity(own, fields)
        : key === 'modification'
          ? this.#modification(fields)
          : this.#field(own, fields, key);
      if (node !== undefined) parts.push([key, node]);
    }
    const additional = this.#additionalFields();
    if (additional !== undefined) parts.push(['additional_fields', additional]);
    return parts;
  }

  #byDirection(told: DirectionConditions): number {
    const [incoming, outgoing] = [this.#condition(told.incoming), this.#condition(told.outgoing)];
    // A UUID of no cells, which only the host can refuse.
    const refused = this.#memory.writeWords([NODE.uuid, 0, this.#places([]), EMPTY.refuse]);
    const exchanged = this.#object(this.#parts((key) => keyWhereIncoming(key, this.#template.direction)));
    const noted = this.#memory.writeWords([NODE.noted, NOTE.incoming, exchanged]);
    const unlessBoth = this.#memory.writeWords([NODE.alternatives, 2, outgoing, refused, NONE, noted]);
    return this.#memory.writeWords([
      ...[NODE.alternatives, 3],
      ...[incoming, unlessBoth],
      ...[outgoing, this.#object(this.#parts())],
      ...[NONE, refused],
    ]);
  }

  #object(parts: readonly (readonly [key: string, node: number])[]): number {
    const fields = parts.flatMap(([key, node]) => [...this.#text(`${JSON.stringify(key)}:`), node]);
    return this.#memory.writeWords([NODE.object, parts.length, ...fields]);
  }

  #modification(fields: ReadonlyMap<string, Value>): number | undefined {
    const parts = mappableFields.flatMap((path): [string, number][] => {
      const node = path.startsWith('modification.') ? this.#field(path, fields) : undefined;
      return node === undefined ? [] : [[path.slice('modification.'.length), node]];
    });
    return parts.length === 0 ? undefined : this.#object(parts);
  }

  /** @param written the path at which it stands in the transaction */
  #field(path: string, fields: ReadonlyMap<string, Value>, written = path): number | undefined {
    const node = this.#ofField(path, fields);
    const note = placeOfPath.get(written);
    return node === undefined || note === undefined ? node : this.#memory.writeWords([NODE.noted, NOTE[note], node]);
  }

  #ofField(path: string, fields: ReadonlyMap<string, Value>): number | undefined {
    const value = fields.get(path);
    const kind = kindOfField(path);
    return value === undefined || kind === undefined ? undefined : this.#value(() => valueKindOf(kind), value);
  }

  #entity(role: Role, fields: ReadonlyMap<string, Value>): number | undefined {
    const knownWhen = this.#template.entities[role]?.knownWhen;
    const id = this.#ofField(`${role}.by_external_id`, fields);
    const type = this.#ofField(`${role}.external_entity_type`, fields);
    const details = ['external_id', 'full_name', 'risk_assessment'].flatMap((key) => {
      const path = `${role}.unknown.${key}`;
      const value = fields.get(path);
      const node = this.#ofField(path, fields);
      return value === undefined || node === undefined ? [] : [{ key, node, plain: plainValuesOf(value) }];
    });
    if (id === undefined && type === undefined && details.length === 0) return undefined;
    const isConstant = (plain: readonly PlainValue[]) => plain.every(({ source }) => source.from === 'constant');
    return this.#memory.writeWords([
      NODE.entity,
      knownWhen === undefined ? NONE : this.#condition(knownWhen),
      id === undefined ? NONE : this.#object([['by_external_id', id]]),
      type ?? NONE,
      ...this.#text('{"external_entity_type":'),
      ...this.#text('"unknown"'),
      ...this.#text(',"unknown":{'),
      Number(details.every(({ plain }) => isConstant(plain))),
      details.length,
      ...details.flatMap(({ key, node, plain }) => {
        const keys = plain.flatMap(({ source }) => (source.from === 'uuid' ? columnsOfSource(source) : []));
        const places = keys.length === 0 ? [NONE, 0] : [keys.length, this.#places(keys)];
        return [...this.#text(`"${key}":`), node, Number(isConstant(plain)), ...places];
      }),
    ]);
  }

  #additionalFields(): number | undefined {
    const { additionalFields, otherColumns: others } = this.#template;
    const names = Object.keys(additionalFields).toSorted();
    const parts = names.flatMap((name): [string, number][] => {
      const value = additionalFields[name];
      return value === undefined ? [] : [[name, this.#value(({ type = 'text' }) => type, value)]];
    });
    if (others === 'additional-fields') {
      for (const { name, place } of otherColumns(this.#columns, usedColumns(this.#template), new Set(names))) {
        this.#mostForEach += MOST_FOR_BYTE;
        parts.push([name, this.#memory.writeWords([NODE.otherColumn, place])]);
      }
    }
    return parts.length === 0 ? undefined : this.#object(parts);
  }

  #value(kindOf: (value: PlainValue) => ValueKind, value: Value): number {
    if (!('alternatives' in value)) return this.#plain(kindOf(value), value);
    const alternatives = value.alternatives.flatMap(({ when, value: own }) => [
      when === undefined ? NONE : this.#condition(when),
      this.#plain(kindOf(own), own),
    ]);
    return this.#memory.writeWords([NODE.alternatives, value.alternatives.length, ...alternatives]);
  }

  #plain(kind: ValueKind, value: PlainValue): number {
    const { source } = value;
    this.#mostFixed += FORM_BYTES;
    this.#mostForEach += MOST_FOR_BYTE * columnsOfSource(source).length;
    if (source.from === 'constant')
      return this.#memory.writeWords([
        NODE.constant,
        ...this.#text(source.text === '' ? '' : this.#own(kind, source.text)),
      ]);
    const empty = EMPTY[value.whenEmpty ?? (source.from === 'uuid' ? 'refuse' : 'leave-out')];
    if (source.from === 'uuid')
      return this.#memory.writeWords([NODE.uuid, source.columns.length, this.#places(source.columns), empty]);
    // It is parsed.
    if (kind === 'json') throw new ForTheHost();
    const recodings = this.#recodings(kind, value.values);
    return this.#memory.writeWords([
      NODE.value,
      ...this.#source(source),
      KIND[kind],
      ...(recodings === undefined ? [NONE, 0] : recodings),
      OTHERS[value.otherValues ?? 'keep'],
      empty,
      LETTERS[value.letters ?? 'as-written'],
      ...this.#detail(kind, value),
    ]);
  }

  #own(kind: ValueKind, text: string): string {
    const json = ownJson(kind, text);
    if (json === undefined) throw new RangeError('A text of the template does not fit.');
    return json;
  }

  #source(source: Exclude<Source, { from: 'constant' | 'uuid' }>): number[] {
    // Half of a character is escaped.
    if (source.from === 'columns' && !source.separator.isWellFormed()) throw new ForTheHost();
    if (source.from === 'columns')
      return [SOURCE.cells, this.#places(source.columns), source.columns.length, ...this.#text(source.separator)];
    const { part } = source;
    if (part === undefined) return [SOURCE.cell, this.#place(source.column), 0, 0, 0];
    if (typeof part === 'string') return [SOURCE.countryOfIban, this.#place(source.column), 0, 0, 0];
    return [SOURCE.part, this.#place(source.column), part.number >>> 0, ...this.#text(part.separator)];
  }

  #recodings(kind: ValueKind, values: PlainValue['values']): [count: number, entries: number] | undefined {
    if (values === undefined) return undefined;
    return this.#entries(
      new Map(Object.entries(values).map(([theirs, own]) => [theirs.trim(), own === '' ? '' : this.#own(kind, own)])),
    );
  }

  #entries(jsonOf: ReadonlyMap<string, string>): [count: number, entries: number] {
    const entries = [...jsonOf].flatMap(([text, json]) => [...this.#text(text), ...this.#text(json)]);
    return [jsonOf.size, this.#memory.writeWords(entries)];
  }

  #detail(kind: ValueKind, { numbers, dates, sign }: PlainValue): number[] {
    if (kind === 'number') return [...marks(numbers ?? this.#template.numbers), ...this.#sign(sign)];
    if (kind === 'date-time') return [this.#formats(dates ?? this.#template.dates)];
    return kind === 'boolean' ? this.#entries(booleans) : [];
  }

  #sign(sign: Sign | undefined): [sign: number, negative: number] {
    if (sign?.sign !== 'by-column') return [SIGN[sign?.sign ?? 'as-written'], 0];
    const { column, negative } = sign;
    return [SIGN['by-column'], this.#condition({ column, test: 'one-of', values: negative })];
  }

  #formats({ formats }: Dates): number {
    const parts = formats.map((format) => this.#partsOf(format));
    // No row would come to the next one.
    if (parts[0]?.[0] === DATE_PART.unknown) throw new ForTheHost();
    return this.#memory.writeWords([parts.length, ...parts.flat()]);
  }

  #partsOf(format: string): number[] {
    if (format === 'iso') return [DATE_PART.iso];
    const parts = isNamedFormat(format) ? format : partsOfFormat(format);
    if (typeof parts === 'string' || isFact(parts)) return [DATE_PART.unknown];
    const words: number[] = [];
    for (const part of parts) {
      if (part.part === 'digits' && part.of !== 'hour12')
        words.push(DATE_PART.digits, DIGITS_OF[part.of], part.least, part.most);
      else if (part.part === 'two-digit-year') words.push(DATE_PART.twoDigitYear);
      else if (part.part === 'space') words.push(DATE_PART.space);
      else if (part.part === 'text') words.push(DATE_PART.text, ...this.#text(part.text));
      else return [DATE_PART.unknown];
    }
    return [...words, DATE_PART.end];
  }

  #condition(condition: Condition): number {
    const values = textsOf(condition).map((value) => value.trim());
    return this.#memory.writeWords([
      TEST[condition.test],
      this.#place(condition.column),
      values.length,
      ...values.flatMap((value) => this.#text(value)),
    ]);
  }

  /** Of columns with the same name, the first is meant. */
  #place(column: string): number {
    const place = this.#columns.indexOf(column);
    return place === -1 ? NONE : place;
  }

  #places(columns: readonly string[]): number {
    return this.#memory.writeWords(columns.map((column) => this.#place(column)));
  }

  #text(text: string): [at: number, bytes: number] {
    const { at, bytes } = this.#memory.writeText(text);
    this.#mostFixed += bytes;
    return [at, bytes];
  }
}

function textsOf(condition: Condition): readonly string[] {
  if (condition.test === 'of-form') return condition.forms.map(formOf);
  return 'values' in condition ? condition.values : [];
}

function marks({ decimal, thousands }: Numbers): [decimal: number, thousands: number] {
  const hasGroups = thousands !== 'none' && thousands !== decimal;
  return [decimal.charCodeAt(0), hasGroups ? thousands.charCodeAt(0) : 0];
}

function isRole(key: string): key is Role {
  return kindOfField(`${key}.by_external_id`) !== undefined;
}
