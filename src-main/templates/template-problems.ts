/** @file What makes a template unusable though it has the right shape, each problem in one sentence with its place. Pure. */

import { isDeepStrictEqual } from 'node:util';
import { roles } from '../../src-shared/entity-roles.ts';
import { type Fact, fact, type Said } from '../../src-shared/languages/fact.ts';
import { columnsOfSource } from '../../src-shared/source-columns.ts';
import type { Condition, Dates, Numbers, PlainValue, Template, Value } from '../../src-shared/template-shapes.ts';
import { shorten, shown } from '../check/findings/finding.ts';
import { type Saying, textJudges } from '../check/rules/transaction.ts';
import { ownJson, type ValueKind, valueKindOf } from './conversions.ts';
import { problemOfFormat } from './date-formats.ts';
import { kindOfField, type MappableKind } from './mappable-fields.ts';
import { conditionsOfValue, plainValuesOf } from './used-columns.ts';

/** Adds a sentence about a place of the template. */
type Complain = (place: string, problem: Said) => void;

/** Full sentences, such as “fields.payment_type: there is no column “Art”.”; none for a template that can be used. */
export function templateProblems(template: Template): Fact[] {
  const problems: Fact[] = [];
  const complain: Complain = (place, problem) =>
    problems.push(fact('{place}: {problem}', { place: shorten(place, 200), problem }));
  const columns: ReadonlySet<string> = new Set(template.columns);
  judgeNumbers('numbers', template.numbers, complain);
  judgeDates('dates', template.dates, complain);
  for (const [path, value] of Object.entries(template.fields)) {
    const kind = kindOfField(path);
    if (kind === undefined) complain(`fields.${path}`, whyNoField(path));
    else judgeValue(`fields.${path}`, value, () => ownKind(kind), columns, complain);
  }
  for (const [name, value] of Object.entries(template.additionalFields)) {
    judgeValue(`additionalFields.${name}`, value, ({ type = 'text' }) => ({ kind: type }), columns, complain);
  }
  judgeEntities(template, columns, complain);
  judgeDirection(template, columns, complain);
  for (const [index, condition] of template.leaveOutRows.entries()) {
    judgeCondition(`leaveOutRows.${index}`, condition, columns, complain);
  }
  return problems;
}

function whyNoField(path: string): Fact {
  return path.startsWith('additional_fields.')
    ? fact('fields inside additional_fields belong under additionalFields.')
    : fact('this is not a field of a transaction that can have a value.');
}

function judgeNumbers(place: string, { decimal, thousands }: Numbers, complain: Complain): void {
  if (decimal === thousands)
    complain(place, fact('{mark} cannot be both the decimal and the thousands mark.', { mark: shown(decimal) }));
}

function judgeDates(place: string, { formats }: Dates, complain: Complain): void {
  for (const format of formats) {
    const problem = problemOfFormat(format);
    if (problem !== undefined) complain(`${place}.formats`, problem);
  }
}

function judgeCondition(place: string, { column }: Condition, columns: ReadonlySet<string>, complain: Complain): void {
  if (!columns.has(column)) complain(place, noColumn(column));
}

const noColumn = (column: string): Fact => fact('there is no column {column}.', { column: shown(column) });

/** What a value is judged by: its kind, and why a text in it is not allowed. */
interface OwnKind {
  kind: ValueKind;
  must?: (text: string) => Saying | undefined;
}

/** What the interface asks of a text; dates in the future are a matter of the day on which a row is judged. */
const judges = textJudges({ allowed: {}, now: 0 });

function ownKind(kind: MappableKind): OwnKind {
  if (kind === 'amount') return { kind: 'number' };
  const judge = judges[kind];
  const must = (text: string) => {
    const objection = judge(text);
    return objection?.rule === 'field.format' ? objection.says : undefined;
  };
  return { kind: valueKindOf(kind), must };
}

function judgeValue(
  place: string,
  value: Value,
  kindOf: (value: PlainValue) => OwnKind,
  columns: ReadonlySet<string>,
  complain: Complain,
): void {
  for (const condition of conditionsOfValue(value)) judgeCondition(place, condition, columns, complain);
  if ('alternatives' in value) {
    const early = value.alternatives.slice(0, -1).some(({ when }) => when === undefined);
    if (early)
      complain(place, fact('only the last alternative may have no condition, since none after it is ever tried.'));
  }
  for (const plain of plainValuesOf(value)) {
    for (const column of columnsOfSource(plain.source)) {
      if (!columns.has(column)) complain(place, noColumn(column));
    }
    judgeTexts(place, plain, kindOf(plain), complain);
    judgeOptions(place, plain, kindOf(plain).kind, columns, complain);
  }
}

/** Constants and the values of a value map are ours: they have the form of the interface. */
function judgeTexts(place: string, { source, values = {} }: PlainValue, own: OwnKind, complain: Complain): void {
  if (source.from === 'constant') {
    const problem = whyNotOurs(source.text, own);
    if (source.text === '') complain(place, fact('the constant is empty.'));
    else if (problem !== undefined) complain(place, problem({ path: fact('the constant'), value: shown(source.text) }));
  }
  const keys = new Set<string>();
  for (const [theirs, text] of Object.entries(values)) {
    const problem = text === '' ? undefined : whyNotOurs(text, own);
    if (problem !== undefined)
      complain(place, problem({ path: fact('what becomes of {value}', { value: shown(theirs) }), value: shown(text) }));
    if (keys.has(theirs.trim()))
      complain(place, fact('the value {value} appears twice.', { value: shown(theirs.trim()) }));
    keys.add(theirs.trim());
  }
}

const isNoText: Saying = (given) => fact('{path} must be a text, but is {value}.', given);

const FORMS: Readonly<Record<ValueKind, Saying>> = {
  text: isNoText,
  code: isNoText,
  identifier: isNoText,
  uuid: (given) => fact('{path} must be a UUID, but is {value}.', given),
  number: (given) => fact('{path} must be a number such as {example}, but is {value}.', { ...given, example: '12.50' }),
  'date-time': (given) =>
    fact('{path} must be a date and time without zone such as {example}, but is {value}.', {
      ...given,
      example: '2025-01-31T23:59:59',
    }),
  boolean: (given) => fact('{path} must be true or false, but is {value}.', given),
  json: (given) => fact('{path} must be valid JSON, but is {value}.', given),
};

function whyNotOurs(text: string, { kind, must }: OwnKind): Saying | undefined {
  return must?.(text) ?? (ownJson(kind, text) === undefined ? FORMS[kind] : undefined);
}

function judgeOptions(
  place: string,
  { source, sign, numbers, dates, values, type }: PlainValue,
  kind: ValueKind,
  columns: ReadonlySet<string>,
  complain: Complain,
): void {
  if (numbers !== undefined) judgeNumbers(`${place}.numbers`, numbers, complain);
  if (dates !== undefined) judgeDates(`${place}.dates`, dates, complain);
  if (sign?.sign === 'by-column' && !columns.has(sign.column)) complain(place, noColumn(sign.column));
  if (kind !== 'number' && (sign ?? numbers) !== undefined)
    complain(place, fact('sign and numbers are only for numbers.'));
  if (kind !== 'date-time' && dates !== undefined) complain(place, fact('dates is only for dates.'));
  if (type !== undefined && !place.startsWith('additionalFields.'))
    complain(place, fact('type is only for additionalFields.'));
  if (source.from === 'column' && typeof source.part === 'object' && source.part.number === 0)
    complain(place, fact('parts are counted from 1, or from -1 at the end.'));
  if (source.from === 'uuid' && !['uuid', 'identifier', 'text'].includes(kind))
    complain(place, fact('a UUID cannot stand in this field.'));
  if (values !== undefined && (source.from === 'uuid' || source.from === 'constant'))
    complain(place, fact('values are only for cells of columns.'));
}

function judgeDirection({ direction }: Template, columns: ReadonlySet<string>, complain: Complain): void {
  if (direction?.by === 'conditions') {
    const { outgoing, incoming } = direction;
    judgeCondition('direction.outgoing', outgoing, columns, complain);
    judgeCondition('direction.incoming', incoming, columns, complain);
    if (isDeepStrictEqual(outgoing, incoming))
      complain('direction', fact('one condition cannot say both that money comes in and that it goes out.'));
  }
  if (direction?.by !== 'column') return;
  if (!columns.has(direction.column)) complain('direction', noColumn(direction.column));
  const outgoing = new Set(direction.outgoing.map((value) => value.trim()));
  for (const value of direction.incoming.map((one) => one.trim()))
    if (outgoing.has(value))
      complain(
        'direction',
        fact('the value {value} cannot say both that money comes in and that it goes out.', { value: shown(value) }),
      );
}

function judgeEntities({ entities, fields }: Template, columns: ReadonlySet<string>, complain: Complain): void {
  for (const role of roles) {
    const entity = entities[role];
    const id = fields[`${role}.by_external_id`];
    const hasDetails = Object.keys(fields).some((path) => path.startsWith(`${role}.unknown.`));
    if (entity !== undefined) {
      judgeCondition(`entities.${role}`, entity.knownWhen, columns, complain);
      if (id === undefined)
        complain(
          `entities.${role}`,
          fact('a known entity needs the field {field}.', { field: `${role}.by_external_id` }),
        );
    } else if (hasDetails && id !== undefined && 'source' in id && id.source.from === 'constant') {
      complain(
        `fields.${role}.by_external_id`,
        fact('with a constant here, {role} is always known, and nothing under {details} is ever written.', {
          role,
          details: `${role}.unknown`,
        }),
      );
    }
    const type = Object.hasOwn(fields, `${role}.external_entity_type`);
    if (type && !hasDetails)
      complain(
        `fields.${role}.external_entity_type`,
        fact('an unknown entity needs fields under {details}.', { details: `${role}.unknown` }),
      );
  }
}
