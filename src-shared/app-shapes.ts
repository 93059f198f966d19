/** @file The contract's schemas for the app itself: what it is, what is set for it on this computer, and its updates. */

import { z } from 'zod';
import { saidSchema } from './languages/fact-schema.ts';
import { errorRecordSchema } from './shapes.ts';

/** Milliseconds since the epoch. */
const time = z.number().int();

/** What an organisation can set for all who work on a computer, so that no person there changes it. */
export const managedNameSchema = z.enum([
  'connections',
  'proxy',
  'authorities',
  'retention.submissions',
  'retention.findings',
  'retention.reports',
  'retention.ids',
  'retention.logs',
  'practice',
  'serviceDecides',
  'ruleSet',
  'idIndex',
  'updates',
]);

/** What the page needs to know about the app. */
export const appInfoSchema = z.object({
  version: z.string(),
  /** electron: a desktop window · browser: a page served on loopback */
  shell: z.enum(['electron', 'browser', 'terminal']),
  platform: z.enum(['windows', 'macos', 'linux']),
  dataFolder: z.string(),
  /** In which it runs: days and sending hours go by its clock, also where that of the page shows another time. */
  zone: z.string(),
  /** Whether encrypted secrets survive a restart; if not, `secretsHint` gives the reason. */
  keepsSecrets: z.boolean(),
  secretsHint: saidSchema.optional(),
  /** The key store has another key than the one that the secrets were encrypted with: a person decides. */
  changedStore: errorRecordSchema.optional(),
  /** What is set by the organisation on this computer. */
  managed: z.array(managedNameSchema).readonly(),
  /** Whether files of watched folders may be sent without a person: only an organisation can allow it. */
  mayReleaseItself: z.boolean(),
  /** Dropping files does not work while the app runs with administrator rights. */
  canDrop: z.boolean(),
  /** What the app must tell the person first: the queue was damaged and has been recovered. */
  notice: errorRecordSchema.optional(),
});

/** Updates of the app, and who decides whether it asks for them. */
export const updateStateSchema = z.object({
  isOn: z.boolean(),
  /** build: this build has no updates · policy: the organisation has decided */
  decidedBy: z.enum(['person', 'policy', 'build']),
  step: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('nothing') }),
    z.object({ kind: z.literal('current'), at: time }),
    /** There is a later version, which somebody else installs here. */
    z.object({ kind: z.literal('told'), version: z.string() }),
    z.object({ kind: z.literal('loading'), version: z.string() }),
    z.object({ kind: z.literal('ready'), version: z.string() }),
    z.object({ kind: z.literal('failed'), error: errorRecordSchema }),
  ]),
});

export type ManagedName = z.infer<typeof managedNameSchema>;
export type UpdateState = z.infer<typeof updateStateSchema>;
export type AppInfo = z.infer<typeof appInfoSchema>;
