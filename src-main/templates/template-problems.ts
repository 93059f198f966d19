/** @file What makes a template unusable though it has the right shape, each problem in one sentence with its place. Pure. */

import { roles } from '../../src-shared/entity-roles.ts';
import { inEnglish } from '../../src-shared/languages/message.ts';
import type { Condition, Dates, Numbers, PlainValue, Template, Value } from '../../src-shared/template-shapes.ts';
import { shorten, shownInEnglish as shown } from '../check/findings/finding.ts';
import { type Objection, textJudges } from '../check/rules/transaction.ts';
import { ownJson, type ValueKind, valueKindOf } from './conversions.ts';
import { problemOfFormat } from './date-formats.ts';
import { kindOfField, type MappableKind } from './mappable-fields.ts';
import { columnsOfSource } from './row-cells.ts';
import { conditionsOfValue, plainValuesOf } from './used-columns.ts';

/** Adds a sentence about a place of the template. */
type Complain = (place: string, sentence: string) => void;

/** Full sentences, such as “fields.payment_type: there is no column “Art”.”; none for a template that can be used. */
export function templateProblems(template: Template): string[] {
  const problems: string[] = [];
  const complain: Complain = (place, sentence) => problems.push(`${shorten(place, 200)}: ${sentence}`);
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
  for (const [index, condition] of template.leaveOutRows.entries()) {
    judgeCondition(`leaveOutRows.${index}`, condition, columns, complain);
  }
  return problems;
}

function whyNoField(path: string): string {
  return path.startsWith('additional_fields.')
    ? 'fields inside additional_fields belong under additionalFields.'
    : 'this is not a field of a transaction that can have a value.';
}

function judgeNumbers(place: string, { decimal, thousands }: Numbers, complain: Complain): void {
  if (decimal === thousands) complain(place, `${shown(decimal)} cannot be both the decimal and the thousands mark.`);
}

function judgeDates(place: string, { formats }: Dates, complain: Complain): void {
  for (const format of formats) {
    const problem = problemOfFormat(format);
    if (problem !== undefined) complain(`${place}.formats`, problem);
  }
}

function judgeCondition(place: string, { column }: Condition, columns: ReadonlySet<string>, complain: Complain): void {
  if (!columns.has(column)) complain(place, `there is no column ${shown(column)}.`);
}

/** What a value is judged by: its kind, and why a text in it is not allowed. */
interface OwnKind {
  kind: ValueKind;
  must?: (text: string) => string | undefined;
}

/** What the interface asks of a text; dates in the future are a matter of the day on which a row is judged. */
const judges = textJudges({ allowed: {}, now: 0 });

/** “must be a UUID”: the sentence of the check, without the field and what stands in it, which a template names itself. */
const whatItMust = ({ says }: Objection): string =>
  inEnglish(says({ path: '', value: '' })).slice(' '.length, -', but is .'.length);

function ownKind(kind: MappableKind): OwnKind {
  if (kind === 'amount') return { kind: 'number' };
  const judge = judges[kind];
  const must = (text: string) => {
    const objection = judge(text);
    return objection?.rule === 'field.format' ? whatItMust(objection) : undefined;
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
    if (early) complain(place, 'only the last alternative may have no condition, since none after it is ever tried.');
  }
  for (const plain of plainValuesOf(value)) {
    for (const column of columnsOfSource(plain.source)) {
      if (!columns.has(column)) complain(place, `there is no column ${shown(column)}.`);
    }
    judgeTexts(place, plain, kindOf(plain), complain);
    judgeOptions(place, plain, kindOf(plain).kind, columns, complain);
  }
}

/** Constants and the values of a value map are ours: they have the form of the interface. */
function judgeTexts(place: string, { source, values = {} }: PlainValue, own: OwnKind, complain: Complain): void {
  if (source.from === 'constant') {
    const problem = source.text === '' ? 'is empty' : whyNotOurs(source.text, own);
    if (problem !== undefined) complain(place, `the constant ${shown(source.text)} ${problem}.`);
  }
  const keys = new Set<string>();
  for (const [theirs, text] of Object.entries(values)) {
    const problem = text === '' ? undefined : whyNotOurs(text, own);
    if (problem !== undefined) complain(place, `the value ${shown(text)} for ${shown(theirs)} ${problem}.`);
    if (keys.has(theirs.trim())) complain(place, `the value ${shown(theirs.trim())} appears twice.`);
    keys.add(theirs.trim());
  }
}

const FORMS: Readonly<Record<ValueKind, string>> = {
  text: 'must be a text',
  code: 'must be a text',
  identifier: 'must be a text',
  uuid: 'must be a UUID',
  number: 'must be a number such as 12.50',
  'date-time': 'must be a date and time such as 2025-01-31T23:59:59',
  boolean: 'must be true or false',
  json: 'must be valid JSON',
};

function whyNotOurs(text: string, { kind, must }: OwnKind): string | undefined {
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
  if (sign?.sign === 'by-column' && !columns.has(sign.column))
    complain(place, `there is no column ${shown(sign.column)}.`);
  if (kind !== 'number' && (sign ?? numbers) !== undefined) complain(place, 'sign and numbers are only for numbers.');
  if (kind !== 'date-time' && dates !== undefined) complain(place, 'dates is only for dates.');
  if (type !== undefined && !place.startsWith('additionalFields.'))
    complain(place, 'type is only for additionalFields.');
  if (source.from === 'column' && source.part?.number === 0)
    complain(place, 'parts are counted from 1, or from -1 at the end.');
  if (source.from === 'uuid' && !['uuid', 'identifier', 'text'].includes(kind))
    complain(place, `a UUID ${FORMS[kind].replace('must', 'cannot')}.`);
  if (values !== undefined && (source.from === 'uuid' || source.from === 'constant'))
    complain(place, 'values are only for cells of columns.');
}

function judgeEntities({ entities, fields }: Template, columns: ReadonlySet<string>, complain: Complain): void {
  for (const role of roles) {
    const entity = entities[role];
    const id = fields[`${role}.by_external_id`];
    const hasDetails = Object.keys(fields).some((path) => path.startsWith(`${role}.unknown.`));
    if (entity !== undefined) {
      judgeCondition(`entities.${role}`, entity.knownWhen, columns, complain);
      if (id === undefined) complain(`entities.${role}`, `a known entity needs the field ${role}.by_external_id.`);
    } else if (hasDetails && id !== undefined && 'source' in id && id.source.from === 'constant') {
      complain(
        `fields.${role}.by_external_id`,
        `with a constant here, ${role} is always known, and nothing under ${role}.unknown is ever written.`,
      );
    }
    const type = Object.hasOwn(fields, `${role}.external_entity_type`);
    if (type && !hasDetails)
      complain(`fields.${role}.external_entity_type`, `an unknown entity needs fields under ${role}.unknown.`);
  }
}
