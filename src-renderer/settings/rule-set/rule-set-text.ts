/**
 * @file The rule set as a form reads and writes it. The JSON text is the one value: the form shows what stands in it, and
 * changes only the key that a person changes. Pure.
 */

import type { RuleSetForm, RuleSeverity } from '../../../src-shared/contract.ts';
import { jsonIn } from '../../../src-shared/json-in.ts';

export type MainParty = 'sender' | 'receiver' | 'either';

/** What the form shows; undefined where the text says nothing that the form could show. */
export interface FormValues {
  severities: ReadonlyMap<string, RuleSeverity>;
  required: readonly string[];
  allowed: ReadonlyMap<string, readonly string[]>;
  mainEntity: MainParty;
}

type JsonObject = Readonly<Record<string, unknown>>;

/** The object in a text; an empty text is an empty one. Undefined for everything else. */
function objectIn(text: string): JsonObject | undefined {
  if (text.trim() === '') return {};
  const value = jsonIn(text);
  return isObject(value) ? value : undefined;
}

/** What a form of this text shows; undefined where the text is no JSON object. What does not fit counts as not said. */
export function formValues(text: string, form: Pick<RuleSetForm, 'required'>): FormValues | undefined {
  const value = objectIn(text);
  if (value === undefined) return undefined;
  const { required, mainEntity } = value;
  return {
    severities: new Map(
      entriesOf(value['severities']).filter((entry): entry is [string, RuleSeverity] => isSeverity(entry[1])),
    ),
    required: isTexts(required) ? required : form.required,
    allowed: new Map(entriesOf(value['allowed']).filter((entry): entry is [string, string[]] => isTexts(entry[1]))),
    mainEntity: mainEntity === 'sender' || mainEntity === 'receiver' ? mainEntity : 'either',
  };
}

/** The text with another severity of a rule; undefined for the usual one. */
export function withSeverity(text: string, rule: string, severity: RuleSeverity | undefined): string {
  return withPart(text, 'severities', rule, severity);
}

/** The text with other values of a field; none: any. */
export function withAllowed(text: string, field: string, values: readonly string[]): string {
  return withPart(text, 'allowed', field, values.length === 0 ? undefined : values);
}

/** The text with other required fields; those of the default rules are not written. */
export function withRequired(text: string, required: readonly string[], usual: readonly string[]): string {
  const isUsual = required.length === usual.length && usual.every((field) => required.includes(field));
  return written(text, 'required', isUsual ? undefined : required);
}

export function withMainParty(text: string, mainEntity: MainParty): string {
  return written(text, 'mainEntity', mainEntity === 'either' ? undefined : mainEntity);
}

function withPart(text: string, key: 'severities' | 'allowed', name: string, value: unknown): string {
  const others = entriesOf(objectIn(text)?.[key]).filter(([one]) => one !== name);
  const entries = value === undefined ? others : [...others, [name, value] as const];
  return written(text, key, entries.length === 0 ? undefined : Object.fromEntries(entries));
}

/** An object without any key is the default rules: an empty text. */
function written(text: string, key: string, value: unknown): string {
  const before = Object.entries(objectIn(text) ?? {});
  const place = before.findIndex(([one]) => one === key);
  const entries: [string, unknown][] = before.filter(([one]) => one !== key);
  if (value !== undefined) entries.splice(place < 0 ? entries.length : place, 0, [key, value]);
  const isDefault = entries.every(([one]) => one === '$schema');
  return isDefault ? '' : JSON.stringify(Object.fromEntries(entries), undefined, 2);
}

function entriesOf(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : [];
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function isSeverity(value: unknown): value is RuleSeverity {
  return value === 'error' || value === 'warning' || value === 'off';
}
