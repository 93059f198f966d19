/**
 * @file Brings what a system stores into the form of the schema. Names of keys are compared without letter case,
 * hyphens and underscores; what the registry can only store as text may be JSON; lists may be numbered. What is empty
 * or unknown is left out and told. Pure.
 */

import { z } from 'zod';
import { type Fact, fact } from '../../src-shared/languages/fact.ts';
import { inEnglish } from '../../src-shared/languages/message.ts';

/** Where values of a schema may lie below a key. */
type Form =
  | { kind: 'value' }
  | { kind: 'list'; element: Form }
  | { kind: 'object'; fields: ReadonlyMap<string, { name: string; form: Form }> };

/** A key that is not used, and why. */
export interface IgnoredKey {
  key: string;
  why: 'unknown' | 'empty';
}

/** What is wrong with a value, in words that follow its key. */
export class WrongForm extends Error {
  readonly problem: Fact;

  constructor(problem: Fact) {
    super(inEnglish(problem));
    this.problem = problem;
  }
}

/** The values under the names of the schema, still to be checked by it. @throws WrongForm */
export function formed(schema: z.ZodType, raw: unknown): { values: unknown; ignored: IgnoredKey[] } {
  const ignored: IgnoredKey[] = [];
  return { values: shape(formOf(schema), raw, '', ignored), ignored };
}

function formOf(schema: z.core.$ZodType): Form {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodReadonly)
    return formOf(schema.def.innerType);
  if (schema instanceof z.ZodPipe) return formOf(schema.def.in);
  if (schema instanceof z.ZodArray) return { kind: 'list', element: formOf(schema.def.element) };
  if (schema instanceof z.ZodObject) return { kind: 'object', fields: fieldsOf(Object.entries(schema.def.shape)) };
  if (schema instanceof z.ZodUnion) {
    const options = schema.def.options.map(formOf);
    const fields = options.flatMap((option) => (option.kind === 'object' ? [...option.fields] : []));
    if (fields.length > 0) return { kind: 'object', fields: new Map(fields) };
    return options.find(({ kind }) => kind === 'list') ?? { kind: 'value' };
  }
  return { kind: 'value' };
}

function fieldsOf(entries: readonly [string, z.core.$ZodType][]) {
  return new Map(entries.map(([name, schema]) => [plain(name), { name, form: formOf(schema) }] as const));
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, '');
}

function shape(form: Form, raw: unknown, place: string, ignored: IgnoredKey[]): unknown {
  switch (form.kind) {
    case 'value':
      return raw;
    case 'list':
      return elementsOf(form.element, raw, place).map((one, index) =>
        shape(form.element, one, `${place}[${index + 1}]`, ignored),
      );
    case 'object': {
      const value = fromText(raw, place);
      return isRecord(value) ? fieldsIn(form.fields, value, place, ignored) : value;
    }
  }
}

function fieldsIn(
  fields: ReadonlyMap<string, { name: string; form: Form }>,
  raw: Record<string, unknown>,
  place: string,
  ignored: IgnoredKey[],
): Record<string, unknown> {
  const found = new Map<string, unknown>();
  for (const [written, value] of Object.entries(raw)) {
    const field = fields.get(plain(written));
    const path = `${place === '' ? '' : `${place}.`}${field?.name ?? written}`;
    if (field === undefined) ignored.push({ key: path, why: 'unknown' });
    else if (isEmpty(value)) ignored.push({ key: path, why: 'empty' });
    else if (found.has(field.name)) throw new WrongForm(fact('{name} is there twice', { name: path }));
    else found.set(field.name, shape(field.form, value, path, ignored));
  }
  return Object.fromEntries(found);
}

/** An empty list may be meant; an empty text is what an administrator has cleared. */
function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every((one) => one === '');
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/** A list of texts is one text of several lines, which is how the registry stores it. */
function fromText(raw: unknown, place: string): unknown {
  const text = isTexts(raw) ? raw.join('\n') : raw;
  if (typeof text !== 'string') return raw;
  if (!/^\s*[{[]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    throw new WrongForm(fact('{name} is not valid JSON', { name: place }));
  }
}

function elementsOf(element: Form, raw: unknown, place: string): unknown[] {
  if (element.kind === 'value' && typeof raw === 'string') return raw.split(/[\s,;]+/).filter((one) => one !== '');
  const value = element.kind === 'value' ? raw : fromText(raw, place);
  if (Array.isArray(value)) return value.filter((one) => !isEmpty(one));
  if (isRecord(value)) return isNumbered(value) ? inOrder(value) : [value];
  return [value];
}

function isNumbered(value: Record<string, unknown>): boolean {
  return Object.keys(value).every((name) => /^\d+$/.test(name));
}

function inOrder(value: Record<string, unknown>): unknown[] {
  return Object.entries(value)
    .sort(([one], [other]) => Number(one) - Number(other))
    .map(([, element]) => element);
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
