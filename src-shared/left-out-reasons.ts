/** @file Why lines of a file were left out on purpose. */

/**
 * by-hand: a person has left out this line · service: the service has rejected it · check: the check found an error in it · replaced:
 * a file that a person made stands in its place · duplicate, blank: a correction has dropped it as such · dropped: the same, where it
 * is not known any more which of them it was · sent-before: it went with another submission · given-up: what carries it was cancelled
 */
export const leftOutReasons = [
  'by-hand',
  'service',
  'check',
  'replaced',
  'duplicate',
  'blank',
  'dropped',
  'sent-before',
  'given-up',
] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];
