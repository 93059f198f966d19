/** @file From the summary of a preparation, or of a plan, to what a person sees of it. Pure. */

import type { Prepared } from '../../src-shared/contract.ts';
import { uploadForecast } from '../send/upload-forecast.ts';
import { type Earlier, processedBefore } from './earlier-ids.ts';
import type { PreparationSummary } from './preparation.ts';

/** How it would be sent. */
export interface Sending {
  /** Bytes a second of all uploads together, where that is known. */
  speed: number | undefined;
  maxBatchBytes: number;
}

/** @param earlier what it was compared with */
export function preparedOf(
  summary: PreparationSummary,
  { speed: bytesPerSecond, maxBatchBytes }: Sending,
  earlier: Earlier,
): Prepared {
  const files = summary.files.map(({ bytes }) => bytes);
  return {
    ...summary,
    processedBefore: processedBefore(summary, earlier),
    upload: uploadForecast({ files, maxBatchBytes, bytesPerSecond }),
  };
}
