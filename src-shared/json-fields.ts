/** @file The fields of a line of JSON, each with its value as it is spelled: a parser would round long numbers. Pure. */

/** A number with its digits. */
class Spelled {
  readonly digits: string;

  constructor(digits: string) {
    this.digits = digits;
  }
}

/** The JSON text of each field by its dotted path; undefined for what is no JSON object, and where two fields have one path. */
export function fieldsOf(line: string): Map<string, string> | undefined {
  try {
    const value: unknown = JSON.parse(line, (_key, member: unknown, context?: { source?: string }) =>
      typeof member === 'number' && context?.source !== undefined ? new Spelled(context.source) : member,
    );
    if (!isObject(value)) return undefined;
    const fields = new Map<string, string>();
    gather(value, '', fields);
    return fields;
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Spelled);

function gather(value: Record<string, unknown>, prefix: string, fields: Map<string, string>): void {
  for (const [key, member] of Object.entries(value)) {
    const path = prefix + key;
    if (isObject(member) && Object.keys(member).length > 0) gather(member, `${path}.`, fields);
    else if (fields.has(path)) throw new SyntaxError(`Two fields are called ${path}.`);
    else fields.set(path, textOf(member));
  }
}

function textOf(value: unknown): string {
  if (value instanceof Spelled) return value.digits;
  if (Array.isArray(value)) return `[${value.map(textOf).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, member]) => `${JSON.stringify(key)}:${textOf(member)}`)
    .join(',')}}`;
}
