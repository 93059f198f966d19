/**
 * @file Reads one entry of a report: which line it is about, by number or by identifier, and what it says of it. Pure.
 * Whatever the entry holds, the work and the result are bounded.
 */

import { isUuid } from '../../../../src-shared/uuid.ts';
import { isJsonObject, type JsonObject } from '../../../check/rules/json-object.ts';
import { type FieldMeaning, fieldMeaning, isForeign } from './field-names.ts';
import { fieldPath } from './field-path.ts';

/** In the order in which they are trusted; `any` is an identifier that does not tell of what. */
export const idKinds = ['modification', 'transaction', 'request', 'any'] as const;
export type IdKind = (typeof idKinds)[number];

/** A number as the entry gives it, and by which sort of name: a line is counted from 1, an index perhaps from 0. */
export interface NumberClaim {
  number: number;
  basis: 'line' | 'index';
}

export interface IdClaim {
  kind: IdKind;
  id: string;
}

/** One thing that the service says about a line. */
export interface ServiceMessage {
  text: string;
  /** Dotted path of the field. */
  field?: string;
  code?: string;
}

export interface ReportEntry {
  numbers: NumberClaim[];
  ids: IdClaim[];
  messages: ServiceMessage[];
  /** The batch that it says it is about. */
  batchId?: string;
  /** The entry says that its line was accepted. */
  isAccepted: boolean;
}

const DEEPEST = 8;
const MOST_CLAIMS = 1000;
const MOST_MESSAGES = 100;
const LONGEST_TEXT = 2000;
const LONGEST_ID = 200;
/** Deeper than any echo of a transaction, and few enough that an entry of 10 MB takes no time. */
const MOST_FIELDS = 5000;

const GOOD = /^(valid|ok|accepted|success|succeeded|successful|passed|processed|ingested|true)$/i;
const CODE = /^[A-Z][A-Z0-9]*([_.-][A-Z0-9]+)+$/;

/** @param key what the entry is filed under, where the list is an object: a line number or an identifier */
export function readEntry(value: unknown, key?: string): ReportEntry {
  const entry: ReportEntry = { numbers: [], ids: [], messages: [], isAccepted: false };
  if (key !== undefined) claim(entry, /^\s*\d+\s*$/.test(key) ? 'line' : 'any-id', key);
  if (isJsonObject(value)) {
    new ClaimReader(entry).read(value, undefined, 0);
    readMessages(entry.messages, value, {}, 0);
  } else {
    readSaid(entry.messages, value, {}, 0);
  }
  entry.isAccepted = entry.messages.length === 0 && isJsonObject(value) && saysAccepted(value);
  return entry;
}

/** Looks for numbers and identifiers in an entry and in the objects within, not in lists of objects. */
class ClaimReader {
  readonly #entry: ReportEntry;
  #fields = 0;

  constructor(entry: ReportEntry) {
    this.#entry = entry;
  }

  read(object: JsonObject, within: FieldMeaning | undefined, depth: number): void {
    for (const [name, value] of Object.entries(object)) {
      if (++this.#fields > MOST_FIELDS) return;
      const meaning = fieldMeaning(name);
      if (meaning === 'field') this.#readPath(value);
      if (isJsonObject(value)) {
        if (depth < DEEPEST && !isForeign(name)) this.read(value, meaning, depth + 1);
        continue;
      }
      const told = meaning === 'any-id' ? (idWithin(within) ?? meaning) : meaning;
      if (Array.isArray(value)) for (const one of value.slice(0, MOST_CLAIMS)) claim(this.#entry, told, one);
      else claim(this.#entry, told, value);
    }
  }

  /** A path such as `["body", 17, "modification"]` or `/17/modification` begins with the index of the line. */
  #readPath(value: unknown): void {
    const { index } = fieldPath(value);
    if (index !== undefined) claim(this.#entry, 'index', index);
  }
}

/** What `id` means inside an object called `modification`. */
function idWithin(meaning: FieldMeaning | undefined): FieldMeaning | undefined {
  return meaning === 'modification' || meaning === 'transaction' || meaning === 'request' ? meaning : undefined;
}

function claim(entry: ReportEntry, meaning: FieldMeaning | undefined, value: unknown): void {
  const { numbers, ids } = entry;
  switch (meaning) {
    case 'line':
    case 'index': {
      const number = wholeNumber(value);
      if (number === undefined || numbers.length >= MOST_CLAIMS) return;
      if (!numbers.some((one) => one.number === number && one.basis === meaning))
        numbers.push({ number, basis: meaning });
      return;
    }
    case 'modification':
    case 'transaction':
    case 'request':
    case 'any-id': {
      if (typeof value !== 'string' || value.trim() === '' || value.length > LONGEST_ID) return;
      const kind = meaning === 'any-id' ? 'any' : meaning;
      const id = value.trim();
      if (ids.length < MOST_CLAIMS && !ids.some((one) => one.kind === kind && one.id === id)) ids.push({ kind, id });
      return;
    }
    case 'batch':
      if (typeof value === 'string' && isUuid(value.trim())) entry.batchId ??= value.trim().toLowerCase();
      return;
    default:
      return;
  }
}

function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\s*[+-]?\d{1,15}\s*$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}

/** Field and code as the objects around it gave them. */
type Setting = Pick<ServiceMessage, 'field' | 'code'>;

function readMessages(into: ServiceMessage[], object: JsonObject, around: Setting, depth: number): void {
  if (depth > DEEPEST || into.length >= MOST_MESSAGES) return;
  const fields = Object.entries(object).slice(0, MOST_FIELDS);
  const setting: Setting = { ...around, ...settingOf(fields) };
  const texts: string[] = [];
  const nested: unknown[] = [];
  let isKnown = false;
  for (const [name, value] of fields) {
    const meaning = fieldMeaning(name);
    if (meaning !== 'text' && meaning !== 'several') {
      isKnown ||= meaning === 'code' || meaning === 'field';
      continue;
    }
    isKnown = true;
    if (typeof value !== 'string') nested.push(value);
    else if (CODE.test(value) && setting.code === undefined) setting.code = value;
    else if (value.trim() !== '' && !texts.includes(value)) texts.push(value);
  }
  const before = into.length;
  if (texts.length > 0) add(into, { ...setting, text: texts.join(': ') });
  for (const value of nested) readSaid(into, value, setting, depth + 1);
  if (into.length === before && setting.code !== undefined && isKnown) add(into, { ...setting, text: setting.code });
  // Errors by field: {"modification.currency": ["must have three letters"]}.
  if (!isKnown && depth > 0) {
    for (const [name, value] of fields) {
      if (fieldMeaning(name) !== undefined) continue;
      readSaid(into, value, { ...setting, field: name.slice(0, LONGEST_ID) }, depth + 1);
    }
  }
}

/** What is said in a value of any kind: a sentence, a list of such, an object. */
function readSaid(into: ServiceMessage[], value: unknown, setting: Setting, depth: number): void {
  if (depth > DEEPEST || into.length >= MOST_MESSAGES) return;
  if (typeof value === 'string') {
    if (value.trim() !== '') add(into, { ...setting, text: value });
  } else if (Array.isArray(value)) {
    for (const one of value.slice(0, MOST_MESSAGES)) readSaid(into, one, setting, depth + 1);
  } else if (isJsonObject(value)) {
    readMessages(into, value, setting, depth);
  }
}

function settingOf(fields: readonly (readonly [string, unknown])[]): Setting {
  const setting: Setting = {};
  for (const [name, value] of fields) {
    const meaning = fieldMeaning(name);
    if (meaning === 'code' && (typeof value === 'string' || typeof value === 'number') && setting.code === undefined) {
      setting.code = String(value).slice(0, LONGEST_ID);
    }
    if (meaning === 'field' && setting.field === undefined) {
      const { path } = fieldPath(value);
      if (path !== '') setting.field = path.slice(0, LONGEST_ID);
    }
  }
  return setting;
}

function add(into: ServiceMessage[], { text, field, code }: ServiceMessage): void {
  if (into.length >= MOST_MESSAGES) return;
  const message = {
    text: text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text,
    ...(field !== undefined && { field }),
    ...(code !== undefined && { code }),
  };
  const isThere = into.some((one) => one.text === message.text && one.field === field && one.code === code);
  if (!isThere) into.push(message);
}

function saysAccepted(object: JsonObject): boolean {
  return Object.entries(object)
    .slice(0, MOST_FIELDS)
    .some(
      ([name, value]) =>
        fieldMeaning(name) === 'verdict' && (value === true || (typeof value === 'string' && GOOD.test(value.trim()))),
    );
}
