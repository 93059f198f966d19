/** @file What a person has set in the window: how it looks, what it tells of, and what the next file starts out with. */

import { type Settings, sendOptionsSchema, settingsSchema } from '../../src-shared/contract.ts';
import type { App } from '../app.ts';
import { defaultRuleSet, parseRuleSet, type RuleSet } from '../checking/rules/rule-set.ts';
import { DEFAULT_MAX_BATCH_BYTES } from '../queue/submission.ts';
import type { SettingsFile } from '../settings/settings-file.ts';

/** How errors name the rule set, which has no path. */
const RULE_SET = 'The rule set in the settings';

/** People edit this file: what does not fit counts as not said. */
const { appearance, notifications, ruleSet } = settingsSchema.shape;
const kept = {
  appearance: appearance.catch('system'),
  notifications: notifications.catch({ ended: true, needsPerson: true }),
  sending: sendOptionsSchema.catch({
    connection: '',
    onInvalid: 'stop',
    ingestValid: false,
    maxBatchBytes: DEFAULT_MAX_BATCH_BYTES,
  }),
  ruleSet: ruleSet.catch(''),
};

export class WindowSettings {
  readonly #file: SettingsFile;
  readonly #app: Pick<App, 'transferSettings' | 'changeTransferSettings' | 'connections'>;

  constructor(file: SettingsFile, app: Pick<App, 'transferSettings' | 'changeTransferSettings' | 'connections'>) {
    this.#file = file;
    this.#app = app;
  }

  /** All settings as they are now. */
  get all(): Settings {
    const { bytesPerSecond, ...transfer } = this.#app.transferSettings;
    return {
      appearance: kept.appearance.parse(this.#file.get('appearance')),
      notifications: kept.notifications.parse(this.#file.get('notifications')),
      transfer: {
        ...transfer,
        ...(bytesPerSecond !== undefined && { bytesPerSecond }),
      },
      sending: this.#sending(),
      ruleSet: kept.ruleSet.parse(this.#file.get('ruleSet')),
    };
  }

  /** Keeps what is given; it holds at once. @throws AppError rules.unreadable, folder.unusable, disk.full */
  change(changes: { readonly [Key in keyof Settings]?: Settings[Key] | undefined }): Settings {
    if (changes.ruleSet !== undefined) ruleSetOf(changes.ruleSet);
    for (const [key, value] of Object.entries(changes)) {
      if (key !== 'transfer' && value !== undefined) this.#file.set(key, value);
    }
    if (changes.transfer !== undefined) this.#app.changeTransferSettings(changes.transfer);
    return this.all;
  }

  /** The rules that files are checked by. @throws AppError rules.unreadable when somebody has edited them to pieces */
  get ruleSet(): RuleSet {
    return ruleSetOf(kept.ruleSet.parse(this.#file.get('ruleSet')));
  }

  /** A connection that is no longer there gives way to the first one. */
  #sending(): Settings['sending'] {
    const sending = kept.sending.parse(this.#file.get('sending'));
    const names = this.#app.connections.list().connections.map(({ name }) => name);
    return names.includes(sending.connection) ? sending : { ...sending, connection: names[0] ?? '' };
  }
}

function ruleSetOf(text: string): RuleSet {
  return text.trim() === '' ? defaultRuleSet : parseRuleSet(text, RULE_SET);
}
