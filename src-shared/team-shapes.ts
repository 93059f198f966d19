/** @file The contract's schemas for the team ledger: what is offered for release, by whom, and what became of it. */

import { z } from 'zod';
import { saidSchema } from './languages/fact-schema.ts';
import { errorRecordSchema, submissionIdSchema } from './shapes.ts';
import { teamRoles } from './team-roles.ts';

const count = z.number().int().nonnegative();
/** Milliseconds since the epoch, by the clock of the ledger. */
const time = z.number().int();
const name = z.string();

/** By which the window names a ledger, and who is signed in to it: `PERSON@HOST:PORT/DATABASE`. */
export const ledgerKeySchema = z.string().min(1).max(3000);

/** A ledger that this desk uses; known without asking it. */
export const teamLedgerSchema = z.object({
  ledger: ledgerKeySchema,
  /** How people read its address. */
  name,
  person: name,
  /** The name of this computer, as the ledger knows it. */
  desk: name,
  /** The connections that use it. */
  connections: z.array(name),
  /** Why it does not answer; absent while it does, or was never asked. */
  away: errorRecordSchema.optional(),
});

export const teamLedgersSchema = z.object({
  ledgers: z.array(teamLedgerSchema),
  /** Why a ledger that is named cannot be used. */
  problem: errorRecordSchema.optional(),
});

/** The team ledger of a connection; of the password only whether there is one. */
export const connectionLedgerSchema = z.object({
  /** Who has set it: for all connections, the organisation or a variable of this process. */
  setBy: z.enum(['person', 'policy', 'environment']),
  /** `postgresql://HOST:PORT/DATABASE`; empty for none. */
  place: z.string(),
  /** The login; empty where it is not said. */
  person: name,
  hasPassword: z.boolean(),
  hasAuthority: z.boolean(),
  /** Absent while it cannot be used. */
  ledger: ledgerKeySchema.optional(),
});

export const ledgerFormSchema = z.strictObject({
  place: z.string().max(2000),
  person: z.string().max(500),
  /** Absent: keeps the stored one, if any. */
  password: z.string().min(1).max(1000).optional(),
  /** Certificates in PEM form; empty for those that are trusted anyway. Absent: keeps what is stored. */
  authority: z.string().max(1_000_000).optional(),
});

/** Whether files can be given to the team: a ledger that is away takes them once it is back. */
export const sharingWaySchema = z.enum(['possible', 'away', 'none']);

/** The number that the ledger gives to an offer. */
export const offerIdSchema = z.number().int().positive();

export const offerStateSchema = z.enum(['open', 'released', 'refused']);

const decisionSchema = z.object({ by: name, at: time, reason: z.string() });

/** What a file adds up to, and what the check found in it: never a value of a transaction. */
export const teamFiguresSchema = z.object({
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

/** The figures in which two desks can differ about the same bytes. */
export const comparedFigures = [
  'bytes',
  'lines',
  'transactions',
  'valid',
  'errors',
  'warnings',
  'byRule',
  'totals',
] as const;

/** An offer as a row of the list. */
export const offerRowSchema = z.object({
  id: offerIdSchema,
  state: offerStateSchema,
  fileName: name,
  sha256: z.string(),
  /** As the desk of the maker spells it: where it leads and the client, without a secret. */
  destination: z.string(),
  figures: teamFiguresSchema,
  reason: z.string(),
  offeredBy: name,
  /** Of the person who is signed in: another one has to decide it. */
  isOwn: z.boolean(),
  desk: name,
  offeredAt: time,
  decision: decisionSchema.optional(),
});

export const rolesSchema = z.array(z.enum(teamRoles));

/** That only what another person has released is sent from this desk, and who requires it. */
export const releaseRuleSchema = z.discriminatedUnion('setBy', [
  z.object({
    setBy: z.literal('ledger'),
    by: name,
    since: time,
    reason: z.string(),
    /** Who has asked another administrator to end it, and why; it counts until then. */
    ending: z.object({ by: name, at: time, reason: z.string() }).optional(),
  }),
  z.object({ setBy: z.literal('policy') }),
]);

/** A ledger that was put back to an earlier state: which desks have not told it yet what they sent. Nothing new is sent meanwhile. */
export const putBackSchema = z.object({
  /** When that was noticed. */
  since: time,
  /** `lastSeen`: absent where only other desks remember it. */
  desks: z.array(z.object({ desk: z.uuid(), name, person: name, lastSeen: time.optional() })),
});

/** A ledger, and what the person may do in it. */
export const ledgerStatusSchema = z.object({
  /** How people read its address. */
  ledger: name,
  version: count,
  /** Of PostgreSQL. */
  server: z.string(),
  /** Such as TLSv1.3; null over a socket of this computer. */
  encryption: z.string().nullable(),
  person: name,
  roles: rolesSchema,
  /** Absent where no release is required. */
  release: releaseRuleSchema.optional(),
  /** Absent while no desk is waited for. */
  putBack: putBackSchema.optional(),
});

/** That a person has, or had, a role. */
export const appointmentSchema = z.object({
  person: name,
  role: z.enum(teamRoles),
  givenBy: name,
  givenAt: z.iso.datetime(),
  /** Null while it counts. */
  withdrawnBy: name.nullable(),
  withdrawnAt: z.iso.datetime().nullable(),
});

/** A part of a file that the team sends, and who has it. */
export const sharedPartSchema = z.object({
  id: count,
  file: z.string(),
  name,
  start: count,
  end: count,
  lines: count,
  sha256: z.string(),
  destination: z.string(),
  status: z.enum(['open', 'done']),
  /** Of the batch that it has become. */
  state: z.string(),
  /** By a desk that has told of itself lately; how often it was taken. */
  isHeld: z.boolean(),
  taken: count,
  batchId: z.string().optional(),
  /** Who has it, or sent it. */
  desk: name.optional(),
  deskId: z.string().optional(),
  person: name.optional(),
});

/** Some offers, the latest first, and the roles of the person who sees them. */
export const offersPageSchema = z.object({
  roles: rolesSchema,
  /** Absent where no release is required. */
  release: releaseRuleSchema.optional(),
  /** Absent while no desk is waited for. */
  putBack: putBackSchema.optional(),
  offers: z.array(offerRowSchema),
  /** There are older ones than this. */
  before: offerIdSchema.optional(),
});

/** An offer that was just made. */
export const madeOfferSchema = offerRowSchema.pick({ id: true, fileName: true, sha256: true, figures: true });

/** An offer with all that is known of it. */
export const offerDetailsSchema = offerRowSchema.extend({
  /** The connection of this desk that leads to the same place, where there is one. */
  connection: name.optional(),
  roles: rolesSchema,
  /** This desk has checked the same bytes and found the same figures, since it was started. */
  isProved: z.boolean(),
});

/** What the check of a person's own copy found of one rule: how often, and the first time. */
export const foundRuleSchema = z.object({
  rule: z.string(),
  severity: z.enum(['error', 'warning']),
  count,
  /** 0 for the file itself. */
  line: count,
  message: saidSchema,
});

/** What comes of comparing a file of this desk with an offer. */
export const comparisonSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('same'), fileName: name, rules: z.array(foundRuleSchema) }),
  z.object({ kind: z.literal('other-bytes'), fileName: name, sha256: z.string(), bytes: count }),
  z.object({
    kind: z.literal('other-figures'),
    fileName: name,
    differing: z.array(z.enum(comparedFigures)),
    figures: teamFiguresSchema,
    rules: z.array(foundRuleSchema),
  }),
  /** A person, or a later comparison, has ended it. */
  z.object({ kind: z.literal('stopped') }),
]);

/** Where a submission can be offered, and what became of its bytes there. */
export const submissionOffersSchema = z.object({
  /** The connections by which it can be offered: its own, or for one that was only checked, all with a ledger. */
  connections: z.array(name),
  /** The offers of its bytes, the latest first, each with its ledger. */
  offers: z.array(offerRowSchema.extend({ ledger: ledgerKeySchema })),
});

/** A file with the id that was searched for, as a desk announced it. */
export const teamPlaceSchema = z.object({
  /** As it was searched for. */
  modificationId: z.string(),
  /** Its number in the ledger. */
  sending: count,
  sha256: z.string(),
  fileName: name,
  person: name,
  desk: name,
  at: time,
  /** As its desk spells it, without a secret. */
  destination: z.string(),
  /** The connection of this desk that leads to the same place, where there is one. */
  connection: name.optional(),
  /** When it was announced, where it had been sent before its desk used the ledger. */
  announcedLater: time.optional(),
  /** False where the service has rejected it: all of it, at that time, where there is one. */
  counts: z.boolean(),
  withdrawnAt: time.optional(),
  /** The submission of this very desk that it is. */
  own: submissionIdSchema.optional(),
  /** A file in the queue of this computer has the same bytes. */
  isHere: z.boolean(),
});

/** What a team ledger knows of an id. */
export const foundInTeamSchema = z.object({
  /** In the order of the ids, then the latest first. */
  places: z.array(teamPlaceSchema),
  /** There are more places than these. */
  isCut: z.boolean(),
  /** Files of the team that were not searched, since their ids are not in the ledger. */
  unsearched: count,
});

export type ConnectionLedger = z.infer<typeof connectionLedgerSchema>;
export type LedgerForm = z.infer<typeof ledgerFormSchema>;
export type TeamLedgers = z.infer<typeof teamLedgersSchema>;
export type TeamLedgerRow = z.infer<typeof teamLedgerSchema>;
export type TeamFigures = z.infer<typeof teamFiguresSchema>;
export type SharingWay = z.infer<typeof sharingWaySchema>;
export type ComparedFigure = (typeof comparedFigures)[number];
export type OfferRow = z.infer<typeof offerRowSchema>;
export type LedgerStatus = z.infer<typeof ledgerStatusSchema>;
export type PutBack = z.infer<typeof putBackSchema>;
export type ReleaseRule = z.infer<typeof releaseRuleSchema>;
export type OfferState = z.infer<typeof offerStateSchema>;
export type OfferDetails = z.infer<typeof offerDetailsSchema>;
export type OffersPage = z.infer<typeof offersPageSchema>;
export type Comparison = z.infer<typeof comparisonSchema>;
export type FoundRule = z.infer<typeof foundRuleSchema>;
export type TeamPlace = z.infer<typeof teamPlaceSchema>;
export type FoundInTeam = z.infer<typeof foundInTeamSchema>;
export type SubmissionOffers = z.infer<typeof submissionOffersSchema>;
