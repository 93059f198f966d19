/**
 * @file Reads XML as nearly all of it is written, several times as fast as a parser for all of XML. It goes from one whole token
 * to the next, and only past those of which it is certain; where it stops, the parser goes on. Pure.
 */

import { Buffer } from 'node:buffer';
import { most } from '../bounds.ts';
import {
  DISALLOWED,
  FIRST_UNCERTAIN,
  IN_NAME,
  IN_TEXT,
  IS_SPACE,
  isCertain,
  linesIn,
  NAME,
  referenceAt,
} from './xml-characters.ts';

export interface XmlHandlers {
  onOpen(name: string, attributes: Readonly<Record<string, string>>): void;
  /** Text with its entities replaced, CDATA too; it may come in several parts. */
  onText(text: string): void;
  onClose(name: string): void;
}

const [LINE_FEED, BANG, AMPERSAND, SLASH] = [0x0a, 0x21, 0x26, 0x2f];
const [LESS, GREATER, QUESTION] = [0x3c, 0x3e, 0x3f];

const DECLARATION =
  /<\?xml[ \t\n]+version[ \t\n]*=[ \t\n]*(?:"1\.0"|'1\.0')(?:[ \t\n]+encoding[ \t\n]*=[ \t\n]*(?:"[A-Za-z][\w.-]*"|'[A-Za-z][\w.-]*'))?(?:[ \t\n]+standalone[ \t\n]*=[ \t\n]*(?:"(?:yes|no)"|'(?:yes|no)'))?[ \t\n]*\?>/y;
const TARGET = /^[A-Za-z_][\w.-]*(?:[ \t\n]|$)/;
const XML_TARGET = /^xml(?:[ \t\n]|$)/i;
const ATTRIBUTE = /[ \t\n]+([A-Za-z_:][\w:.-]*)[ \t\n]*=[ \t\n]*(?:"([^<"]*)"|'([^<']*)')/y;
const TAG_END = /[ \t\n]*(\/?)>/y;
const CLOSING_END = /[ \t\n]*>/y;
const NO_ATTRIBUTES: Readonly<Record<string, string>> = Object.freeze(Object.create(null));
/** A token that is longer is for the parser, so that none is looked through again and again. */
const LONGEST_TOKEN = 64 * 1024;
const MOST_KNOWN_ATTRIBUTES = 500;
const NAME_SLOTS = 1024;
const FIRST_ROOM = 1024;

/** Of a token that is not whole, and of one that is for the parser. */
const NOT_WHOLE = -1;
const FOR_THE_PARSER = -2;

interface Name {
  text: string;
  /** Of its characters. */
  codes: Uint16Array;
}
const NO_NAME: Name = { text: '', codes: new Uint16Array() };

export class UsualXml {
  readonly #handlers: XmlHandlers;
  #text = '';
  /** What is being read as numbers, which are looked at faster than characters; behind them, a zero. */
  #codes = new Uint16Array(FIRST_ROOM);
  readonly #open: Name[] = [];
  readonly #names = new Array<Name>(NAME_SLOTS).fill(NO_NAME);
  readonly #attributes = new Map<string, Readonly<Record<string, string>>>();
  #line = 1;
  #hasBegun = false;
  #hasRoot = false;
  /** Something was told of the text that came last. */
  hasTold = false;

  constructor(handlers: XmlHandlers) {
    this.#handlers = handlers;
  }

  /** The line that is being read, from 1. */
  get line(): number {
    return this.#line;
  }

  /** Whether the document may end here. */
  get isWhole(): boolean {
    return this.#hasRoot && this.#open.length === 0 && IS_SPACE.test(this.#text);
  }

  /**
   * What the parser must be given in place of all that was read, so that it goes on from here in the same line and within the
   * same elements.
   */
  get before(): string {
    const lines = '\n'.repeat(this.#line - 1);
    if (this.#open.length > 0) return lines + this.#open.map(({ text }) => `<${text}>`).join('');
    if (this.#hasRoot) return `${lines}<a/>`;
    return lines === '' && this.#hasBegun ? ' ' : lines;
  }

  /** @param text whose line ends are line feeds. @returns the rest, from which on the parser must read; undefined as long as it need not */
  push(text: string): string | undefined {
    this.hasTold = false;
    const all = this.#text === '' ? text : this.#text + text;
    this.#layOut(all);
    let at = 0;
    for (;;) {
      const next = at === all.length ? NOT_WHOLE : this.#token(all, at);
      if (next < 0) {
        this.#text = at === 0 ? all : all.slice(at);
        const isUsual = next === NOT_WHOLE && this.#text.length <= LONGEST_TOKEN;
        return isUsual ? undefined : this.#text;
      }
      this.#hasBegun = true;
      at = next;
    }
  }

  #layOut(all: string): void {
    if (this.#codes.length <= all.length) this.#codes = new Uint16Array(2 * all.length + 1);
    const codes = this.#codes;
    Buffer.from(codes.buffer).write(all, 'utf16le');
    codes[all.length] = 0;
  }

  /** What is not whole. */
  get rest(): string {
    return this.#text;
  }

  /** @returns where the next token begins */
  #token(all: string, at: number): number {
    const codes = this.#codes;
    if (codes[at] !== LESS) return this.#readText(all, at);
    if (at + 1 === all.length) return NOT_WHOLE;
    switch (codes[at + 1]) {
      case SLASH:
        return this.#readClosing(all, at + 2);
      case BANG:
        return this.#readDeclaration(all, at);
      case QUESTION:
        return this.#readInstruction(all, at);
      default:
        return this.#readOpening(all, at + 1);
    }
  }

  #readText(all: string, start: number): number {
    const codes = this.#codes;
    const { length } = all;
    let made = '';
    let from = start;
    let at = start;
    let lines = 0;
    for (; at < length; at++) {
      const code = codes[at] ?? 0;
      if (IN_TEXT[code] === 1) continue;
      if (code === LESS) break;
      if (code === LINE_FEED) lines += 1;
      else if (code === AMPERSAND) {
        const meant = referenceAt(all, at);
        if (meant === undefined) return all.indexOf(';', at) === -1 ? NOT_WHOLE : FOR_THE_PARSER;
        made += all.slice(from, at) + meant.character;
        from = meant.end;
        at = from - 1;
      } else if (isCertain(all, at, code)) at += code >= FIRST_UNCERTAIN && code < 0xe000 ? 1 : 0;
      else return at + 3 > length ? NOT_WHOLE : FOR_THE_PARSER;
    }
    if (at >= length) return NOT_WHOLE;
    const text = made + all.slice(from, at);
    if (this.#open.length === 0 && !IS_SPACE.test(all.slice(start, at))) return FOR_THE_PARSER;
    this.#line += lines;
    this.hasTold = true;
    this.#handlers.onText(text);
    return at;
  }

  #readOpening(all: string, start: number): number {
    const codes = this.#codes;
    const { length } = all;
    let at = start;
    let hash = 0;
    for (; at < length; at++) {
      const code = codes[at] ?? 0;
      if (IN_NAME[code] === 0) break;
      hash = (Math.imul(hash, 31) + code) | 0;
    }
    if (at === length) return NOT_WHOLE;
    const name = this.#nameIn(all, start, at, hash);
    if (name === undefined || (this.#hasRoot && this.#open.length === 0)) return FOR_THE_PARSER;
    if (this.#open.length >= most.levelsOfElements) return FOR_THE_PARSER;
    if (codes[at] === GREATER) {
      this.#begin(name, NO_ATTRIBUTES, false);
      return at + 1;
    }
    const end = all.indexOf('>', at);
    if (end === -1) return NOT_WHOLE;
    const isEmpty = codes[end - 1] === SLASH;
    const written = all.slice(at, isEmpty ? end - 1 : end);
    const known = written === '' ? NO_ATTRIBUTES : this.#attributes.get(written);
    if (known === undefined) return this.#readAttributes(all, at, name);
    this.#begin(name, known, isEmpty);
    return end + 1;
  }

  #readAttributes(all: string, start: number, name: Name): number {
    const attributes: Record<string, string> = Object.create(null);
    let [at, count] = [start, 0];
    for (;;) {
      ATTRIBUTE.lastIndex = at;
      const [, attribute, double, single] = ATTRIBUTE.exec(all) ?? [];
      if (attribute === undefined) break;
      at = ATTRIBUTE.lastIndex;
      count += 1;
      const value = this.#attributeValue(double ?? single ?? '');
      if (value === undefined || count > most.columns || attributes[attribute] !== undefined) return FOR_THE_PARSER;
      attributes[attribute] = value;
    }
    TAG_END.lastIndex = at;
    const [, slash] = TAG_END.exec(all) ?? [];
    // Perhaps the rest comes with the next part; a token that stays broken is for the parser in the end.
    if (slash === undefined) return this.#isCutOff(all, at) ? NOT_WHOLE : FOR_THE_PARSER;
    const end = TAG_END.lastIndex;
    const written = all.slice(start, end - 1 - slash.length);
    this.#line += linesIn(written);
    if (this.#attributes.size < MOST_KNOWN_ATTRIBUTES && !/[>\n]/.test(written))
      this.#attributes.set(written, attributes);
    this.#begin(name, attributes, slash !== '');
    return end;
  }

  /** Whether a tag may go on behind the end of the text: a quote is open, or what stands between quotes is not whole. */
  #isCutOff(all: string, at: number): boolean {
    return /^[ \t\n]*(?:\/|[A-Za-z_:][\w:.-]*[ \t\n]*(?:=[ \t\n]*(?:"[^<"]*|'[^<']*)?)?)?$/.test(all.slice(at));
  }

  /** Undefined for one that is for the parser. */
  #attributeValue(written: string): string | undefined {
    if (DISALLOWED.test(written)) return undefined;
    const value = written.replaceAll(/[\t\n]/g, ' ');
    if (!value.includes('&')) return value;
    let made = '';
    let from = 0;
    for (let at = value.indexOf('&'); at !== -1; at = value.indexOf('&', from)) {
      const meant = referenceAt(value, at);
      if (meant === undefined) return undefined;
      made += value.slice(from, at) + meant.character;
      from = meant.end;
    }
    return made + value.slice(from);
  }

  #begin(name: Name, attributes: Readonly<Record<string, string>>, isEmpty: boolean): void {
    this.#hasRoot = true;
    this.hasTold = true;
    this.#handlers.onOpen(name.text, attributes);
    if (isEmpty) this.#handlers.onClose(name.text);
    else this.#open.push(name);
  }

  #readClosing(all: string, start: number): number {
    const name = this.#open.at(-1);
    if (name === undefined) return FOR_THE_PARSER;
    const end = start + name.codes.length;
    if (end >= all.length) return NOT_WHOLE;
    if (!isAt(this.#codes, start, name.codes)) return FOR_THE_PARSER;
    let next = end + 1;
    if (this.#codes[end] !== GREATER) {
      CLOSING_END.lastIndex = end;
      if (!CLOSING_END.test(all)) return IS_SPACE.test(all.slice(end)) ? NOT_WHOLE : FOR_THE_PARSER;
      next = CLOSING_END.lastIndex;
      this.#line += linesIn(all.slice(end, next));
    }
    this.#open.pop();
    this.hasTold = true;
    this.#handlers.onClose(name.text);
    return next;
  }

  /** A comment, or a text that is not looked through for elements. */
  #readDeclaration(all: string, start: number): number {
    if (all.startsWith('<!--', start)) {
      const end = all.indexOf('--', start + 4);
      if (end === -1 || end + 2 === all.length) return NOT_WHOLE;
      return all.charCodeAt(end + 2) === GREATER ? this.#passOver(all, start, end + 3) : FOR_THE_PARSER;
    }
    if (all.startsWith('<![CDATA[', start) && this.#open.length > 0) {
      const from = start + '<![CDATA['.length;
      const end = all.indexOf(']]>', from);
      if (end === -1) return NOT_WHOLE;
      const next = this.#passOver(all, start, end + 3);
      if (next < 0) return next;
      this.hasTold = true;
      this.#handlers.onText(all.slice(from, end));
      return next;
    }
    return '<![CDATA['.startsWith(all.slice(start)) || '<!--'.startsWith(all.slice(start)) ? NOT_WHOLE : FOR_THE_PARSER;
  }

  #readInstruction(all: string, start: number): number {
    const end = all.indexOf('?>', start + 2);
    if (end === -1) return NOT_WHOLE;
    if (!this.#hasBegun) {
      DECLARATION.lastIndex = start;
      if (DECLARATION.test(all)) return this.#passOver(all, start, DECLARATION.lastIndex);
    }
    const written = all.slice(start + 2, end);
    return TARGET.test(written) && !XML_TARGET.test(written) ? this.#passOver(all, start, end + 2) : FOR_THE_PARSER;
  }

  #passOver(all: string, start: number, end: number): number {
    const written = all.slice(start, end);
    if (DISALLOWED.test(written)) return FOR_THE_PARSER;
    this.#line += linesIn(written);
    return end;
  }

  /** Undefined for what is none, or none that is certain. */
  #nameIn(all: string, start: number, end: number, hash: number): Name | undefined {
    const slot = hash & (NAME_SLOTS - 1);
    const known = this.#names[slot] ?? NO_NAME;
    if (known.codes.length === end - start && start < end && isAt(this.#codes, start, known.codes)) return known;
    const text = all.slice(start, end);
    if (!NAME.test(text)) return undefined;
    const name = { text, codes: this.#codes.slice(start, end) };
    this.#names[slot] = name;
    return name;
  }
}

function isAt(codes: Uint16Array, start: number, name: Uint16Array): boolean {
  for (let at = 0; at < name.length; at++) if (codes[start + at] !== name[at]) return false;
  return true;
}
