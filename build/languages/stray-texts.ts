/** @file Finds texts of the window that no language could translate, because they do not go through `message`. Pure. */

import { below, calleeOf, isMessageCall, lineOf, literalOf, type Node, treeOf } from './messages.ts';

/** What people read has letters. Small technical words stand in the list of a caller. */
const isWording = (text: string): boolean => /\p{L}{2}/u.test(text);

/** Attributes that people read or hear. */
const readAttributes =
  /^(aria-(label|description|roledescription|valuetext|placeholder)|alt|description|error|label|placeholder|title|tooltip|nothingFoundMessage|leftLabel|rightLabel)$/;

export interface Stray {
  line: number;
  text: string;
}

const textOfTemplate = (node: Node): string =>
  below(node)
    .filter(([property]) => property === 'quasis')
    .map(([, { value }]) =>
      typeof value === 'object' && value !== null && 'cooked' in value ? String(value.cooked) : '',
    )
    .join('');

function wordingOf(node: Node): string | undefined {
  const text = node.type === 'TemplateLiteral' ? textOfTemplate(node) : literalOf(node);
  return text !== undefined && isWording(text) ? text : undefined;
}

/** Whether what stands below is a name for the program: a type, a key, a value to compare with. */
function isForProgram(parent: Node, property: string): boolean {
  switch (parent.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression':
      return property === 'source';
    case 'Property':
    case 'PropertyDefinition':
      return property === 'key';
    case 'SwitchCase':
      return property === 'test';
    case 'MemberExpression':
      return property === 'property';
    case 'BinaryExpression':
      return /^(===|!==|in|instanceof)$/.test(String(parent['operator']));
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
      return property !== 'expression';
    case 'CallExpression':
      // The noun of a number is a name too.
      return property === 'arguments' && calleeOf(parent) === 'counted';
    default:
      return parent.type.startsWith('TS');
  }
}

/** In a module of texts: every wording that is not the text of a `message`. */
export function strayInTexts(source: string, file: string): Stray[] {
  const found: Stray[] = [];
  const visit = (node: Node): void => {
    for (const [property, child] of below(node)) {
      if (isForProgram(node, property) || isMessageCall(child)) continue;
      const text = wordingOf(child);
      if (text !== undefined) found.push({ line: lineOf(source, child.start), text });
      visit(child);
    }
  };
  visit(treeOf(source, file));
  return found;
}

/**
 * What only developers and programs read: errors of the program, logs, events of security, descriptions of schemas, statements of
 * the database, and texts that are looked for in others.
 */
function isForDevelopers(node: Node): boolean {
  const { callee } = node;
  if (typeof callee !== 'object' || callee === null) return false;
  if (node.type === 'NewExpression') return 'name' in callee && /(?<!^App)Error$/.test(String(callee.name));
  if (node.type !== 'CallExpression') return false;
  const called = 'property' in callee ? callee.property : callee;
  const name = typeof called === 'object' && called !== null && 'name' in called ? String(called.name) : '';
  // A schema takes what is wrong as a second argument.
  const isLookingFor = /^(startsWith|includes)$/.test(name) && below(node).length === 2;
  return isLookingFor || /^(describe|event|exec|prepare|noteRefusal)$/.test(name);
}

/** Words that make a sentence of others. */
const verbs =
  /\b(is|are|was|were|has|have|had|can|cannot|must|may|needs?|does|do|did|will|would|holds?|belongs?|begins?|ends|comes?|came|stands?|gives?|asks?|says?|names|could|should)\b/;

/** At least three words that a person would read as English: a sentence with its stop, or the rest of one. */
const isSentence = (text: string): boolean =>
  (text.match(/(?<![\w.-])\p{L}[\p{L}’']*(?![\w-])/gu) ?? []).length >= 3 &&
  /\p{Ll}{2}[,;]? \p{Ll}/u.test(text) &&
  (/^\p{Lu}.*[.?!]$/su.test(text.trim()) || verbs.test(text)) &&
  !/\b(SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|WHERE)\b|^\s*</.test(text);

/** In a room: every sentence of English that is no fact, and that more than developers may read. */
export function strayInRoom(source: string, file: string): Stray[] {
  const found: Stray[] = [];
  const visit = (node: Node): void => {
    for (const [property, child] of below(node)) {
      if (isForProgram(node, property) || isMessageCall(child) || isForDevelopers(child)) continue;
      const text = wordingOf(child);
      if (text !== undefined && isSentence(text)) found.push({ line: lineOf(source, child.start), text });
      visit(child);
    }
  };
  visit(treeOf(source, file));
  return found;
}

/** In a component: wording between tags, and in attributes that people read. */
export function strayInMarkup(source: string, file: string): Stray[] {
  const found: Stray[] = [];
  const note = (node: Node, text: string) => found.push({ line: lineOf(source, node.start), text: text.trim() });
  /** The literals that an expression may become; a call makes its own text. */
  const noteExpression = (node: Node): void => {
    const text = wordingOf(node);
    if (text !== undefined) return void note(node, text);
    if (node.type === 'ConditionalExpression') {
      for (const [property, child] of below(node)) if (property !== 'test') noteExpression(child);
    }
    if (node.type === 'LogicalExpression') {
      for (const [property, child] of below(node)) if (property === 'right') noteExpression(child);
    }
  };
  const visit = (node: Node): void => {
    if (node.type === 'JSXText' && isWording(String(node['value']))) note(node, String(node['value']));
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      for (const [property, child] of below(node)) {
        if (property !== 'children' || child.type !== 'JSXExpressionContainer') continue;
        for (const [, inside] of below(child)) noteExpression(inside);
      }
    }
    if (node.type === 'JSXAttribute') {
      const [name, value] = below(node).map(([, child]) => child);
      if (value !== undefined && readAttributes.test(String(name?.['name']))) {
        if (value.type === 'JSXExpressionContainer') for (const [, inside] of below(value)) noteExpression(inside);
        else noteExpression(value);
      }
    }
    for (const [, child] of below(node)) visit(child);
  };
  visit(treeOf(source, file));
  return found;
}
