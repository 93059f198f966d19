/** @file Reads what `reg export` writes, line by line. Pure. */

import { createHash } from 'node:crypto';

/** Of a key, `HKEY_CURRENT_USER\Environment\`; of its values, the key and the name, which is `@` for the key's own value. */
export type Entry = readonly [place: string, value: string];

const HEAD = 'Windows Registry Editor Version 5.00';
const NAMED = /^(?:(@)|"((?:[^"\\]|\\.)*)")=(.*)$/s;
/** Longer texts are told by their beginning and their digest. The PATH is shorter. */
const LONGEST_VALUE = 4000;

/** Hands on an entry for each key and value. Call `line` for each line in order, then `end`. */
export class RegistryExport {
  readonly #add: (entry: Entry) => void;
  #hasHead = false;
  #keys = 0;
  #key = '';
  /** A value whose end has not come yet: a text with line breaks, or bytes in several lines. */
  #open = '';

  constructor(add: (entry: Entry) => void) {
    this.#add = add;
  }

  /** @throws Error for a line that no export has */
  line(line: string): void {
    if (!this.#hasHead) {
      if (line.replace('\uFEFF', '') !== HEAD) throw new Error('it does not begin as an export of the registry');
      this.#hasHead = true;
    } else if (this.#open !== '') this.#value(`${this.#open}${line}`);
    else if (line.startsWith('[') && line.endsWith(']')) {
      this.#keys += 1;
      this.#key = line.slice(1, -1);
      this.#add([`${this.#key}\\`, 'key']);
    } else if (line !== '') this.#value(line);
  }

  /** @throws Error where the export was cut off, or is empty */
  end(): void {
    if (this.#open !== '') throw new Error('it was cut off within a value');
    if (this.#keys === 0) throw new Error('it has no key');
  }

  #value(text: string): void {
    const [, own, name = '', data = ''] = NAMED.exec(text) ?? [];
    const isBytes = /^(hex|dword)/.test(data);
    const isClosed = isBytes ? !data.endsWith('\\') : /^"(?:[^"\\]|\\.)*"$/s.test(data);
    this.#open = isClosed ? '' : isBytes ? text.slice(0, -1) : `${text}\n`;
    if (isClosed) this.#add([`${this.#key}\\${own ?? unescaped(name)}`, shortened(readable(data))]);
    else if (!isBytes && !data.startsWith('"')) throw new Error(`it has a line of another form: ${text.slice(0, 80)}`);
  }
}

/** A text also where it is written in bytes, as those with variables (2) and lists (7) are. */
function readable(data: string): string {
  const [, type, bytes = ''] = /^hex\(([27])\):(.*)$/.exec(data.replaceAll(/\s/g, '')) ?? [];
  if (type === undefined) return data.startsWith('"') ? unescaped(data.slice(1, -1)) : data.replaceAll(/\s/g, '');
  return Buffer.from(bytes.replaceAll(',', ''), 'hex').toString('utf16le').replace(/\0+$/, '').replaceAll('\0', '; ');
}

function unescaped(text: string): string {
  return text.replaceAll(/\\(.)/gs, '$1');
}

function shortened(value: string): string {
  if (value.length <= LONGEST_VALUE) return value;
  return `${value.slice(0, LONGEST_VALUE)}… sha256 ${createHash('sha256').update(value).digest('hex')}`;
}
