/** @file The messages of SWIFT MT as their fields, in order: with blocks or bare, several in a file, with either line end. Pure. */

import { ACKNOWLEDGEMENT, NOT_SENT } from './message-kinds.ts';

export interface MessageField {
  /** Such as 61 or 60F. */
  tag: string;
  /** Its lines. */
  lines: string[];
  /** Of the file, on which it begins, from 1. */
  line: number;
}

export interface SwiftMessage {
  /** Such as 940, or F21 of an acknowledgement; undefined where a bare message does not say it. */
  type: string | undefined;
  /** {121:…} of the third block, a UUID since 2018. */
  uetr: string | undefined;
  /** The line of the file on which it begins, from 1. */
  line: number;
}

export interface SwiftListener {
  onMessage(message: SwiftMessage): void;
  onField(field: MessageField): void;
  /** @param isWhole false for a message whose end is missing */
  onEnd(isWhole: boolean): void;
}

/** NS is what banks have added for themselves. */
const FIELD = /^:(\d{2}[A-Z]?|NS):(.*)$/;
/** One of the network, whose text has blocks in place of fields. */
const ACKNOWLEDGED = /^\{1:F21[^}]*\}\s*\{4:(?:\{[^}]*\})*\}/;
const TYPE = /\{2:[IO](\d{3})/;
const UETR = /\{121:([^}]*)\}/;

export class SwiftText {
  readonly #listener: SwiftListener;
  #line = 0;
  #rest = '';
  /** Whether the open message has blocks; undefined where none is open. */
  #open: 'blocks' | 'bare' | undefined;
  #header = '';
  #headerLine = 0;
  #field: MessageField | undefined;
  /** What follows an acknowledgement was refused by the network. */
  #isRefused = false;

  constructor(listener: SwiftListener) {
    this.#listener = listener;
  }

  push(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#readLine(line);
  }

  end(): void {
    if (this.#rest !== '') this.#readLine(this.#rest);
    this.#rest = '';
    // A bare message may end with the file; one in blocks has an end of its own.
    if (this.#open !== undefined) this.#endMessage(this.#open === 'bare');
    // Cut off before its text.
    else if (this.#header.includes('{1:')) {
      this.#begin('blocks', this.#headerLine);
      this.#endMessage(false);
    }
  }

  #readLine(raw: string): void {
    this.#line += 1;
    this.#read(raw.endsWith('\r') ? raw.slice(0, -1) : raw);
  }

  #read(given: string): void {
    let line = given;
    if (this.#open !== undefined && (line.startsWith('-}') || line === '-')) {
      this.#endMessage(true);
      // Files of FIN have the next message on the same line, behind a trailer and a mark.
      const next = line.indexOf('{1:');
      if (next !== -1) this.#read(line.slice(next));
      return;
    }
    if (line.includes('{1:') || (this.#open === undefined && line.startsWith('{'))) {
      if (this.#open !== undefined) this.#endMessage(this.#open === 'bare');
      this.#header = '';
      this.#headerLine = this.#line;
    }
    const acknowledged = this.#open === undefined ? ACKNOWLEDGED.exec(this.#header + line)?.[0] : undefined;
    if (acknowledged !== undefined) {
      const rest = (this.#header + line).slice(acknowledged.length);
      this.#isRefused = acknowledged.includes('{451:1}');
      this.#header = '';
      this.#listener.onMessage({ type: ACKNOWLEDGEMENT, uetr: undefined, line: this.#headerLine });
      this.#listener.onEnd(true);
      const next = rest.indexOf('{1:');
      if (next !== -1) this.#read(rest.slice(next));
      return;
    }
    if (this.#open === undefined) {
      const block = line.indexOf('{4:');
      if (line.startsWith('{') || this.#header !== '') this.#header += block === -1 ? line : line.slice(0, block);
      if (block !== -1) {
        this.#begin('blocks', this.#headerLine);
        line = line.slice(block + 3);
      } else if (FIELD.test(line)) this.#begin('bare', this.#line);
      else return;
    }
    const [, tag, text = ''] = FIELD.exec(line) ?? [];
    if (tag === undefined) {
      if (this.#field !== undefined) this.#field.lines.push(line);
      return;
    }
    // Bare statements may follow one another without a line between them.
    if (tag === '20' && this.#open === 'bare' && this.#field !== undefined) {
      this.#endMessage(true);
      this.#begin('bare', this.#line);
    }
    this.#endField();
    this.#field = { tag, lines: [text], line: this.#line };
  }

  #begin(kind: 'blocks' | 'bare', line: number): void {
    this.#open = kind;
    const header = kind === 'blocks' ? this.#header : '';
    this.#header = '';
    const type = this.#isRefused ? NOT_SENT : TYPE.exec(header)?.[1];
    this.#isRefused = false;
    this.#listener.onMessage({ type, uetr: UETR.exec(header)?.[1], line });
  }

  #endField(): void {
    const field = this.#field;
    this.#field = undefined;
    if (field === undefined) return;
    while (field.lines.length > 1 && field.lines.at(-1)?.trim() === '') field.lines.pop();
    this.#listener.onField(field);
  }

  #endMessage(isWhole: boolean): void {
    this.#endField();
    this.#open = undefined;
    this.#listener.onEnd(isWhole);
  }
}
