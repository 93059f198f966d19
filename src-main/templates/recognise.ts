/** @file Finds the template that an export was prepared with before, by its columns. Pure. */

import type { Template } from '../../src-shared/template-shapes.ts';
import { conditionsOfValue, usedColumns } from './used-columns.ts';

/** How well a template fits the columns of an export. */
export type TemplateFit =
  | { fit: 'exact' }
  /** The same columns in another order: every column is found by its name. */
  | { fit: 'other-order' }
  | {
      fit: 'partial';
      /** Columns of the template that the export lacks. */
      missing: string[];
      /** Those among them without which fields stay empty or conditions cannot hold. */
      needed: string[];
      /** Columns of the export that the template does not know. */
      added: string[];
    };

export interface Recognised<Known extends Template> {
  template: Known;
  fit: TemplateFit;
}

/** Below this share of columns in common, another export is more likely than a changed one. */
const LEAST_IN_COMMON = 0.6;

/** The template that fits best; of several that fit equally, the first. Undefined where none comes close. */
export function recognise<Known extends Template>(
  columns: readonly string[],
  templates: readonly Known[],
): Recognised<Known> | undefined {
  let best: { template: Known; score: number } | undefined;
  for (const template of templates) {
    const score = similarity(columns, template.columns);
    if (score >= LEAST_IN_COMMON && score > (best?.score ?? 0)) best = { template, score };
  }
  return best && { template: best.template, fit: fitOf(columns, best.template) };
}

/** 3 for the same list, 2 for the same columns, otherwise the share that both have in common, up to 1. */
function similarity(columns: readonly string[], known: readonly string[]): number {
  if (columns.length === 0 || known.length === 0) return 0;
  const isSame = columns.length === known.length && columns.every((column, index) => column === known[index]);
  if (isSame) return 3;
  const sorted = known.toSorted();
  if (columns.length === known.length && columns.toSorted().every((column, index) => column === sorted[index]))
    return 2;
  const all = new Set([...columns, ...known]).size;
  return (new Set(columns).size + new Set(known).size - all) / all;
}

function fitOf(columns: readonly string[], template: Template): TemplateFit {
  const score = similarity(columns, template.columns);
  if (score === 3) return { fit: 'exact' };
  if (score === 2) return { fit: 'other-order' };
  const missing = without(template.columns, columns);
  const needed = neededColumns(template);
  return {
    ...{ fit: 'partial', missing, needed: missing.filter((column) => needed.has(column)) },
    added: without(columns, template.columns),
  };
}

/** The names of one list that the other lacks, each once. */
function without(names: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return [...new Set(names)].filter((name) => !known.has(name));
}

function neededColumns(template: Template): ReadonlySet<string> {
  const values = [...Object.values(template.fields), ...Object.values(template.additionalFields)];
  const conditions = [
    ...values.flatMap(conditionsOfValue),
    ...Object.values(template.entities).map(({ knownWhen }) => knownWhen),
    ...template.leaveOutRows,
  ];
  return new Set([...usedColumns(template), ...conditions.map(({ column }) => column)]);
}
