/** @file The part of a receipt's page that tells in order what was decided of a file, by whom, and what came of it. Pure. */

import { partsInWords } from '../../../src-shared/account-words.ts';
import { reasonInWords } from '../../../src-shared/change-words.ts';
import type { Corrector } from '../../../src-shared/correction-shapes.ts';
import type { CorrectionTold } from '../../../src-shared/correction-told.ts';
import { fieldInFull } from '../../../src-shared/field-words.ts';
import { message } from '../../../src-shared/languages/message.ts';
import { counted } from '../../../src-shared/quantities.ts';
import { ruleName } from '../../../src-shared/rule-words.ts';
import { batchStateNames, isEndState, isProcessed } from '../../../src-shared/states.ts';
import { type Content, html, type Markup, sentence } from './markup.ts';
import { blockTable, moment, recordedBy, spanOf } from './page-source.ts';
import type { Approval, SourceFacts } from './source-facts.ts';
import type { CorrectionPart, FoundKind, SubmissionReceipt } from './submission-receipt.ts';

/** Something that a person did, or that followed from it. */
interface Step {
  at: string;
  /** Of what took its time. */
  until?: string | undefined;
  what: Markup;
  who?: Content;
}

type Entry = SubmissionReceipt['history'][number];

/** From the file that was added to the last answer of the service, through all of its corrections. */
export function courseSection(receipt: SubmissionReceipt): Markup {
  const { further = [], history, corrections = [] } = receipt;
  const steps = [receipt, ...further].flatMap((part) => {
    const { submission } = part.source;
    const own = history.filter((entry) => (entry.submission ?? submission) === submission);
    const told = corrections.find((one) => one.submission === submission);
    return [...(told === undefined ? [] : decidingOf(told)), ...stepsOf(part, own, told)];
  });
  const rows = steps
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
    .map(({ at, until, what, who }) => [spanOf(at, until), what, who]);
  const columns = [{ heading: message('When') }, { heading: message('What happened') }, { heading: message('Who') }];
  return html`<h2>${message('From the file to the last answer')}</h2>
${blockTable(columns, rows)}`;
}

/** What was decided before its file was made, and whether it was given up. */
function decidingOf({ decided, by, corrects, givenUp }: CorrectionTold): Step[] {
  const words = message('Decided what is corrected in {fileName}.', { fileName: corrects.fileName });
  return [
    ...(decided === undefined
      ? []
      : [{ at: decided.first, until: decided.last, what: html`${words}`, who: personOf(by) }]),
    ...(givenUp === undefined
      ? []
      : [
          {
            at: givenUp.at,
            what: html`${message('Given up before anything of it was sent.')}${reasonLine(givenUp.reason)}`,
            who: personOf(givenUp),
          },
        ]),
  ];
}

function stepsOf(part: CorrectionPart, own: readonly Entry[], told: CorrectionTold | undefined): Step[] {
  const { source } = part;
  const approvals = source.approvals.filter((approval) => !isSaidAsAdded(source, approval));
  return [
    { at: source.addedAt, what: addedInWords(source, told), who: personOf(source.addedBy) },
    ...checkOf(part, own),
    ...approvals.map((approval) => ({
      at: approval.ordered?.at ?? approval.at,
      what: html`${message('Sending was decided: {what}', { what: approvalInWords(approval) })}${reasonLine(approval.reason)}`,
      who: whoOf(approval),
    })),
    ...sendingOf(part, own),
  ];
}

function addedInWords(source: SourceFacts, told: CorrectionTold | undefined): Markup {
  const { lines = 0, approvals } = source;
  const values = { submission: String(source.submission), lines };
  const corrected = String(told?.corrects.submission);
  const words =
    told === undefined
      ? message(
          'The file was added as submission {submission}, with {lines, plural, one {# line} other {# lines}}.',
          values,
        )
      : told.isRest
        ? message(
            '{lines, plural, one {# line of submission {corrected} that stayed faulty was} other {# lines of submission {corrected} that stayed faulty were}} kept as submission {submission}.',
            { ...values, corrected },
          )
        : message(
            'A correction of submission {corrected} was added as submission {submission}, with {lines, plural, one {# line} other {# lines}}.',
            { ...values, corrected },
          );
  const isToBeSent = approvals.some((approval) => isSaidAsAdded(source, approval));
  return html`${words}${isToBeSent && html` ${message('It was to be sent once the check let it pass.')}`}`;
}

/** Whether who added the file had it sent by that, and there is no more to say. */
const isSaidAsAdded = ({ addedAt }: SourceFacts, { ordered, reason, sentBefore, errors = 0 }: Approval): boolean =>
  ordered?.at === addedAt && reason === undefined && sentBefore === undefined && errors === 0;

function checkOf({ source, found = [] }: CorrectionPart, own: readonly Entry[]): Step[] {
  const { errors, warnings } = source;
  const checked = own.find(({ kind }) => kind === 'held' || kind === 'checked' || kind === 'approved');
  if (checked === undefined || errors === undefined || warnings === undefined) return [];
  const isHeld = checked.kind === 'held';
  const what =
    errors + warnings === 0
      ? message('The check found no errors and no warnings.')
      : message('The check found {errors} and {warnings}.', {
          errors: counted(errors, 'error'),
          warnings: counted(warnings, 'warning'),
        });
  return [
    {
      at: checked.at,
      what: html`${what}${isHeld && html` ${message('It was held for a decision.')}`}${kindsOf(found, errors)}`,
    },
  ];
}

/** What was wrong, the most frequent first. */
function kindsOf(found: readonly FoundKind[], errors: number): Markup {
  const rest = errors - found.reduce((sum, { findings }) => sum + findings, 0);
  const lines = found.map(
    ({ rule, field, findings }) =>
      html`<br><span class="small">${message('{count, number} × {what}', {
        count: findings,
        what: field === undefined ? ruleName(rule) : `${ruleName(rule)}: ${fieldInFull(field)}`,
      })}</span>`,
  );
  const others =
    rest > 0 &&
    found.length > 0 &&
    html`<br><span class="small">${message('{count, number} of other kinds', { count: rest })}</span>`;
  return html`${lines}${others}`;
}

/** When its batches went, and what the service has said of them. */
function sendingOf({ batches, account }: CorrectionPart, own: readonly Entry[]): Step[] {
  const begun = own.filter(({ batch, state }) => batch !== undefined && state === 'uploading');
  const ends = own.filter(({ batch, state }) => batch !== undefined && isAnswer(state));
  const arrived = batches.flatMap(({ acceptedAt = [] }) => acceptedAt).toSorted();
  const [first, last] = [begun[0], ends.at(-1)];
  const isOver = batches.every(({ state }) => state === 'abandoned' || isEndState(state));
  return [
    ...(first === undefined
      ? []
      : [
          {
            at: first.at,
            until: arrived.at(-1),
            what: html`${message('{batches} sent.', { batches: counted(batches.length, 'batch') })}`,
          },
        ]),
    ...(last === undefined || account === undefined || !isOver
      ? []
      : [
          {
            at: last.at,
            what: html`${message('The service has answered: {outcomes}.', { outcomes: partsInWords(account) })}`,
          },
        ]),
  ];
}

/** Whether the service has said what became of it. */
const isAnswer = (state: unknown): boolean => {
  const known = batchStateNames.find((name) => name === state);
  return known !== undefined && (isProcessed(known) || known === 'rejected');
};

const personOf = (by: Partial<Corrector> | undefined): Content => by && recordedBy(by.user, by.machine);

const reasonLine = (reason: string | undefined): Markup =>
  html`${reason !== undefined && html`<br><span class="small">${reasonInWords(reason)}</span>`}`;

/** Who let a batch pass, and why. */
export function approvalSection(approvals: readonly Approval[]): Markup {
  if (approvals.length === 0)
    return html`<h2>${message('Approval')}</h2><p>${message('It was not approved for sending.')}</p>`;
  // Nobody was asked for a reason where there is none.
  const hasReason = approvals.some(({ reason }) => reason !== undefined);
  const rows = approvals.map((approval) => {
    return [
      moment(approval.ordered?.at ?? approval.at),
      whoOf(approval),
      approvalInWords(approval),
      ...(hasReason ? [approval.reason] : []),
    ];
  });
  const columns = [
    { heading: message('When') },
    { heading: message('Who') },
    { heading: message('What was approved') },
    ...(hasReason ? [{ heading: message('Reason') }] : []),
  ];
  return html`<h2>${message('Approval')}</h2>
${blockTable(columns, rows)}`;
}

function whoOf(approval: Approval): Content {
  const { user, machine } = deciderOf(approval) ?? approval;
  const person = recordedBy(user, machine);
  return deciderOf(approval) !== undefined
    ? person
    : sentence((slot) => message('the check ({person})', { person: slot(person) }));
}

/** The person who decided it; undefined where it went by itself. */
function deciderOf({ by, ordered, user, machine }: Approval): Partial<Corrector> | undefined {
  return by === 'person' ? { ...(user && { user }), ...(machine && { machine }) } : ordered;
}

function approvalInWords({ by, errors, sentBefore, linesBefore }: Approval): string {
  const found =
    errors === undefined || errors === 0
      ? message('the file')
      : message('the file with {errors}', { errors: counted(errors, 'error') });
  const file = by === 'person' ? found : message('{file}, as soon as the check lets it pass', { file: found });
  if (sentBefore === undefined) return file;
  const submission = String(sentBefore);
  return linesBefore === undefined
    ? message('{file}, although submission {submission} had sent it before', { file, submission })
    : message('{file}, although {lines, number} of its lines had been sent before (submission {submission})', {
        file,
        submission,
        lines: linesBefore,
      });
}
