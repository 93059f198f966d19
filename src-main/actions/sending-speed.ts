/** @file How fast what is sent to a destination goes. */

import type { App } from '../app.ts';
import { measuredSpeed } from '../send/upload-forecast.ts';

/** A line that has come to a standstill tells nothing: its speed fades out, and the time it takes grows beyond any number. */
const STANDSTILL = 1000;

/** Bytes a second of all uploads to a destination: now, or as the history tells; undefined where that is not known. */
export function sendingSpeed(
  app: {
    queue: Pick<App['queue'], 'bytesPerSecond'>;
    store: Parameters<typeof measuredSpeed>[0];
    transferSettings: App['transferSettings'];
  },
  destination: string,
): number | undefined {
  const { uploadsPerConnection, bytesPerSecond: most = Number.POSITIVE_INFINITY } = app.transferSettings;
  const share = app.queue.bytesPerSecond(destination) ?? 0;
  const speed = share > STANDSTILL ? share * uploadsPerConnection : measuredSpeed(app.store, destination);
  return speed === undefined ? undefined : Math.min(speed, most);
}
