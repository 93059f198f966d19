/** @file A preparation that was examined, as its steps take it. */

import type { Preparation, PreparationDraft } from '../../src-shared/contract.ts';

export interface OpenPreparation {
  preparation: Preparation;
  source: NonNullable<Preparation['source']>;
  draft: PreparationDraft;
}
