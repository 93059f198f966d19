/** @file Reads every text of the sources: the first argument of each call of `message` and `fact`. Pure, but for `allMessages`. */

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { keyOf } from '../../src-shared/languages/message.ts';

export interface Use {
  file: string;
  line: number;
  /** The English text, and its key in a catalogue. */
  text: string;
  key: string;
  /** The names of the values that are given; undefined where they are not written out. */
  values: readonly string[] | undefined;
}

export interface Found {
  uses: Use[];
  /** Calls whose text or context is no literal, which no catalogue can follow. */
  faults: string[];
}

/** A node of the syntax tree: its type and whatever else belongs to it. */
export interface Node {
  type: string;
  start: number;
  callee?: unknown;
  [property: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** The nodes directly below a node, each with the property that it is. */
export function below(node: Node): [property: string, child: Node][] {
  return Object.entries(node).flatMap(([property, value]) =>
    (Array.isArray(value) ? value : [value]).filter(isNode).map((child): [string, Node] => [property, child]),
  );
}

/** @throws Error where the source cannot be parsed */
export function treeOf(source: string, file: string): Node {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const root: unknown = program;
  if (!isNode(root)) throw new Error(`${file} has no syntax tree.`);
  return root;
}

/** The line of a place in a source, from 1. */
export const lineOf = (source: string, at: number): number => source.slice(0, at).split('\n').length;

/** What a literal says; undefined for everything else, above all for text that is put together. */
export function literalOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : undefined;
  if (node.type !== 'TemplateLiteral') return undefined;
  const [only, ...others] = below(node);
  const cooked = only?.[1]['value'];
  if (others.length > 0 || typeof cooked !== 'object' || cooked === null || !('cooked' in cooked)) return undefined;
  return typeof cooked.cooked === 'string' ? cooked.cooked : undefined;
}

/** The name of the function that a node calls; undefined for methods and for all else. */
export function calleeOf({ type, callee }: Node): string | undefined {
  if (type !== 'CallExpression' || !isNode(callee)) return undefined;
  return typeof callee['name'] === 'string' ? callee['name'] : undefined;
}

export const isMessageCall = (node: Node): boolean => ['message', 'fact'].includes(calleeOf(node) ?? '');

/** The texts of one source. */
export function messagesIn(source: string, file: string): Found {
  const found: Found = { uses: [], faults: [] };
  const visit = (node: Node): void => {
    if (isMessageCall(node)) take(node);
    for (const [, child] of below(node)) visit(child);
  };
  const take = (call: Node): void => {
    const given: unknown[] = Array.isArray(call['arguments']) ? call['arguments'] : [];
    const [textNode, valuesNode, optionsNode] = given;
    const line = lineOf(source, call.start);
    const text = literalOf(textNode);
    const options = propertiesOf(optionsNode);
    const context = options?.get('context');
    const contextText = literalOf(context);
    if (text === undefined) return void found.faults.push(`${file}:${line} the text is no literal`);
    if (optionsNode !== undefined && contextText === undefined) {
      return void found.faults.push(`${file}:${line} the context is no literal`);
    }
    const values = valuesNode === undefined ? [] : [...(propertiesOf(valuesNode)?.keys() ?? [])];
    const isWritten = valuesNode === undefined || propertiesOf(valuesNode) !== undefined;
    found.uses.push({ file, line, text, key: keyOf(text, contextText), values: isWritten ? values : undefined });
  };
  visit(treeOf(source, file));
  return found;
}

/** The properties of an object that is written out; undefined for anything else. */
function propertiesOf(node: unknown): Map<string, unknown> | undefined {
  if (!isNode(node) || node.type !== 'ObjectExpression') return undefined;
  const properties = new Map<string, unknown>();
  for (const [, property] of below(node)) {
    const key = property['key'];
    if (property.type !== 'Property' || !isNode(key)) return undefined;
    const name = key['name'] ?? key['value'];
    if (typeof name !== 'string') return undefined;
    properties.set(name, property['value']);
  }
  return properties;
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The sources whose texts people read, by their path in the project. */
export function sourcesOfTexts(): { file: string; source: string }[] {
  return globSync('src-{shared,main,renderer}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: ['**/languages/message.ts', '**/languages/fact.ts', '**/*.d.ts'],
  })
    .map((file) => file.replaceAll('\\', '/'))
    .sort()
    .map((file) => ({ file, source: readFileSync(join(root, file), 'utf8') }));
}

/** Every text of the product. Sources without the word are not parsed. */
export function allMessages(): Found {
  const found = sourcesOfTexts()
    .filter(({ source }) => /\b(?:message|fact)\(/.test(source))
    .map(({ file, source }) => messagesIn(source, file));
  return { uses: found.flatMap(({ uses }) => uses), faults: found.flatMap(({ faults }) => faults) };
}
