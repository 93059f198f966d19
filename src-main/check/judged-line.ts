/** @file What the judge says of a line, with its bounds and its end; and of one that cannot be judged. */

import type { Buffer } from 'node:buffer';
import { fact } from '../../src-shared/languages/fact.ts';
import type { Complaint } from './findings/finding.ts';
import { NEWLINE } from './line-ends.ts';
import { MAX_LINE_BYTES } from './line-limit.ts';
import { type LineJudge, type LineVerdict, noTransaction } from './rules/verdict.ts';

const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const TAB = 0x09;

/** What the judge says of the line [start, end), unless it is too long or blank, which is nothing to judge. */
export function judgeLine(judge: LineJudge, bytes: Buffer, start: number, end: number): LineVerdict {
  if (end - start > MAX_LINE_BYTES) return noTransaction(tooLong(end - start));
  if (isBlank(bytes, start, end)) return noTransaction(blank);
  try {
    return judge(bytes, start, end);
  } catch {
    // One line must not end the check of all others.
    return unjudged;
  }
}

/** Where the line [start, next) ends, without its LF or CRLF. */
export function endWithoutNewline(bytes: Buffer, start: number, next: number): number {
  let end = next;
  if (end > start && bytes[end - 1] === NEWLINE) end--;
  if (end > start && bytes[end - 1] === CARRIAGE_RETURN) end--;
  return end;
}

export function isBlank(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = bytes[at];
    if (byte !== SPACE && byte !== TAB && byte !== CARRIAGE_RETURN) return false;
  }
  return true;
}

/** The verdict on a line of so many bytes, which is more than a line may have. */
export function tooLong(bytes: number): Complaint {
  const most = MAX_LINE_BYTES / 1024 / 1024;
  const message = fact(
    'The line has {size, number, ::.0 group-off} MiB and was not checked; a line may have {most} MiB. Is a line end missing?',
    { size: bytes / 1024 / 1024, most },
  );
  return { rule: 'line.too-long', path: '', message };
}

export const blank: Complaint = {
  rule: 'line.blank',
  path: '',
  message: fact('The line is blank. Each line must hold one transaction.'),
};

/** The verdict on a line for which the memory, or the stack, does not suffice. */
export const unjudged: LineVerdict = noTransaction({
  rule: 'line.unjudged',
  path: '',
  message: fact(
    'The line holds more values than can be checked, so it was not checked. Export it with fewer values in additional_fields.',
  ),
});
