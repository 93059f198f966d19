/**
 * @file Elements of a payment message that are small enough to be held: looked up by path, without prefixes. Names are numbers,
 * which are compared faster than texts that were cut out of a document. Pure.
 */

/** The numbers of the names of a path. */
export type Path = readonly number[];
/** Where the same is found in different versions: the first of them counts. */
export type Paths = readonly Path[];

const numbers = new Map<string, number>();

/** The number of a name that is looked for. */
export function numberOfName(name: string): number {
  const number = numbers.get(name) ?? numbers.size + 1;
  numbers.set(name, number);
  return number;
}

/** Of a name as it is written, perhaps with a prefix; 0 for all names that nothing looks for. */
function numberIn(written: string): number {
  return numbers.get(written) ?? numbers.get(written.slice(written.indexOf(':') + 1)) ?? 0;
}

/** Of texts such as `Refs/EndToEndId`, or `Amt AmtDtls/TxAmt/Amt` for the first of two. */
export function pathsOf<Named extends string>(texts: Readonly<Record<Named, string>>): Record<Named, Paths>;
export function pathsOf(texts: Readonly<Record<string, string>>): Record<string, Paths> {
  const paths = Object.entries(texts).map(([named, text]) => {
    const of = text.split(' ').map((path) => path.split('/').map(numberOfName));
    return [named, of] as const;
  });
  return Object.fromEntries(paths);
}

export class XmlElement {
  readonly name: number;
  readonly attributes: Readonly<Record<string, string>>;
  text = '';
  #first: XmlElement | undefined;
  #last: XmlElement | undefined;
  #next: XmlElement | undefined;

  constructor(name: string, attributes: Readonly<Record<string, string>>) {
    this.name = numberIn(name);
    this.attributes = attributes;
  }

  add(child: XmlElement): void {
    if (this.#last === undefined) this.#first = child;
    else this.#last.#next = child;
    this.#last = child;
  }

  /** The last one within it. */
  get last(): XmlElement | undefined {
    return this.#last;
  }

  /** All elements at the first of these paths that has any. */
  all(paths: Paths): XmlElement[] {
    const found: XmlElement[] = [];
    for (const path of paths) {
      this.#collect(path, 0, found);
      if (found.length > 0) break;
    }
    return found;
  }

  /** The first element at the first of these paths that has any. */
  at(paths: Paths): XmlElement | undefined {
    for (const path of paths) {
      const found = this.#find(path, 0);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Of the first elements at each of these paths, the first that is meant. */
  oneOf(paths: Paths, isMeant: (element: XmlElement) => boolean): XmlElement | undefined {
    for (const path of paths) {
      const found = this.#find(path, 0);
      if (found !== undefined && isMeant(found)) return found;
    }
    return undefined;
  }

  /** The text of the first of these paths that is filled. */
  value(paths: Paths): string | undefined {
    for (const path of paths) {
      const text = this.#find(path, 0)?.text.trim();
      if (text !== undefined && text !== '') return text;
    }
    return undefined;
  }

  /** All texts at a path, one after the other. */
  texts(paths: Paths): string | undefined {
    const texts = this.all(paths).map(({ text }) => text.trim());
    return texts.length === 0 ? undefined : texts.join(' ');
  }

  #find(path: Path, at: number): XmlElement | undefined {
    const name = path[at];
    const isLast = at === path.length - 1;
    for (let child = this.#first; child !== undefined; child = child.#next) {
      if (child.name !== name) continue;
      const found = isLast ? child : child.#find(path, at + 1);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #collect(path: Path, at: number, found: XmlElement[]): void {
    for (let child = this.#first; child !== undefined; child = child.#next) {
      if (child.name !== path[at]) continue;
      if (at === path.length - 1) found.push(child);
      else child.#collect(path, at + 1, found);
    }
  }
}
