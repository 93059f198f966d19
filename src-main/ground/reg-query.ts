/**
 * @file Reads what `reg query KEY /s` prints. Pure. Only the frame of the lines is used, which is the same in every
 * language; the words in them are not.
 */

import { type Fact, fact } from '../../src-shared/languages/fact.ts';
import { either } from '../../src-shared/languages/lists.ts';
import { inEnglish } from '../../src-shared/languages/message.ts';
/** Values, and keys below, by name. */
export interface RegistryKey {
  [name: string]: string | number | string[] | RegistryKey;
}

/** What is wrong with the output. */
export class WrongOutput extends Error {
  readonly problem: Fact;

  constructor(problem: Fact) {
    super(inEnglish(problem));
    this.problem = problem;
  }
}

const VALUE = /^ {4}(.*?) {4}(REG_[A-Z0-9_]+)(?: {4}(.*))?$/;
const STRING_TYPES: ReadonlySet<string> = new Set(['REG_SZ', 'REG_EXPAND_SZ', 'REG_MULTI_SZ']);
const KNOWN_TYPES: ReadonlySet<string> = new Set([...STRING_TYPES, 'REG_DWORD', 'REG_QWORD']);

/** The text of the output: UTF-16 with or without a mark, or UTF-8. @throws WrongOutput for anything else */
export function decodedOutput(bytes: Buffer): string {
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || bytes.subarray(0, 4).includes(0);
  try {
    return new TextDecoder(isWide ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new WrongOutput(
      fact('a value holds characters that reg.exe cannot print; in JSON, write them as {example}', {
        example: '\\u00fc',
      }),
    );
  }
}

/**
 * The tree below `root`, such as `HKEY_LOCAL_MACHINE\Software\Policies\Tranship`.
 * @param ofOtherTypes what to do with a value that is neither text nor number
 * @throws WrongOutput
 */
export function readRegQuery(text: string, root: string, ofOtherTypes: 'refuse' | 'leave out' = 'refuse'): RegistryKey {
  const tree: RegistryKey = {};
  let key: RegistryKey | undefined;
  let open: { key: RegistryKey; name: string; type: string; lines: string[] } | undefined;
  const close = () => {
    if (open !== undefined && (ofOtherTypes === 'refuse' || KNOWN_TYPES.has(open.type)))
      put(open.key, open.name, readValue(open.type, open.lines.join('\n').trimEnd()));
    open = undefined;
  };
  for (const line of text.split(/\r\n|\n/)) {
    const [, name, type, data] = VALUE.exec(line) ?? [];
    if (line.startsWith('HKEY_')) {
      close();
      key = keyAt(tree, line, root);
    } else if (key !== undefined && name !== undefined && type !== undefined) {
      close();
      open = { key, name, type, lines: [data ?? ''] };
    } else if (open !== undefined && STRING_TYPES.has(open.type)) {
      // A text may have several lines, which are printed as they are.
      open.lines.push(line);
    }
  }
  close();
  return tree;
}

/** The names of the keys directly below `root`, of `reg query ROOT`. */
export function keysBelow(text: string, root: string): string[] {
  const start = `${root}\\`.toLowerCase();
  const lines = text.split(/\r?\n/).filter((line) => line.toLowerCase().startsWith(start));
  return lines.map((line) => line.slice(start.length));
}

function keyAt(tree: RegistryKey, path: string, root: string): RegistryKey | undefined {
  const isBelow = `${path}\\`.toLowerCase().startsWith(`${root}\\`.toLowerCase());
  if (!isBelow) return undefined;
  const names = path.slice(root.length + 1).split('\\');
  return names.reduce<RegistryKey>((key, name) => {
    if (name === '') return key;
    const present = Object.entries(key).find(([other]) => other.toLowerCase() === name.toLowerCase())?.[1];
    if (typeof present === 'object' && !Array.isArray(present)) return present;
    const made: RegistryKey = {};
    put(key, name, made);
    return made;
  }, tree);
}

function put(key: RegistryKey, name: string, value: RegistryKey[string]): void {
  if (Object.keys(key).some((other) => other.toLowerCase() === name.toLowerCase()))
    throw new WrongOutput(fact('{name} is there both as a value and as a key', { name }));
  // `__proto__` is a name like any other here.
  Object.defineProperty(key, name, { value, enumerable: true, writable: true, configurable: true });
}

function readValue(type: string, data: string): string | number | string[] {
  switch (type) {
    case 'REG_SZ':
    case 'REG_EXPAND_SZ':
      return data;
    case 'REG_MULTI_SZ':
      return data.split('\\0').filter((line) => line !== '');
    case 'REG_DWORD':
    case 'REG_QWORD':
      return Number(data);
    default:
      throw new WrongOutput(
        fact('a value is of the type {type}; use {types}', {
          type,
          types: either(['REG_SZ', 'REG_MULTI_SZ', 'REG_DWORD']),
        }),
      );
  }
}
