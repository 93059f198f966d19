/**
 * @file Finds the explanation in a refusal in JSON. Its format is "not shown" (§7), so every usual one is read:
 * FastAPI's list of faults, problem+json, OAuth, lists of errors, an error within an error, a gateway's fault. Pure.
 */

import { STATUS_CODES } from 'node:http';

/** Field names without case, underscores and dashes. Earlier ones explain more. */
const explaining = [
  'message',
  'detail',
  'details',
  'errormessage',
  'faultstring',
  'description',
  'errordescription',
  'reason',
  'msg',
  'error',
  'title',
] as const;
/** Fields that hold further objects or lists with explanations. */
const enclosing = ['detail', 'details', 'errors', 'error', 'fault', 'message'] as const;
/** Fields that are better than nothing. */
const naming = ['error', 'title', 'message', 'detail', 'errorcode', 'code', 'type', 'status'] as const;

const DEEPEST = 8;
/** The first entries of a longer list are enough for a sentence. */
const MOST_ITEMS = 10;

/** The most useful sentence for a person; undefined when the value has none. */
export function sentenceOf(json: unknown): string | undefined {
  return best(json, 0)?.text;
}

/** `explains`: it says more than a title, a code or the phrase of the HTTP status. */
interface Saying {
  text: string;
  explains: boolean;
}

function best(value: unknown, depth: number): Saying | undefined {
  if (depth > DEEPEST) return undefined;
  if (typeof value === 'string') return value.trim() === '' ? undefined : { text: value, explains: !isBare(value) };
  if (Array.isArray(value)) return bestOfList(value, depth);
  return typeof value === 'object' && value !== null ? bestOfObject(value, depth) : undefined;
}

function bestOfList(list: readonly unknown[], depth: number): Saying | undefined {
  const sayings = list.slice(0, MOST_ITEMS).flatMap((item) => best(item, depth + 1) ?? []);
  const telling = sayings.some(({ explains }) => explains) ? sayings.filter(({ explains }) => explains) : sayings;
  if (telling.length === 0) return undefined;
  const text = telling.map((saying) => withoutStop(saying.text)).join('; ');
  return { text, explains: telling.some(({ explains }) => explains) };
}

function bestOfObject(object: object, depth: number): Saying | undefined {
  const fields = new Map(Object.entries(object).map(([name, value]) => [plain(name), value]));
  const told = (name: string) => {
    const value = fields.get(name);
    return typeof value === 'string' && value.trim() !== '' ? value : undefined;
  };
  const [error, description] = [told('error'), told('errordescription')];
  if (error !== undefined && description !== undefined) return { text: `${error}: ${description}`, explains: true };
  const fault = told('msg');
  if (fault !== undefined) return { text: `${faultyField(fields.get('loc'))}${fault}`, explains: true };
  const within = enclosing.flatMap((name) => {
    const value = fields.get(name);
    return typeof value === 'object' ? (best(value, depth + 1) ?? []) : [];
  });
  return (
    within.find(({ explains }) => explains) ??
    explaining
      .map(told)
      .filter((text) => text !== undefined)
      .filter((text) => !isBare(text))
      .map((text) => ({ text, explains: true }))[0] ??
    within[0] ??
    naming
      .map(told)
      .filter((text) => text !== undefined)
      .map((text) => ({ text, explains: false }))[0]
  );
}

const phrases: ReadonlySet<string> = new Set(Object.values(STATUS_CODES).map((phrase) => plain(phrase ?? '')));

/** Whether the text is only a code, a single word, or the phrase of an HTTP status, perhaps with its number. */
function isBare(text: string): boolean {
  const trimmed = text.trim();
  // Every phrase is shorter.
  if (trimmed.length > 60) return !/\s/.test(trimmed);
  const words = trimmed.replace(/^(?:http\s*)?(?:error\s*)?\d{3}\b[\s:–-]*/i, '').replace(/(?<![.!])[.!]+$/, '');
  return !/\s/.test(words.trim()) || phrases.has(plain(words));
}

/** Where a fault is, as FastAPI tells it. */
function faultyField(loc: unknown): string {
  const steps = Array.isArray(loc) ? loc.filter((step) => typeof step === 'string' || typeof step === 'number') : [];
  return steps.length === 0 ? '' : `${steps.join('.')}: `;
}

/** A sentence without its full stop, for use within another one. */
export function withoutStop(sentence: string): string {
  return sentence.trimEnd().replace(/\.$/, '');
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}
