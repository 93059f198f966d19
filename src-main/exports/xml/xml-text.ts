/** @file Reads XML as it comes, with a limit to what is held, and says in words what is wrong with it. Pure. */

import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { number } from '../../../src-shared/quantities.ts';
import { most } from '../bounds.ts';

/** The text cannot be read on; one full sentence. */
export class BrokenXml extends Error {
  override readonly name = 'BrokenXml';
}

export interface XmlHandlers {
  onOpen(name: string, attributes: Readonly<Record<string, string>>): void;
  /** Text with its entities replaced, CDATA too; it may come in several parts. */
  onText(text: string): void;
  onClose(name: string): void;
}

export class XmlText {
  readonly #parser = new SaxesParser({ xmlns: false, position: true });
  /** Characters since the parser last told of something. */
  #silent = 0;
  #depth = 0;
  /** Of the element that is being read. */
  #attributes = 0;

  constructor(handlers: XmlHandlers) {
    const parser = this.#parser;
    parser.on('error', (error) => {
      throw new BrokenXml(`Line ${parser.line} of its XML is broken: ${explained(error.message)}`);
    });
    parser.on('opentagstart', () => {
      this.#attributes = 0;
    });
    parser.on('attribute', () => {
      this.#attributes += 1;
      if (this.#attributes > most.columns)
        throw new BrokenXml(`An element in line ${parser.line} has more than ${number(most.columns)} attributes.`);
    });
    parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => {
      this.#silent = 0;
      this.#depth += 1;
      if (this.#depth > most.levelsOfElements)
        throw new BrokenXml(`In line ${parser.line}, elements are nested deeper than ${most.levelsOfElements} levels.`);
      handlers.onOpen(name, attributes);
    });
    parser.on('text', (text) => {
      this.#silent = 0;
      handlers.onText(text);
    });
    parser.on('cdata', (text) => {
      this.#silent = 0;
      handlers.onText(text);
    });
    parser.on('closetag', ({ name }: SaxesTagPlain) => {
      this.#silent = 0;
      this.#depth -= 1;
      handlers.onClose(name);
    });
  }

  /** The line that is being read, from 1. */
  get line(): number {
    return this.#parser.line;
  }

  /** Throws BrokenXml, as does `end`. */
  push(text: string): void {
    this.#silent += text.length;
    this.#parser.write(text);
    if (this.#silent > most.charactersOfText)
      throw new BrokenXml(
        `A text in line ${this.#parser.line} is larger than ${most.charactersOfText / 1024 / 1024} MB.`,
      );
  }

  end(): void {
    this.#parser.close();
  }
}

/** What the parser says, in words for people who did not write the XML. */
function explained(message: string): string {
  const problem = message.replace(/^\d+:\d+: /, '').replace(/\.$/, '');
  if (problem.startsWith('undefined entity'))
    return 'it has an entity (&…;) that XML does not know by itself. Entities that a document declares are not read, because they can hide other files or make a small file endless.';
  if (problem.startsWith('unclosed tag'))
    return `it ends before all elements are closed (${problem}); it has probably been cut off.`;
  if (problem.startsWith('document must contain a root')) return 'there is nothing in it.';
  return `${problem}.`;
}

/** A name without its prefix. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
