/** @file Changes to a template, as the wizard makes them: where a field comes from, which columns are left over. Pure. */

import type { Condition, PlainValue, Template, Value } from '../../src-shared/contract.ts';
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

/** The columns that a value reads, in their order, each once. */
export function columnsOf(value: Value | undefined): string[] {
  if (value === undefined) return [];
  const plain = 'alternatives' in value ? value.alternatives.map((one) => one.value) : [value];
  const tested = 'alternatives' in value ? value.alternatives.flatMap(({ when }) => when?.column ?? []) : [];
  const read = plain.flatMap(({ source, sign }) => [
    ...columnsOfSource(source),
    ...(sign?.sign === 'by-column' ? [sign.column] : []),
  ]);
  return [...new Set([...tested, ...read])];
}

function columnsOfSource(source: Source): readonly string[] {
  switch (source.from) {
    case 'column':
      return [source.column];
    case 'columns':
    case 'uuid':
      return source.columns;
    case 'constant':
      return [];
  }
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
  return withField(template, path, { ...before, source });
}

/** In the order of the interface, so that the file of a template can be compared with one made elsewhere. */
function inOrder(fields: Template['fields']): Template['fields'] {
  const place = (path: string) => {
    const at = allFields.findIndex((field) => field.path === path);
    return at === -1 ? allFields.length : at;
  };
  return Object.fromEntries(Object.entries(fields).sort(([one], [other]) => place(one) - place(other)));
}

/** All columns that something of the template reads. */
export function usedColumns(template: Template): Set<string> {
  const values = [...Object.values(template.fields), ...Object.values(template.additionalFields)];
  const conditions: Condition[] = [
    ...Object.values(template.entities).map(({ knownWhen }) => knownWhen),
    ...template.leaveOutRows,
  ];
  return new Set([...values.flatMap(columnsOf), ...conditions.map(({ column }) => column)]);
}

/** The columns that no field uses. */
export function otherColumns(template: Template, columns: readonly string[]): string[] {
  const used = usedColumns(template);
  return columns.filter((column) => !used.has(column));
}

/** The template with an additional field; without a value it is not written. */
export function withAdditional(template: Template, name: string, value: Value | undefined): Template {
  const { [name]: _, ...others } = template.additionalFields;
  return { ...template, additionalFields: value === undefined ? others : { ...others, [name]: value } };
}

/** Columns whose values can be replaced by ours: those that make fields with codes, each with its field. */
export function mappedCodes(template: Template): { path: string; column: string }[] {
  return Object.entries(template.fields).flatMap(([path, value]) => {
    const plain = plainValueOf(value);
    const kind = allFields.find((field) => field.path === path)?.kind;
    const isCode = kind === 'code' || kind === 'country' || kind === 'currency';
    if (plain?.source.from !== 'column' || !isCode) return [];
    return path.endsWith('.by_external_id') ? [] : [{ path, column: plain.source.column }];
  });
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
