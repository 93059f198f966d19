/** @file Recognises replies that show a wrong address, at paths that the service always has. Pure. */

import { type Fact, fact } from '../../../src-shared/languages/fact.ts';
import type { Reply } from './exchange.ts';
import { isPage, parseJson, usefulSentence } from './reply-words.ts';

/** RFC 1035 */
const LONGEST_HOST = 253;

/** Whether nothing that the contract knows is at this path: not found, method not allowed, or a redirect. */
export function isNotThere({ status }: Pick<Reply, 'status'>): boolean {
  return [404, 405, 410, 501].includes(status) || (status >= 300 && status <= 399);
}

/**
 * Whether something else replies in place of the service: with a page for people, or with a success that is no JSON. A
 * busy service does not count.
 */
export function isForeign({ status, text }: Pick<Reply, 'status' | 'text'>): boolean {
  if (status >= 200 && status <= 299) return parseJson(text) === undefined && !isCutJson(text);
  return status >= 400 && status <= 499 && ![401, 403, 408, 429].includes(status) && isPage(text);
}

/** A reply that begins as JSON and does not end as JSON was cut on the way, which passes by itself. */
export function isCutJson(text: string): boolean {
  return /^\s*[{[]/.test(text) && parseJson(text) === undefined;
}

/** What was answered, as the end of a sentence. */
export function answerInWords(
  { status, headers, text }: Pick<Reply, 'status' | 'headers' | 'text'>,
  secrets: readonly string[],
): Fact {
  if (status >= 300 && status <= 399) {
    const host = URL.parse(headers.get('location') ?? '')?.host;
    return host === undefined
      ? fact('{status} (it leads elsewhere)', { status })
      : fact('{status} (it leads to {host})', { status, host: host.slice(0, LONGEST_HOST) });
  }
  // A reply in place of a token may itself contain one.
  const isSuccess = status >= 200 && status <= 299;
  return isSuccess && !isPage(text)
    ? fact('{status} ({count, number} characters that are not what was asked for)', { status, count: text.length })
    : fact('{status} ({words})', { status, words: usefulSentence(text, secrets) });
}

/** An address as people check it: without its query, which may hold secrets. */
export function bareAddress(address: string): string {
  const { protocol, host, pathname } = new URL(address);
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}`;
}
