/** @file What differs between two versions of a template. Pure. */

import { isDeepStrictEqual } from 'node:util';
import type { TemplateChange } from '../../src-shared/contract.ts';
import type { Template } from '../../src-shared/template-shapes.ts';

const settings = [
  ...(['name', 'reading', 'columns', 'numbers', 'dates', 'direction', 'otherColumns', 'leaveOutRows'] as const),
];

/** Fields by their dotted paths, and parties by theirs; then the settings of the template. */
export function changesBetween(before: Template, after: Template): TemplateChange[] {
  const fields = differing(fieldsOf(before), fieldsOf(after)).map(({ name, change }): TemplateChange => {
    return { of: 'field', field: name, change };
  });
  const others = settings.filter((setting) => !isDeepStrictEqual(before[setting], after[setting]));
  return [...fields, ...others.map((setting): TemplateChange => ({ of: 'setting', setting }))];
}

function fieldsOf({ fields, additionalFields, entities }: Template): ReadonlyMap<string, unknown> {
  return new Map<string, unknown>([
    ...Object.entries(fields),
    ...Object.entries(additionalFields).map(([name, value]) => [`additional_fields.${name}`, value] as const),
    ...Object.entries(entities),
  ]);
}

function differing(before: ReadonlyMap<string, unknown>, after: ReadonlyMap<string, unknown>) {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const change = !before.has(name) ? 'new' : !after.has(name) ? 'gone' : 'changed';
    return isDeepStrictEqual(before.get(name), after.get(name)) ? [] : [{ name, change } as const];
  });
}
