/** @file What the independent service of a trial writes down: each request that reached it, in a file of its own. */

import { readFile } from 'node:fs/promises';
import { z } from 'zod';

export const endpointSchema = z.enum([
  'token',
  'generate-upload-url',
  'upload',
  'status',
  'validation-result',
  'unknown',
]);
export type TrialEndpoint = z.infer<typeof endpointSchema>;

const entrySchema = z.strictObject({
  /** When it arrived: milliseconds of the service's clock, which is never set. */
  at: z.number(),
  endpoint: endpointSchema,
  /** The number of the token that was issued or shown. Each desk has its own. */
  token: z.int().optional(),
  batchId: z.string().optional(),
  /** Absent where the connection broke without a reply. */
  status: z.int().optional(),
  /** Of the body, as far as it was read. */
  bytes: z.int(),
  sha256: z.string(),
  /** Whether the storage has kept this body: then it counts, whatever reply the sender has seen. */
  stored: z.boolean(),
});
export type JournalEntry = z.infer<typeof entrySchema>;

/** @returns the entries in the order in which the requests arrived */
export async function readJournal(path: string): Promise<JournalEntry[]> {
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '');
  return lines.map((line) => entrySchema.parse(JSON.parse(line))).sort((one, other) => one.at - other.at);
}
