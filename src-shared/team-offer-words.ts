/** @file What people read of an offer for release: in the window and on the command line. */

import { message } from './languages/message.ts';
import type { ComparedFigure, OfferState } from './team-shapes.ts';

const offerStateWords: Record<OfferState, () => string> = {
  open: () => message('open', {}, { context: 'offer' }),
  released: () => message('released', {}, { context: 'offer' }),
  refused: () => message('refused', {}, { context: 'offer' }),
};

/** Within a sentence or a table. */
export const offerStateInWords = (state: OfferState): string => offerStateWords[state]();

const figureWords: Record<ComparedFigure, () => string> = {
  bytes: () => message('size'),
  lines: () => message('lines'),
  transactions: () => message('transactions'),
  valid: () => message('lines without errors'),
  errors: () => message('errors'),
  warnings: () => message('warnings'),
  byRule: () => message('findings by rule'),
  totals: () => message('sums and days'),
};

/** Several figures of the check, one after the other. */
export const figuresInWords = (figures: readonly ComparedFigure[]): string =>
  figures.map((figure) => figureWords[figure]()).join(', ');
