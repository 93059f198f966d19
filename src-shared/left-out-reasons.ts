/** @file Why lines of a file were left out on purpose. */

/**
 * by-hand: a person has left out this line · service: the service has rejected it · check: the check found an error in it · replaced: a file that a
 * person made stands in its place · dropped: a correction has dropped it, as a duplicate or as blank: which of them is not known any more · duplicate, blank: the same, where it is · given-up: what carries it was cancelled
 */
export const leftOutReasons = [
  'by-hand',
  'service',
  'check',
  'replaced',
  'duplicate',
  'blank',
  'dropped',
  'given-up',
] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];
