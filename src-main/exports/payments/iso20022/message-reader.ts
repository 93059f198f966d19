/**
 * @file Goes through a document of ISO 20022, and hands over each transaction with all that stands around it: the entry, the
 * statement or the order, and the head of the message. Only these are held, so that memory does not grow with the document.
 */

import { fact } from '../../../../src-shared/languages/fact.ts';
import { most } from '../../bounds.ts';
import { DECRYPT } from '../../structured-source.ts';
import { BrokenXml, localName, type XmlHandlers } from '../../xml/xml-text.ts';
import { numberOfName, XmlElement } from './element.ts';
import { messageLayouts, messageOf } from './message-kinds.ts';

/** An element that has transactions, with what it says itself, and those around it. */
export interface Frame {
  element: XmlElement;
  outer: Frame | undefined;
  /** Elements of the next level so far, and transactions within. */
  parts: number;
  transactions: number;
}

export interface Transaction {
  /** Such as camt.053. */
  message: string;
  /** The innermost element that was reached: the transaction, or an entry without details. */
  element: XmlElement;
  around: Frame;
  /** Among those of the same parent, from 1. */
  position: number;
}

export interface MessageListener {
  /** A message with transactions begins. @param name with its version, such as camt.053.001.08 */
  onMessage?(message: string, name: string): void;
  /** One without, such as a status report, stands beside it. */
  onOther?(message: string): void;
  onTransaction(transaction: Transaction): void;
  /** A level ends, its transactions were handed over; `level` is its name. The message itself ends with the level ''. */
  onEnd(level: string, frame: Frame, message: string): void;
}

export class MessageReader implements XmlHandlers {
  readonly #listener: MessageListener;
  #message: { name: string; levels: readonly number[]; depth: number } | undefined;
  #depth = 0;
  /** The message, and the levels that are open. */
  #frames: Frame[] = [];
  /** Elements that are held and open, within the innermost frame. */
  #held: XmlElement[] = [];
  /** Held since the last transaction. */
  #elements = 0;

  constructor(listener: MessageListener) {
    this.#listener = listener;
  }

  onOpen(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#depth += 1;
    const message = this.#message;
    if (message === undefined) {
      this.#findMessage(attributes);
      return;
    }
    const frame = this.#frames.at(-1);
    if (frame === undefined) {
      // The element of the message itself, within Document.
      this.#frames.push(newFrame(new XmlElement(name, attributes), undefined));
      return;
    }
    if (localName(name) === 'EncryptedData')
      throw new BrokenXml(fact('A part of it is encrypted (XML Encryption), and cannot be read.'), DECRYPT);
    this.#elements += 1;
    if (this.#elements > most.elementsOfRow)
      throw new BrokenXml(
        fact('What stands around a transaction has more than {count, number} elements.', { count: most.elementsOfRow }),
      );
    const element = new XmlElement(name, attributes);
    const open = this.#held.at(-1);
    if (open !== undefined) {
      open.add(element);
      this.#held.push(element);
      return;
    }
    const level = message.levels[this.#frames.length - 1];
    const isLast = this.#frames.length === message.levels.length;
    if (element.name === level) {
      frame.parts += 1;
      if (isLast) this.#held.push(element);
      else this.#frames.push(newFrame(element, frame));
      return;
    }
    frame.element.add(element);
    this.#held.push(element);
  }

  onText(text: string): void {
    const element = this.#held.at(-1);
    if (element !== undefined && element.name !== 0) element.text += text;
  }

  onClose(name: string): void {
    this.#depth -= 1;
    const message = this.#message;
    if (message === undefined) return;
    const held = this.#held.pop();
    const frame = this.#frames.at(-1);
    if (held !== undefined) {
      const level = message.levels[this.#frames.length - 1];
      const isTransaction = this.#held.length === 0 && held.name === level && frame !== undefined;
      if (isTransaction && this.#frames.length === message.levels.length)
        this.#handOver({ message: message.name, element: held, around: frame, position: frame.parts });
      return;
    }
    if (frame !== undefined) {
      this.#frames.pop();
      this.#endFrame(frame, message.name, this.#frames.length === 0 ? '' : localName(name));
      return;
    }
    if (this.#depth < message.depth) this.#message = undefined;
  }

  #findMessage(attributes: Readonly<Record<string, string>>): void {
    const namespaces = Object.entries(attributes).filter(([key]) => key === 'xmlns' || key.startsWith('xmlns:'));
    const found = messageOf(namespaces.map(([, value]) => value));
    const layout = found?.kind === 'payments' ? messageLayouts[found.message] : undefined;
    if (found?.kind === 'other') this.#listener.onOther?.(found.message);
    if (found === undefined || layout === undefined) return;
    this.#message = { name: found.message, levels: layout.map(numberOfName), depth: this.#depth };
    this.#listener.onMessage?.(found.message, found.name);
  }

  #endFrame(frame: Frame, message: string, level: string): void {
    // An entry may have no details: then it is the transaction itself.
    if (level === 'Ntry' && frame.transactions === 0 && frame.outer !== undefined)
      this.#handOver({ message, element: frame.element, around: frame.outer, position: frame.outer.parts });
    this.#listener.onEnd(level, frame, message);
  }

  #handOver(transaction: Transaction): void {
    for (let frame: Frame | undefined = transaction.around; frame !== undefined; frame = frame.outer)
      frame.transactions += 1;
    this.#elements = 0;
    this.#listener.onTransaction(transaction);
  }
}

function newFrame(element: XmlElement, outer: Frame | undefined): Frame {
  return { element, outer, parts: 0, transactions: 0 };
}
