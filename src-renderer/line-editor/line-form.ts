/**
 * @file A line as a form: its fields as rows, those with findings first, and what a row that is written makes of the text. The text stays
 * what is corrected; the form only shows it. Pure.
 */

import type { EditableLine, FindingRow } from '../../src-shared/contract.ts';
import { onlyNumberIn } from '../../src-shared/written-number.ts';
import {
  type JsonObjectNode,
  type JsonPlace,
  nodesOf,
  type PlacedNode,
  readTree,
  withAdded,
  withNode,
  writeTree,
} from '../json-text/json-tree.ts';
import { laidOut } from './one-line.ts';

export type KnownField = EditableLine['fields'][number];

export interface FormRow {
  /** Tells rows apart, also two with the same path. */
  key: string;
  path: string;
  /** Absent where the field is not in the line. */
  place?: JsonPlace;
  /** What stands there, as it is spelled; absent for an object, which can only be removed. */
  json?: string;
  findings: readonly FindingRow[];
}

export interface LineForm {
  tree: JsonObjectNode;
  rows: readonly FormRow[];
  /** Findings about no field. */
  others: readonly FindingRow[];
}

/**
 * @param asked paths that have a row also where they are not in the line
 * @returns undefined for a text that is no JSON object, and so has no fields
 */
export function formOf(
  text: string,
  known: readonly KnownField[],
  findings: readonly FindingRow[],
  asked: readonly string[],
): LineForm | undefined {
  const tree = readTree(text);
  if (tree === undefined) return undefined;
  const nodes = nodesOf(tree);
  const paths = new Set(nodes.map(({ path }) => path));
  const found = Map.groupBy(
    findings.flatMap((finding) => rowsAbout(finding, paths, known).map((path) => ({ path, finding }))),
    ({ path }) => path,
  );
  const findingsAt = (path: string) => found.get(path)?.map(({ finding }) => finding) ?? [];
  const seen = new Map<string, number>();
  const rows = nodes
    .filter(({ path, node }) => isValue(node) || found.has(path))
    .map(({ path, place, node }): FormRow => {
      const before = seen.get(path) ?? 0;
      seen.set(path, before + 1);
      const json = isValue(node) ? { json: writeTree(node) } : {};
      return { key: `${path} ${before}`, path, place, ...json, findings: findingsAt(path) };
    });
  const missing = [...new Set([...asked, ...found.keys()])].filter((path) => path !== '' && !paths.has(path));
  return {
    tree,
    rows: [...rows, ...missing.map((path) => ({ key: `${path} 0`, path, findings: findingsAt(path) }))],
    others: findingsAt(''),
  };
}

/** An empty object or list has no fields to be shown in its place. */
const isValue = (node: PlacedNode['node']): boolean =>
  node.kind === 'scalar' || (node.kind === 'object' ? node.members : node.elements).length === 0;

/** The paths of the rows that a finding is said at; the empty one for a finding about no field. */
function rowsAbout(
  { rule, path }: FindingRow,
  paths: ReadonlySet<string>,
  known: readonly KnownField[],
): readonly string[] {
  if (rule === 'entity.both-forms')
    return ['by_external_id', 'external_entity_type', 'unknown']
      .map((key) => `${path}.${key}`)
      .filter((part) => paths.has(part));
  const firstWithin = known.find((field) => field.path.startsWith(`${path}.`))?.path;
  if (rule === 'entity.no-form' || rule === 'entity.main-not-known') return [firstWithin ?? path];
  // Of an object that is not there, a person says a field.
  return [paths.has(path) ? path : (firstWithin ?? path)];
}

/** Rows that stand first, in the order in which they came: those found at first, and what is missing or was asked for since. */
export function rowsInFront(before: readonly string[] | undefined, { rows }: LineForm): readonly string[] {
  const isNew = ({ findings, place, key }: FormRow) =>
    before === undefined ? findings.length > 0 : place === undefined && !before.includes(key);
  const fresh = rows.filter(isNew).toSorted((one, other) => rank(one) - rank(other));
  return fresh.length === 0 && before !== undefined ? before : [...(before ?? []), ...fresh.map(({ key }) => key)];
}

const rank = ({ findings }: FormRow): number => (findings.some(({ severity }) => severity === 'error') ? 0 : 1);

/** The rows as they are shown: what is wrong by its order in front, all others as they stand in the line. */
export function inFormOrder({ rows }: LineForm, front: readonly string[]): { first: FormRow[]; others: FormRow[] } {
  const first = front.flatMap((key) => rows.find((row) => row.key === key) ?? []);
  return { first, others: rows.filter(({ key }) => !front.includes(key)) };
}

/** What a value says, as a person writes it; undefined for one that no field of a form holds, such as lines below one another. */
export function saidOf(json: string): string | undefined {
  const said = json.startsWith('"') ? String(JSON.parse(json)) : json;
  return /[\r\n]/.test(said) ? undefined : said;
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** The JSON of what a person has written: a number where the field holds one, with every digit. */
export function jsonOfSaid(said: string, { json }: Pick<FormRow, 'json'>, known: KnownField | undefined): string {
  const wasText = json === undefined || json.startsWith('"');
  if (known?.holds === 'amount' || (known === undefined && !wasText)) {
    const plain = said.trim();
    if (NUMBER.test(plain) || (known === undefined && /^(?:true|false|null)$/.test(plain))) return plain;
  }
  return JSON.stringify(said);
}

/** The number that stands as a text where an amount belongs; undefined where there is none, or where it may be two. */
export function numberInRow({ json }: Pick<FormRow, 'json'>, known: KnownField | undefined): string | undefined {
  const said = known?.holds === 'amount' && json?.startsWith('"') === true ? saidOf(json) : undefined;
  return said === undefined ? undefined : onlyNumberIn(said);
}

/** The text of the line with another value in a row. @param json undefined removes the field */
export function textWith(
  { tree }: Pick<LineForm, 'tree'>,
  { path, place }: Pick<FormRow, 'path' | 'place'>,
  json: string | undefined,
): string {
  if (json === undefined) return laidOut(writeTree(place === undefined ? tree : withNode(tree, place, undefined)));
  const changed = place === undefined ? withAdded(tree, path, json) : withNode(tree, place, { kind: 'scalar', json });
  return laidOut(writeTree(changed));
}
