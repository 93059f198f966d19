/** @file What of a file is offered to another person for release, and how the team ledger tells it. */

import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { CheckSummary } from '../checking/check.ts';

const count = z.int().nonnegative();

/** What a file adds up to, and what the check found in it: counts, never a value of a transaction. */
export const figuresSchema = z.object({
  bytes: count,
  lines: count,
  transactions: count,
  valid: count,
  errors: count,
  warnings: count,
  byRule: z.record(z.string(), count),
  totals: z.object({
    sums: z.array(z.object({ currency: z.string(), amount: z.string() })),
    firstDay: z.string().optional(),
    lastDay: z.string().optional(),
    days: count,
  }),
  /** Where the file was prepared: the SHA-256 of its manifest, its template, and how many control figures differ. */
  manifest: z.object({ sha256: z.string(), template: z.string(), differences: count }).optional(),
});
export type Figures = z.infer<typeof figuresSchema>;

export interface NewOffer {
  /** In hexadecimal. */
  sha256: string;
  /** As `destinationOf` says it. */
  destination: string;
  fileName: string;
  figures: Figures;
  reason: string;
  /** The computer at which it is offered. */
  desk: string;
  /** Also where the same bytes are offered or released for the same destination. */
  again: boolean;
}

const time = z.date().transform((date) => date.toISOString());

/** A row of the ledger as the database gives it; counts of 64 bits come as texts. */
export const offerRowSchema = z
  .object({
    id: z.coerce.number().pipe(z.int()),
    sha256: z.string(),
    destination: z.string(),
    file_name: z.string(),
    figures: figuresSchema,
    reason: z.string(),
    desk: z.string(),
    offered_by: z.string(),
    offered_at: time,
    outcome: z.enum(['released', 'refused']).nullable(),
    decision_reason: z.string().nullable(),
    decided_by: z.string().nullable(),
    decided_at: time.nullable(),
  })
  .transform((row) => ({
    id: row.id,
    state: row.outcome ?? ('open' as const),
    sha256: row.sha256,
    destination: row.destination,
    fileName: row.file_name,
    figures: row.figures,
    reason: row.reason,
    desk: row.desk,
    offeredBy: row.offered_by,
    offeredAt: row.offered_at,
    ...(row.outcome !== null && {
      decision: { by: row.decided_by ?? '', at: row.decided_at ?? '', reason: row.decision_reason ?? '' },
    }),
  }));
export type Offer = z.output<typeof offerRowSchema>;

/** The figures that a check gives. */
export function figuresOf(summary: CheckSummary, manifest?: Figures['manifest']): Figures {
  // Parsed, so that what is not there is missing, as in the ledger.
  return figuresSchema.parse({ ...summary, ...(manifest && { manifest }) });
}

/** The names of the figures in which an offer differs from what the file itself says. Pure. */
export function differingFigures(offered: Figures, found: Figures): string[] {
  const names = ['bytes', 'lines', 'transactions', 'valid', 'errors', 'warnings', 'byRule', 'totals'] as const;
  return names.filter((name) => !isDeepStrictEqual(offered[name], found[name]));
}
