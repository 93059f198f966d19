/** @file The commands about connections, the way to them, and single calls of the service. */

import { z } from 'zod';
import {
  connectionChangeSchema,
  connectionFormSchema,
  connectionNameSchema,
  diagnosisSchema,
  formProblemSchema,
  networkFormSchema,
  networkStateSchema,
  observedPathSchema,
  storageHostsSchema,
} from '../connection-shapes.ts';
import { findingRowSchema } from '../finding-shapes.ts';
import { postedSchema, postingRequestSchema } from '../posting-shapes.ts';
import { sendingChangeSchema } from '../sending-hours.ts';
import {
  ruleRunRequestSchema,
  ruleRunSchema,
  ruleRunStatusSchema,
  tableReplySchema,
  transactionReplySchema,
  transactionTextSchema,
} from '../service-shapes.ts';
import { connectionLedgerSchema, ledgerFormSchema } from '../team-shapes.ts';
import { connections, count, nothing, ofConnection } from './inputs.ts';

const oneConnection = z.strictObject({ name: connectionNameSchema });
const hostNames = z.array(z.string().min(1).max(2000)).max(1000);
const oneText = z.strictObject({ text: transactionTextSchema });

export const connectionCommands = {
  'connections.list': { input: nothing, output: connections },
  /** What is wrong with the values of a connection before it is stored: of each field one thing, in their order. */
  'connections.judge': {
    /** Only what can be judged without the credentials. */
    input: z.strictObject({
      form: connectionFormSchema.omit({ secret: true, certificate: true }),
      isNew: z.boolean(),
    }),
    output: z.array(formProblemSchema),
  },
  /** The commands that change connections return all of them as they are afterwards. */
  'connections.add': { input: connectionFormSchema, output: connections },
  /**
   * Finds the connection by name; the name cannot change, and what is absent stays. Where it leads may change only while no
   * open submission that the service knows is bound to it.
   */
  'connections.change': { input: connectionChangeSchema, output: connections },
  /** Accepts a connection that was changed without the key of the data folder: a person has checked its addresses. */
  'connections.confirm': { input: oneConnection, output: connections },
  'connections.remove': { input: oneConnection, output: connections },
  /** Signs in, and asks the service for what cannot exist: it ends well where that is unknown. */
  'connections.test': { input: oneConnection, output: nothing },
  /** Tests every part of the route to the service, step by step, and sends an event as each step ends. */
  'connections.diagnose': {
    /** askForStorage: reserves an upload address, never used, to learn the storage's host. */
    input: oneConnection.extend({ askForStorage: z.boolean() }),
    output: diagnosisSchema,
  },
  /**
   * Changes where its files may go, and continues what was held for that: the rule first, since it decides which hosts can be
   * allowed. `missing`: of those to be removed, the ones that were not there.
   */
  'connections.changeHosts': {
    input: oneConnection.extend({
      ...storageHostsSchema.pick({ fixed: true, private: true }).partial().shape,
      remove: hostNames.optional(),
      allow: hostNames.optional(),
    }),
    output: storageHostsSchema.extend({ missing: z.array(z.string()) }),
  },
  /** Changes when uploads may begin over a connection, and how fast they may go; it holds at once. @throws AppError policy.managed */
  'connections.changeSending': { input: oneConnection.extend(sendingChangeSchema.shape), output: connections },
  /** Sets the paths that can be observed over a connection. */
  'connections.observe': {
    input: oneConnection.extend({ paths: z.array(observedPathSchema).max(50) }),
    output: connections,
  },

  /**
   * Sets from where its service counts the lines of its reports, or that nobody knows. Reports that left it open are asked for
   * again: `asked` of them.
   */
  'connections.countLines': {
    input: oneConnection.extend({ from: z.union([z.literal(0), z.literal(1), z.literal('unknown')]) }),
    output: z.object({ asked: z.int().nonnegative() }),
  },

  /** The team ledger of a connection. */
  'connections.ledger': { input: oneConnection, output: connectionLedgerSchema },
  /** Sets it, or that there is none. It is not asked yet. */
  'connections.changeLedger': {
    input: oneConnection.extend({ ledger: z.union([ledgerFormSchema, z.literal('none')]) }),
    output: connectionLedgerSchema,
  },

  'network.get': { input: nothing, output: networkStateSchema },
  /** Takes effect with the next request. */
  'network.change': { input: networkFormSchema, output: networkStateSchema },
  /** Accepts settings that were changed without the key of the data folder: a person has checked them. */
  'network.confirm': { input: nothing, output: networkStateSchema },

  /** The findings of the check about one transaction. */
  'transaction.check': { input: oneText, output: z.object({ findings: z.array(findingRowSchema) }) },
  /** Sends one transaction unchanged. One with errors, or one that went before, is sent only if the person insists. */
  'transaction.send': {
    input: oneText.extend({
      connection: z.string().max(64),
      evenWithErrors: z.boolean(),
      again: z.boolean().optional(),
    }),
    output: transactionReplySchema,
  },

  /**
   * Checks the transactions of a file, and sends them one by one; the same file again continues where it stopped. The caller
   * hears how far it is.
   */
  'transaction.sendFile': { input: postingRequestSchema, output: postedSchema },

  /** Asks the service to run rules, and follows the run to its end. */
  'rules.start': { input: ruleRunRequestSchema, output: ruleRunSchema },
  /** The latest runs, newest first. */
  'rules.list': { input: nothing, output: z.array(ruleRunSchema) },
  'rules.stopFollowing': { input: z.strictObject({ id: z.string().max(100) }), output: nothing },
  /** How long until the service accepts the next rerun. */
  'rules.wait': { input: ofConnection, output: z.object({ milliseconds: count }) },
  /** How an execution gets on; over the connection that it was asked for with, unless another one is named. */
  'rules.status': {
    input: z.strictObject({ executionId: z.string().min(1).max(500), connection: connectionNameSchema.optional() }),
    output: ruleRunStatusSchema,
  },
  /** The live rules and their schedule. */
  'rules.schedule': { input: ofConnection, output: tableReplySchema },
};
