/** @file JSON that is the same for the same value (RFC 8785 for what receipts contain): keys sorted, no spaces. Pure. */

import { createHash } from 'node:crypto';

/** Leaves out undefined values, as JSON does. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value)
    .filter(([, content]) => content !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, content]) => `${JSON.stringify(name)}:${canonicalJson(content)}`);
  return `{${fields.join(',')}}`;
}

/** @returns the SHA-256, in hexadecimal, of the value's canonical JSON */
export function canonicalDigest(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}
