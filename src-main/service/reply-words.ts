/** @file The useful sentence in a reply, for people: short, and without secrets. */

import { redactAll, redactKnown } from '../redaction.ts';
import { sentenceOf } from './refusal-words.ts';

const LONGEST = 300;
const EXCERPT = 160;
/** Only this much of a reply is searched for secrets: for hostile input the search takes longer than linear time. */
const SEARCHED = 16 * 1024;
/** Code that walks through a reply recurses once for each level. */
const DEEPEST = 200;

/**
 * The sentence of an error reply (its format is "not shown", §7): what a JSON value explains (refusal-words.ts),
 * otherwise the title or the first words of a page or text. `secrets` are exact values that must not show.
 */
export function usefulSentence(body: string, secrets: readonly string[] = []): string {
  const json = parseJson(body);
  return (
    shorten(sentenceOf(json) ?? (json === undefined ? wordsOfPage(body) : JSON.stringify(json)), LONGEST, secrets) ||
    'no explanation'
  );
}

/** The beginning of a reply that cannot be understood. */
export function excerptOf(body: string, secrets: readonly string[] = []): string {
  const json = parseJson(body);
  // Serialised again, JSON has no escapes that could hide the query of an address.
  return shorten(json === undefined ? wordsOfPage(body) : JSON.stringify(json), EXCERPT, secrets) || 'an empty reply';
}

/** The value of a JSON text; undefined when it is not JSON, or nested too deeply to be meant. */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a reply is an HTML page: what proxies and portals send in place of the service. */
export function isPage(text: string): boolean {
  return text.trimStart().startsWith('<');
}

/** Whether too many brackets are open at once, apart from those within strings. One pass over any input. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let isWithinText = false;
  for (let index = 0; index < text.length; index += 1) {
    const mark = text[index];
    if (mark === '"') isWithinText = !isWithinText;
    else if (isWithinText) index += mark === '\\' ? 1 : 0;
    else if (mark === '[' || mark === '{') depth += 1;
    else if (mark === ']' || mark === '}') depth -= 1;
    if (depth > DEEPEST) return true;
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
  // The word at the cut may be a part of a secret.
  const searched = whole.length <= SEARCHED ? whole : whole.slice(0, whole.lastIndexOf(' ', SEARCHED) + 1);
  const isCut = searched.length < whole.length;
  const clean = redactAll(searched, secrets).trim();
  if (clean.length <= length) return isCut ? `${clean}…` : clean;
  return `${clean.slice(0, length - 1)}…`;
}
