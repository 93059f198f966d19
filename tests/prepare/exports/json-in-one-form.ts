/** @file Compares JSON by what it says, without passing numbers through a double. Pure. */

/** JSON in one form: keys in order, texts as they mean, numbers by the digits that are written. */
export function inOneForm(line: string): string {
  return JSON.stringify(sorted(JSON.parse(line, numberAsWritten)));
}

function numberAsWritten(_key: string, value: unknown, context?: { source: string }): unknown {
  return typeof value === 'number' ? `number ${context?.source}` : value;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}
