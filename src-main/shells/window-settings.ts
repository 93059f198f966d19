/** @file The settings that a person makes in the window: appearance, notifications, and defaults for the next file. */

import { type Settings, sendOptionsSchema, settingsSchema } from '../../src-shared/contract.ts';
import type { App } from '../app/app.ts';
import { defaultRuleSet, type RuleSet } from '../checking/rules/rule-set.ts';
import { parseRuleSet } from '../checking/rules/rule-set-file.ts';
import { DEFAULT_MAX_BATCH_BYTES } from '../queue/batch-limit.ts';
import type { SettingsFile } from '../settings/settings-file.ts';

/** The name of the rule set in errors, because it has no path. */
const RULE_SET = 'The rule set in the settings';

/** People edit this file: an invalid value counts as absent. */
const { appearance, notifications, ruleSet, startAtLogin } = settingsSchema.shape;
const kept = {
  appearance: appearance.catch('system'),
  notifications: notifications.catch({ ended: true, needsPerson: true }),
  sending: sendOptionsSchema.extend({ onInvalid: sendOptionsSchema.shape.onInvalid.catch('stop') }).catch({
    connection: '',
    onInvalid: 'stop',
    ingestValid: false,
    maxBatchBytes: DEFAULT_MAX_BATCH_BYTES,
  }),
  ruleSet: ruleSet.catch(''),
  startAtLogin: startAtLogin.catch(false),
};

/** What the app stores itself, because it acts on it at once. */
const ofTheApp: ReadonlySet<string> = new Set(['transfer', 'retention', 'idIndex'] satisfies (keyof Settings)[]);

type SettingsApp = Pick<
  App,
  | 'transferSettings'
  | 'changeTransferSettings'
  | 'retention'
  | 'changeRetention'
  | 'keepsIds'
  | 'changeKeepsIds'
  | 'connections'
>;

export class WindowSettings {
  readonly #file: SettingsFile;
  readonly #app: SettingsApp;

  constructor(file: SettingsFile, app: SettingsApp) {
    this.#file = file;
    this.#app = app;
  }

  /** All current settings. */
  get all(): Settings {
    const { bytesPerSecond, ...transfer } = this.#app.transferSettings;
    return {
      appearance: kept.appearance.parse(this.#file.get('appearance')),
      notifications: kept.notifications.parse(this.#file.get('notifications')),
      startAtLogin: kept.startAtLogin.parse(this.#file.get('startAtLogin')),
      transfer: {
        ...transfer,
        ...(bytesPerSecond !== undefined && { bytesPerSecond }),
      },
      retention: this.#app.retention,
      idIndex: this.#app.keepsIds,
      sending: this.#sending(),
      ruleSet: kept.ruleSet.parse(this.#file.get('ruleSet')),
    };
  }

  /**
   * Stores the given settings; they take effect at once. @throws AppError rules.unreadable, folder.unusable, disk.full
   */
  change(changes: { readonly [Key in keyof Settings]?: Settings[Key] | undefined }): Settings {
    if (changes.ruleSet !== undefined) ruleSetOf(changes.ruleSet);
    for (const [key, value] of Object.entries(changes)) {
      if (!ofTheApp.has(key) && value !== undefined) this.#file.set(key, value);
    }
    if (changes.transfer !== undefined) this.#app.changeTransferSettings(changes.transfer);
    if (changes.retention !== undefined) this.#app.changeRetention(changes.retention);
    if (changes.idIndex !== undefined) this.#app.changeKeepsIds(changes.idIndex);
    return this.all;
  }

  /**
   * The rules that files are checked by. @throws AppError rules.unreadable when a person's edits have made them invalid
   */
  get ruleSet(): RuleSet {
    return ruleSetOf(kept.ruleSet.parse(this.#file.get('ruleSet')));
  }

  /** When the connection no longer exists, the first one takes its place. */
  #sending(): Settings['sending'] {
    const sending = kept.sending.parse(this.#file.get('sending'));
    const names = this.#app.connections.list().connections.map(({ name }) => name);
    return names.includes(sending.connection) ? sending : { ...sending, connection: names[0] ?? '' };
  }
}

function ruleSetOf(text: string): RuleSet {
  return text.trim() === '' ? defaultRuleSet : parseRuleSet(text, RULE_SET);
}
