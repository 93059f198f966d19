/** @file The commands about the team ledger. */

import { z } from 'zod';
import { connectionNameSchema } from '../connection-shapes.ts';
import { ruleSetTextSchema } from '../rule-set-shapes.ts';
import { fileOfferSchema } from '../shapes.ts';
import { teamCursorSchema, teamHistoryFilterSchema, teamHistoryPageSchema } from '../team-history-shapes.ts';
import {
  appointmentSchema,
  comparisonSchema,
  foundInTeamSchema,
  ledgerKeySchema,
  ledgerStatusSchema,
  madeOfferSchema,
  offerDetailsSchema,
  offerIdSchema,
  offerRowSchema,
  offersPageSchema,
  putBackSchema,
  rolesSchema,
  sharedPartSchema,
  sharingWaySchema,
  submissionOffersSchema,
  teamLedgersSchema,
} from '../team-shapes.ts';
import { nothing, oneSubmission, reasonSchema, someOffers } from './inputs.ts';

const oneOffer = z.strictObject({ ledger: ledgerKeySchema, id: offerIdSchema });
const inLedger = z.strictObject({ ledger: ledgerKeySchema });
/** A rule set in place of that of the settings; the name is what errors call it. */
const ownRules = z.strictObject({ name: z.string().max(1000), text: ruleSetTextSchema }).optional();
const roleOfPerson = z.strictObject({ role: rolesSchema.element, person: z.string().min(1).max(500) });

export const teamCommands = {
  /** Who did what at the desks of a team, as far as this person may read it. */
  'team.history': {
    input: z.strictObject({
      ledger: ledgerKeySchema,
      filter: teamHistoryFilterSchema,
      olderThan: teamCursorSchema.optional(),
      limit: z.number().int().positive().max(100_000),
    }),
    output: teamHistoryPageSchema,
  },

  /** The team ledgers that this desk uses; none of them is asked. */
  'team.ledgers': { input: nothing, output: teamLedgersSchema },
  /** Whether this person can give files over a connection to the team, for its computers to send. */
  'team.sharing': { input: z.strictObject({ connection: z.string().max(64) }), output: sharingWaySchema },
  'team.status': { input: inLedger, output: ledgerStatusSchema },
  /** Requires a release of all that is sent, or no longer, which takes two administrators. */
  'team.requireRelease': {
    input: inLedger.extend({ isRequired: z.boolean(), reason: reasonSchema }),
    output: z.enum(['required', 'ending', 'ended']),
  },
  /** Has a ledger that was put back wait no longer for desks that have not told it what they sent. Tells which are still missing. */
  'team.continueWithout': {
    input: inLedger.extend({ desks: z.array(z.uuid()).min(1).max(10_000), reason: reasonSchema }),
    output: z.object({ putBack: putBackSchema.optional() }),
  },
  /** All appointments, also those withdrawn, after a role was given or withdrawn, where that is asked for. */
  'team.roles': {
    input: inLedger.extend({ give: roleOfPerson.optional(), withdraw: roleOfPerson.optional() }),
    output: z.array(appointmentSchema),
  },
  /** The parts of files that the team sends. */
  'team.parts': { input: inLedger, output: z.array(sharedPartSchema) },
  /** Who of the team announced modification ids, with which files. @throws AppError team.* where the ledger was not searched */
  'team.find': {
    input: inLedger.extend({
      ids: z.array(z.string().max(10_000)).max(1_000_000),
      most: z.int().min(1).max(1_000_000),
    }),
    output: foundInTeamSchema,
  },
  /**
   * What is offered for release, as far as the person may see it, the latest first. `isOpen`: only what waits for a decision, or
   * only what has one. `before`: only older ones.
   */
  'team.offers': {
    input: inLedger.extend({ isOpen: z.boolean().optional(), before: offerIdSchema.optional() }),
    output: offersPageSchema,
  },
  'team.offer': { input: oneOffer, output: offerDetailsSchema },
  /** Checks a file that the person picked, and tells whether it is what was offered. A later call ends the earlier one. */
  'team.compare': {
    input: oneOffer.extend({ copy: fileOfferSchema.shape.offer, rules: ownRules }),
    output: comparisonSchema,
  },
  'team.stopComparing': { input: nothing, output: nothing },
  /** Releases what another person has offered, and was found the same at this desk before; or refuses it. */
  'team.decide': {
    input: oneOffer.extend({ outcome: z.enum(['released', 'refused']), reason: reasonSchema }),
    output: offerDetailsSchema,
  },
  /** Checks files that were picked, or those of a manifest, and offers all of them or none. */
  'team.offerFiles': {
    input: someOffers.extend({
      ledger: ledgerKeySchema,
      connection: connectionNameSchema,
      rules: ownRules,
      reason: reasonSchema,
      again: z.boolean(),
    }),
    output: z.object({ destination: z.string(), offers: z.array(madeOfferSchema) }),
  },
  /** Whether another person has released exactly these bytes for where a connection leads. */
  'team.verify': {
    input: inLedger.extend({ connection: connectionNameSchema, copy: fileOfferSchema.shape.offer }),
    output: z.object({ sha256: z.string(), destination: z.string(), released: offerRowSchema.optional() }),
  },
  /** Where a submission can be offered, and what became of its bytes there. */
  'team.ofSubmission': { input: oneSubmission, output: submissionOffersSchema },
  /** Offers a checked submission for release. `again`: also where its bytes were offered before. */
  'team.offerSubmission': {
    input: oneSubmission.extend({ connection: z.string().max(64), reason: reasonSchema, again: z.boolean() }),
    output: oneOffer,
  },
};
