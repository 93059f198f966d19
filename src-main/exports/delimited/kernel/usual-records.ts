/** @file Goes past many records at once, in WebAssembly: those that are as usual. Where it is missing, past none. */

import { Buffer } from 'node:buffer';
import { KernelMemory } from '../../../check/kernel/kernel-memory.ts';
import { recordBytes } from './record-bytes.ts';

/** What the compiled source exports. */
interface Passing {
  pass(start: number, end: number, delimiter: number, enough: number, most: number): number;
  records(): number;
}

const LINE_FEED = 0x0a;
/** So many bytes are looked at at once. */
const ROOM = 512 * 1024;
const PADDING = 64;

/** Some of the bytes of a text: from the start of a record to where they end so far. */
export interface RecordBytes {
  bytes: Uint8Array;
  start: number;
  end: number;
}

export interface Passed {
  /** Where the record begins that is not as usual, or not whole. */
  at: number;
  records: number;
}

/** One serves all texts of a thread in turn. */
class Passer {
  readonly #memory = new KernelMemory();
  readonly #passing: Passing;
  readonly #room = this.#memory.reserve(ROOM + PADDING);
  /** Which bytes lie in the memory. Those of a text do not change once they are there. */
  #there: RecordBytes = { bytes: new Uint8Array(), start: 0, end: 0 };

  constructor() {
    const module = new WebAssembly.Module(Buffer.from(recordBytes, 'base64'));
    // What the compiled source exports.
    this.#passing = new WebAssembly.Instance(module, { env: { memory: this.#memory.shared } }).exports as Passing;
  }

  pass({ bytes, start, end }: RecordBytes, delimiter: number, enough: number, most: number): Passed {
    const there = this.#there;
    if (there.bytes !== bytes || start < there.start || end > there.end) this.#bring(bytes, start, end);
    const shift = this.#room - this.#there.start;
    const to = Math.min(end, this.#there.end);
    // Of what lies in the memory, none can be larger.
    const limits = [Math.min(enough, ROOM), Math.min(most, ROOM)] as const;
    const at = this.#passing.pass(start + shift, to + shift, delimiter, ...limits) - shift;
    return { at, records: this.#passing.records() };
  }

  #bring(bytes: Uint8Array, start: number, end: number): void {
    const to = Math.min(end, start + ROOM);
    const behind = this.#room + to - start;
    this.#memory.bytes(this.#room, behind).set(bytes.subarray(start, to));
    this.#memory.bytes(behind, behind + PADDING).fill(LINE_FEED);
    this.#there = { bytes, start, end: to };
  }
}

let passer: Passer | 'missing' | undefined;

/**
 * Goes past records until they have come to `enough` bytes.
 * @param most bytes of a record
 */
export function passUsualRecords(text: RecordBytes, delimiter: number, enough: number, most: number): Passed {
  passer ??= newPasser();
  return passer === 'missing' ? { at: text.start, records: 0 } : passer.pass(text, delimiter, enough, most);
}

function newPasser(): Passer | 'missing' {
  try {
    return new Passer();
  } catch {
    // WebAssembly, or its vector instructions, are missing here.
    return 'missing';
  }
}
