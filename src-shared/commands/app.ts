/** @file The commands about the app itself: its data folder, settings, rule set, keys and updates. */

import { z } from 'zod';
import { appInfoSchema, updateStateSchema } from '../app-shapes.ts';
import { askedFolderSchema } from '../folder-shapes.ts';
import { ruleSetProblemSchema, ruleSetStateSchema, ruleSetTextSchema, ruleSetTrialSchema } from '../rule-set-shapes.ts';
import { settingsSchema } from '../settings-shapes.ts';
import { pickedFilesSchema } from '../shapes.ts';
import { nothing, reasonSchema } from './inputs.ts';

const ruleSetText = z.strictObject({ text: ruleSetTextSchema });

export const appCommands = {
  'app.info': { input: nothing, output: appInfoSchema },
  /** The person has read the notice. */
  'app.confirmNotice': { input: nothing, output: nothing },
  /**
   * A person has decided that this data folder, which may be a copy, is the one to continue with: it sends again. `waiting`: files
   * that do not go by themselves any more, since they may have gone from another copy.
   */
  'folder.confirm': {
    input: z.strictObject({ reason: reasonSchema }),
    output: z.object({ wasInDoubt: z.boolean(), waiting: z.int().nonnegative() }),
  },

  /**
   * Asks the services and the team ledgers what became of all that another copy of this data folder may have sent. What they say is
   * stored as usual; nothing is sent.
   */
  'folder.ask': { input: nothing, output: askedFolderSchema },
  /** Wraps the key of the data folder with another passphrase; all that it protects stays. */
  'passphrase.change': {
    input: z.strictObject({ present: z.string().max(10_000), next: z.string().max(10_000) }),
    output: nothing,
  },

  /** Starts the practice tenant, stores its connection, writes a sample file and offers it. */
  'practice.start': {
    input: nothing,
    output: z.object({ connection: z.string(), sample: pickedFilesSchema }),
  },

  'settings.get': { input: nothing, output: settingsSchema },
  /** Replaces the settings given; returns all settings as they are afterwards. */
  'settings.change': { input: settingsSchema.partial(), output: settingsSchema },
  /** The rule set of the settings, which `settings.change` stores, the one before it, and what a form of it shows. */
  'ruleSet.get': { input: nothing, output: ruleSetStateSchema },
  /** What is wrong with the text of a rule set; nothing where it could be stored. */
  'ruleSet.judge': { input: ruleSetText, output: z.array(ruleSetProblemSchema) },
  /**
   * Checks the last file that was checked and is still there with the rules in use and with these, and tells the difference.
   * Stores nothing. A later trial ends an earlier one.
   */
  'ruleSet.try': {
    input: ruleSetText,
    output: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('tried'), trial: ruleSetTrialSchema }),
      z.object({ kind: z.literal('no-file') }),
      z.object({ kind: z.literal('stopped') }),
    ]),
  },
  'ruleSet.stopTrial': { input: nothing, output: nothing },

  /** Starts the desktop app again, which puts the former key back first. @throws AppError secret.only-in-window */
  'keyStore.tryAgain': { input: nothing, output: nothing },
  /**
   * Makes a new key of the data folder, because the key store has changed and a person enters the secrets again.
   * @throws AppError secret.only-in-window, secret.store-closed
   */
  'keyStore.replaceKey': { input: nothing, output: nothing },

  /** Updates of the app itself; in a browser there are none. */
  'updates.state': { input: nothing, output: updateStateSchema },
  'updates.turn': { input: z.strictObject({ isOn: z.boolean() }), output: updateStateSchema },
  /** Asks the update server now. */
  'updates.ask': { input: nothing, output: updateStateSchema },
  /** Starts the installer and ends the app. */
  'updates.install': { input: nothing, output: nothing },
};
