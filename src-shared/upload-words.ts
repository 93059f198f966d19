/** @file How long sending takes, and what decides about it, as people read it. Pure. */

import { message } from './languages/message.ts';
import type { UploadForecast } from './preparation-shapes.ts';
import { about, roughDuration, speed } from './quantities.ts';

/** “Sending takes about 12 min at 8.2 MB/s, as the latest uploads reached. …” */
export function uploadInWords({ batches, batchesAMinute, limitMs, bytesPerSecond, totalMs }: UploadForecast): string {
  const limit =
    limitMs === 0
      ? message(
          'The service allows {addresses} uploads a minute, enough for {batches, plural, one {# batch} other {# batches}} at once.',
          { addresses: batchesAMinute, batches },
        )
      : message(
          'The service allows {addresses} uploads a minute: {batches, plural, one {# batch needs} other {# batches need}} {duration} at least.',
          { addresses: batchesAMinute, batches, duration: roughDuration(limitMs) },
        );
  if (bytesPerSecond === undefined || totalMs === undefined) {
    return `${message('Tranship will know how fast the connection is once a few MB have been sent.')} ${limit}`;
  }
  const time = message('Sending takes {duration} at {speed}, as the latest uploads reached.', {
    duration: about(totalMs),
    speed: speed(bytesPerSecond),
  });
  return `${time} ${limit}`;
}
