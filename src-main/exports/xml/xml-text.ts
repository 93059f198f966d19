/** @file Reads XML as it comes, with a limit to what is held, and says in words what is wrong with it. Pure. */

import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { type Fact, fact, type Said } from '../../../src-shared/languages/fact.ts';
import { SaidError } from '../../ground/said-error.ts';
import { most } from '../bounds.ts';
import { UsualXml, type XmlHandlers } from './usual-xml.ts';

export type { XmlHandlers };

/** The text cannot be read on; one full sentence, and perhaps what to do. */
export class BrokenXml extends SaidError {
  override readonly name = 'BrokenXml';
  readonly remedy: Said | undefined;

  constructor(problem: Said, remedy?: Said) {
    super(problem);
    this.remedy = remedy;
  }
}

/** Reads what is usual by itself, and from the first token on that is not, by a parser for all of XML. */
export class XmlText {
  readonly #handlers: XmlHandlers;
  readonly #usual: UsualXml;
  #parser: SaxesParser | undefined;
  /** A carriage return at the end of what came last: it may belong to a line feed. */
  #heldBack = '';
  /** Characters since something was last told. */
  #silent = 0;
  #depth = 0;
  /** Of the element that is being read. */
  #attributes = 0;

  constructor(handlers: XmlHandlers) {
    this.#handlers = handlers;
    this.#usual = new UsualXml(handlers);
  }

  /** The line that is being read, from 1. */
  get line(): number {
    return this.#parser?.line ?? this.#usual.line;
  }

  /** Throws BrokenXml, as does `end`. */
  push(text: string): void {
    this.#silent += text.length;
    if (this.#parser !== undefined) this.#parser.write(text);
    else {
      const rest = this.#usual.push(this.#withLineFeeds(text));
      if (this.#usual.hasTold) this.#silent = 0;
      if (rest !== undefined) this.#goOn(rest);
    }
    if (this.#silent > most.charactersOfText)
      throw new BrokenXml(
        fact('A text in line {line} is larger than {megabytes} MB.', {
          line: this.line,
          megabytes: most.charactersOfText / 1024 / 1024,
        }),
      );
  }

  end(): void {
    if (this.#parser === undefined && this.#usual.isWhole) return;
    this.#parser ?? this.#goOn(this.#usual.rest);
    this.#parser?.close();
  }

  #withLineFeeds(text: string): string {
    if (this.#heldBack === '' && !text.includes('\r')) return text;
    const all = this.#heldBack + text;
    this.#heldBack = all.endsWith('\r') ? '\r' : '';
    return all.slice(0, all.length - this.#heldBack.length).replaceAll(/\r\n?/g, '\n');
  }

  /** From the rest on, the parser reads. */
  #goOn(rest: string): void {
    const parser = this.#newParser();
    parser.write(this.#usual.before);
    this.#tellOf(parser);
    this.#parser = parser;
    parser.write(rest + this.#heldBack);
  }

  #newParser(): SaxesParser {
    const parser = new SaxesParser({ xmlns: false, position: true });
    parser.on('error', (error) => {
      throw new BrokenXml(explained(error.message, parser.line));
    });
    parser.on('opentag', () => {
      this.#depth += 1;
    });
    return parser;
  }

  #tellOf(parser: SaxesParser): void {
    const handlers = this.#handlers;
    parser.on('opentagstart', () => {
      this.#attributes = 0;
    });
    parser.on('attribute', () => {
      this.#attributes += 1;
      if (this.#attributes > most.columns)
        throw new BrokenXml(
          fact('An element in line {line} has more than {count, number} attributes.', {
            line: parser.line,
            count: most.columns,
          }),
        );
    });
    parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => {
      this.#silent = 0;
      this.#depth += 1;
      if (this.#depth > most.levelsOfElements)
        throw new BrokenXml(
          fact('In line {line}, elements are nested deeper than {levels} levels.', {
            line: parser.line,
            levels: most.levelsOfElements,
          }),
        );
      handlers.onOpen(name, attributes);
    });
    const tellText = (text: string) => {
      this.#silent = 0;
      handlers.onText(text);
    };
    parser.on('text', tellText);
    parser.on('cdata', tellText);
    parser.on('closetag', ({ name }: SaxesTagPlain) => {
      this.#silent = 0;
      this.#depth -= 1;
      handlers.onClose(name);
    });
  }
}

/** What the parser says, in words for people who did not write the XML. */
function explained(message: string, line: number): Fact {
  const problem = message.replace(/^\d+:\d+: /, '').replace(/\.$/, '');
  if (problem.startsWith('undefined entity'))
    return fact(
      'Line {line} of its XML is broken: it has an entity (&…;) that XML does not know by itself. Entities that a document declares are not read, because they can hide other files or make a small file endless.',
      { line },
    );
  if (problem.startsWith('unclosed tag'))
    return fact(
      'Line {line} of its XML is broken: it ends before all elements are closed ({problem}); it has probably been cut off.',
      { line, problem },
    );
  if (problem.startsWith('document must contain a root'))
    return fact('Line {line} of its XML is broken: there is nothing in it.', { line });
  return fact('Line {line} of its XML is broken: {problem}.', { line, problem });
}

/** A name without its prefix. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
