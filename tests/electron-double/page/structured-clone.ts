/**
 * @file Structured clone as text, in both directions: what Electron's IPC carries is carried, anything else throws. The
 * function stands alone, because its text also runs in the page.
 */

/** A value as text: itself, what JSON lacks, or the place of an object on the heap. */
type Written =
  | null
  | string
  | number
  | boolean
  | { t: 'undefined' }
  | { t: 'bigint' | 'number'; v: string }
  | { t: 'ref'; v: number };

/** An object on the heap. */
type Entry =
  | { k: 'array'; n: number; p: [string, Written][] }
  | { k: 'object'; p: [string, Written][] }
  | { k: 'map'; p: [Written, Written][] }
  | { k: 'set'; p: Written[] }
  | { k: 'date'; v: Written }
  | { k: 'regexp'; s: string; f: string }
  | { k: 'error'; n: string; m: string; s: string | undefined }
  | { k: 'buffer'; v: string }
  | { k: 'view'; n: string; v: string };

export interface CloneCodec {
  /** @throws Error as Electron does, for what cannot be cloned */
  encode(value: unknown): string;
  decode(text: string): unknown;
}

export function createCloneCodec(): CloneCodec {
  const refuse = (): never => {
    throw new Error('An object could not be cloned.');
  };
  const views = {
    Int8Array,
    Uint8Array,
    Uint8ClampedArray,
    Int16Array,
    Uint16Array,
    Int32Array,
    Uint32Array,
    Float32Array,
    Float64Array,
    BigInt64Array,
    BigUint64Array,
  };
  const errors = { Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError };

  const encode = (given: unknown): string => {
    let cloned: unknown;
    try {
      // The real algorithm decides: it drops prototypes, calls getters, and refuses functions and symbols.
      cloned = structuredClone(given);
    } catch {
      refuse();
    }
    const heap: (Entry | undefined)[] = [];
    const places = new Map<object, number>();
    const write = (value: unknown): Written => {
      if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
      if (value === undefined) return { t: 'undefined' };
      if (typeof value === 'bigint') return { t: 'bigint', v: String(value) };
      if (typeof value === 'number')
        return Number.isFinite(value) && !Object.is(value, -0)
          ? value
          : { t: 'number', v: Object.is(value, -0) ? '-0' : String(value) };
      if (typeof value !== 'object') return refuse();
      const known = places.get(value);
      if (known !== undefined) return { t: 'ref', v: known };
      const place = heap.length;
      places.set(value, place);
      heap.push(undefined);
      heap[place] = writeObject(value);
      return { t: 'ref', v: place };
    };
    const bytesOf = (bytes: Uint8Array) => {
      let binary = '';
      for (let at = 0; at < bytes.length; at += 0x8000)
        binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
      return btoa(binary);
    };
    const writeObject = (value: object): Entry => {
      if (Array.isArray(value))
        return { k: 'array', n: value.length, p: Object.entries(value).map(([key, item]) => [key, write(item)]) };
      if (value instanceof Date) return { k: 'date', v: write(value.getTime()) };
      if (value instanceof RegExp) return { k: 'regexp', s: value.source, f: value.flags };
      if (value instanceof Map) return { k: 'map', p: [...value].map(([key, item]) => [write(key), write(item)]) };
      if (value instanceof Set) return { k: 'set', p: [...value].map(write) };
      if (value instanceof Error) return { k: 'error', n: value.name, m: value.message, s: value.stack };
      if (value instanceof ArrayBuffer) return { k: 'buffer', v: bytesOf(new Uint8Array(value)) };
      if (ArrayBuffer.isView(value)) {
        const name = Object.prototype.toString.call(value).slice(8, -1);
        const copy = new Uint8Array(value.buffer, value.byteOffset, value.byteLength).slice();
        return { k: 'view', n: name, v: bytesOf(copy) };
      }
      // Boxed primitives, blobs, files and other objects of the platform do not cross Electron's IPC in this double.
      if (Object.getPrototypeOf(value) !== Object.prototype) return refuse();
      return { k: 'object', p: Object.entries(value).map(([key, item]) => [key, write(item)]) };
    };
    const root = write(cloned);
    return JSON.stringify({ root, heap });
  };

  const decode = (text: string): unknown => {
    const { root, heap }: { root: Written; heap: Entry[] } = JSON.parse(text);
    const made = new Map<number, unknown>();
    const bytes = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const read = (written: Written): unknown => {
      if (written === null || typeof written !== 'object') return written;
      if (written.t === 'undefined') return undefined;
      if (written.t === 'bigint') return BigInt(written.v);
      if (written.t !== 'ref') return Number(written.v);
      const place = written.v;
      const entry = heap[place];
      if (!made.has(place) && entry !== undefined) readObject(place, entry);
      return made.get(place);
    };
    const readObject = (place: number, entry: Entry): void => {
      const keep = <Value>(value: Value): Value => {
        made.set(place, value);
        return value;
      };
      const set = (target: object, key: string, value: unknown) =>
        Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
      switch (entry.k) {
        case 'array': {
          const array = keep<unknown[]>(new Array(entry.n));
          for (const [key, item] of entry.p) set(array, key, read(item));
          return;
        }
        case 'object': {
          const object = keep({});
          for (const [key, item] of entry.p) set(object, key, read(item));
          return;
        }
        case 'map': {
          const map = keep(new Map());
          for (const [key, item] of entry.p) map.set(read(key), read(item));
          return;
        }
        case 'set': {
          const all = keep(new Set());
          for (const item of entry.p) all.add(read(item));
          return;
        }
        case 'date':
          keep(new Date(Number(read(entry.v))));
          return;
        case 'regexp':
          keep(new RegExp(entry.s, entry.f));
          return;
        case 'error': {
          const Kind = Object.entries(errors).find(([name]) => name === entry.n)?.[1] ?? Error;
          keep(Object.assign(new Kind(entry.m), { stack: entry.s }));
          return;
        }
        case 'buffer':
          keep(bytes(entry.v).buffer);
          return;
        default: {
          const View = Object.entries(views).find(([name]) => name === entry.n)?.[1];
          const { buffer } = bytes(entry.v);
          keep(View === undefined ? new DataView(buffer) : new View(buffer));
        }
      }
    };
    return read(root);
  };
  return { encode, decode };
}
