/** @file The settings that a person makes in the window: appearance, notifications, and defaults for the next file. */

import type { RuleSetState, Settings } from '../../src-shared/contract.ts';
import { AppError } from '../../src-shared/errors.ts';
import { fact } from '../../src-shared/languages/fact.ts';
import type { LanguageSetting } from '../../src-shared/languages/languages.ts';
import { usualListLook } from '../../src-shared/list-look.ts';
import { ruleSetStateSchema } from '../../src-shared/rule-set-shapes.ts';
import { sendOptionsSchema, settingsSchema } from '../../src-shared/settings-shapes.ts';
import type { App } from '../app.ts';
import { defaultRuleSet, type RuleSet } from '../check/rules/rule-set.ts';
import { parseRuleSet } from '../check/rules/rule-set-file.ts';
import type { SettingsFile } from '../ground/settings/settings-file.ts';
import { readRetention } from '../records/retention/retention.ts';
import { DEFAULT_MAX_BATCH_BYTES } from '../send/batch-limit.ts';
import { keepsIdIndexes } from '../send/sent-before/id-index-settings.ts';
import type { Connections } from '../wire/credentials/connections.ts';
import { readTransferSettings } from '../wire/transfer/transfer-settings.ts';

/** The name of the rule set in errors, because it has no path. */
const RULE_SET = fact('The rule set in the settings');

/** People edit this file: an invalid value counts as absent. */
const { appearance, language, list, notifications, ruleSet, startAtLogin, window } = settingsSchema.shape;
const kept = {
  appearance: appearance.catch('system'),
  language: language.catch('system'),
  notifications: notifications.catch({ ended: true, needsPerson: true }),
  sending: sendOptionsSchema.extend({ onInvalid: sendOptionsSchema.shape.onInvalid.catch('stop') }).catch({
    connection: '',
    onInvalid: 'stop',
    ingestValid: false,
    maxBatchBytes: DEFAULT_MAX_BATCH_BYTES,
  }),
  ruleSet: ruleSet.catch(''),
  previousRuleSet: ruleSetStateSchema.shape.previous.catch(undefined),
  startAtLogin: startAtLogin.catch(false),
  window: window.catch({ hasSeenTour: false, singleStrokes: true, recentCommands: [] }),
  list: list.catch(usualListLook),
};

/** What the app stores itself, because it acts on it at once. */
const ofTheApp: ReadonlySet<string> = new Set(['transfer', 'retention', 'idIndex'] satisfies (keyof Settings)[]);

type SettingsApp = Pick<
  App,
  | 'transferSettings'
  | 'changeTransferSettings'
  | 'keptData'
  | 'keepsIds'
  | 'changeKeepsIds'
  | 'connections'
  | 'noteRuleSet'
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
    const { transferSettings, keptData, keepsIds, connections } = this.#app;
    return settingsIn(this.#file, { transferSettings, retention: keptData.retention, keepsIds, connections });
  }

  /**
   * Stores the given settings; they take effect at once. @throws AppError rules.unreadable, folder.unusable, disk.full
   */
  change(changes: { readonly [Key in keyof Settings]?: Settings[Key] | undefined }): Settings {
    const rules = changes.ruleSet === undefined ? undefined : ruleSetOf(changes.ruleSet);
    const textBefore = this.keptRuleSet.text;
    const rulesBefore = rules && this.#rulesInUse();
    for (const [key, value] of Object.entries(changes)) {
      if (!ofTheApp.has(key) && value !== undefined) this.#file.set(key, value);
    }
    if (rules !== undefined && rulesBefore !== undefined && changes.ruleSet !== textBefore) {
      const until = this.#app.noteRuleSet(rulesBefore, rules);
      this.#file.set('previousRuleSet', { text: textBefore, until });
    }
    if (changes.transfer !== undefined) this.#app.changeTransferSettings(changes.transfer);
    if (changes.retention !== undefined) this.#app.keptData.changeRetention(changes.retention);
    if (changes.idIndex !== undefined) this.#app.changeKeepsIds(changes.idIndex);
    return this.all;
  }

  /**
   * The rules that files are checked by. @throws AppError rules.unreadable when a person's edits have made them invalid
   */
  get ruleSet(): RuleSet {
    return ruleSetOf(kept.ruleSet.parse(this.#file.get('ruleSet')));
  }

  /** The text of the rule set, and of the one that was in use before. */
  get keptRuleSet(): Pick<RuleSetState, 'text' | 'previous'> {
    const previous = kept.previousRuleSet.parse(this.#file.get('previousRuleSet'));
    return { text: kept.ruleSet.parse(this.#file.get('ruleSet')), ...(previous !== undefined && { previous }) };
  }

  /** The default ones where a person's edits have made them invalid: they must not stand in the way of better ones. */
  #rulesInUse(): RuleSet {
    try {
      return this.ruleSet;
    } catch (thrown) {
      if (thrown instanceof AppError && thrown.code === 'rules.unreadable') return defaultRuleSet;
      throw thrown;
    }
  }
}

/** All settings as they are stored, which can be read while another process works. */
export function storedSettings(file: SettingsFile, connections: Pick<Connections, 'names'>): Settings {
  const transferSettings = readTransferSettings(file);
  return settingsIn(file, {
    transferSettings,
    connections,
    retention: readRetention(file),
    keepsIds: keepsIdIndexes(file),
  });
}

type OfTheApp = Pick<App, 'transferSettings' | 'keepsIds'> & {
  retention: Settings['retention'];
  connections: Pick<Connections, 'names'>;
};

function settingsIn(file: SettingsFile, { transferSettings, retention, keepsIds, connections }: OfTheApp): Settings {
  const { bytesPerSecond, ...transfer } = transferSettings;
  const sending = kept.sending.parse(file.get('sending'));
  const names = connections.names();
  return {
    appearance: kept.appearance.parse(file.get('appearance')),
    language: languageSetting(file),
    notifications: kept.notifications.parse(file.get('notifications')),
    startAtLogin: kept.startAtLogin.parse(file.get('startAtLogin')),
    transfer: { ...transfer, ...(bytesPerSecond !== undefined && { bytesPerSecond }) },
    retention,
    idIndex: keepsIds,
    // When the connection no longer exists, the first one takes its place.
    sending: names.includes(sending.connection) ? sending : { ...sending, connection: names[0] ?? '' },
    ruleSet: kept.ruleSet.parse(file.get('ruleSet')),
    window: kept.window.parse(file.get('window')),
    list: kept.list.parse(file.get('list')),
  };
}

/** The language that is set for the window; the file is read each time. */
export const languageSetting = (file: Pick<SettingsFile, 'get'>): LanguageSetting =>
  kept.language.parse(file.get('language'));

/** Of the text in the settings. @throws AppError rules.unreadable */
export function ruleSetOf(text: string): RuleSet {
  return text.trim() === '' ? defaultRuleSet : parseRuleSet(text, RULE_SET);
}
