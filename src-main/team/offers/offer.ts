/** @file What of a file is offered to another person for release, and how the team ledger tells it. */

import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import {
  type ComparedFigure,
  comparedFigures,
  type TeamFigures,
  teamFiguresSchema,
} from '../../../src-shared/team-shapes.ts';

export type Figures = TeamFigures;

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
    figures: teamFiguresSchema,
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

/** What a check says of a whole file, as far as it is offered. */
type CheckedFigures = Omit<Figures, 'manifest' | 'byRule'> & { byRule: Partial<Record<string, number>> };

/** The figures that a check gives. */
export function figuresOf(summary: CheckedFigures, manifest?: Figures['manifest']): Figures {
  // Written and read as the ledger does it: what is undefined here is missing there.
  return teamFiguresSchema.parse(JSON.parse(JSON.stringify({ ...summary, ...(manifest && { manifest }) })));
}

/** The figures in which an offer differs from what the file itself says. Pure. */
export function differingFigures(offered: Figures, found: Figures): ComparedFigure[] {
  return comparedFigures.filter((name) => !isDeepStrictEqual(offered[name], found[name]));
}
