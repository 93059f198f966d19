/**
 * @file The content of a line, whatever program has written it: white space, the order of keys, and the spelling of texts and numbers
 * count for nothing. Numbers are compared as exact decimals, so that 1.0 is 1.00, and no long one is rounded. Pure.
 */

import { Buffer, isUtf8 } from 'node:buffer';
import { endOfString, NUMERAL, TEXT } from '../ground/json/tokens.ts';

/** Two lines with the same one say the same. A key that stands twice counts each time, in its order. */
export function contentOf(line: Buffer): string | Buffer {
  if (!isUtf8(line)) return withoutSpacing(line);
  try {
    return new Content(line.toString()).written();
  } catch {
    // It is no JSON, or nested too deeply: it is compared as it is spelled.
    return withoutSpacing(line);
  }
}

const TOKEN = new RegExp(String.raw`[ \t\r\n]*(${TEXT}|${NUMERAL}|[{}[\],:]|true|false|null|$)`, 'y');

class Content {
  readonly #text: string;
  #at = 0;
  #token = '';

  constructor(text: string) {
    this.#text = text;
  }

  written(): string {
    this.#next();
    const value = this.#value();
    if (this.#token !== '') throw new SyntaxError('more than one value');
    return value;
  }

  #next(): void {
    TOKEN.lastIndex = this.#at;
    const [whole = '', token = ''] = TOKEN.exec(this.#text) ?? [];
    if (whole === '' && this.#at < this.#text.length) throw new SyntaxError('no token');
    this.#at += whole.length;
    this.#token = token;
  }

  #take(expected: string): void {
    if (this.#token !== expected) throw new SyntaxError(`no ${expected}`);
    this.#next();
  }

  #value(): string {
    const token = this.#token;
    if (token === '{') return this.#object();
    if (token === '[') return this.#list();
    this.#next();
    if (token.startsWith('"')) return textOf(token);
    if (token === 'true' || token === 'false' || token === 'null') return token;
    if (token === '' || '}],:'.includes(token)) throw new SyntaxError('no value');
    return decimalOf(token);
  }

  #object(): string {
    const members: { key: string; value: string }[] = [];
    this.#each('}', () => {
      if (!this.#token.startsWith('"')) throw new SyntaxError('no key');
      const key = textOf(this.#token);
      this.#next();
      this.#take(':');
      members.push({ key, value: this.#value() });
    });
    members.sort((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0));
    return `{${members.map(({ key, value }) => `${key}:${value}`).join()}}`;
  }

  #list(): string {
    const values: string[] = [];
    this.#each(']', () => values.push(this.#value()));
    return `[${values.join()}]`;
  }

  #each(end: string, read: () => void): void {
    this.#next();
    for (let isFirst = true; this.#token !== end; isFirst = false) {
      if (!isFirst) this.#take(',');
      read();
    }
    this.#next();
  }
}

function textOf(token: string): string {
  return token.includes('\\') ? JSON.stringify(JSON.parse(token)) : token;
}

/** “-12.50e3” is “-125e2”: its digits without zeros around them, and the place of the last one. */
function decimalOf(numeral: string): string {
  const [, sign = '', whole = '', decimals = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(numeral) ?? [];
  const digits = `${whole}${decimals}`.replace(/^0+/, '');
  const kept = withoutZeros(digits);
  if (kept === '') return '0';
  return `${sign}${kept}e${BigInt(exponent.replace('+', '')) - BigInt(decimals.length) + BigInt(digits.length - kept.length)}`;
}

function withoutZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}

/** The line as another program would have spaced it: what stands outside of its texts, without blanks. */
function withoutSpacing(line: Buffer): Buffer {
  const text = line.toString('latin1');
  const kept: string[] = [];
  for (let at = 0; at < text.length; ) {
    const open = text.indexOf('"', at);
    const outside = text.slice(at, open === -1 ? text.length : open);
    at = open === -1 ? text.length : endOfString(text, open) + 1;
    kept.push(outside.replace(/[ \t\r]+/g, ''), open === -1 ? '' : text.slice(open, at));
  }
  return Buffer.from(kept.join(''), 'latin1');
}
