/** @file How a file is called that stands beside another one. Pure. */

import { extname } from 'node:path';

/** “export.left-out.jsonl” of “export.jsonl”. @param ending by default that of the file */
export function nameBeside({ name }: { name: string }, what: string, ending?: string): string {
  const base = name.split(/[/\\]/).at(-1) ?? name;
  const own = extname(base);
  return `${base.slice(0, base.length - own.length)}.${what}${ending ?? own}`;
}
