/**
 * @file What lands a change within minutes: of the tests that start processes, one witness of each promise, beside all that
 * start none. `npm run test:whole` runs every test. The only place that reads the switch and has the list.
 */

export const isLanding = process.env['TRANSHIP_TESTS'] === 'landing';

/** The command line as it ships, real sockets and kills. */
export const landingTests = [
  // From a file to its end, and back: sent, held, corrected, sent again.
  'tests/cli/send.test.ts',
  'tests/cli/queue.test.ts',
  'tests/cli/correct-and-resend.test.ts',
  // Nothing is lost or doubled: faults at each moment, crashes and clocks at random.
  'tests/faults/matrix.long.test.ts',
  'tests/send/bad-days.long.test.ts',
  // The check finds what it should, in WebAssembly as in JavaScript.
  'tests/check/kernel.long.test.ts',
  'tests/check/check.long.test.ts',
];

/** The window in the browser; what is tagged `@desktop` in the desktop's double, too. */
export const landingStories = [
  'accessibility.spec.ts',
  'first-start.spec.ts',
  'correct-a-file.spec.ts',
  'report-to-correct.spec.ts',
  'languages.spec.ts',
  'keyboard.spec.ts',
].map((path) => `**/e2e/${path}`);
