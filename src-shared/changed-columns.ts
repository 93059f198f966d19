/** @file A template for an export in which columns are called otherwise than before, or have gone. Pure. */

import { assertNever } from './errors.ts';
import type { TemplateDifference } from './preparation-shapes.ts';
import type { Condition, Direction, PlainValue, Sign, Template, Value } from './template-shapes.ts';

/** The columns that the template reads and that are there no more under that name, where it is known what to read instead. */
export const replacedColumns = (differences: readonly TemplateDifference[]): string[] =>
  differences.flatMap((one) => {
    if (one.kind === 'renamed' && one.isRead) return [one.before];
    return one.kind === 'gone' && one.instead !== undefined ? [one.column] : [];
  });

/** The template with the new names of columns, wherever it names them, and with what takes the place of those that have gone. */
export function withChangedColumns(template: Template, differences: readonly TemplateDifference[]): Template {
  const replaced = differences.flatMap((one) =>
    one.kind === 'gone' && one.instead !== undefined ? [{ column: one.column, fields: one.instead }] : [],
  );
  const gone = new Set(replaced.map(({ column }) => column));
  const instead = Object.assign({}, ...replaced.map(({ fields }) => fields));
  const filled: Template =
    gone.size === 0
      ? template
      : {
          ...template,
          columns: template.columns.filter((column) => !gone.has(column)),
          fields: { ...template.fields, ...instead },
        };
  return withRenamedColumns(filled, differences);
}

/** The template with the new names of the columns that seem to be renamed, wherever it names them. */
function withRenamedColumns(template: Template, differences: readonly TemplateDifference[]): Template {
  const renamed = new Map(
    differences.flatMap((one) => (one.kind === 'renamed' ? [[one.before, one.column] as const] : [])),
  );
  if (renamed.size === 0) return template;
  const now = (column: string): string => renamed.get(column) ?? column;
  const condition = (one: Condition): Condition => ({ ...one, column: now(one.column) });
  const value = (one: Value): Value =>
    'alternatives' in one
      ? {
          alternatives: one.alternatives.map(({ when, value: plain }) => ({
            ...(when !== undefined && { when: condition(when) }),
            value: plainValue(plain, now),
          })),
        }
      : plainValue(one, now);
  const each = <Before, After>(values: Record<string, Before>, change: (one: Before) => After) =>
    Object.fromEntries(Object.entries(values).map(([name, one]) => [name, change(one)]));
  return {
    ...template,
    // A draft knows the new names already where a person has changed something.
    columns: [...new Set(template.columns.map(now))],
    fields: each(template.fields, value),
    additionalFields: each(template.additionalFields, value),
    entities: each(template.entities, ({ knownWhen }) => ({ knownWhen: condition(knownWhen) })),
    leaveOutRows: template.leaveOutRows.map(condition),
    ...(template.direction !== undefined && { direction: directionNow(template.direction, now, condition) }),
  };
}

function plainValue({ source, sign, ...rest }: PlainValue, now: (column: string) => string): PlainValue {
  return { ...rest, source: sourceNow(source, now), ...(sign !== undefined && { sign: signNow(sign, now) }) };
}

function sourceNow(source: PlainValue['source'], now: (column: string) => string): PlainValue['source'] {
  if (source.from === 'constant') return source;
  return source.from === 'column'
    ? { ...source, column: now(source.column) }
    : { ...source, columns: source.columns.map(now) };
}

function directionNow(
  direction: Direction,
  now: (column: string) => string,
  condition: (one: Condition) => Condition,
): Direction {
  switch (direction.by) {
    case 'fields':
      return direction;
    case 'column':
      return { ...direction, column: now(direction.column) };
    case 'conditions':
      return { ...direction, outgoing: condition(direction.outgoing), incoming: condition(direction.incoming) };
    default:
      return assertNever(direction);
  }
}

function signNow(sign: Sign, now: (column: string) => string): Sign {
  return sign.sign === 'by-column' ? { ...sign, column: now(sign.column) } : sign;
}
