/** @file The texts of the list of settings and its search: other words that people have for them. */

import { message } from '../../src-shared/languages/message.ts';

export const searchTexts = {
  list: message('Sections of the settings'),
  label: message('Find a setting'),
  placeholder: message('Find a setting'),
  clear: message('Clear the search'),
  nothing: (query: string) => message('No setting is called “{query}”, or something like it.', { query }),
  found: (count: number) => message('{count, plural, one {# section has it.} other {# sections have it.}}', { count }),
  also: message('also:'),
};

/** Separated by commas. */
export const otherWords = {
  appearance: message('theme, colours, night, design'),
  language: message('English, German, French, translation, locale'),
  connection: message('default, tenant, bank'),
  onInvalid: message('errors, invalid, stop'),
  ingestValid: message('partial, valid lines'),
  maxBatch: message('size, split, cut, chunk'),
  uploads: message('parallel, concurrent, threads'),
  limit: message('bandwidth, throttle, slow, network, metered, hotspot'),
  stall: message('timeout, hang, stuck'),
  retry: message('attempts, give up, outage'),
  folders: message('inbox, hot folder, automatic, import'),
  proxy: message('internet, firewall, Kerberos, PAC'),
  authorities: message('TLS, SSL, CA, root, trust, inspection'),
  notifications: message('alerts, messages, pop-ups, toast'),
  start: message('autostart, log in, boot'),
  retention: message('privacy, delete, purge, GDPR, storage'),
  logs: message('log files, trace'),
  ids: message('search, duplicates, sent twice'),
  rules: message('validation, severity, warnings, required, allowed values, main entity, JSON'),
  updates: message('version, upgrade, install'),
  help: message('support, help desk, diagnosis, audit, logs'),
  about: message('version, data folder, licence'),
};
