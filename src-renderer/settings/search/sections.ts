/** @file The sections of the settings in their order, each with what can be found in it. */

import type { AppInfo } from '../../../src-shared/contract.ts';
import { message } from '../../../src-shared/languages/message.ts';
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
    entries: [{ label: appearanceTexts.label, words: message('theme, colours, night, design') }],
  },
  {
    id: 'language',
    title: languageTexts.title,
    entries: [
      {
        label: languageTexts.label,
        hint: languageTexts.hint,
        words: message('English, German, French, translation, locale'),
      },
    ],
  },
  {
    id: 'new-files',
    title: defaultsTexts.title,
    entries: [
      { label: defaultsTexts.connection, hint: defaultsTexts.hint, words: message('default, tenant, bank') },
      {
        label: optionTexts.onInvalid,
        hint: `${onInvalidWords.stop.label}. ${onInvalidWords['service-decides'].label}.`,
        words: message('errors, invalid, stop'),
      },
      { label: optionTexts.ingestValid, hint: optionTexts.ingestValidHint, words: message('partial, valid lines') },
      { label: optionTexts.maxBatch, hint: optionTexts.maxBatchHint, words: message('size, split, cut, chunk') },
    ],
  },
  {
    id: 'sending',
    title: transferTexts.title,
    entries: [
      {
        label: transferTexts.uploads,
        hint: transferTexts.uploadsHint,
        words: message('parallel, concurrent, threads'),
      },
      {
        label: transferTexts.limits,
        hint: transferTexts.limitsHint,
        words: message('bandwidth, throttle, slow, network, metered, hotspot'),
      },
      { label: transferTexts.stall, hint: transferTexts.stallHint, words: message('timeout, hang, stuck') },
      { label: transferTexts.retry, hint: transferTexts.retryHint, words: message('attempts, give up, outage') },
      { label: transferTexts.ask, hint: transferTexts.askHint },
      { label: transferTexts.hours, words: message('18:00, night, office, times, when to send, between') },
    ],
  },
  {
    id: 'folders',
    title: watchingTexts.title,
    entries: [
      { label: watchingTexts.choose, hint: watchingTexts.hint, words: message('inbox, hot folder, automatic, import') },
      { label: watchingTexts.release, hint: watchingTexts.releaseHint },
    ],
  },
  {
    id: 'network',
    title: networkTexts.title,
    entries: [
      {
        label: networkTexts.proxy,
        hint: networkTexts.modes.manual.label,
        words: message('internet, firewall, Kerberos, PAC'),
      },
      { label: networkTexts.bypass, hint: networkTexts.bypassHint },
      {
        label: networkTexts.authorities,
        hint: networkTexts.authoritiesHint,
        words: message('TLS, SSL, CA, root, trust, inspection'),
      },
    ],
  },
  {
    id: 'notifications',
    title: notificationTexts.title,
    entries: [
      {
        label: notificationTexts.needsPerson,
        hint: notificationTexts.needsPersonHint,
        words: message('alerts, messages, pop-ups, toast'),
      },
      { label: notificationTexts.ended, hint: notificationTexts.endedHint },
    ],
  },
  {
    id: 'start',
    title: loginTexts.title,
    entries: [{ label: loginTexts.start, hint: loginTexts.hint, words: message('autostart, log in, boot') }],
  },
  {
    id: 'retention',
    title: retentionTexts.title,
    entries: [
      {
        label: limited.submissions.label,
        hint: retentionTexts.hint,
        words: message('privacy, delete, purge, GDPR, storage'),
      },
      { label: limited.findings.label, hint: limited.findings.hint },
      { label: limited.reports.label, hint: limited.reports.hint },
      { label: limited.ids.label, hint: limited.ids.hint },
      { label: retentionTexts.logs, words: message('log files, trace') },
    ],
  },
  {
    id: 'ids',
    title: idIndexTexts.title,
    entries: [{ label: idIndexTexts.keep, hint: idIndexTexts.hint, words: message('search, duplicates, sent twice') }],
  },
  {
    id: 'rules',
    title: ruleSetTexts.title,
    entries: [
      {
        label: ruleSetTexts.mainParty,
        hint: ruleSetTexts.mainPartyHint,
        words: message('validation, severity, warnings, required, allowed values, main entity, JSON'),
      },
      { label: ruleSetTexts.required, hint: ruleSetTexts.requiredHint },
      { label: ruleSetTexts.allowed, hint: ruleSetTexts.allowedHint },
      { label: ruleSetTexts.severity, hint: ruleSetTexts.severityHint },
      { label: ruleSetTexts.label, hint: ruleSetTexts.hint },
    ],
  },
  {
    id: 'updates',
    title: updateTexts.title,
    entries: [{ label: updateTexts.ask, hint: updateTexts.hint, words: message('version, upgrade, install') }],
  },
  {
    id: 'help',
    title: helpTexts.title,
    entries: [
      { label: helpTexts.save, hint: helpTexts.contents, words: message('support, help desk, diagnosis, audit, logs') },
      { label: helpTexts.history, hint: helpTexts.historyContents },
    ],
  },
  {
    id: 'about',
    title: aboutTexts.title,
    entries: [
      { label: aboutTexts.folder, hint: aboutTexts.folderHint, words: message('version, data folder, licence') },
    ],
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
