/** @file The useful sentence in a reply, for people: short, and without secrets. */

import { jsonIn } from '../../../src-shared/json-in.ts';
import { fact, type Said } from '../../../src-shared/languages/fact.ts';
import { redactAll, redactKnown } from '../../ground/redaction.ts';
import { sentenceOf } from './refusal-words.ts';

const LONGEST = 300;
const EXCERPT = 160;
/** Only so much of a reply is read for its words: they are at its beginning, and all of this happens between two events. */
const READ = 64 * 1024;
/** Only this much of the words is searched for secrets. */
const SEARCHED = 16 * 1024;
/** Code that walks through a reply recurses once for each level. */
const DEEPEST = 200;
/** More objects and lists, or more items in them, would take longer to read than a window may stand still. */
const MOST_BRACKETS = 30_000;
const MOST_ITEMS = 60_000;

/**
 * The sentence of an error reply (its format is "not shown", §7): what a JSON value explains (refusal-words.ts),
 * otherwise the title or the first words of a page or text. `secrets` are exact values that must not show.
 */
export function usefulSentence(body: string, secrets: readonly string[] = []): Said {
  const { text, json } = beginningOf(body);
  return shorten(sentenceOf(json) ?? text, LONGEST, secrets) || fact('no explanation');
}

/** The beginning of a reply that cannot be understood. */
export function excerptOf(body: string, secrets: readonly string[] = []): Said {
  return shorten(beginningOf(body).text, EXCERPT, secrets) || fact('an empty reply');
}

/** A text of the other side, for people: without secrets, and no longer than `longest` characters. */
export function boundedText(text: string, longest: number, secrets: readonly string[] = []): string {
  return shorten(wholeWords(text, READ), longest, secrets);
}

/** The words at the beginning of a reply, and its value where all of it is JSON. */
function beginningOf(body: string): { text: string; json: unknown } {
  const json = body.length > READ ? undefined : parseJson(body);
  // Escapes could hide the query of an address: JSON is serialised again, and half of one is freed of them.
  const text = json === undefined ? withoutEscapes(wordsOfPage(wholeWords(body, READ))) : JSON.stringify(json);
  return { text, json };
}

/** The beginning up to a space: the word at the cut may be a part of a secret. */
function wholeWords(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, text.lastIndexOf(' ', length) + 1);
}

function withoutEscapes(text: string): string {
  return text
    .replace(/\\u([0-9a-f]{4})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    .replaceAll('\\/', '/');
}

/** The value of a JSON text; undefined when it is not JSON, or too deep or too full to be meant. */
export function parseJson(text: string): unknown {
  return isTooMuch(text) ? undefined : jsonIn(text);
}

/** Whether a reply is an HTML page: what proxies and portals send in place of the service. */
export function isPage(text: string): boolean {
  return text.trimStart().startsWith('<');
}

/** Whether too many brackets are open at once, or there are too many in all. One pass, which skips texts. */
function isTooMuch(text: string): boolean {
  let depth = 0;
  let brackets = 0;
  let items = 0;
  let isWithinText = false;
  for (let index = 0; index < text.length; index += 1) {
    const mark = text[index];
    if (mark === '"') isWithinText = !isWithinText;
    else if (isWithinText) index += mark === '\\' ? 1 : 0;
    else if (mark === '[' || mark === '{') {
      depth += 1;
      brackets += 1;
    } else if (mark === ']' || mark === '}') depth -= 1;
    else if (mark === ',') items += 1;
    if (depth > DEEPEST || brackets > MOST_BRACKETS || items > MOST_ITEMS) return true;
  }
  return false;
}

function wordsOfPage(body: string): string {
  const title = /<title[^<>]*>([^<]*)<\/title>/i.exec(body)?.[1]?.trim();
  if (title) return title;
  // An unclosed tag extends to the end, so that a page full of opening tags takes no longer than another.
  return body.replace(/<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, ' ').replace(/<[^>]*(?:>|$)/g, ' ');
}

/** Redacted first, then cut: half a secret would no longer be recognised. */
function shorten(text: string, length: number, secrets: readonly string[]): string {
  const whole = redactKnown(text, secrets).replace(/\s+/g, ' ').trim();
  const searched = wholeWords(whole, SEARCHED);
  const isCut = searched.length < whole.length;
  const clean = redactAll(searched, secrets).trim();
  if (clean.length <= length) return isCut ? `${clean}…` : clean;
  return `${clean.slice(0, length - 1)}…`;
}
