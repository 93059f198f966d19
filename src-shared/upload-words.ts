/** @file How long sending takes, and what decides about it, as people read it. Pure. */

import type { UploadForecast } from './preparation-shapes.ts';
import { counted, roughDuration, speed } from './quantities.ts';

/** “Sending takes about 12 min at 8.2 MB/s, as the latest uploads reached. …” */
export function uploadInWords({ batches, batchesAMinute, limitMs, bytesPerSecond, totalMs }: UploadForecast): string {
  const limit =
    limitMs === 0
      ? `The service gives ${batchesAMinute} upload addresses a minute, enough for ${counted(batches, 'batch')} at once.`
      : `The service gives ${batchesAMinute} upload addresses a minute: ${counted(batches, 'batch')} need ${roughDuration(limitMs)} at least.`;
  if (bytesPerSecond === undefined || totalMs === undefined)
    return `The speed of the line is known once a few MB were sent. ${limit}`;
  return `Sending takes about ${roughDuration(totalMs)} at ${speed(bytesPerSecond)}, as the latest uploads reached. ${limit}`;
}
