/** @file A field 61 in its parts, or which part of it cannot be read. Pure. */

import { type Fact, fact } from '../../../../src-shared/languages/fact.ts';
import { nearestDate, swiftAmount, swiftDate } from './swift-values.ts';

export interface StatementEntry {
  /** As 2026-11-23. */
  valueDate: string;
  /** MMDD, where it is said. */
  entered: string | undefined;
  isCredit: boolean;
  /** A reversed credit goes out, a reversed debit comes in. */
  isReversal: boolean;
  isExpected: boolean;
  amount: string;
  /** Such as NTRF. */
  type: string;
  customerReference: string;
  bankReference: string | undefined;
  /** What stands on lines of its own. */
  more: string | undefined;
}

/** What is wrong with an entry, by its name and its first line. */
export type ProblemOfEntry = (given: { where: Fact; line: string }) => Fact;

/** The entry, or why it cannot be read: the rest of a sentence. R in a mark is for a reversal, E for what is expected. */
export function readEntry(lines: readonly string[]): StatementEntry | { problem: ProblemOfEntry } {
  const [first = '', ...more] = lines;
  const [, value, entered, behindDays = ''] = /^(\d{6})(\d{4})?(.*)$/.exec(first) ?? [];
  const valueDate = swiftDate(value);
  if (valueDate === undefined)
    return {
      problem: (given) =>
        fact('{where} does not begin with the day of its value (YYMMDD): “{line}”. Ask for the file again.', given),
    };
  if (entered !== undefined && nearestDate(entered, valueDate) === undefined)
    return {
      problem: (given) =>
        fact(
          '{where} has no day of entry that exists (MMDD) behind that of its value: “{line}”. Ask for the file again.',
          given,
        ),
    };
  // The last letter of the currency may follow.
  const [, mark, behindMark = ''] = /^(RC|RD|EC|ED|C|D)[A-Z]?(?=\d|,|\.|$)(.*)$/.exec(behindDays) ?? [];
  if (mark === undefined)
    return {
      problem: (given) =>
        fact('{where} has no mark (C, D, RC, RD, EC or ED) behind its days: “{line}”. Ask for the file again.', given),
    };
  const [, number, behindAmount = ''] = /^(\d{1,15},\d{0,15})(.*)$/.exec(behindMark) ?? [];
  const amount = swiftAmount(number);
  if (amount === undefined)
    return {
      problem: (given) =>
        fact(
          '{where} has no amount with a comma before its decimals (1234,56) behind its mark: “{line}”. Ask for the file again.',
          given,
        ),
    };
  const [, type, references = ''] = /^([A-Z][A-Z0-9]{3})(.*)$/.exec(behindAmount) ?? [];
  if (type === undefined)
    return {
      problem: (given) =>
        fact('{where} has no type (such as NTRF) behind its amount: “{line}”. Ask for the file again.', given),
    };
  const [customerReference = '', bankReference] = references.split('//');
  return {
    valueDate,
    entered,
    amount,
    type,
    customerReference,
    bankReference,
    isCredit: mark.endsWith('C'),
    isReversal: mark.startsWith('R'),
    isExpected: mark.startsWith('E'),
    more: more.length === 0 ? undefined : more.join('\n').trim(),
  };
}
