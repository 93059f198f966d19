/** @file What the opponent writes down of each request that reached it; a judge needs nothing else. */

import { readFile } from 'node:fs/promises';
import { z } from 'zod';

export const endpointSchema = z.enum([
  'token',
  'reservation',
  'upload',
  'status',
  'validation-result',
  'report',
  'transaction',
  'unknown',
]);
export type Endpoint = z.infer<typeof endpointSchema>;

const entrySchema = z.object({
  /** When it arrived: milliseconds of the opponent's clock. */
  at: z.number(),
  /** When it was answered, or broke off; until then, when it arrived. */
  until: z.number(),
  endpoint: endpointSchema,
  method: z.string(),
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
  /** Why no client may ever ask so. */
  complaint: z.string().optional(),
});
/** As it stands in a file: without what must stay secret. */
export type JournalEntry = z.infer<typeof entrySchema>;

/** As it stands in memory. */
export interface SeenRequest extends JournalEntry {
  readonly target: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** As received; only by the service itself, never by the storage. */
  readonly body: string;
}

/** A line of the file. */
export function journalLine(seen: SeenRequest): string {
  return `${JSON.stringify(entrySchema.parse(seen))}\n`;
}

/** @returns the entries in the order in which the requests arrived */
export async function readJournal(path: string): Promise<JournalEntry[]> {
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '');
  return lines.map((line) => entrySchema.parse(JSON.parse(line))).sort((one, other) => one.at - other.at);
}
