/**
 * @file Finds where fields stand in the bytes of a line, without changing or decoding the rest: its text is the bytes as latin1. Exact
 * for a line that JSON.parse accepts; for any other it may find something or nothing, and always comes to an end. Nothing here recurses
 * further than the paths that are looked for: a line may be nested deeper than the stack.
 */

import { Buffer } from 'node:buffer';
import {
  afterBrackets,
  afterSpace,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  endOfString,
  isSpace,
  OPEN_OBJECT,
  opens,
  QUOTE,
} from '../ground/json/tokens.ts';

/** The wanted fields as a tree: a node for each key of their paths. */
export class FieldNode {
  readonly children: FieldNode[] = [];
  readonly key: string;
  readonly parent: FieldNode | undefined;
  /** Its bytes, as latin1. */
  readonly #bytes: string;

  private constructor(key: string, parent: FieldNode | undefined) {
    this.key = key;
    this.parent = parent;
    this.#bytes = Buffer.from(key).toString('latin1');
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

  /** The child whose key this is, without its quotes; it may be spelled with escapes. */
  childOf(spelled: string): FieldNode | undefined {
    if (!spelled.includes('\\')) return this.children.find((child) => child.#bytes === spelled);
    const key = decoded(spelled);
    return this.children.find((child) => child.key === key);
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
export function findSpots(line: string, root: FieldNode): ObjectSpot[] | undefined {
  const spots: ObjectSpot[] = [];
  const start = afterSpace(line, 0);
  if (line.charCodeAt(start) !== OPEN_OBJECT) return undefined;
  return readObject(line, start, root, spots) === undefined ? undefined : spots;
}

/** Returns the position behind the object; undefined where it is broken. */
function readObject(line: string, open: number, node: FieldNode, spots: ObjectSpot[]): number | undefined {
  const spot: ObjectSpot = { node, start: open + 1, lastValueEnd: undefined, count: 0, members: [] };
  spots.push(spot);
  let at = afterSpace(line, open + 1);
  if (line.charCodeAt(at) === CLOSE_OBJECT) return at + 1;
  let comma: number | undefined;
  let before: Member | undefined;
  for (;;) {
    if (line.charCodeAt(at) !== QUOTE) return undefined;
    const start = at;
    if (before !== undefined) before.next = start;
    const keyEnd = endOfString(line, start);
    at = afterSpace(line, keyEnd + 1);
    if (line.charCodeAt(at) !== COLON) return undefined;
    const valueStart = afterSpace(line, at + 1);
    const child = node.childOf(line.slice(start + 1, keyEnd));
    const leadsOn = child !== undefined && child.children.length > 0 && line.charCodeAt(valueStart) === OPEN_OBJECT;
    const valueEnd = leadsOn ? readObject(line, valueStart, child, spots) : skipValue(line, valueStart);
    if (valueEnd === undefined) return undefined;
    before = undefined;
    if (child !== undefined) {
      before = { node: child, index: spot.count, comma, start, valueStart, valueEnd, next: undefined };
      spot.members.push(before);
    }
    spot.count += 1;
    spot.lastValueEnd = valueEnd;
    at = afterSpace(line, valueEnd);
    if (line.charCodeAt(at) === CLOSE_OBJECT) return at + 1;
    if (line.charCodeAt(at) !== COMMA) return undefined;
    comma = at;
    at = afterSpace(line, at + 1);
  }
}

/** Returns the position behind the value; undefined where there is none. */
function skipValue(line: string, start: number): number | undefined {
  const first = line.charCodeAt(start);
  if (first === QUOTE) {
    const end = endOfString(line, start);
    return end < line.length ? end + 1 : undefined;
  }
  return opens(first) ? afterBrackets(line, start) : skipScalar(line, start);
}

function skipScalar(line: string, start: number): number | undefined {
  let at = start;
  for (; at < line.length; at++) {
    const code = line.charCodeAt(at);
    if (isSpace(code) || code === COMMA || code === CLOSE_OBJECT) break;
  }
  return at > start ? at : undefined;
}

function decoded(spelled: string): string | undefined {
  try {
    return String(JSON.parse(`"${Buffer.from(spelled, 'latin1').toString()}"`));
  } catch {
    return undefined;
  }
}
