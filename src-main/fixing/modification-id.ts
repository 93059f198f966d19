/** @file The modification id of a line, by which the service tells transactions apart (§2.6.2). Pure. */

import type { Buffer } from 'node:buffer';
import { isJsonObject, valueAt } from '../check/rules/json-object.ts';
import { jsonValueOf } from '../check/rules/json-value.ts';

/** As it is spelled; it is compared without letter case. Undefined for a line that has none, or is no JSON object. */
export function modificationIdOf(line: Buffer): string | undefined {
  const value = parsed(line);
  const modification = isJsonObject(value) ? valueAt(value, 'modification') : undefined;
  const id = isJsonObject(modification) ? valueAt(modification, 'external_id') : undefined;
  return typeof id === 'string' ? id : undefined;
}

function parsed(line: Buffer): unknown {
  try {
    return jsonValueOf(line.toString());
  } catch {
    return undefined;
  }
}
