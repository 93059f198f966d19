/** @file The rows of the table in which a person decides: which column makes which field, in the order in which they matter. Pure. */

import type { FindingKind, Template } from '../../src-shared/contract.ts';
import { roles } from '../../src-shared/entity-roles.ts';
import { allFields, fieldAt, missingFields, roleOf } from './fields.ts';
import { decidingColumns, madeOf, otherColumns } from './mapping.ts';

interface Found {
  /** What a person and the focus find it by. */
  key: string;
  findings: readonly FindingKind[];
}

export type MappingRow =
  /** A field with a source. `columns`: those that it is made of; `absent`: those of them that this export does not have. */
  | (Found & { kind: 'field'; path: string; columns: readonly string[]; absent: readonly string[] })
  /** A field without one, though it is needed, or wished for. */
  | (Found & { kind: 'open'; path: string; isNeeded: boolean })
  /** A column that makes no field. `decides`: about a sign, an entity, or whether the row is taken. */
  | (Found & { kind: 'column'; column: string; use: 'none' | 'additional' | 'decides' })
  /** What is wrong with rows as a whole. */
  | (Found & { kind: 'rows' });

export interface MappingTable {
  rows: readonly MappingRow[];
  /** Those of columns without a field, which are folded where there are many. */
  unused: readonly MappingRow[];
}

export const fieldKey = (path: string): string => `field ${path}`;
export const columnKey = (column: string): string => `column ${column}`;

interface Mapped {
  template: Template;
  /** Of the export. */
  columns: readonly string[];
  kinds: readonly FindingKind[];
  /** Fields that a person wants to give a source. */
  wished?: readonly string[];
}

/**
 * What is wrong stands first, with the most rows on top; then what is needed; then amounts, days, parties, countries and the
 * rest, of each the columns as the export has them; and last the ids, which hardly anyone changes.
 */
export function mappingTable({ template, columns, kinds, wished = [] }: Mapped): MappingTable {
  const left = [...kinds];
  const taken = (isOf: (kind: FindingKind) => boolean): FindingKind[] => {
    const own = left.filter(isOf);
    for (const kind of own) left.splice(left.indexOf(kind), 1);
    return own;
  };
  const ofField = (path: string) => taken((kind) => kind.field !== undefined && fieldOf(kind.field, template) === path);

  const fields = allFields
    .filter(({ path }) => template.fields[path] !== undefined)
    .map(({ path }): MappingRow => {
      const read = madeOf(template.fields[path]);
      const absent = read.filter((column) => !columns.includes(column));
      return { kind: 'field', key: fieldKey(path), path, columns: read, absent, findings: ofField(path) };
    });
  const open = allFields
    .filter(({ path }) => template.fields[path] === undefined)
    .flatMap(({ path }): MappingRow[] => {
      const findings = ofField(path);
      const isNeeded = isAlwaysMissing(path, template) || findings.some(({ severity }) => severity === 'error');
      if (!isNeeded && findings.length === 0 && !wished.includes(path)) return [];
      return [{ kind: 'open', key: fieldKey(path), path, isNeeded, findings }];
    });
  const unmapped = columns.filter(
    (column) => !fields.some((row) => row.kind === 'field' && row.columns.includes(column)),
  );
  const deciding = decidingColumns(template);
  const others = new Set(otherColumns(template, columns));
  const ofColumns = unmapped.map((column): MappingRow => {
    const isAdditional =
      template.additionalFields[column] !== undefined || template.otherColumns === 'additional-fields';
    const use = deciding.has(column) ? 'decides' : isAdditional || !others.has(column) ? 'additional' : 'none';
    return { kind: 'column', key: columnKey(column), column, use, findings: taken((kind) => kind.column === column) };
  });
  /** Of the fields that are made of a column, the one that is made of the fewest. */
  const closest = (column: string): MappingRow | undefined =>
    fields
      .filter((row) => row.kind === 'field' && row.columns.includes(column))
      .toSorted((one, other) => widthOf(one) - widthOf(other))[0];
  const withColumns = fields.map((row) => {
    if (row.kind !== 'field') return row;
    const more = taken((kind) => kind.column !== undefined && closest(kind.column) === row);
    return more.length === 0 ? row : { ...row, findings: [...row.findings, ...more] };
  });
  const whole = left.map((kind): MappingRow => {
    return { kind: 'rows', key: `rows ${kind.rule} ${kind.field ?? ''} ${kind.column ?? ''}`, findings: [kind] };
  });

  const place = (row: MappingRow): number => {
    const [first] = row.kind === 'field' ? row.columns : row.kind === 'column' ? [row.column] : [];
    const at = first === undefined ? -1 : columns.indexOf(first);
    return at === -1 ? columns.length : at;
  };
  const rows = [...whole, ...withColumns, ...ofColumns];
  const hasFindings = (row: MappingRow) => row.findings.length > 0;
  const isFaulty = (row: MappingRow) => hasFindings(row) || (row.kind === 'field' && row.absent.length > 0);
  const worst = (row: MappingRow): number => {
    const [first] = row.findings;
    return first === undefined ? -1 : kinds.indexOf(first);
  };
  const isUnused = (row: MappingRow) => row.kind === 'column' && row.use !== 'decides';
  const fine = rows.filter((row) => !isFaulty(row));
  return {
    rows: [
      ...[...rows.filter(isFaulty), ...open.filter(hasFindings)].sort((one, other) => worst(one) - worst(other)),
      ...open.filter((row) => !hasFindings(row)),
      ...fine
        .filter((row) => !isUnused(row))
        .sort((one, other) => rank(one) - rank(other) || place(one) - place(other)),
    ],
    unused: fine.filter(isUnused),
  };
}

/** The rows where they stood before: one that is new stands behind the one that it follows. */
export function inPlace(next: MappingTable, before: MappingTable): MappingTable {
  const byKey = new Map([...next.rows, ...next.unused].map((row) => [row.key, row]));
  const known = new Set([...before.rows, ...before.unused].map(({ key }) => key));
  const placed = (stood: readonly MappingRow[], natural: readonly MappingRow[]): MappingRow[] =>
    natural.reduce<MappingRow[]>(
      (all, row, at) => {
        const previous = natural[at - 1];
        const behind = previous === undefined ? -1 : all.indexOf(previous);
        return known.has(row.key) ? all : all.toSpliced(behind + 1, 0, row);
      },
      stood.flatMap(({ key }) => byKey.get(key) ?? []),
    );
  return { rows: placed(before.rows, next.rows), unused: placed(before.unused, next.unused) };
}

function rank(row: MappingRow): number {
  if (row.kind !== 'field') return ranks.length;
  const kind = fieldAt(row.path)?.kind;
  if (kind === 'uuid') return ranks.length + 1;
  const at = ranks.findIndex((one) => one === kind || (one === 'party' && roleOf(row.path) !== undefined));
  return at === -1 ? ranks.length : at;
}
const ranks = ['amount', 'currency', 'date-time', 'party', 'country'] as const;

/** Whether it is an id that is calculated, of which there is nothing to see. */
export const isMadeId = (row: MappingRow, { fields }: Pick<Template, 'fields'>): boolean => {
  const value = row.kind === 'field' ? fields[row.path] : undefined;
  return value !== undefined && 'source' in value && value.source.from === 'uuid' && value.source.columns.length > 1;
};

const widthOf = (row: MappingRow): number => (row.kind === 'field' ? row.columns.length : 0);

/** The row on which a kind of finding stands. */
export function rowOf({ rows, unused }: MappingTable, kind: FindingKind): MappingRow | undefined {
  return [...rows, ...unused].find(({ findings }) => findings.includes(kind));
}

/** The field by whose row a finding is mended: of an entity as a whole, that of its identifier. */
function fieldOf(path: string, { fields }: Template): string {
  if (fieldAt(path) !== undefined) return path;
  const role = roles.find((one) => path === one || path.startsWith(`${one}.`));
  if (role === undefined) return path;
  const known = `${role}.by_external_id`;
  const own = allFields.map((field) => field.path).filter((one) => roleOf(one) === role && fields[one] !== undefined);
  return own.includes(known) ? known : (own[0] ?? known);
}

/** Of an entity that has an identifier, the rest is needed only in rows where that is empty: a finding tells. */
function isAlwaysMissing(path: string, template: Template): boolean {
  const role = roleOf(path);
  if (!missingFields(template).includes(path)) return false;
  return role === undefined || template.fields[`${role}.by_external_id`] === undefined;
}

/** The needed fields without a source. */
export const openFields = (template: Template): string[] =>
  allFields.map(({ path }) => path).filter((path) => isAlwaysMissing(path, template));
