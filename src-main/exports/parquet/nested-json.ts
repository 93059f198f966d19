/** @file Puts the values of lists, structs and maps together as JSON, from the columns that hold them. Pure. */

import type { Entry } from './column-reader.ts';
import type { JsonNode } from './schema-columns.ts';

/** Of one row: the entries of each leaf of the node, in the node's order. undefined where the row has none of it. */
export function jsonOf(node: JsonNode, entries: readonly (readonly Entry[])[]): string | undefined {
  const json = textOf(node, entries);
  return json === 'null' ? undefined : json;
}

function textOf(node: JsonNode, entries: readonly (readonly Entry[])[]): string {
  const first = entries[0]?.[0];
  if (first === undefined || first.definition < node.present) return 'null';
  switch (node.kind) {
    case 'value':
      return valueText(node, first);
    case 'struct':
      return `{${members(node, entries)
        .map(([name, text]) => `${JSON.stringify(name)}:${text}`)
        .join(',')}}`;
    case 'list':
    case 'map': {
      const [inner] = node.children;
      if (inner === undefined || first.definition < node.definition) return node.kind === 'map' ? '{}' : '[]';
      const elements = elementsOf(entries, node.repetition);
      if (node.kind === 'list') return `[${elements.map((element) => textOf(inner, element)).join(',')}]`;
      return `{${elements.map((element) => mapEntry(inner, element)).join(',')}}`;
    }
  }
}

function valueText({ leaves }: JsonNode, { text }: Entry): string {
  const [leaf] = leaves;
  if (text === undefined || leaf === undefined) return 'null';
  // NaN and Infinity are no numbers in JSON.
  const isBare = leaf.valueText.quoting === 'bare' && !/^-?[NI]/.test(text);
  return isBare ? text : JSON.stringify(text);
}

function members(node: JsonNode, entries: readonly (readonly Entry[])[]): [string, string][] {
  let at = 0;
  return node.children.map((child) => {
    const own = entries.slice(at, at + child.leaves.length);
    at += child.leaves.length;
    return [child.name, textOf(child, own)];
  });
}

function mapEntry(inner: JsonNode, entries: readonly (readonly Entry[])[]): string {
  const [[, key = 'null'] = [], [, value = 'null'] = []] = members(inner, entries);
  return `${key.startsWith('"') ? key : JSON.stringify(key)}:${value}`;
}

/** Cuts the entries where an element begins. */
function elementsOf(entries: readonly (readonly Entry[])[], repetition: number): (readonly Entry[])[][] {
  const elements: (readonly Entry[])[][] = [];
  for (const [leaf, own] of entries.entries()) {
    let start = 0;
    let element = 0;
    for (let at = 1; at <= own.length; at++) {
      const next = own[at];
      if (next !== undefined && next.repetition > repetition) continue;
      elements[element] ??= entries.map(() => []);
      const parts = elements[element];
      if (parts !== undefined) parts[leaf] = own.slice(start, at);
      start = at;
      element += 1;
    }
  }
  return elements;
}
