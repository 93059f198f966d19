/** @file The sections of the settings in their order, each with what can be found in it. */

import type { AppInfo } from '../../../src-shared/contract.ts';
import { networkTexts } from '../../texts/network.ts';
import { onInvalidWords, optionTexts } from '../../texts/options.ts';
import { ruleSetTexts } from '../../texts/rule-set.ts';
import {
  aboutTexts,
  appearanceTexts,
  defaultsTexts,
  helpTexts,
  idIndexTexts,
  languageTexts,
  loginTexts,
  notificationTexts,
  retentionTexts,
  transferTexts,
} from '../../texts/settings.ts';
import { otherWords } from '../../texts/settings-search.ts';
import { updateTexts } from '../../texts/updates.ts';
import { watchingTexts } from '../../texts/watching.ts';
import type { SectionEntries } from './search-settings.ts';

export type SectionId =
  | 'appearance'
  | 'language'
  | 'new-files'
  | 'sending'
  | 'folders'
  | 'network'
  | 'notifications'
  | 'start'
  | 'retention'
  | 'ids'
  | 'rules'
  | 'updates'
  | 'help'
  | 'about';

type Section = SectionEntries<SectionId>;

const { limited } = retentionTexts;

const all: readonly Section[] = [
  {
    id: 'appearance',
    title: appearanceTexts.title,
    entries: [{ label: appearanceTexts.label, words: otherWords.appearance }],
  },
  {
    id: 'language',
    title: languageTexts.title,
    entries: [{ label: languageTexts.label, hint: languageTexts.hint, words: otherWords.language }],
  },
  {
    id: 'new-files',
    title: defaultsTexts.title,
    entries: [
      { label: defaultsTexts.connection, hint: defaultsTexts.hint, words: otherWords.connection },
      {
        label: optionTexts.onInvalid,
        hint: `${onInvalidWords.stop.label}. ${onInvalidWords['service-decides'].label}.`,
        words: otherWords.onInvalid,
      },
      { label: optionTexts.ingestValid, hint: optionTexts.ingestValidHint, words: otherWords.ingestValid },
      { label: optionTexts.maxBatch, hint: optionTexts.maxBatchHint, words: otherWords.maxBatch },
    ],
  },
  {
    id: 'sending',
    title: transferTexts.title,
    entries: [
      { label: transferTexts.uploads, hint: transferTexts.uploadsHint, words: otherWords.uploads },
      { label: transferTexts.limits, hint: transferTexts.limitsHint, words: otherWords.limit },
      { label: transferTexts.stall, hint: transferTexts.stallHint, words: otherWords.stall },
      { label: transferTexts.retry, hint: transferTexts.retryHint, words: otherWords.retry },
      { label: transferTexts.ask, hint: transferTexts.askHint },
    ],
  },
  {
    id: 'folders',
    title: watchingTexts.title,
    entries: [
      { label: watchingTexts.choose, hint: watchingTexts.hint, words: otherWords.folders },
      { label: watchingTexts.release, hint: watchingTexts.releaseHint },
    ],
  },
  {
    id: 'network',
    title: networkTexts.title,
    entries: [
      { label: networkTexts.proxy, hint: networkTexts.modes.manual.label, words: otherWords.proxy },
      { label: networkTexts.bypass, hint: networkTexts.bypassHint },
      { label: networkTexts.authorities, hint: networkTexts.authoritiesHint, words: otherWords.authorities },
    ],
  },
  {
    id: 'notifications',
    title: notificationTexts.title,
    entries: [
      {
        label: notificationTexts.needsPerson,
        hint: notificationTexts.needsPersonHint,
        words: otherWords.notifications,
      },
      { label: notificationTexts.ended, hint: notificationTexts.endedHint },
    ],
  },
  {
    id: 'start',
    title: loginTexts.title,
    entries: [{ label: loginTexts.start, hint: loginTexts.hint, words: otherWords.start }],
  },
  {
    id: 'retention',
    title: retentionTexts.title,
    entries: [
      { label: limited.submissions.label, hint: retentionTexts.hint, words: otherWords.retention },
      { label: limited.findings.label, hint: limited.findings.hint },
      { label: limited.reports.label, hint: limited.reports.hint },
      { label: retentionTexts.logs, words: otherWords.logs },
    ],
  },
  {
    id: 'ids',
    title: idIndexTexts.title,
    entries: [{ label: idIndexTexts.keep, hint: idIndexTexts.hint, words: otherWords.ids }],
  },
  {
    id: 'rules',
    title: ruleSetTexts.title,
    entries: [
      { label: ruleSetTexts.mainParty, hint: ruleSetTexts.mainPartyHint, words: otherWords.rules },
      { label: ruleSetTexts.required, hint: ruleSetTexts.requiredHint },
      { label: ruleSetTexts.allowed, hint: ruleSetTexts.allowedHint },
      { label: ruleSetTexts.severity, hint: ruleSetTexts.severityHint },
      { label: ruleSetTexts.label, hint: ruleSetTexts.hint },
    ],
  },
  {
    id: 'updates',
    title: updateTexts.title,
    entries: [{ label: updateTexts.ask, hint: updateTexts.hint, words: otherWords.updates }],
  },
  {
    id: 'help',
    title: helpTexts.title,
    entries: [
      { label: helpTexts.save, hint: helpTexts.contents, words: otherWords.help },
      { label: helpTexts.history, hint: helpTexts.historyContents },
    ],
  },
  {
    id: 'about',
    title: aboutTexts.title,
    entries: [{ label: aboutTexts.folder, hint: aboutTexts.folderHint, words: otherWords.about }],
  },
];

/** Those that there are in this window. */
export function sectionsFor({ shell, platform }: Pick<AppInfo, 'shell' | 'platform'>): readonly Section[] {
  return all.filter(({ id }) => {
    if (id === 'start') return shell === 'electron' && platform !== 'linux';
    return id !== 'updates' || shell === 'electron';
  });
}

export function isSection(name: string | undefined): name is SectionId {
  return all.some(({ id }) => id === name);
}
