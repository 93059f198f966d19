/** @file How a report was read, in sentences: for the command line and the window. Pure. */

import { assertNever } from '../../src-shared/errors.ts';
import { number, size } from '../../src-shared/quantities.ts';
import { shorten } from '../check/findings/finding.ts';
import type { NumberClaim } from '../records/reports/reading/entry.ts';
import { LARGEST_UNPACKED } from '../records/reports/reading/report-text.ts';
import type { CutOffReport, ReadingFacts } from '../records/reports/reading-facts.ts';
import type { StricterRule } from '../records/reports/stricter-rules.ts';
import type { StricterCheck } from '../records/stricter-check.ts';
import type { LineRange } from '../send/line-range.ts';

/** What a person should know before reading the table; nothing where all is as expected. */
export function readingInWords(facts: ReadingFacts, lines: LineRange): string[] {
  const { entries, accepted, broken, tooLarge, cutOff, contradictions, rows } = facts;
  const said: string[] = [`The batch carries lines ${number(lines.first)} to ${number(lines.last)} of the file.`];
  if (facts.shape === 'unknown') said.push(unknownInWords(facts.looksLike));
  if (cutOff !== undefined) said.push(cutOffInWords(cutOff, entries));
  if (broken > 0) said.push(`Parts of the report that could not be read: ${number(broken)}.`);
  if (tooLarge > 0) said.push(`Entries that are too large to be read: ${number(tooLarge)}.`);
  if (accepted > 0) said.push(`Lines that the report names as accepted, which are not listed: ${number(accepted)}.`);
  if (rows.unmatched > 0)
    said.push(`Entries that match no line of the batch: ${number(rows.unmatched)}. They are at the end.`);
  if (contradictions > 0) {
    said.push(
      `Entries whose number and identifier mean different lines: ${number(contradictions)}. The identifier counts.`,
    );
  }
  return [...said, ...numberingInWords(facts), ...sourceInWords(facts)];
}

function unknownInWords(looksLike: ReadingFacts['looksLike']): string {
  switch (looksLike) {
    case 'nothing':
      return 'The report is empty.';
    case 'markup':
      return 'The report is a web page or an XML text, perhaps of a proxy, and lists no lines. It is kept as it came.';
    default:
      return 'The report is in no form that Tranship can read as a list. It is kept as it came.';
  }
}

function cutOffInWords(cutOff: CutOffReport, entries: number): string {
  switch (cutOff) {
    case 'ends-early':
      return 'The report ends in the middle. What was there is listed; lines after it may be missing.';
    case 'broken-gzip':
      return 'The report is a gzip file that is damaged or cut off. What could be unpacked is listed; lines may be missing.';
    case 'too-large':
      return `The report unpacks to more than ${size(LARGEST_UNPACKED)}. What came before that is listed.`;
    case 'too-many':
      return `The report has more than ${number(entries)} entries. The rest is not listed.`;
    default:
      return assertNever(cutOff);
  }
}

/** Where only the names of the fields speak for the way in which lines are counted, a person should compare one. */
function numberingInWords({ numbering, source }: ReadingFacts): string[] {
  const doubtful = (['line', 'index'] as const).filter((basis) => numbering[basis]?.evidence === 'name');
  if (doubtful.length === 0 || source === 'not-needed') return [];
  return doubtful.map((basis) => doubtInWords(basis, numbering[basis]?.first ?? 1));
}

function doubtInWords(basis: NumberClaim['basis'], first: number): string {
  const name = basis === 'line' ? 'line numbers' : 'indexes';
  return `Nothing in the report proves from where its ${name} are counted; they are taken to begin with ${first}.`;
}

function sourceInWords({ source }: ReadingFacts): string[] {
  switch (source) {
    case 'read':
    case 'not-needed':
      return [];
    case 'gone':
      return [
        'The file is not there any more, so identifiers could not be looked for. Line numbers of the report count.',
      ];
    case 'changed':
      return [
        'The file has changed since it was sent, so identifiers could not be looked for. Line numbers of the report count.',
      ];
    default:
      return assertNever(source);
  }
}

/** What a stricter check would be, and what it would change. */
export function stricterInWords({ proposed, preview }: StricterCheck): string[] {
  if (proposed.length === 0) {
    return ['The report says nothing that a rule set can express: our check cannot be made stricter by it.'];
  }
  return [
    ...proposed.map(
      ({ rule, lines, example }) => `${ruleInWords(rule)} On ${number(lines)} lines: “${shorten(example, 120)}”`,
    ),
    `With these rules, the check finds ${number(preview.agreed)} lines of this batch that only the service found.`,
    preview.beyond === 0
      ? 'It finds no line that the service took.'
      : `It also finds ${number(preview.beyond)} lines that the service did not reject: there, it would be stricter than the service.`,
  ];
}

function ruleInWords(rule: StricterRule): string {
  switch (rule.kind) {
    case 'required':
      return `${rule.field} must be there.`;
    case 'allowed':
      return `${rule.field} may only be ${rule.values.join(', ')}.`;
    case 'error':
      return `${rule.rule} is an error, not a warning.`;
    default:
      return assertNever(rule);
  }
}
