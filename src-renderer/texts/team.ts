/** @file The texts of the page of the team: what is offered for release, by whom, and what was decided. */

import type { ComparedFigure, OfferState } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { roleInWords } from '../../src-shared/team-history-words.ts';
import type { TeamRole } from '../../src-shared/team-roles.ts';
import type { Tone } from './states.ts';

export const teamTexts = {
  title: message('Team'),
  intro: message(
    'What one person offers, another one releases. The team ledger keeps the rules: your own offers are always for others to decide.',
  ),
  none: {
    title: message('This desk uses no team ledger'),
    text: message(
      'A team ledger is a database that several desks share. IT sets it up; then name it in a connection, under Connections.',
    ),
  },
  ledger: message('Team ledger'),
  standing: (person: string, desk: string) => message('You are {person}, at {desk}.', { person, desk }),
  roles: message('Your roles'),
  noRoles: {
    title: message('You have no role in this ledger'),
    text: message('An administrator of the team ledger gives roles. Until then you can neither offer nor release.'),
  },
  release: {
    ledger: (person: string, moment: string, reason: string) =>
      message('Only what another person has released is sent. Required by {person}, {moment}: {reason}', {
        ...{ person, moment, reason },
      }),
    ending: (person: string, moment: string) =>
      message('{person} asked to end that, {moment}. It ends once another administrator says the same.', {
        ...{ person, moment },
      }),
    policy: message('The policy of this computer requires a release, although the team ledger does not.'),
    none: message('No release is required of what is sent.'),
  },
  answers: message('Answers'),
  answersHint: message('The team ledger answered when it was last asked.'),
  away: message('Does not answer'),
  awayHint: message('Tranship asks again by itself. What is shown is what it knew before.'),
  loading: message('Asking the team ledger…'),
  refresh: message('Look again'),
  views: {
    label: message('What is shown'),
    open: message('Open'),
    decided: message('Decided'),
    history: message('Who did what'),
  },
  parts: {
    mine: message('For you to decide'),
    others: message('For others to decide'),
    decided: message('Decided offers'),
  },
  nothing: {
    open: message('Nothing waits for a decision.'),
    decided: message('Nothing was decided yet.'),
  },
  more: message('Show older offers'),
  columns: {
    file: message('File'),
    transactions: message('Transactions'),
    findings: message('Findings'),
    offered: message('Offered by'),
    decided: message('Decided by'),
    state: message('State'),
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
  open: { word: message('Open'), meaning: message('It waits for a decision.'), tone: 'attention' },
  released: { word: message('Released'), meaning: message('Another person has released it.'), tone: 'done' },
  refused: { word: message('Refused'), meaning: message('Another person has refused it.'), tone: 'trouble' },
};

export const offerTexts = {
  back: message('Back to the offers'),
  loading: message('Loading this offer…'),
  offeredBy: (person: string, desk: string, moment: string) =>
    message('Offered by {person} at {desk}, {moment}', { person, desk, moment }),
  facts: message('What is offered'),
  reason: message('Reason given by the maker'),
  destination: message('Goes to'),
  otherDestination: message('No connection of this desk leads there.'),
  manifest: message('Prepared with'),
  controlEqual: message('all control figures equal'),
  controlDiffers: (differences: number) =>
    message('{differences, plural, one {# control figure differs} other {# control figures differ}}', { differences }),
  figures: message('Figures'),
  asOffered: message('As offered'),
  ownCopy: message('Your copy'),
  valid: message('Lines without errors'),
  errors: message('Errors'),
  warnings: message('Warnings'),
  lines: message('Lines'),
  differs: message('differs'),
  rules: message('Findings by rule'),
  noRules: message('The check found nothing.'),
  rulesHint: message('Check your own copy to see what is wrong in words.'),
  firstAt: (line: number, found: string) =>
    line === 0
      ? message('The file: {found}', { found })
      : message('First in line {line, number}: {found}', { line, found }),
  moreRules: (count: number) => message('… and {count, plural, one {# more rule} other {# more rules}}', { count }),
};

export const decisionTexts = {
  title: message('Your decision'),
  own: {
    title: message('This is your own offer'),
    text: message('Another person has to decide it. The database keeps this rule, whichever roles you have.'),
  },
  notChecker: message('Only a checker can release or refuse it. An administrator of the team ledger gives roles.'),
  copyTitle: message('Your own copy of the file'),
  copyHint: message(
    'The figures are what the desk of the maker says. Choose the same file, from a share or as it was handed over: Tranship checks it here and compares.',
  ),
  choose: message('Choose the file…'),
  chooseOther: message('Choose another file…'),
  receiving: message('Taking the file over…'),
  checking: message('Checking your copy…'),
  stop: message('Stop'),
  same: (fileName: string) =>
    message('{fileName} has the same bytes and the same figures. You can release it.', { fileName }),
  proved: message('This desk has checked the same bytes and found the same figures. You can release it.'),
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
  reason: message('Reason'),
  reasonHint: message('It is kept in the team ledger, with your name.'),
  reasonMissing: message('Say why you release or refuse it.'),
  release: message('Release'),
  refuse: message('Refuse'),
  copyMissing: message('Choose your own copy of the file first. To refuse, you need none.'),
  by: (state: OfferState, person: string, moment: string) =>
    state === 'released'
      ? message('Released by {person}, {moment}', { person, moment })
      : message('Refused by {person}, {moment}', { person, moment }),
};

/** A ledger that was put back to an earlier state. */
export const putBackTexts = {
  title: message('The team ledger was put back, and waits for desks'),
  text: (moment: string) =>
    message(
      'It noticed that on {moment}, and may have forgotten what was sent before. Until these desks have told it what they sent, no desk sends anything new. Start Tranship there: the rest goes by itself.',
      { moment },
    ),
  desk: (name: string, person: string, moment: string) =>
    message('{name} ({person}), last heard of on {moment}', { name, person, moment }),
  remembered: (name: string, person: string) =>
    message('{name} ({person}), known to other desks only', { name, person }),
  notYou: message('Where a desk does not come back, a sender or an administrator can say that it is not waited for.'),
  desks: message('Do not wait for'),
  desksHint: message('What only such a desk has sent since the backup may then be sent again by another one.'),
  deskMissing: message('Choose the desks that do not come back.'),
  reason: message('Reason'),
  reasonHint: message('It is kept in the team ledger, with your name.'),
  reasonMissing: message('Say why they are not waited for.'),
  continueWithout: message('Continue without them'),
};

export const figureNames: Record<ComparedFigure, string> = {
  bytes: message('size'),
  lines: message('lines'),
  transactions: message('transactions'),
  valid: message('lines without errors'),
  errors: message('errors'),
  warnings: message('warnings'),
  byRule: message('findings by rule'),
  totals: message('sums and days'),
};

export const submissionOfferTexts = {
  title: message('Release by another person'),
  never: message('It was not offered for release yet.'),
  standing: {
    open: (person: string, moment: string) =>
      message('Offered by {person}, {moment}. It waits for a decision.', { person, moment }),
    released: (person: string, moment: string) => message('Released by {person}, {moment}.', { person, moment }),
    refused: (person: string, moment: string) => message('Refused by {person}, {moment}.', { person, moment }),
  },
  offer: message('Offer for release…'),
  offerAgain: message('Offer again…'),
  offerHint: message('Another person of your team then sees its figures, and releases or refuses it.'),
  show: (id: number) => message('Show offer {id}', { id: String(id) }),
  dialogTitle: (fileName: string) => message('Offer {fileName} for release?', { fileName }),
  explanation: message(
    'Another person of your team sees the name of the file, its figures and your reason. The file itself stays here: hand it over, or name the share.',
  ),
  again: (person: string) =>
    message('The same bytes were offered before, by {person}. This makes a second offer.', { person }),
  connection: message('To be sent over'),
  connectionMissing: message('Choose the connection over which it is to be sent.'),
  reason: message('Why is it to be sent?'),
  reasonHint: message('The person who decides reads it. It is kept in the team ledger, with your name.'),
  reasonMissing: message('Say why it is to be sent.'),
  goBack: message('Go back'),
  confirm: message('Offer it'),
};

export const teamHistoryTexts = {
  find: message('Find in the history of the team'),
  fields: {
    person: message('Person'),
    desk: message('Desk'),
    from: message('From day'),
    to: message('To day'),
  },
  table: message('Who did what at which desk'),
  columns: {
    time: message('Time'),
    person: message('Person'),
    desk: message('Desk'),
    what: message('What happened'),
    file: message('File'),
  },
  user: (user: string) => message('as {user}', { user }),
  nothing: message('The team ledger tells nothing that fits.'),
};
