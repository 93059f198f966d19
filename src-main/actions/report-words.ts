/** @file How a report was read, in sentences, as facts: for the command line and the window. Pure. */

import { assertNever } from '../../src-shared/errors.ts';
import { type Fact, fact } from '../../src-shared/languages/fact.ts';
import { size } from '../../src-shared/quantities.ts';
import { shorten } from '../check/findings/finding.ts';
import type { NumberClaim } from '../records/reports/reading/entry.ts';
import { LARGEST_UNPACKED } from '../records/reports/reading/report-text.ts';
import type { CutOffReport, ReadingFacts } from '../records/reports/reading-facts.ts';
import type { StricterRule } from '../records/reports/stricter-rules.ts';
import type { StricterCheck } from '../records/stricter-check.ts';
import type { LineRange } from '../send/line-range.ts';

/** What a person should know before reading the table; nothing where all is as expected. */
export function readingInWords(facts: ReadingFacts, lines: LineRange): Fact[] {
  const { entries, accepted, broken, tooLarge, cutOff, contradictions, rows } = facts;
  const said: Fact[] = [
    fact('The batch carries lines {first, number} to {last, number} of the file.', {
      first: lines.first,
      last: lines.last,
    }),
  ];
  if (facts.shape === 'unknown') said.push(unknownInWords(facts.looksLike));
  if (cutOff !== undefined) said.push(cutOffInWords(cutOff, entries));
  if (broken > 0) said.push(fact('Parts of the report that could not be read: {broken, number}.', { broken }));
  if (tooLarge > 0) said.push(fact('Entries that are too large to be read: {tooLarge, number}.', { tooLarge }));
  if (accepted > 0)
    said.push(fact('Lines that the report names as accepted, which are not listed: {accepted, number}.', { accepted }));
  if (rows.unmatched > 0)
    said.push(
      fact('Entries that match no line of the batch: {unmatched, number}. They are at the end.', {
        unmatched: rows.unmatched,
      }),
    );
  if (contradictions > 0) {
    said.push(
      fact(
        'Entries whose number and identifier mean different lines: {contradictions, number}. The identifier counts.',
        { contradictions },
      ),
    );
  }
  return [...said, ...numberingInWords(facts), ...sourceInWords(facts)];
}

function unknownInWords(looksLike: ReadingFacts['looksLike']): Fact {
  switch (looksLike) {
    case 'nothing':
      return fact('The report is empty.');
    case 'markup':
      return fact(
        'The report is a web page or an XML text, perhaps of a proxy, and lists no lines. It is kept as it came.',
      );
    default:
      return fact('The report is in no form that Tranship can read as a list. It is kept as it came.');
  }
}

function cutOffInWords(cutOff: CutOffReport, entries: number): Fact {
  switch (cutOff) {
    case 'ends-early':
      return fact('The report ends in the middle. What was there is listed; lines after it may be missing.');
    case 'broken-gzip':
      return fact(
        'The report is a gzip file that is damaged or cut off. What could be unpacked is listed; lines may be missing.',
      );
    case 'too-large':
      return fact('The report unpacks to more than {size}. What came before that is listed.', {
        size: size(LARGEST_UNPACKED),
      });
    case 'too-many':
      return fact('The report has more than {entries, number} entries. The rest is not listed.', { entries });
    default:
      return assertNever(cutOff);
  }
}

/** Where only the names of the fields speak for the way in which lines are counted, a person should compare one. */
function numberingInWords({ numbering, source }: ReadingFacts): Fact[] {
  const doubtful = (['line', 'index'] as const).filter((basis) => numbering[basis]?.evidence === 'name');
  if (doubtful.length === 0 || source === 'not-needed') return [];
  return doubtful.map((basis) => doubtInWords(basis, numbering[basis]?.first ?? 1));
}

function doubtInWords(basis: NumberClaim['basis'], first: number): Fact {
  return basis === 'line'
    ? fact(
        'Nothing in the report proves from where its line numbers are counted; they are taken to begin with {first}.',
        { first: String(first) },
      )
    : fact('Nothing in the report proves from where its indexes are counted; they are taken to begin with {first}.', {
        first: String(first),
      });
}

function sourceInWords({ source }: ReadingFacts): Fact[] {
  switch (source) {
    case 'read':
    case 'not-needed':
      return [];
    case 'gone':
      return [
        fact(
          'The file is not there any more, so identifiers could not be looked for. Line numbers of the report count.',
        ),
      ];
    case 'changed':
      return [
        fact(
          'The file has changed since it was sent, so identifiers could not be looked for. Line numbers of the report count.',
        ),
      ];
    default:
      return assertNever(source);
  }
}

/** What a stricter check would be, and what it would change. */
export function stricterInWords({ proposed, preview }: StricterCheck): Fact[] {
  if (proposed.length === 0) {
    return [fact('The report says nothing that a rule set can express: our check cannot be made stricter by it.')];
  }
  return [
    ...proposed.map(({ rule, lines, example }) =>
      fact('{rule} On {lines, number} lines: “{example}”', {
        rule: ruleInWords(rule),
        lines,
        example: shorten(example, 120),
      }),
    ),
    fact('With these rules, the check finds {agreed, number} lines of this batch that only the service found.', {
      agreed: preview.agreed,
    }),
    preview.beyond === 0
      ? fact('It finds no line that the service took.')
      : fact(
          'It also finds {beyond, number} lines that the service did not reject: there, it would be stricter than the service.',
          { beyond: preview.beyond },
        ),
  ];
}

function ruleInWords(rule: StricterRule): Fact {
  switch (rule.kind) {
    case 'required':
      return fact('{field} must be there.', { field: rule.field });
    case 'allowed':
      return fact('{field} may only be {values}.', { field: rule.field, values: rule.values.join(', ') });
    case 'error':
      return fact('{rule} is an error, not a warning.', { rule: rule.rule });
    default:
      return assertNever(rule);
  }
}
