/** @file The text of a cell, which Excel may keep in parts with formats, with escapes, and with how it is pronounced. Pure. */

const ESCAPE = /_x([0-9A-Fa-f]{4})_/g;

/** Texts in which `_x000D_` stands for a character that XML cannot have, and `_x005F_` for the underscore before such. */
export function withoutEscapes(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(ESCAPE, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** Collects the text of an `si` or `is` element: all its `t`, but not those of phonetic runs. */
export class RichText {
  #text = '';
  #isInText = false;
  #isPhonetic = false;

  begin(): void {
    this.#text = '';
    this.#isInText = false;
    this.#isPhonetic = false;
  }

  /** `name` is without prefix, as in `onClose`. */
  onOpen(name: string): void {
    if (name === 'rPh') this.#isPhonetic = true;
    else if (name === 't') this.#isInText = !this.#isPhonetic;
  }

  onText(text: string): void {
    if (this.#isInText) this.#text += text;
  }

  onClose(name: string): void {
    if (name === 'rPh') this.#isPhonetic = false;
    else if (name === 't') this.#isInText = false;
  }

  take(): string {
    return withoutEscapes(this.#text);
  }
}
