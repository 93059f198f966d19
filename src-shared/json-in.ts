/** @file What a text says as JSON, where it may be none. Pure. */

/** Undefined where the text is no JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const isJson = (text: string): boolean => jsonIn(text) !== undefined;
