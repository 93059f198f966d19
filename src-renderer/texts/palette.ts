/** @file The texts of the list of commands, and of what commands report. */

import { message } from '../../src-shared/languages/message.ts';
import type { PageName } from '../../src-shared/pages.ts';
import type { CommandGroup } from '../palette/palette-command.ts';

export const paletteTexts = {
  title: message('Commands'),
  field: message('Type a command, the name or number of a file, or an id'),
  groups: {
    recent: message('Recently used'),
    offered: message('On this page'),
    steps: message('This submission'),
    work: message('Files'),
    pages: message('Go to'),
    connections: message('Connections'),
    exports: message('Save'),
    endings: message('End this submission'),
    window: message('Window and help'),
    submissions: message('Submissions'),
  } satisfies Record<CommandGroup, string>,
  nothingFits: message('No command and no file fits.'),
  page: message('Page'),
  appearance: (choice: string) => message('Appearance: {choice}', { choice }),
  /** Other words that people type; a language has its own. */
  appearanceAliases: message('colours theme night day mode'),
  languageAliases: 'language Sprache langue',
  isChosen: message('chosen now'),
  /** “Partially accepted: 17 accepted · 3 rejected”. */
  standing: (standing: string, account: string) => message('{standing}: {account}', { standing, account }),
  findings: {
    csv: message('Save the findings as CSV…'),
    jsonl: message('Save the findings as JSON Lines…'),
  },
  savedList: {
    csv: message('Save the list as CSV…'),
    jsonl: message('Save the list as JSON Lines…'),
  },
  receipt: {
    pdf: message('Save the receipt as PDF…'),
    html: message('Save the receipt as a page…'),
    json: message('Save the receipt as JSON…'),
  },
  windowAliases: {
    'add-files': message('choose open send upload'),
    'show-shortcuts': message('keys help hotkeys'),
    'show-tour': message('help introduction first steps'),
    'new-connection': message('add connection tenant service'),
  },
  pageAliases: {
    queue: message('files submissions list'),
    prepare: message('convert csv excel export template'),
    overview: message('figures chart statistics'),
    history: message('audit log removed'),
    transactions: message('single one post transaction'),
    rules: message('run schedule'),
    observability: message('service requests reports batch status'),
    connections: message('tenants credentials secret sending hours night office send between times limit'),
    team: message('ledger offers release four eyes colleagues'),
    settings: message('preferences options proxy network help support'),
  } satisfies Record<PageName, string>,
  restore: (removals: readonly { fileName: string }[]) => {
    const [only, ...others] = removals;
    return only !== undefined && others.length === 0
      ? message('Restore {fileName}', only)
      : message('Restore the {count, plural, one {# file that was} other {# files that were}} removed last', {
          count: removals.length,
        });
  },
  dismiss: message('Dismiss'),
};
