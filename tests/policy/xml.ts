/** @file A strict reader of small XML files: elements, attributes and text; throws where the file is not well-formed. */

export interface Element {
  name: string;
  attributes: Record<string, string>;
  children: Element[];
  text: string;
}

const TOKEN =
  /<\?[^?]*\?>|<!--[\s\S]*?-->|<!DOCTYPE[^>]*>|<(\/?)([A-Za-z][\w.-]*)((?:\s+[\w:]+="[^"<]*")*)\s*(\/?)>|([^<]+)/y;

/** The root element. */
export function readXml(source: string): Element {
  const top: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [top];
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < source.length; ) {
    const at = TOKEN.lastIndex;
    const found = TOKEN.exec(source);
    if (found === null) throw new Error(`Not well-formed at: ${source.slice(at, at + 60)}`);
    const [, slash, name, attributes = '', isEmpty, text] = found;
    const current = open.at(-1) ?? top;
    if (text !== undefined) current.text += entitiesIn(text);
    else if (slash === '/') {
      if (current.name !== name) throw new Error(`</${name}> closes <${current.name}>`);
      open.pop();
    } else if (name !== undefined) {
      const element = { name, attributes: attributesIn(attributes), children: [], text: '' };
      current.children.push(element);
      if (isEmpty !== '/') open.push(element);
    }
  }
  const [root, ...others] = top.children;
  if (open.length !== 1 || root === undefined || others.length > 0) throw new Error('It does not have one whole root.');
  return root;
}

function attributesIn(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, entitiesIn(value)]);
  if (new Set(pairs.map(([name]) => name)).size < pairs.length) throw new Error(`An attribute is there twice: ${text}`);
  return Object.fromEntries(pairs);
}

function entitiesIn(text: string): string {
  if (/&(?!amp;|lt;|gt;|quot;|apos;)/.test(text)) throw new Error(`An “&” begins nothing: ${text}`);
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  return text.replace(/&(\w+);/g, (_, name: string) => entities[name] ?? '');
}

/** All elements of this name, at any depth. */
export function all(element: Element, name: string): Element[] {
  return element.children.flatMap((child) => [...(child.name === name ? [child] : []), ...all(child, name)]);
}

/** A value of a property list. */
export function plistValue(element: Element): unknown {
  switch (element.name) {
    case 'dict': {
      const { children } = element;
      const keys = children.filter((_, index) => index % 2 === 0);
      return Object.fromEntries(
        keys.map((key, index) => {
          const value = children[index * 2 + 1];
          if (key.name !== 'key' || value === undefined) throw new Error('A dict is not made of keys and values.');
          return [key.text, plistValue(value)];
        }),
      );
    }
    case 'array':
      return element.children.map(plistValue);
    case 'integer':
      return Number(element.text);
    case 'string':
      return element.text;
    case 'true':
    case 'false':
      return element.name === 'true';
    default:
      throw new Error(`<${element.name}> is no value.`);
  }
}
