/** @file Paths with places to fill in, such as `/api/rules/status/{execution_id}`. Pure. */

const PLACE = /\{([A-Za-z][A-Za-z0-9_-]{0,39})\}/g;

/** The names of the places, in their order, each once. */
export function parametersOf(path: string): string[] {
  return [...new Set([...path.matchAll(PLACE)].map(([, name = '']) => name))];
}

/** The path with values in its places; undefined while one has none. What a value is never changes where a path leads. */
export function filledPath(path: string, values: ReadonlyMap<string, string>): string | undefined {
  const isWhole = parametersOf(path).every((name) => isPart(values.get(name)?.trim() ?? ''));
  if (!isWhole) return undefined;
  return path.replace(PLACE, (_, name: string) => encodeURIComponent(values.get(name)?.trim().toWellFormed() ?? ''));
}

/** Dots alone are a way up. */
function isPart(value: string): boolean {
  return value !== '' && !/^\.+$/.test(value);
}
