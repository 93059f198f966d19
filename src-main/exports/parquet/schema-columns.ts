/** @file The columns of a table from the schema of a Parquet file: structs by path, lists and maps as JSON. Pure. */

import type { SchemaTree } from 'hyparquet';
import { fact } from '../../../src-shared/languages/fact.ts';
import { most } from '../bounds.ts';
import type { Storage } from './page-values.ts';
import { ParquetProblem } from './parquet-problem.ts';
import { type ValueText, valueTextOf } from './value-text.ts';

/** A column of the file, which is a leaf of its schema. */
export interface Leaf {
  /** Its number among the columns of the file. */
  number: number;
  storage: Storage;
  valueText: ValueText;
  maxDefinition: number;
  maxRepetition: number;
}

/** A part of a list, as it becomes JSON. */
export interface JsonNode {
  kind: 'value' | 'struct' | 'list' | 'map';
  name: string;
  /** The level from which on it is there; for a list, the one from which on it has elements. */
  definition: number;
  /** The level at which an element of the list begins. */
  repetition: number;
  /** Where a list can be missing altogether, the level from which on it is there. */
  present: number;
  leaves: readonly Leaf[];
  children: readonly JsonNode[];
}

export type SchemaColumn = { name: string } & ({ kind: 'flat'; leaf: Leaf } | { kind: 'json'; node: JsonNode });

/** In the order of the file. Throws ParquetProblem. */
export function schemaColumns(root: SchemaTree): SchemaColumn[] {
  const columns: SchemaColumn[] = [];
  let leaves = 0;
  const leafOf = ({ element }: SchemaTree, definition: number, repetition: number): Leaf => {
    if (element.type === undefined)
      throw new ParquetProblem(fact('Its column “{column}” has no type.', { column: element.name }));
    return {
      number: leaves++,
      storage: { type: element.type, length: element.type_length },
      valueText: valueTextOf(element),
      maxDefinition: definition,
      maxRepetition: repetition,
    };
  };

  const flat = (tree: SchemaTree, path: string, definition: number, depth: number): void => {
    if (depth > most.levelsOfColumn) throw nestedTooDeep(path);
    const { element, children } = tree;
    if (element.repetition_type === 'REPEATED' || isList(tree) || isMap(tree)) {
      columns.push({ name: path, kind: 'json', node: json(tree, definition, 0, depth) });
      return;
    }
    const own = definition + (element.repetition_type === 'OPTIONAL' ? 1 : 0);
    if (element.type !== undefined && children.length === 0) {
      columns.push({ name: path, kind: 'flat', leaf: leafOf(tree, own, 0) });
      return;
    }
    for (const child of children) flat(child, `${path}.${child.element.name}`, own, depth + 1);
  };

  /** `definition` and `repetition` are the levels of what is around. */
  const json = (tree: SchemaTree, definition: number, repetition: number, depth: number): JsonNode => {
    if (depth > most.levelsOfColumn) throw nestedTooDeep(tree.path.join('.'));
    const { element } = tree;
    if (element.repetition_type === 'REPEATED') {
      const inner = single(tree, definition + 1, repetition + 1, depth);
      return {
        ...listOf(element.name, inner),
        definition: definition + 1,
        repetition: repetition + 1,
        present: definition,
      };
    }
    return single(tree, definition + (element.repetition_type === 'OPTIONAL' ? 1 : 0), repetition, depth);
  };

  /** One of it, whose own level is `definition`. */
  const single = (tree: SchemaTree, definition: number, repetition: number, depth: number): JsonNode => {
    const { element, children } = tree;
    const base = { name: element.name, definition, repetition, present: definition };
    if (children.length === 0) {
      return { ...base, kind: 'value', leaves: [leafOf(tree, definition, repetition)], children: [] };
    }
    const [repeated] = children;
    if ((isList(tree) || isMap(tree)) && repeated !== undefined) {
      const levels = { definition: definition + 1, repetition: repetition + 1 };
      // The element is one level deeper, except as older programs wrote lists.
      const [only] = repeated.children;
      const isWrapped = isMap(tree) || (repeated.children.length === 1 && !isOldList(repeated, element.name));
      const inner =
        isMap(tree) || !isWrapped || only === undefined
          ? single(repeated, levels.definition, levels.repetition, depth + 1)
          : json(only, levels.definition, levels.repetition, depth + 1);
      return { ...listOf(element.name, inner), ...levels, present: definition, kind: isMap(tree) ? 'map' : 'list' };
    }
    const inside = children.map((child) => json(child, definition, repetition, depth + 1));
    return { ...base, kind: 'struct', leaves: inside.flatMap(({ leaves: own }) => own), children: inside };
  };

  for (const child of root.children) flat(child, child.element.name, 0, 1);
  return columns;
}

function listOf(name: string, inner: JsonNode): Pick<JsonNode, 'kind' | 'name' | 'leaves' | 'children'> {
  return { kind: 'list', name, leaves: inner.leaves, children: [inner] };
}

function isList({ element, children }: SchemaTree): boolean {
  const isMarked = element.logical_type?.type === 'LIST' || element.converted_type === 'LIST';
  return isMarked && children.length === 1 && children[0]?.element.repetition_type === 'REPEATED';
}

function isMap({ element, children }: SchemaTree): boolean {
  const { logical_type: logical, converted_type: converted } = element;
  const isMarked = logical?.type === 'MAP' || converted === 'MAP' || converted === 'MAP_KEY_VALUE';
  const [entries] = children;
  return (
    isMarked &&
    children.length === 1 &&
    entries?.element.repetition_type === 'REPEATED' &&
    entries.children.length === 2
  );
}

/** Of the rules for lists of older programs in the format's description: the repeated group is the element itself. */
function isOldList(repeated: SchemaTree, listName: string): boolean {
  return repeated.element.name === 'array' || repeated.element.name === `${listName}_tuple`;
}

function nestedTooDeep(column: string): ParquetProblem {
  const levels = most.levelsOfColumn;
  return new ParquetProblem(fact('Its column “{column}” is nested deeper than {levels} levels.', { column, levels }));
}
