/**
 * @file A line of JSON as a tree in which single values are put, added and removed. Everything else keeps its spelling: numbers with
 * all their digits, escapes, the order of the keys, and keys that are there twice. Pure.
 */

import { layOut } from './json-layout.ts';

export interface JsonObjectNode {
  kind: 'object';
  members: readonly JsonMember[];
}

export type JsonNode =
  | JsonObjectNode
  | { kind: 'list'; elements: readonly JsonNode[] }
  /** As it is spelled. */
  | { kind: 'scalar'; json: string };

interface JsonMember {
  /** As it is spelled, in its quotes. */
  key: string;
  value: JsonNode;
}

/** From the root on, which member or element it is: keys may be there twice. */
export type JsonPlace = readonly number[];

/** A node with its dotted path, by which findings name it. */
export interface PlacedNode {
  path: string;
  place: JsonPlace;
  node: JsonNode;
}

const member = /^("(?:[^"\\]|\\.)*"): (.+?),?$/su;

/** Undefined for what is no JSON object. */
export function readTree(text: string): JsonObjectNode | undefined {
  const layout = layOut(text, '');
  if (layout.kind === 'raw') return undefined;
  const rows = layout.rows.map((row) => row.text);
  const root = nodeFrom(rows.shift() ?? '', rows);
  return root.kind === 'object' ? root : undefined;
}

/** @param rows those after this one, of which it takes its own */
function nodeFrom(text: string, rows: string[]): JsonNode {
  switch (text) {
    case '{':
      return {
        kind: 'object',
        members: inner(rows, '}', (row) => memberFrom(row, rows)),
      };
    case '[':
      return {
        kind: 'list',
        elements: inner(rows, ']', (row) => nodeFrom(row.replace(/,$/, ''), rows)),
      };
    case '{}':
      return { kind: 'object', members: [] };
    case '[]':
      return { kind: 'list', elements: [] };
    default:
      return { kind: 'scalar', json: text };
  }
}

function inner<One>(rows: string[], close: string, read: (row: string) => One): One[] {
  const all: One[] = [];
  for (;;) {
    const row = rows.shift();
    if (row === undefined || row === close || row === `${close},`) return all;
    all.push(read(row));
  }
}

function memberFrom(row: string, rows: string[]): JsonMember {
  const [, key = '""', value = ''] = member.exec(row) ?? [];
  return { key, value: nodeFrom(value, rows) };
}

/** As one line. */
export function writeTree(node: JsonNode): string {
  switch (node.kind) {
    case 'object':
      return `{${node.members.map(({ key, value }) => `${key}:${writeTree(value)}`).join(',')}}`;
    case 'list':
      return `[${node.elements.map(writeTree).join(',')}]`;
    case 'scalar':
      return node.json;
  }
}

/** All nodes but the root, in the order of the text. */
export function nodesOf(root: JsonNode): PlacedNode[] {
  return [...nodesBelow(root, '', [])];
}

function* nodesBelow(node: JsonNode, path: string, place: JsonPlace): Generator<PlacedNode> {
  for (const [index, { name, value }] of childrenOf(node).entries()) {
    const below = { path: path === '' ? name : `${path}.${name}`, place: [...place, index], node: value };
    yield below;
    yield* nodesBelow(value, below.path, below.place);
  }
}

function childrenOf(node: JsonNode): { name: string; value: JsonNode }[] {
  if (node.kind === 'scalar') return [];
  if (node.kind === 'list') return node.elements.map((value, index) => ({ name: String(index), value }));
  return node.members.map(({ key, value }) => ({ name: nameOf(key), value }));
}

const nameOf = (key: string): string => String(JSON.parse(key));

/** With another node at a place; undefined removes it. */
export function withNode<Node extends JsonNode>(root: Node, place: JsonPlace, node: JsonNode | undefined): Node {
  const [index, ...further] = place;
  if (index === undefined || root.kind === 'scalar') return root;
  const changed = (value: JsonNode) => (further.length === 0 ? node : withNode(value, further, node));
  if (root.kind === 'list') return { ...root, elements: replaced(root.elements, index, changed) };
  const within = (one: JsonMember) => {
    const value = changed(one.value);
    return value && { ...one, value };
  };
  return { ...root, members: replaced(root.members, index, within) };
}

function replaced<One>(all: readonly One[], index: number, change: (one: One) => One | undefined): One[] {
  return all.flatMap((one, at) => (at === index ? (change(one) ?? []) : one));
}

/** With a value at a path that is not there; objects on the way are made, also in the place of what is none. */
export function withAdded(root: JsonObjectNode, path: string, json: string): JsonObjectNode {
  const [name = '', ...further] = path.split('.');
  const index = root.members.findIndex(({ key }) => nameOf(key) === name);
  const present = root.members[index]?.value;
  const inside: JsonObjectNode = present?.kind === 'object' ? present : { kind: 'object', members: [] };
  const value: JsonNode = further.length === 0 ? { kind: 'scalar', json } : withAdded(inside, further.join('.'), json);
  const added = { key: JSON.stringify(name), value };
  return { ...root, members: index === -1 ? [...root.members, added] : root.members.with(index, added) };
}
