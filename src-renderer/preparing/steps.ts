/** @file The steps of a preparation, in their order. Pure. */

export const steps = ['source', 'columns', 'values', 'result'] as const;
export type StepName = (typeof steps)[number];
