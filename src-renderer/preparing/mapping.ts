/** @file Changes to a template, as the table makes them: where a field comes from, which columns are left over. Pure. */

import { cellTest } from '../../src-shared/cell-test.ts';
import type { Condition, Direction, PlainValue, Template, Value } from '../../src-shared/contract.ts';
import { isPaymentReading } from '../../src-shared/formats.ts';
import { columnsOfSource } from '../../src-shared/source-columns.ts';
import {
  AMOUNT,
  columnsOfDirection,
  conditionsOfDirection,
  isCountry,
  isOfIban,
  pathWhereIncoming,
  withDirection as withDirectionAlone,
  withOwnCountry as withOwnCountryAlone,
} from '../../src-shared/template-direction.ts';
import { allFields, roleOf } from './fields.ts';

export type Source = PlainValue['source'];
export type SourceKind = Source['from'] | 'nothing' | 'alternatives';

/** How the value of a field is made; undefined where it is not mapped, or by alternatives. */
export function plainValueOf(value: Value | undefined): PlainValue | undefined {
  return value === undefined || 'alternatives' in value ? undefined : value;
}

export function sourceKindOf(value: Value | undefined): SourceKind {
  if (value === undefined) return 'nothing';
  return 'alternatives' in value ? 'alternatives' : value.source.from;
}

const plainOnes = (value: Value | undefined): readonly PlainValue[] => {
  if (value === undefined) return [];
  return 'alternatives' in value ? value.alternatives.map((one) => one.value) : [value];
};

/** The columns that a value is made of, in their order, each once. */
export const madeOf = (value: Value | undefined): string[] => [
  ...new Set(plainOnes(value).flatMap(({ source }) => columnsOfSource(source))),
];

/** By which it is decided which alternative a value is. */
export const conditionsOfValue = (value: Value): Condition[] =>
  'alternatives' in value ? value.alternatives.flatMap(({ when }) => when ?? []) : [];

/** The columns that decide about a value: about its sign, or which alternative it is. */
function decidingAbout(value: Value): string[] {
  const tested = conditionsOfValue(value).map(({ column }) => column);
  return [...tested, ...plainOnes(value).flatMap(({ sign }) => (sign?.sign === 'by-column' ? [sign.column] : []))];
}

/** A source of this kind, with as much of the one before as fits. */
export function sourceOfKind(kind: Source['from'], before: Source | undefined, columns: readonly string[]): Source {
  const known = before === undefined ? [] : columnsOfSource(before);
  const some = known.length > 0 ? [...known] : columns.slice(0, 1);
  switch (kind) {
    case 'constant':
      return { from: 'constant', text: '' };
    case 'column':
      return { from: 'column', column: some[0] ?? '' };
    case 'columns':
      return { from: 'columns', columns: some, separator: ' ' };
    case 'uuid':
      return { from: 'uuid', columns: some };
  }
}

/** The template with another value for a field; without one, the field is not written. */
export function withField(template: Template, path: string, value: Value | undefined): Template {
  const { [path]: _, ...others } = template.fields;
  return { ...template, fields: value === undefined ? others : inOrder({ ...others, [path]: value }) };
}

/** The template with another source for a field, whose other settings stay. */
export function withSource(template: Template, path: string, source: Source): Template {
  const before = plainValueOf(template.fields[path]);
  const paths = isRiskOfBoth(template, path) ? risksOfBoth : [path];
  const next = paths.reduce((all, field) => withField(all, field, { ...before, source }), template);
  // The country of an account changes places with its party.
  return next.direction !== undefined && isCountry(path) && isOfIban(next.fields[path])
    ? withDirection(next, next.direction)
    : next;
}

const risksOfBoth = ['sender.unknown.risk_assessment', 'receiver.unknown.risk_assessment'];

/** No payment message says the risk of an unknown party: what a person says of one side holds for both, until the other differs. */
export function isRiskOfBoth({ reading, fields }: Pick<Template, 'reading' | 'fields'>, path: string): boolean {
  if (!isPaymentReading(reading) || !risksOfBoth.includes(path)) return false;
  const [one, other] = risksOfBoth.map((of) => JSON.stringify(fields[of]));
  return one === other;
}

/** In the order of the interface, so that the file of a template can be compared with one made elsewhere. */
function inOrder(fields: Template['fields']): Template['fields'] {
  const place = (path: string) => {
    const at = allFields.findIndex((field) => field.path === path);
    return at === -1 ? allFields.length : at;
  };
  return Object.fromEntries(Object.entries(fields).sort(([one], [other]) => place(one) - place(other)));
}

const valuesOf = ({ fields, additionalFields }: Template) => [
  ...Object.values(fields),
  ...Object.values(additionalFields),
];

/** The columns that decide: about a sign, who is the sender, whether an entity is a known one, or whether a row is taken. */
export function decidingColumns(template: Template): Set<string> {
  const conditions: Condition[] = [
    ...Object.values(template.entities).map(({ knownWhen }) => knownWhen),
    ...template.leaveOutRows,
  ];
  return new Set([
    ...valuesOf(template).flatMap(decidingAbout),
    ...conditions.map(({ column }) => column),
    ...columnsOfDirection(template.direction),
  ]);
}

/** All columns that something of the template reads. */
export const usedColumns = (template: Template): Set<string> =>
  new Set([...valuesOf(template).flatMap(madeOf), ...decidingColumns(template)]);

/** The columns that no field uses. */
export function otherColumns(template: Template, columns: readonly string[]): string[] {
  const used = usedColumns(template);
  return columns.filter((column) => !used.has(column));
}

/** The columns of which nothing is sent. */
export const unsentColumns = (template: Template, columns: readonly string[]): string[] =>
  template.otherColumns === 'additional-fields' ? [] : otherColumns(template, columns);

/** The template that sends each of these columns as an additional field. */
export const withAllAdditional = (template: Template, columns: readonly string[]): Template =>
  columns.reduce((next, column) => withAdditional(next, column, { source: { from: 'column', column } }), template);

/** The template with an additional field; without a value it is not written. */
export function withAdditional(template: Template, name: string, value: Value | undefined): Template {
  const { [name]: _, ...others } = template.additionalFields;
  return { ...template, additionalFields: value === undefined ? others : { ...others, [name]: value } };
}

/** Whether a field has codes, whose values are shown one by one. */
export function isCoded(path: string): boolean {
  const kind = allFields.find((field) => field.path === path)?.kind;
  const isCode = kind === 'code' || kind === 'country' || kind === 'currency';
  return isCode && !path.endsWith('.by_external_id');
}

/** The template with one of their values as ours; without `ours`, theirs stays as it is. */
export function withValue(template: Template, path: string, theirs: string, ours: string | undefined): Template {
  const plain = plainValueOf(template.fields[path]);
  if (plain === undefined) return template;
  const { [theirs]: _, ...others } = plain.values ?? {};
  const { values: __, ...rest } = plain;
  const values = ours === undefined ? others : { ...others, [theirs]: ours };
  return withField(template, path, Object.keys(values).length === 0 ? rest : { ...rest, values });
}

/** The template with another condition under which an entity is a known one. */
export function withKnownWhen(template: Template, path: string, knownWhen: Condition | undefined): Template {
  const role = roleOf(path);
  if (role === undefined) return template;
  const { [role]: _, ...others } = template.entities;
  return { ...template, entities: knownWhen === undefined ? others : { ...others, [role]: { knownWhen } } };
}

/** The column by which sender and receiver change places, and for which values. */
export const directionOf = (
  { direction }: Template,
  column: string,
): Extract<Direction, { by: 'column' }> | undefined =>
  direction?.by === 'column' && direction.column === column ? direction : undefined;

/** The template with another direction, and with what follows from it. */
export function withDirection(template: Template, direction: Direction): Template {
  const next = withDirectionAlone(template, direction);
  return { ...next, fields: inOrder(next.fields) };
}

/** The template in which our customer has this country in all rows. */
export function withOwnCountry(template: Template, country: string): Template {
  const next = withOwnCountryAlone(template, country);
  return { ...next, fields: inOrder(next.fields) };
}

/** Where in the transaction of a row the value of a field stands: where money comes in, sender and receiver change places. */
export function placeInRow({ direction }: Template, path: string, cellOf: (column: string) => string): string {
  const incoming = conditionsOfDirection(direction)?.incoming;
  if (incoming === undefined) return path;
  return cellTest(incoming)(cellOf(incoming.column)) ? pathWhereIncoming(path, direction) : path;
}

/** Whether a text that is to be the same for all rows has not been typed yet. */
export function isBeingTyped({ fields, additionalFields }: Template): boolean {
  return [...Object.values(fields), ...Object.values(additionalFields)].some((value) => {
    const source = plainValueOf(value)?.source;
    return source?.from === 'constant' && source.text === '';
  });
}

/** Whether the sign of amounts is not written, because it says who is the sender, or nothing. */
export const losesSign = ({ fields }: Pick<Template, 'fields'>): boolean =>
  plainValueOf(fields[AMOUNT])?.sign?.sign === 'absolute';
