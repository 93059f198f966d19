/** @file The useful sentence in a reply: what a person reads of it. Short, and without secrets. */

import { z } from 'zod';
import { redactAll } from '../redaction.ts';

const LONGEST = 300;
const EXCERPT = 160;
/** Whoever walks through a reply calls itself once for each level of it. */
const DEEPEST = 200;

const fault = z.looseObject({ loc: z.array(z.union([z.string(), z.number()])).catch([]), msg: z.string() });
const refusal = z.looseObject({
  message: z.string().optional().catch(undefined),
  detail: z
    .union([z.string(), z.array(fault)])
    .optional()
    .catch(undefined),
  error: z.string().optional().catch(undefined),
  error_description: z.string().optional().catch(undefined),
});

/**
 * The sentence of an error reply (its format is "not shown", §7): the faults, the detail, the message or the OAuth error
 * of a JSON object, else the title or first words of a page or text. `secrets` are the very values that must not show.
 */
export function usefulSentence(body: string, secrets: readonly string[] = []): string {
  const json = parseJson(body);
  const said = refusal.safeParse(json).data;
  return (
    shorten(sentenceOf(said) ?? (json === undefined ? wordsOfPage(body) : JSON.stringify(json)), LONGEST, secrets) ||
    'no explanation'
  );
}

/** The beginning of a reply that cannot be understood. */
export function excerptOf(body: string, secrets: readonly string[] = []): string {
  const json = parseJson(body);
  // Written anew, JSON has no escapes behind which the query of an address could hide.
  return shorten(json === undefined ? wordsOfPage(body) : JSON.stringify(json), EXCERPT, secrets) || 'an empty reply';
}

/** The value of a JSON text, or undefined when it is not JSON, or nested so deeply that nobody could mean it. */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a reply is a page: what proxies and portals answer in place of the service. */
export function isPage(text: string): boolean {
  return text.trimStart().startsWith('<');
}

/** Whether too many brackets are open at once; those within texts do not count. One pass, whatever comes. */
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

function sentenceOf(said: z.infer<typeof refusal> | undefined): string | undefined {
  if (said === undefined) return undefined;
  const { detail, message, error, error_description: description } = said;
  if (Array.isArray(detail) && detail.length > 0)
    return detail.map(({ loc, msg }) => (loc.length === 0 ? '' : `${loc.join('.')}: `) + withoutStop(msg)).join('; ');
  if (error !== undefined) return description === undefined ? error : `${error}: ${description}`;
  return message ?? (typeof detail === 'string' ? detail : undefined);
}

/** A sentence as it stands within another one. */
export function withoutStop(sentence: string): string {
  return sentence.trimEnd().replace(/\.$/, '');
}

function wordsOfPage(body: string): string {
  const title = /<title[^>]*>([^<]*)<\/title>/i.exec(body)?.[1]?.trim();
  if (title) return title;
  return body.replace(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, ' ').replace(/<[^>]*>/g, ' ');
}

/** Redacted first, then cut: half a secret would no longer be recognised. */
function shorten(text: string, length: number, secrets: readonly string[]): string {
  const clean = redactAll(text, secrets).replace(/\s+/g, ' ').trim();
  return clean.length <= length ? clean : `${clean.slice(0, length - 1)}…`;
}
