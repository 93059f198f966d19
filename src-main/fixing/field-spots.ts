/**
 * @file Finds where fields stand in the bytes of a line, without changing or decoding the rest. Exact for a line that
 * JSON.parse accepts; for any other it may find something or nothing, and always comes to an end. Nothing here recurses
 * further than the paths that are looked for: a line may be nested deeper than the stack.
 */

import { Buffer } from 'node:buffer';

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** The wanted fields as a tree: a node for each key of their paths. */
export class FieldNode {
  readonly children: FieldNode[] = [];
  readonly key: string;
  readonly parent: FieldNode | undefined;
  readonly #keyBytes: Buffer;

  private constructor(key: string, parent: FieldNode | undefined) {
    this.key = key;
    this.parent = parent;
    this.#keyBytes = Buffer.from(key);
  }

  static root(): FieldNode {
    return new FieldNode('', undefined);
  }

  /** The node of a dotted path below this one; made where it is not there. */
  at(path: string): FieldNode {
    let node: FieldNode = this;
    for (const key of path.split('.')) {
      let child = node.children.find((each) => each.key === key);
      if (child === undefined) {
        child = new FieldNode(key, node);
        node.children.push(child);
      }
      node = child;
    }
    return node;
  }

  /** The child whose key stands, without its quotes, in [start, end) of a line; it may be spelled with escapes. */
  childAt(line: Buffer, start: number, end: number): FieldNode | undefined {
    const hasEscape = hasBackslash(line, start, end);
    const decoded = hasEscape ? keyIn(line, start, end) : undefined;
    for (const child of this.children) {
      if (hasEscape ? child.key === decoded : isSame(line, start, end, child.#keyBytes)) return child;
    }
    return undefined;
  }
}

/** One member of an object, by its positions in the line. */
export interface Member {
  node: FieldNode;
  /** Its place among the members of its object. */
  index: number;
  /** Of the comma before it; undefined for the first. */
  comma: number | undefined;
  /** Where its key begins. */
  start: number;
  valueStart: number;
  valueEnd: number;
  /** Where the next member begins; undefined for the last. */
  next: number | undefined;
}

/** An object in which wanted fields may stand. */
export interface ObjectSpot {
  node: FieldNode;
  /** Behind its opening brace. */
  start: number;
  /** Behind the value of its last member; undefined for an object without any. */
  lastValueEnd: number | undefined;
  count: number;
  /** Those that are wanted, or that lead to wanted ones. */
  members: Member[];
}

/** The objects on the paths of the wanted fields, outer ones first; undefined where the line is no object, or broken. */
export function findSpots(line: Buffer, root: FieldNode): ObjectSpot[] | undefined {
  const spots: ObjectSpot[] = [];
  const start = skipSpace(line, 0);
  if (line[start] !== OPEN_OBJECT) return undefined;
  return readObject(line, start, root, spots) === undefined ? undefined : spots;
}

/** Returns the position behind the object; undefined where it is broken. */
function readObject(line: Buffer, open: number, node: FieldNode, spots: ObjectSpot[]): number | undefined {
  const spot: ObjectSpot = { node, start: open + 1, lastValueEnd: undefined, count: 0, members: [] };
  spots.push(spot);
  let at = skipSpace(line, open + 1);
  if (line[at] === CLOSE_OBJECT) return at + 1;
  let comma: number | undefined;
  let before: Member | undefined;
  for (;;) {
    if (line[at] !== QUOTE) return undefined;
    const start = at;
    if (before !== undefined) before.next = start;
    const keyEnd = endOfString(line, start);
    at = skipSpace(line, keyEnd + 1);
    if (line[at] !== COLON) return undefined;
    const valueStart = skipSpace(line, at + 1);
    const child = node.childAt(line, start + 1, keyEnd);
    const leadsOn = child !== undefined && child.children.length > 0 && line[valueStart] === OPEN_OBJECT;
    const valueEnd = leadsOn ? readObject(line, valueStart, child, spots) : skipValue(line, valueStart);
    if (valueEnd === undefined) return undefined;
    before = undefined;
    if (child !== undefined) {
      before = { node: child, index: spot.count, comma, start, valueStart, valueEnd, next: undefined };
      spot.members.push(before);
    }
    spot.count += 1;
    spot.lastValueEnd = valueEnd;
    at = skipSpace(line, valueEnd);
    if (line[at] === CLOSE_OBJECT) return at + 1;
    if (line[at] !== COMMA) return undefined;
    comma = at;
    at = skipSpace(line, at + 1);
  }
}

/** Returns the position behind the value; undefined where there is none. */
function skipValue(line: Buffer, start: number): number | undefined {
  const first = line[start];
  if (first === QUOTE) {
    const end = endOfString(line, start);
    return end < line.length ? end + 1 : undefined;
  }
  if (first !== OPEN_OBJECT && first !== OPEN_LIST) return skipScalar(line, start);
  let depth = 0;
  for (let at = start; at < line.length; at++) {
    const byte = line[at];
    if (byte === QUOTE) at = endOfString(line, at);
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth += 1;
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
}

function skipScalar(line: Buffer, start: number): number | undefined {
  let at = start;
  while (at < line.length && !isSpace(line[at]) && line[at] !== COMMA && line[at] !== CLOSE_OBJECT) at += 1;
  return at > start ? at : undefined;
}

/** The position of the quote that closes the string opened at `open`; behind the line where none does. */
function endOfString(line: Buffer, open: number): number {
  for (let at = open + 1; at < line.length; at++) {
    const byte = line[at];
    if (byte === QUOTE) return at;
    if (byte === BACKSLASH) at += 1;
  }
  return line.length;
}

function skipSpace(line: Buffer, start: number): number {
  let at = start;
  while (at < line.length && isSpace(line[at])) at += 1;
  return at;
}

/** What JSON takes for space. */
export function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}

function hasBackslash(line: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (line[at] === BACKSLASH) return true;
  return false;
}

function keyIn(line: Buffer, start: number, end: number): string | undefined {
  try {
    return String(JSON.parse(`"${line.toString('utf8', start, end)}"`));
  } catch {
    return undefined;
  }
}

function isSame(line: Buffer, start: number, end: number, key: Buffer): boolean {
  return end - start === key.length && line.compare(key, 0, key.length, start, end) === 0;
}
