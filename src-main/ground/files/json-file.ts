/** @file Reads what the app keeps in files of JSON, which may be absent, damaged, or of another version. */

import { readdirSync, readFileSync } from 'node:fs';
import type { z } from 'zod';

/** Undefined where there is no file, or it cannot be read as this. */
export function readJson<Value>(path: string, schema: z.ZodType<Value>): Value | undefined {
  try {
    return schema.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data;
  } catch {
    return undefined;
  }
}

/** Of a folder's entries; none where there is no folder, or it cannot be read. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
