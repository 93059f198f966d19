/** @file Takes a sample of exports, as the rest of the app calls it: in a thread of its own, cancellable at any moment. */

import { extname } from 'node:path';
import { assertNever } from '../../src-shared/errors.ts';
import { fromRecord, Thread } from '../checking/thread.ts';
import type { Sample, SampleMessage, SampleRequest } from './sample.ts';

const YOUNG_MB = 16;

/** Rejects with AppError `file.*`, `disk.full`, `preparation.failed`, or with the signal's reason. */
export async function takeSample(request: SampleRequest, signal: AbortSignal): Promise<Sample> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<Sample>();
  const thread = new Thread<SampleMessage>({
    entry: new URL(`./sample-worker${extname(import.meta.url)}`, import.meta.url),
    path: request.sources[0]?.path ?? '',
    data: request,
    youngMb: YOUNG_MB,
    failure: 'preparation.failed',
    onMessage(message) {
      switch (message.kind) {
        case 'done':
          resolve(message.sample);
          return;
        case 'failed':
          reject(fromRecord(message.error));
          return;
        default:
          assertNever(message);
      }
    },
    onFailure: reject,
  });
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', abort);
    await thread.stop();
  }
}
