/** @file The steps of the tour, and what each stands beside. Pure. */

export const tourSteps = ['add', 'follow', 'state', 'commands'] as const;
export type TourStep = (typeof tourSteps)[number];

/** Without files, nothing can be followed yet. @param step the current one, which stays */
export const stepsWith = (hasFiles: boolean, step: TourStep): TourStep[] =>
  tourSteps.filter((one) => one !== 'follow' || hasFiles || one === step);

/** Where the real thing is, best first; the last one is always there. */
export const tourTargets: Readonly<Record<TourStep, readonly string[]>> = {
  add: ['[data-tour="actions"] button', '[data-tour="actions"]'],
  follow: ['#page [role="grid"] [data-submission]', '#page h1'],
  state: ['[data-tour="state"]'],
  commands: ['[data-tour="commands"]'],
};

/** The first row of each list of a page, which is read first. */
export const listBeginnings =
  '#page :is(table, [role="grid"]) > tbody:first-of-type > tr:first-child, #page :is(ul, ol) > li:first-child';
