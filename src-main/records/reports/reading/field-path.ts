/** @file The place of a field, in whichever notation the service writes it, as our dotted path. Pure. */

export interface FieldPlace {
  /** Dotted path; empty when the value is none. */
  path: string;
  /** The number that the path begins with: the index of the line, where the path is one within the whole batch. */
  index?: number;
}

const MOST_PARTS = 20;
/** Names of the whole, before the path within the line. */
const wholes: ReadonlySet<string> = new Set([
  '',
  '$',
  'body',
  'query',
  'root',
  'transactions',
  'transaction',
  'lines',
  'records',
  'items',
]);

/** `["body", 17, "modification", "currency"]`, `/modification/currency`, `$.modification['currency']`, `lines[17].sender` … */
export function fieldPath(value: unknown): FieldPlace {
  const parts = (Array.isArray(value) ? value : typeof value === 'string' ? split(value) : [])
    .slice(0, MOST_PARTS)
    .filter((part) => typeof part === 'string' || typeof part === 'number')
    .map(String);
  const first = parts.findIndex((part) => !wholes.has(part.toLowerCase()));
  if (first === -1) return { path: '' };
  const [head = '', ...rest] = parts.slice(first);
  // A number alone is no path.
  if (!/^\d{1,9}$/.test(head)) return { path: [head, ...rest].join('.') };
  return { path: rest.filter((part) => !wholes.has(part)).join('.'), ...(rest.length > 0 && { index: Number(head) }) };
}

function split(text: string): string[] {
  const path = text.slice(0, 500).trim();
  if (path.startsWith('/') || path.startsWith('#/')) {
    return path
      .split('/')
      .slice(1)
      .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  }
  return path
    .split(/[.[\]]+/)
    .map((part) => part.replace(/^["']|["']$/g, ''))
    .filter((part) => part !== '');
}
