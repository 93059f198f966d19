/** @file The objects that JSON.parse makes, as a type to narrow to. */

export type JsonObject = Readonly<Record<string, unknown>>;

/** True for a JSON object: neither a list nor null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object's own value under a key; never an inherited one, such as `toString`. */
export function valueAt(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
