/** @file The texts of the page of the team: what is offered for release, by whom, and what was decided. */

import type { OfferState } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { roleInWords } from '../../src-shared/team-history-words.ts';
import type { TeamRole } from '../../src-shared/team-roles.ts';
import type { Tone } from './states.ts';

export const teamTexts = {
  release: {
    ledger: (person: string, moment: string, reason: string) =>
      message('Only what another person has released is sent. Required by {person}, {moment}: {reason}', {
        person,
        moment,
        reason,
      }),
    ending: (person: string, moment: string) =>
      message('{person} asked to end that, {moment}. It ends once another administrator says the same.', {
        person,
        moment,
      }),
    policy: message('The policy of this computer requires a release, although the team ledger does not.'),
    none: message('No release is required of what is sent.'),
  },
  loading: message('Asking the team ledger…'),
  views: {
    label: message('What is shown'),
    open: message('Open', {}, { context: 'offers' }),
    decided: message('Decided'),
    history: message('Who did what'),
  },
  numbered: (id: number) => message('Offer {id}', { id: String(id) }),
  you: message('(you)'),
  findings: (errors: number, warnings: number) =>
    errors + warnings === 0
      ? message('none', {}, { context: 'findings' })
      : message(
          '{errors, plural, one {# error} other {# errors}}, {warnings, plural, one {# warning} other {# warnings}}',
          { errors, warnings },
        ),
};

export const roleWords: Record<TeamRole, { word: string; meaning: string }> = {
  maker: { word: roleInWords('maker'), meaning: message('offers files for release') },
  checker: { word: roleInWords('checker'), meaning: message('releases or refuses what others offer') },
  sender: { word: roleInWords('sender'), meaning: message('sends what is released') },
  administrator: { word: roleInWords('administrator'), meaning: message('gives roles to others') },
};

export const offerStateWords: Record<OfferState, { word: string; meaning: string; tone: Tone }> = {
  open: {
    word: message('Open', {}, { context: 'offers' }),
    meaning: message('It waits for a decision.'),
    tone: 'attention',
  },
  released: { word: message('Released'), meaning: message('Another person has released it.'), tone: 'done' },
  refused: { word: message('Refused'), meaning: message('Another person has refused it.'), tone: 'trouble' },
};

export const offerTexts = {
  figures: message('Figures'),
  firstAt: (line: number, found: string) =>
    line === 0
      ? message('The file: {found}', { found })
      : message('First in line {line, number}: {found}', { line, found }),
};

export const decisionTexts = {
  copyTitle: message('Your own copy of the file'),
  otherBytes: {
    title: message('This is another file'),
    text: (fileName: string, sha256: string) =>
      message('{fileName} has other bytes than what is offered: its SHA-256 is {sha256}. It cannot be released.', {
        fileName,
        sha256,
      }),
  },
  otherFigures: {
    title: message('The bytes are the same, but not the figures'),
    text: (fileName: string, figures: string) =>
      message(
        'The check of {fileName} at this desk finds something else: {figures}. It cannot be released. Do both desks use the same rules of the check?',
        { fileName, figures },
      ),
  },
  by: (state: OfferState, person: string, moment: string) =>
    state === 'released'
      ? message('Released by {person}, {moment}', { person, moment })
      : message('Refused by {person}, {moment}', { person, moment }),
};

export const submissionOfferTexts = {
  title: message('Release by another person'),
  standing: {
    open: (person: string, moment: string) =>
      message('Offered by {person}, {moment}. It waits for a decision.', { person, moment }),
    released: (person: string, moment: string) => message('Released by {person}, {moment}.', { person, moment }),
    refused: (person: string, moment: string) => message('Refused by {person}, {moment}.', { person, moment }),
  },
  show: (id: number) => message('Show offer {id}', { id: String(id) }),
};

export const teamHistoryTexts = {
  fields: {
    person: message('Person'),
    desk: message('Desk'),
    from: message('From day'),
    to: message('To day'),
  },
};
